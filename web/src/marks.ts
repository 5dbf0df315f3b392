// Published figures: marks on the bars they belong to, and the words beside them. A solid mark was
// printed under the conditions of the bar's run, a hollow one under others, which its label names.
import type { CustomSeriesOption } from "echarts/charts";
import type { DriveMark, MarkQuantity, Page } from "./data";
import { folded } from "./tables";
import type { Rows } from "./rows";
import { textWidth } from "./textwidth";
import { type Theme, theme } from "./theme";
import { listed } from "./wording/both";
import * as wording from "./wording/marks";

export const PUBLISHED = "published";
/** Height of a bar, and how far a mark stands out of it above and below. */
export const BAR = 22;
const ABOVE = 2;
const BELOW = 5;
/** Between a mark and its label. */
const GAP = 5;
const LINE = 14;
export const FONT = "11px sans-serif";

type Format = (value: number) => string;

/** The marks beside one phase of a drive, lowest first. */
export function marksOf(
  page: Page,
  drive: number,
  test: string,
  phase: string,
  quantities: MarkQuantity[],
  variant = "",
): DriveMark[] {
  return page.marks.filter(
    (mark) =>
      mark.drive === drive &&
      mark.test === test &&
      mark.phase === phase &&
      mark.variant === variant &&
      quantities.includes(mark.quantity),
  );
}

/** `over 62.9 MB/s (other data)`: what stands beside a mark. */
export function label(mark: DriveMark, format: Format): string {
  return wording.figure(mark, format) + wording.other(mark);
}

/** `mean 60 µs (other data)`. */
export function named(mark: DriveMark, format: Format, name: (mark: DriveMark) => string): string {
  return `${name(mark)} ${label(mark, format)}`.trim();
}

const unnamed = (): string => "";

/** All that is known of a mark, a line each. */
export function story(
  mark: DriveMark,
  drive: string,
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): string[] {
  return wording.story(mark, drive, named(mark, format, name));
}

/** Lines of text for a tooltip; never markup. */
export function lines(texts: string[]): HTMLElement {
  const place = document.createElement("div");
  place.className = "tip";
  for (const text of texts) {
    const line = document.createElement("div");
    line.textContent = text;
    place.append(line);
  }
  return place;
}

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
      const left = Math.max(from, Math.min(middle - width / 2, to - width));
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

interface Shape {
  type: "rect" | "polyline";
  shape: Record<string, unknown>;
  style: Record<string, unknown>;
}

/**
 * A tick for a figure; for a range a bracket open to the top, with a tick at the end that was
 * printed.
 */
function strokes(
  mark: DriveMark,
  low: number,
  high: number,
  top: number,
  bottom: number,
  look: Theme,
): Shape[] {
  const solid = mark.differs.length === 0;
  const tick = (x: number): Shape => ({
    type: "rect",
    shape: { x: x - (solid ? 2 : 2.5), y: top, width: solid ? 4 : 5, height: bottom - top },
    style: solid
      ? { fill: look.text, stroke: look.background, lineWidth: 1 }
      : { fill: look.background, stroke: look.text, lineWidth: 1.25 },
  });
  if (mark.low === mark.high) return [tick(low)];
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
  const bracket = [line(look.background, 3.5), line(look.text, 1.5, solid ? undefined : [3, 2])];
  if (mark.word === "up to") bracket.push(tick(high));
  else if (mark.word !== "") bracket.push(tick(low));
  return bracket;
}

/** Where a bar's own label can begin without lying on a mark. */
export function clear(
  start: number,
  width: number,
  marks: DriveMark[],
  x: (value: number) => number,
): number {
  const ticks = marks.flatMap((mark) => [x(mark.low), x(mark.high)]).sort((a, b) => a - b);
  let at = start;
  for (const tick of ticks) if (tick > at - 5 && tick < at + width + 4) at = tick + 7;
  return at;
}

