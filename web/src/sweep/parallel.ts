// Every parameter and figure as an axis, every point a line across; axes can be brushed.
import type { EChartsOption } from "echarts";
import type { ParallelSeriesOption } from "echarts/charts";
import { charts, draw } from "../charts";
import { wrapped } from "../textwidth";
import { theme } from "../theme";
import * as wording from "../wording/sweep";
import { along, tick } from "./axes";
import { colorScale, strokes } from "./colors";
import {
  type Figure,
  type Parameter,
  type ParallelChart,
  type SweepData,
  extent,
  isLog,
  keyed,
  pointsOf,
} from "./data";
import type { Place } from "./place";
import { tip, tooltip } from "./tip";

/** Pixels from one axis to the next; where there are fewer, axes lie below each other. */
const APART = 105;
/** The widest name above an axis. */
const NAME = 116;
const FONT = "12px sans-serif";
const LINES = 3;
/** Pixels of a letter, about. */
const LETTER = 5;
const ROW = 58;
const HEIGHT = 420;
const TOP = 40;
/** The most values of a parameter that are each named. */
const FEW = 8;
/** More lines are thin. */
const MANY = 300;
/** Many lines are paler. */
const opacity = (lines: number): number => Math.max(0.05, Math.min(0.7, 5 / Math.sqrt(lines)));

type ParallelAxisOption = Extract<EChartsOption["parallelAxis"], unknown[]>[number];

/** An axis of a parameter or a figure. */
interface Across {
  label: string;
  log: boolean;
  categories: string[] | null;
  /** Numbers that are each named on the axis. */
  numbers?: number[];
  at: (point: number) => number | null;
}

function ofParameter(parameter: Parameter): Across {
  const of = along(parameter);
  const numbers = of.isCategory ? null : extent(of.values as number[]);
  const log = numbers !== null && isLog(numbers);
  return {
    label: wording.axis(parameter, log),
    log,
    categories: of.isCategory ? of.values.map(wording.value) : null,
    ...(of.isCategory || of.values.length > FEW ? {} : { numbers: of.values as number[] }),
    at: (point) => of.at(parameter.values[point] ?? ""),
  };
}

function ofFigure(figure: Figure, points: number[]): Across {
  const log = isLog(extent(points.flatMap((point) => figure.values[point] ?? [])));
  return {
    label: wording.axis(figure, log),
    log,
    categories: null,
    at: (point) => figure.values[point] ?? null,
  };
}

/** `select` gets the points that the brushes leave; null: nothing is brushed. */
export function parallel(
  data: SweepData,
  chart: ParallelChart,
  place: Place,
  select: (points: number[] | null) => void,
): () => void {
  const color = keyed(data.figures, chart.color);
  const heading = wording.parallelHeading(color);
  const drawn = pointsOf(data).filter((point) =>
    data.figures.some(({ values }) => typeof values[point] === "number"),
  );
  const axes = [
    ...data.parameters.map(ofParameter),
    ...data.figures.map((figure) => ofFigure(figure, drawn)),
  ];
  const dimension = data.parameters.length + data.figures.indexOf(color);
  const colors = extent(drawn.flatMap((point) => color.values[point] ?? []));
  place.heading(heading);
  place.instead(drawn.length === 0 ? wording.noValues(color) : "");
  place.note(drawn.length === 0 ? "" : wording.parallelNote(color));
  const brushed = brushing(place, axes, drawn, select);
  return () => {
    const width = document.getElementById(place.id)?.clientWidth ?? 600;
    const isStacked = width / axes.length < APART;
    brushed.forget();
    const series: ParallelSeriesOption = {
      type: "parallel",
      lineStyle: { width: drawn.length > MANY ? 1 : 1.5, opacity: opacity(drawn.length) },
      emphasis: { lineStyle: { width: 3, opacity: 1 } },
      inactiveOpacity: 0.04,
      activeOpacity: 0.9,
      // All lines at once: what is drawn in parts has no tooltips.
      progressive: 0,
      data: drawn.map((point) => axes.map(({ at }) => at(point) ?? "-")),
    };
    draw(
      place.id,
      {
        parallel: isStacked
          ? { layout: "vertical", left: 20, right: 20, top: TOP + 34, bottom: 30 }
          : { left: NAME / 2, right: NAME / 2 + 8, top: TOP + 34, bottom: 24 },
        parallelAxis: axes.map((axis, dim) =>
          parallelAxis(axis, dim, isStacked, isStacked ? width - 40 : width / axes.length),
        ),
        visualMap: colorScale(
          colors,
          [wording.figureValue(colors[0], color), wording.figureValue(colors[1], color)],
          strokes(),
          dimension,
          [0],
        ),
        tooltip: {
          ...tooltip(),
          formatter: (item) => {
            const one = Array.isArray(item) ? item[0] : item;
            const point = drawn[one?.dataIndex ?? 0];
            return point === undefined ? "" : tip(data, [point]);
          },
        },
        series: [series],
      },
      wording.parallelSentence(heading, drawn.length),
      {
        header: [wording.pointColumn, ...axes.map(({ label }) => label)],
        rows: () =>
          drawn.map((point) => [
            point,
            ...data.parameters.map(({ values }) => values[point] ?? null),
            ...data.figures.map(({ values }) => values[point] ?? null),
          ]),
        long: true,
      },
      isStacked ? axes.length * ROW + TOP + 40 : HEIGHT,
    );
    brushed.listen();
  };
}

