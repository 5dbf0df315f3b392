// Draws the page of a sweep from the data embedded in it.
import { element } from "../browse/dom";
import { charts, whenFirstDrawn } from "../charts";
import { commandLine } from "../command";
import { csvFile, fileName, keeping } from "../files";
import { dress } from "../keep";
import { followAddress } from "../links";
import { redrawing } from "../redraw";
import { csv } from "../tables";
import * as wording from "../wording/sweep";
import { type Chart, type SweepData, pointsOf, read } from "./data";
import { heatMap } from "./heatmap";
import { lines } from "./lines";
import { parallel } from "./parallel";
import { pareto } from "./pareto";
import { type Place, place } from "./place";
import { columnsOf, failedColumns, sortable } from "./table";

/** Letters of a sweep's name in the names of its files. */
const LETTERS = 60;

/** Of a chart's element, and of the files that are made of it. */
const idOf = ({ name }: SweepData, { kind }: Chart, index: number): string =>
  fileName([name.slice(0, LETTERS), kind, String(index + 1)]);

type Select = (points: number[] | null) => void;

/** Makes room for a chart; what it returns draws it. */
function charted(data: SweepData, chart: Chart, at: Place, select: Select): () => void {
  switch (chart.kind) {
    case "lines":
      return lines(data, chart, at);
    case "heat-map":
      return heatMap(data, chart, at);
    case "parallel":
      return parallel(data, chart, at, select);
    case "pareto":
      return pareto(data, chart, at);
  }
}

function fill(id: string, ...children: (Node | string)[]): void {
  document.getElementById(id)?.replaceChildren(...children);
}

function head(data: SweepData): void {
  fill("theme", wording.themeButton);
  fill("badge", wording.badge);
  fill("why", data.why);
  fill("simulated", data.simulated);
  fill("facts", wording.facts(pointsOf(data).length, data.failed.length, data.version));
  fill("command", commandLine(data.command));
}

function failed(data: SweepData): void {
  const section = document.getElementById("failed");
  if (!section || data.failed.length === 0) return;
  section.hidden = false;
  const points = data.failed.map(({ point }) => point);
  sortable(section, wording.failed, failedColumns(data), points);
}

/** The table of all points, and what narrows it to some of them. */
function points(data: SweepData): Select {
  const section = document.getElementById("points");
  if (!section) return () => {};
  const all = pointsOf(data);
  const columns = columnsOf(data);
  const table = sortable(section, wording.allPoints, columns, all);
  const said = element("p", { id: "selected", role: "status" });
  section.insertBefore(said, section.children[1] ?? null);
  section.append(
    keeping(
      () => wording.allPoints,
      () => fileName([data.name.slice(0, LETTERS), wording.allPoints]),
      {
        CSV: async () =>
          csvFile(
            csv({
              header: columns.map(({ label }) => label),
              rows: () => all.map((point) => columns.map(({ cell }) => cell(point))),
            }),
          ),
      },
    ),
  );
  return (some) => {
    table.show(some ?? all);
    said.textContent = some ? wording.selected(some.length, all.length) : "";
  };
}

const data = read();
head(data);
failed(data);
const select = points(data);
whenFirstDrawn(dress);
const draws = data.charts.map((chart, index) =>
  charted(data, chart, place(idOf(data, chart, index), chart.kind), select),
);
const drawAll = (): void => draws.forEach((draw) => draw());
drawAll();
followAddress();
performance.mark("drawn");
redrawing(drawAll);
// For tests and the curious: the data, and the charts whose marks can be read back.
Object.assign(window, { fourcorners: { page: data, charts } });
