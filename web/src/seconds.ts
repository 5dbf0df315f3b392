// A scatter plot of IOPS, a point a second.
import { draw } from "./charts";
import type { DriveMark } from "./data";
import { beside } from "./beside";
import { type Mean, meanLines, roomFor } from "./means";
import { number, short } from "./numbers";
import { theme } from "./theme";
import * as wording from "./wording/charts";

/** Of those without any I/O. */
const IDLE = "idle";

/** What is plotted, and on which scale. */
export interface Plot {
  /** IOPS of every second from 0 on; null: not known. */
  iops: (number | null)[];
  colour: string;
  /** First and last second shown. */
  from: number;
  to: number;
  scale: "log" | "value";
  /** IOPS at both ends of the scale; a second without I/O is marked at the lower one. */
  bottom: number;
  top: number;
  /** Published figures, at the right edge. */
  marks?: DriveMark[];
  /** Of what is shown. */
  median?: number | null;
}

/** The highest of these seconds, 10 at least, on a scale of powers of ten. */
export const topOf = (seconds: (number | null)[]): number =>
  10 **
  Math.ceil(Math.log10(seconds.reduce((most: number, count) => Math.max(most, count ?? 0), 10)));

/** The power of ten below the slowest of these seconds that had any I/O, 10,000 at most. */
export const floorOf = (seconds: (number | null)[]): number =>
  10 **
  Math.floor(
    Math.log10(seconds.reduce((least: number, count) => Math.min(least, count || least), 10_000)),
  );

/** How large a point is, in pixels: few can be seen only if they are larger. */
function size(points: number, width: number): number {
  if (points <= 60) return 8;
  if (points <= 300) return 5;
  return width > 1500 ? 4 : 3;
}

/** Draws the seconds into the element of that id. */
export function drawSeconds(id: string, plot: Plot, sentence: string): void {
  const look = theme();
  const { iops, from, scale, top, bottom } = plot;
  const seconds = iops.flatMap((count, second): [number, number][] =>
    count === null || second < from ? [] : [[second, count]],
  );
  const none = scale === "log" ? seconds.filter(([, count]) => count === 0) : [];
  const beyond = scale === "value" ? seconds.filter(([, count]) => count > top) : [];
  const shown = seconds.filter(([, count]) => (scale === "log" ? count > 0 : count <= top));
  const marks = (plot.marks ?? []).filter(
    (mark) => mark.high <= top && (scale === "value" || mark.low >= bottom),
  );
  const median: Mean[] =
    typeof plot.median === "number"
      ? [{ value: plot.median, called: wording.median, colour: look.text, dash: "solid" }]
      : [];
  const axis = {
    nameTextStyle: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
  draw(
    id,
    {
      grid: {
        left: 48,
        right: Math.max(marks.length > 0 ? 26 : 14, roomFor(median, top)),
        top: 14,
        bottom: 40,
      },
      tooltip: {
        trigger: "item",
        formatter: (mark) => {
          const one = Array.isArray(mark) ? mark[0] : mark;
          const [second, value] = (one?.value as [number, number] | undefined) ?? [0, 0];
          if (one?.seriesName === IDLE) return wording.idleSecond(second);
          return wording.secondTip(second, number(plot.iops[second] ?? value));
        },
      },
      xAxis: {
        ...axis,
        type: "value",
        min: from,
        max: plot.to,
        minInterval: 1,
        name: wording.second,
        nameLocation: "middle",
        nameGap: 24,
        axisLabel: { color: look.faint, hideOverlap: true },
      },
      yAxis: {
        ...axis,
        type: scale,
        min: bottom,
        max: top,
        axisLabel: { color: look.faint, formatter: short },
      },
      series: [
        {
          type: "scatter",
          name: "IOPS",
          symbolSize: size(seconds.length, document.getElementById(id)?.clientWidth ?? 0),
          // The first second lies on the axis.
          clip: false,
          itemStyle: { color: plot.colour },
          data: shown,
        },
        {
          type: "scatter",
          name: IDLE,
          symbol: "triangle",
          symbolSize: 7,
          itemStyle: { color: look.text },
          data: none.map(([second]) => [second, bottom]),
        },
        {
          type: "scatter",
          name: "beyond",
          symbol: "triangle",
          symbolSize: 5,
          itemStyle: { color: plot.colour, opacity: 0.6 },
          data: beyond.map(([second]) => [second, top]),
        },
        meanLines(median, top),
        beside(marks),
      ],
    },
    sentence,
    { header: wording.secondTable, rows: () => seconds, long: true },
  );
}
