// Random writes of every second, a small plot per run, all on one scale: the drives beside each
// other at one look.
import { FONT } from "./across";
import { draw } from "./charts";
import type { Consistency, Page } from "./data";
import { nameOf } from "./marked";
import { number, short } from "./numbers";
import { TITLE_FONT, grid, panels, titles } from "./panels";
import { floorOf, topOf } from "./seconds";
import { wrapped } from "./textwidth";
import { theme } from "./theme";
import { percent } from "./wording/charts";
import * as wording from "./wording/overview";

/** The least width of a plot. */
const WIDTH = 170;
const MOST = 4;
const AROUND = { left: 38, right: 10, bottom: 26 };

/** A mean this share of the median away from it is said too. */
const APART = 0.1;

/** What is said of a run's end. */
const facts = (run: Consistency): string[] => {
  if (run.end === null) return [wording.seconds.short];
  const { mean, median, slow_percent } = run.end;
  // Where few seconds hold most of the I/Os, the median alone says too little.
  const apart = Math.abs(mean - median) > APART * median;
  const said = wording.seconds.median(number(median), apart ? number(mean) : null);
  return slow_percent > 0 ? [said, wording.seconds.slow(percent(slow_percent))] : [said];
};

/**
 * Draws runs into the element of that id, on one scale; `together`: so many of a drive stand
 * side by side; `height`: of a plot, in pixels.
 */
export function multiples(
  page: Page,
  id: string,
  runs: Consistency[],
  label: (run: Consistency) => string[],
  { together, height }: { together: number; height: number },
): void {
  const place = document.getElementById(id);
  if (!place || runs.length === 0) return;
  const look = theme();
  const width = place.clientWidth;
  const most = Math.max(1, Math.min(runs.length, MOST, Math.floor(width / WIDTH)));
  const columns = most > together ? most - (most % together) : most;
  const room = width / columns - AROUND.left - 4;
  const heads = runs.map((run) => ({
    bold: wrapped(nameOf(page, run.drive), room, TITLE_FONT),
    plain: [...label(run), ...facts(run)].flatMap((text) => wrapped(text, room, FONT)),
  }));
  const lines = Math.max(...heads.map(({ bold, plain }) => bold.length + plain.length));
  const laid = panels(runs.length, columns, width, height, { ...AROUND, lines });
  const counts = runs.flatMap((run) => run.iops);
  const [bottom, top] = [floorOf(counts), topOf(counts)];
  const end = Math.max(...runs.map((run) => run.iops.length));
  const axis = { axisLabel: { color: look.faint, fontSize: 11, hideOverlap: true } };
  draw(
    id,
    {
      grid: laid.each.map(grid),
      xAxis: runs.map((_, index) => ({
        ...axis,
        type: "value" as const,
        gridIndex: index,
        min: 0,
        max: end,
        splitNumber: 2,
        splitLine: { show: false },
        axisLine: { lineStyle: { color: look.line } },
        axisLabel: {
          ...axis.axisLabel,
          alignMaxLabel: "right" as const,
          alignMinLabel: "left" as const,
          formatter: (s: number) => `${number(s)} s`,
        },
      })),
      yAxis: runs.map((_, index) => ({
        ...axis,
        type: "log" as const,
        gridIndex: index,
        min: bottom,
        max: top,
        splitLine: { lineStyle: { color: look.line } },
        axisLabel: { ...axis.axisLabel, formatter: short },
      })),
      series: [
        ...runs.map((run, index) => ({
          type: "scatter" as const,
          xAxisIndex: index,
          yAxisIndex: index,
          symbolSize: 2,
          large: true,
          largeThreshold: 200,
          silent: true,
          clip: false,
          itemStyle: { color: look.drive(run.drive) },
          data: run.iops.flatMap((count, second) => (count ? [[second, count]] : [])),
        })),
        // A second without I/O has no place on a logarithmic axis: it is marked at its foot.
        ...runs.map((run, index) => ({
          type: "scatter" as const,
          xAxisIndex: index,
          yAxisIndex: index,
          symbol: "triangle",
          symbolRotate: 180,
          symbolSize: 5,
          silent: true,
          itemStyle: { color: look.text },
          data: run.iops.flatMap((count, second) => (count === 0 ? [[second, bottom]] : [])),
        })),
        ...runs.map((run, index) => ({
          type: "line" as const,
          xAxisIndex: index,
          yAxisIndex: index,
          showSymbol: false,
          silent: true,
          lineStyle: { color: look.text, width: 1 },
          data:
            run.end === null
              ? []
              : [
                  [Math.min(page.late_from_s, run.iops.length), run.end.median],
                  [run.iops.length, run.end.median],
                ],
        })),
        ...titles(heads),
      ],
    },
    wording.seconds.sentence(
      heads.map(({ bold, plain }) => `${bold.join(" ")}: ${plain.join(", ")}`),
    ),
    {
      header: wording.seconds.table,
      rows: () =>
        runs.flatMap((run) =>
          run.iops.map((count, second) => [
            [page.drives[run.drive]?.model ?? "", ...label(run)].join(", "),
            second,
            count,
          ]),
        ),
      long: true,
    },
    laid.height,
  );
}