/** A name in a few lines. */
const stacked = (label: string, width: number): string =>
  wrapped(label, width, FONT)
    .slice(0, LINES)
    .map((line) => wording.clipped(line, Math.floor(width / LETTER)))
    .join("\n");

/** An axis; `width`: pixels that it has, or from it to the next. */
function parallelAxis(
  { label, log, categories, numbers }: Across,
  dim: number,
  isStacked: boolean,
  width: number,
): ParallelAxisOption {
  const look = theme();
  const name = isStacked
    ? {
        nameLocation: "start" as const,
        nameGap: 4,
        nameTruncate: { maxWidth: width },
        nameTextStyle: {
          color: look.text,
          textBorderColor: look.background,
          textBorderWidth: 3,
          align: "left" as const,
          verticalAlign: "bottom" as const,
          padding: [0, 0, 14, 0],
        },
      }
    : {
        nameLocation: "end" as const,
        nameGap: 12,
        nameTextStyle: { color: look.text, lineHeight: 14 },
      };
  const labels = {
    color: look.text,
    hideOverlap: true,
    textBorderColor: look.background,
    textBorderWidth: 2,
    width: isStacked ? width / Math.max(2, categories?.length ?? 0) - 12 : APART - 20,
    overflow: "truncate" as const,
  };
  const common = {
    ...name,
    dim,
    id: String(dim),
    name: isStacked ? label : stacked(label, Math.min(width - 10, NAME)),
    axisLine: { lineStyle: { color: look.faint } },
    axisTick: { lineStyle: { color: look.faint } },
    areaSelectStyle: { borderColor: look.text, color: look.faint, opacity: 0.3 },
  };
  if (categories) return { ...common, type: "category", data: categories, axisLabel: labels };
  const axisLabel = {
    ...labels,
    ...(numbers ? { customValues: numbers, formatter: wording.value } : { formatter: tick }),
  };
  const ends = numbers ? { min: Math.min(...numbers), max: Math.max(...numbers) } : {};
  const ticks = { axisTick: { ...common.axisTick, customValues: numbers } };
  return log
    ? { ...common, ...ends, ...ticks, type: "log", axisLabel }
    : { ...common, ...ends, ...ticks, type: "value", scale: true, axisLabel };
}

/** Keeps what is brushed on each axis. */
function brushing(
  { id }: Place,
  axes: Across[],
  drawn: number[],
  select: (points: number[] | null) => void,
): { forget: () => void; listen: () => void } {
  const intervals = new Map<number, [number, number][]>();
  const within = (point: number): boolean =>
    [...intervals].every(([axis, parts]) => {
      const value = axes[axis]?.at(point) ?? null;
      return value !== null && parts.some(([low, high]) => value >= low && value <= high);
    });
  let isHeard = false;
  return {
    forget: () => {
      if (intervals.size === 0) return;
      intervals.clear();
      select(null);
    },
    listen: () => {
      const chart = charts[id];
      if (isHeard || !chart) return;
      isHeard = true;
      chart.on("axisareaselected", (event) => {
        const { parallelAxisId, intervals: parts } = event as {
          parallelAxisId: string;
          intervals: [number, number][];
        };
        if (parts.length > 0) intervals.set(Number(parallelAxisId), parts);
        else intervals.delete(Number(parallelAxisId));
        select(intervals.size === 0 ? null : drawn.filter(within));
      });
    },
  };
}
