// Steady state: the rounds of each run of random writes, and its last five as SNIA's two rules see
// them.
import { scale } from "./bars";
import { draw } from "./charts";
import type { Page, Steady } from "./data";
import { element } from "./findings";
import { names } from "./marked";
import { number, short } from "./numbers";
import { plainTable, scroll } from "./tables";
import { theme } from "./theme";
import * as wording from "./wording/charts";
import * as words from "./wording/steady";

/** The first rule allows 20 % of the average between highest and lowest. */
const BAND = 0.1;

export function steady(page: Page): void {
  const place = document.getElementById("steady-charts");
  const details = place?.closest("details");
  if (!place || !details) return;
  if (place.childElementCount === 0) {
    verdicts(page);
    page.steady.forEach((run, index) => place.append(frame(page, run, index)));
    details.addEventListener("toggle", () => details.open && charts(page));
  }
  // What is folded away has no size to be drawn in.
  if (details.open) charts(page);
}

/** A row per run. */
function verdicts(page: Page): void {
  const rows = page.steady.map((run) => [
    page.drives[run.drive]?.model ?? "",
    run.label,
    run.verdict,
    run.window ? words.percent(run.window.range_percent) : words.none,
    run.window ? words.drift(run.window.slope_percent) : words.none,
    words.percent(run.written_percent),
  ]);
  const table = plainTable(words.columns, rows);
  document.getElementById("steady-verdicts")?.append(scroll(words.label, table));
}

function frame(page: Page, run: Steady, index: number): HTMLElement {
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const model = page.drives[run.drive]?.model ?? "";
  caption.append(names(element("span", wording.steadyCaption(model, run.label)), run.drive));
  figure.append(caption);
  if (run.window) {
    const chart = document.createElement("div");
    chart.id = `steady-${index}`;
    chart.className = "chart";
    figure.append(chart);
  }
  figure.append(element("p", run.sentence, "faint"));
  return figure;
}

function charts(page: Page): void {
  page.steady.forEach((run, index) => {
    const model = page.drives[run.drive]?.model ?? "";
    if (run.window) rounds(`steady-${index}`, model, run, run.window);
  });
}

function rounds(
  id: string,
  model: string,
  run: Steady,
  window: NonNullable<Steady["window"]>,
): void {
  const look = theme();
  const colour = look.drive(run.drive);
  const all = run.rounds.map((iops, index): [number, number] => [index + 1, iops]);
  const last = run.rounds.length;
  const isLast = ([round]: [number, number]): boolean => round >= window.first_round;
  // The last five are what is judged: the scale is theirs, not that of a new drive's first rounds.
  const [step, top] = scale(
    Math.max(1.5 * window.mean, 1.05 * Math.max(...all.filter(isLast).map(([, iops]) => iops))),
  );
  const shown = all.filter(([, iops]) => iops <= top);
  const axis = {
    nameTextStyle: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
  const dots = { type: "scatter" as const, symbolSize: 6, z: 4 };
  const line = { type: "line" as const, silent: true, symbol: "none", z: 3 };
  const edges: [number, number] = [window.first_round - 0.5, last + 0.5];
  draw(
    id,
    {
      grid: { left: 46, right: 12, top: 12, bottom: 38 },
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (item) => {
          const one = Array.isArray(item) ? item[0] : item;
          const [round = 0] = (one?.value as number[] | undefined) ?? [];
          return wording.steadyTip(round, round * run.round_s, number(run.rounds[round - 1] ?? 0));
        },
      },
      xAxis: {
        ...axis,
        splitLine: { show: false },
        type: "value",
        min: 0,
        max: last + 1,
        minInterval: 1,
        name: wording.roundOf(run.round_s),
        nameLocation: "middle",
        nameGap: 22,
        axisLabel: { color: look.faint, hideOverlap: true, showMaxLabel: false },
      },
      yAxis: {
        ...axis,
        type: "value",
        min: 0,
        max: top,
        interval: step,
        axisLabel: { color: look.faint, formatter: short },
      },
      series: [
        {
          ...dots,
          name: "round",
          data: shown.filter((one) => !isLast(one)),
          itemStyle: { color: look.background, borderColor: colour, borderWidth: 1.5 },
        },
        { ...dots, name: "last", data: shown.filter(isLast), itemStyle: { color: colour } },
        {
          ...dots,
          name: "beyond",
          symbol: "triangle",
          data: all.filter(([, iops]) => iops > top).map(([round]) => [round, top]),
          itemStyle: { color: colour, opacity: 0.6 },
        },
        {
          type: "custom",
          name: "band",
          silent: true,
          z: 1,
          data: [[edges[0], window.mean * (1 - BAND), edges[1], window.mean * (1 + BAND)]],
          encode: { x: [0, 2], y: [1, 3] },
          renderItem: (_, api) => {
            const [left = 0, bottom = 0] = api.coord([edges[0], window.mean * (1 - BAND)]);
            const [right = 0, above = 0] = api.coord([edges[1], window.mean * (1 + BAND)]);
            const shape = { x: left, y: above, width: right - left, height: bottom - above };
            return { type: "rect", shape, style: { fill: colour, opacity: 0.2 } };
          },
        },
        {
          ...line,
          name: "average",
          data: edges.map((round) => [round, window.mean]),
          lineStyle: { color: look.faint, type: "dashed", width: 1 },
        },
        {
          ...line,
          name: "fit",
          data: [
            [window.first_round, window.fit[0]],
            [last, window.fit[1]],
          ],
          lineStyle: { color: look.text, width: 2 },
        },
      ],
    },
    wording.steady(model, run.label, run.sentence),
    {
      header: wording.steadyTable(run.round_s),
      rows: () =>
        all.map(([round, iops]) => [round, iops, isLast([round, iops]) ? wording.yes : ""]),
    },
  );
}
