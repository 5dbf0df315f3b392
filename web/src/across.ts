// Marks of published figures across horizontal bars, and the labels below them.
import type { CustomSeriesOption } from "echarts/charts";
import type { DriveMark } from "./data";
import { type Format, PUBLISHED, isBound, unnamed } from "./marks";
import type { Rows } from "./rows";
import { textWidth } from "./textwidth";
import { type Theme, theme } from "./theme";
import { listed } from "./wording/both";
import * as wording from "./wording/marks";

/** Height of a bar, and how far a mark stands out of it above and below. */
export const BAR = 22;
const ABOVE = 2;
const BELOW = 5;
/** Between a mark and its label. */
const GAP = 5;
const LINE = 14;
export const FONT = "11px sans-serif";

/** A mark of a row. */
export interface Placed {
  mark: DriveMark;
  row: number;
  /** The label that it draws, if it is the first of those whose figures stand in one label. */
  label?: { text: string; left: number; lane: number };
}

/** All marks of a chart, and how much height their labels take below each bar. */
export interface Layout {
  placed: Placed[];
  below: number[];
}

/**
 * Puts each label under its mark, in the first line below the bar where it touches no other. Where
 * more than one line would be needed, figures of the same conditions are named in one label. `x`:
 * pixels of a value; `from`, `to`: where text may stand.
 */
export function layout(
  rows: DriveMark[][],
  x: (value: number) => number,
  from: number,
  to: number,
  words: Words,
): Layout {
  const placed: Placed[] = [];
  const labels = (
    groups: DriveMark[][],
  ): { marks: DriveMark[]; text: string; left: number; lane: number }[] => {
    const ends: number[] = [];
    return groups.map((marks) => {
      const [long, short] = words(marks);
      const text = textWidth(long) <= to - from ? long : short;
      const width = textWidth(text);
      const middle =
        (x(Math.min(...marks.map((mark) => mark.low))) +
          x(Math.max(...marks.map((mark) => mark.high)))) /
        2;
      const start = marks.every(isBound) ? x(0) || from : middle - width / 2;
      const left = Math.max(from, Math.min(start, to - width));
      let lane = ends.findIndex((end) => left >= end + 10);
      if (lane < 0) lane = ends.length;
      ends[lane] = left + width;
      return { marks, text, left, lane };
    });
  };
  const below = rows.map((marks, row) => {
    let made = labels(marks.map((mark) => [mark]));
    if (made.some((one) => one.lane > 0)) {
      const alike = new Map<string, DriveMark[]>();
      for (const mark of marks) {
        const key = `${mark.quantity} ${wording.other(mark)}`;
        alike.set(key, [...(alike.get(key) ?? []), mark]);
      }
      made = labels([...alike.values()]);
    }
    for (const { marks, text, left, lane } of made) {
      marks.forEach((mark, place) =>
        placed.push(place === 0 ? { mark, row, label: { text, left, lane } } : { mark, row }),
      );
    }
    return made.length === 0
      ? 0
      : BELOW + GAP + LINE * (1 + Math.max(...made.map(({ lane }) => lane)));
  });
  return { placed, below };
}

/** The words of a label of one mark or several, and shorter ones where there is no room. */
export type Words = (marks: DriveMark[]) => [string, string];

export const words =
  (format: Format, name: (mark: DriveMark) => string = unnamed): Words =>
  (marks) => {
    const first = marks[0];
    if (!first) return ["", ""];
    const figures = listed(...new Set(marks.map((mark) => wording.figure(mark, format))));
    const start = `${name(first)} ${figures}`.trim();
    return [
      start + wording.other(first),
      first.differs.length === 0 ? start : wording.otherConditions(start),
    ];
  };

/** Marks across horizontal bars that are `BAR` high. */
export function across(of: Layout, { middles }: Rows): CustomSeriesOption {
  const look = theme();
  return {
    type: "custom",
    name: PUBLISHED,
    z: 5,
    clip: false,
    encode: { x: [0, 2], y: 1 },
    data: of.placed.map(({ mark, row }) => ({ value: [mark.low, row, mark.high] })),
    renderItem: (params, api) => {
      const one = of.placed[params.dataIndex];
      if (!one) return null;
      const row = middles[one.row] ?? 0;
      const [low = 0, middle = 0] = api.coord([one.mark.low, row]);
      const [high = 0] = api.coord([one.mark.high, row]);
      const top = middle - BAR / 2;
      const bottom = top + BAR + BELOW;
      return {
        type: "group",
        children: [
          ...strokes(one.mark, low, high, top - ABOVE, bottom, look),
          ...(one.label ? [labelText(one.label, bottom, one.mark, look)] : []),
        ],
      };
    },
  };
}

function labelText(
  label: { text: string; left: number; lane: number },
  bottom: number,
  mark: DriveMark,
  look: Theme,
) {
  const fill = mark.differs.length === 0 ? look.text : look.faint;
  return {
    type: "text" as const,
    x: label.left,
    y: bottom + GAP + label.lane * LINE,
    style: { text: label.text, font: FONT, fill, stroke: look.background, lineWidth: 3 },
  };
}

export interface Shape {
  type: "rect" | "polyline";
  shape: Record<string, unknown>;
  style: Record<string, unknown>;
}

/**
 * A tick for a figure, with a cap above if the model was fitted to it; a bracket for a range. A
 * bound is told in words only: it lies nowhere.
 */
function strokes(
  mark: DriveMark,
  low: number,
  high: number,
  top: number,
  bottom: number,
  look: Theme,
): Shape[] {
  if (isBound(mark)) return [];
  const solid = mark.differs.length === 0;
  const style = solid
    ? { fill: look.text, stroke: look.background, lineWidth: 1 }
    : { fill: look.background, stroke: look.text, lineWidth: 1.25 };
  const rect = (x: number, y: number, width: number, height: number): Shape => ({
    type: "rect",
    shape: { x, y, width, height },
    style,
  });
  const middle = (low + high) / 2;
  const cap = mark.fitted ? [rect(middle - 5, top - 1, 10, 4)] : [];
  if (mark.low === mark.high)
    return [rect(low - (solid ? 2 : 2.5), top, solid ? 4 : 5, bottom - top), ...cap];
  const points = [
    [low, top],
    [low, bottom - 1],
    [high, bottom - 1],
    [high, top],
  ];
  const line = (stroke: string, lineWidth: number, lineDash?: number[]): Shape => ({
    type: "polyline",
    shape: { points },
    style: { fill: "none", stroke, lineWidth, ...(lineDash ? { lineDash } : {}) },
  });
  return [
    line(look.background, 3.5),
    line(look.text, 1.5, solid ? undefined : [3, 2]),
    ...(mark.fitted ? [rect(low - 5, top - 1, 10, 4), rect(high - 5, top - 1, 10, 4)] : []),
  ];
}

/** Where a bar's own label can begin without lying on a mark. */
export function clear(
  start: number,
  width: number,
  marks: DriveMark[],
  x: (value: number) => number,
): number {
  const drawn = marks.filter((mark) => !isBound(mark));
  const ticks = drawn.flatMap((mark) => [x(mark.low), x(mark.high)]).sort((a, b) => a - b);
  let at = start;
  for (const tick of ticks) if (tick > at - 5 && tick < at + width + 4) at = tick + 7;
  return at;
}
