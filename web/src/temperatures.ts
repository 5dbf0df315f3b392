// How warm drives become while they are filled: a line per drive that tells its temperature.
import { draw } from "./charts";
import type { Fill, Page } from "./data";
import { element } from "./findings";
import { below } from "./legendrows";
import { number } from "./numbers";
import { nameOf, stroke } from "./marked";
import { DENSE, along, legendOf } from "./speedaxes";
import { theme } from "./theme";
import * as wording from "./wording/fills";

const ID = "fills-temperature";

/** The first fill of each drive whose temperature is known. */
export function temperatures(page: Page, place: HTMLElement): void {
  const [chart] = page.fills;
  if (!chart) return;
  const firsts = page.drives.map((_, drive) => chart.fills.find((fill) => fill.drive === drive));
  const fills = firsts.filter((fill): fill is Fill => (fill?.temperature_c.length ?? 0) > 1);
  if (fills.length === 0) return;
  const caption = wording.temperature(chart.title);
  if (!document.getElementById(ID)) {
    const figure = document.createElement("figure");
    const div = document.createElement("div");
    div.id = ID;
    div.className = "chart";
    figure.append(element("figcaption", caption), div);
    place.append(figure);
  }
  const look = theme();
  const lines = fills.map((fill) => ({
    name: nameOf(page, fill.drive),
    ...stroke(fill.drive, fills),
    dash: DENSE[fill.drive % DENSE.length] ?? "solid",
    points: fill.gb.map((gb, place): [number, number] => [gb, fill.temperature_c[place] ?? 0]),
  }));
  const labels = lines.map(({ name }) => name);
  const said = lines.map(({ name, points }) =>
    wording.warmest(name, number(points.reduce((high, [, celsius]) => Math.max(high, celsius), 0))),
  );
  const most = Math.max(...fills.map((fill) => Math.ceil(fill.written_gb)));
  draw(
    ID,
    {
      grid: { left: 54, right: 20, top: below(ID, labels, 36), bottom: 44 },
      legend: legendOf(labels),
      tooltip: { trigger: "axis", valueFormatter: (value) => wording.celsius(Number(value)) },
      xAxis: along(wording.axis, most),
      yAxis: {
        type: "value",
        scale: true,
        axisLabel: { color: look.faint },
        splitLine: { lineStyle: { color: look.line } },
      },
      series: lines.map(({ name, color, width, z, dash, points }) => ({
        type: "line" as const,
        name,
        symbol: "none",
        z,
        lineStyle: { width, color, type: typeof dash === "string" ? dash : [...dash] },
        itemStyle: { color },
        data: points,
      })),
    },
    wording.each(caption, said),
    {
      header: wording.temperatureTable,
      rows: () => lines.flatMap(({ name, points }) => points.map((point) => [name, ...point])),
      long: true,
    },
  );
}