/** What the marks mean, and a table of them, below a chart; once. */
export function explain(
  place: HTMLElement,
  page: Page,
  marks: DriveMark[],
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): void {
  if (marks.length === 0) return;
  place.append(legend(marks));
  folded(place, wording.publishedFigures, {
    header: wording.table,
    rows: () =>
      marks.map((mark) => [
        page.drives[mark.drive]?.model ?? "",
        named(mark, format, name),
        mark.text,
        mark.source,
        mark.conditions,
      ]),
  });
}

function legend(marks: DriveMark[]): HTMLElement {
  const line = document.createElement("p");
  line.className = "faint legend";
  const keys: [keyof typeof wording.legend, (mark: DriveMark) => boolean][] = [
    ["solid", (mark) => mark.differs.length === 0],
    ["hollow", (mark) => mark.differs.length > 0],
    ["range", (mark) => mark.low < mark.high],
  ];
  for (const [kind, is] of keys) {
    if (!marks.some(is)) continue;
    const key = document.createElement("span");
    key.append(sign(kind), document.createTextNode(wording.legend[kind]));
    line.append(key, document.createTextNode(" "));
  }
  return line;
}

/** A sentence's end for screen readers; empty without marks. */
export function spoken(
  page: Page,
  marks: DriveMark[],
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): string {
  if (marks.length === 0) return "";
  const each = marks.map((mark) => {
    const model = page.drives[mark.drive]?.model ?? "";
    return wording.spoken(model, named(mark, format, name), mark);
  });
  return wording.allSpoken(each);
}

/** Marks of means at the right edge of a plot with the value upwards: there they cover no curve. */
export function beside(
  marks: DriveMark[],
  colour: (mark: DriveMark) => string = () => theme().text,
): CustomSeriesOption {
  const look = theme();
  return {
    type: "custom",
    name: PUBLISHED,
    z: 5,
    clip: false,
    silent: true,
    tooltip: { show: false },
    encode: { y: [0, 1] },
    data: marks.map((mark) => [mark.low, mark.high]),
    renderItem: (params, api) => {
      const mark = marks[params.dataIndex];
      if (!mark) return null;
      const area = params.coordSys as unknown as { x: number; width: number };
      const right = area.x + area.width;
      const y = (value: number): number => api.coord([0, value])[1] ?? 0;
      return {
        type: "group",
        children: turned(mark, right, y(mark.low), y(mark.high), colour(mark), look.background),
      };
    },
  };
}

/** As `strokes`, on its side: out of the plot to the right. */
function turned(
  mark: DriveMark,
  right: number,
  low: number,
  high: number,
  colour: string,
  background: string,
): Shape[] {
  const solid = mark.differs.length === 0;
  const style = { fill: solid ? colour : background, stroke: colour, lineWidth: 1.25 };
  const tick = (y: number): Shape => ({
    type: "rect",
    shape: { x: right - 4, y: y - 2, width: 16, height: 4 },
    style,
  });
  if (mark.low === mark.high) return [tick(low)];
  const end = right + 12;
  const points = [
    [right, low],
    [end, low],
    [end, high],
    [right, high],
  ];
  const bracket: Shape[] = [
    {
      type: "polyline",
      shape: { points },
      style: {
        fill: "none",
        stroke: colour,
        lineWidth: 1.5,
        ...(solid ? {} : { lineDash: [3, 2] }),
      },
    },
  ];
  if (mark.word === "up to") bracket.push(tick(high));
  else if (mark.word !== "") bracket.push(tick(low));
  return bracket;
}

/** Marks in words in the element of that id, which hides without any. */
export function said(id: string, marks: DriveMark[], text: (mark: DriveMark) => string): void {
  const place = document.getElementById(id);
  if (!place) return;
  place.replaceChildren(
    ...marks.map((mark) => {
      const line = document.createElement("div");
      line.append(
        sign(mark.differs.length === 0 ? "solid" : "hollow"),
        document.createTextNode(text(mark)),
      );
      return line;
    }),
  );
  place.toggleAttribute("hidden", marks.length === 0);
}

/** A small picture of a mark, for those who see. */
function sign(kind: string): HTMLElement {
  const made = document.createElement("span");
  made.className = `sign ${kind}`;
  made.setAttribute("aria-hidden", "true");
  return made;
}
