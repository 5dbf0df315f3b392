// SNIA's 3-D plot: a bar per cell of a matrix, block sizes along the front, mixes into the depth.
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemReturn } from "echarts";
import type { CellMean, TrackedValue } from "../data";
import { scale } from "../bars";
import { draw } from "../charts";
import { number, short } from "../numbers";
import { theme } from "../theme";
import * as wording from "../wording/rounds";
import { ascending, valueOf } from "./value";

export interface Relief {
  drive: number;
  value: TrackedValue;
  /** A cell per block size and mix. */
  cells: CellMean[];
  /** What a screen reader says. */
  sentence: string;
}

/** Pixels around the plot: scale, mixes, block sizes. */
const MARGIN = { left: 46, right: 48, top: 10, bottom: 40 };
/** How much of the width and of the height the depth takes. */
const DEPTH = { x: 0.26, y: 0.36 };
/** How much of its place a bar takes. */
const FILLED = 0.66;
/** Sides are darker or paler than the front, so that edges show. */
const SHARES = { front: 0.85, side: 1, top: 0.5 };
const FONT = "11px sans-serif";
/** Pixels between the middles of labels one above the other. */
const LABEL = 13;
const TICKS = 4;

type Point = [number, number];

/** Where a place (in columns), a depth (in rows) and a height (of 1) are on the screen. */
interface Room {
  columns: number;
  rows: number;
  at: (column: number, row: number, height: number) => Point;
}

function room(columns: number, rows: number, width: number, height: number): Room {
  const [wide, high] = [width - MARGIN.left - MARGIN.right, height - MARGIN.top - MARGIN.bottom];
  const [deepX, deepY] = [wide * DEPTH.x, high * DEPTH.y];
  return {
    columns,
    rows,
    at: (column, row, up) => [
      MARGIN.left + (column / columns) * (wide - deepX) + (row / rows) * deepX,
      height - MARGIN.bottom - (row / rows) * deepY - up * (high - deepY),
    ],
  };
}

const polygon = (points: Point[], fill: string) => ({
  type: "polygon" as const,
  shape: { points },
  style: { fill, stroke: theme().background, lineWidth: 0.5 },
});

const text = (
  [x, y]: Point,
  words: string,
  align: "left" | "center" | "right",
  above = "middle" as "middle" | "top",
) => ({
  type: "text" as const,
  silent: true,
  style: { x, y, text: words, fill: theme().faint, font: FONT, align, verticalAlign: above },
});

/** Floor, walls with lines of the scale, and what stands on the axes. */
function frame(
  { at, columns, rows }: Room,
  sizes: number[],
  mixes: number[],
  step: number,
  top: number,
): CustomSeriesRenderItemReturn {
  const look = theme();
  const line = (points: Point[]) => ({
    type: "polyline" as const,
    silent: true,
    shape: { points },
    style: { stroke: look.line, fill: "none", lineWidth: 1 },
  });
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, count) => count * step);
  const lines = levels.flatMap((level) => {
    const up = level / top;
    const [x, y] = at(0, 0, up);
    return [
      line([at(0, 0, up), at(0, rows, up), at(columns, rows, up)]),
      text([x - 6, y], short(level), "right"),
    ];
  });
  const floor = line([at(0, 0, 0), at(columns, 0, 0), at(columns, rows, 0)]);
  const along = sizes.map((size, column) => {
    const [x, y] = at(column + 0.5, 0, 0);
    return text([x, y + 5], wording.kib(size), "center", "top");
  });
  const [[, near], [, far]] = [at(columns, 0, 0), at(columns, rows, 0)];
  const every = Math.ceil((LABEL * rows) / (near - far));
  const deep = mixes.flatMap((mix, row) => {
    const [x, y] = at(columns, row + 0.5, 0);
    return row % every === 0 ? [text([x + 5, y], wording.mix(mix), "left")] : [];
  });
  const [x, y] = at(columns / 2, 0, 0);
  const name = text([x, y + 20], wording.blockSizeKib, "center", "top");
  return { type: "group", children: [...lines, floor, ...along, ...deep, name] };
}

/** The three sides that are seen of a bar. */
function bar(
  { at }: Room,
  column: number,
  row: number,
  up: number,
  drive: number,
): CustomSeriesRenderItemReturn {
  const look = theme();
  const free = (1 - FILLED) / 2;
  const [left, right] = [column + free, column + 1 - free];
  const [near, far] = [row + free, row + 1 - free];
  const side = (points: [number, number, number][], share: number) =>
    polygon(
      points.map((point) => at(...point)),
      look.drive(drive, share),
    );
  return {
    type: "group",
    children: [
      side(
        [
          [left, near, up],
          [right, near, up],
          [right, far, up],
          [left, far, up],
        ],
        SHARES.top,
      ),
      side(
        [
          [right, near, 0],
          [right, far, 0],
          [right, far, up],
          [right, near, up],
        ],
        SHARES.side,
      ),
      side(
        [
          [left, near, 0],
          [right, near, 0],
          [right, near, up],
          [left, near, up],
        ],
        SHARES.front,
      ),
    ],
  };
}

export function drawRelief(id: string, { drive, value, cells, sentence }: Relief): void {
  const sizes = ascending(cells.map((cell) => cell.block_bytes));
  // Reads are faster than writes on most drives: writes stand in front.
  const mixes = ascending(cells.map((cell) => cell.read_percent));
  const highest = Math.max(...cells.map((cell) => valueOf(cell, value)), 1);
  const [step, top] = scale(highest, TICKS);
  const bars = cells
    .map((cell) => ({
      column: sizes.indexOf(cell.block_bytes),
      row: mixes.indexOf(cell.read_percent),
      value: valueOf(cell, value),
    }))
    // From the back to the front, from left to right.
    .sort((a, b) => b.row - a.row || a.column - b.column);
  const here = (api: CustomSeriesRenderItemAPI): Room =>
    room(sizes.length, mixes.length, api.getWidth(), api.getHeight());
  const named = (column: number, row: number): string =>
    wording.cell(wording.mix(mixes[row] ?? 0), wording.block(sizes[column] ?? 0));
  draw(
    id,
    {
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (mark) => {
          const one = Array.isArray(mark) ? mark[0] : mark;
          const [column = 0, row = 0, height = 0] = (one?.value as number[] | undefined) ?? [];
          return wording.of(named(column, row), `${number(height)} ${wording.values[value]}`);
        },
      },
      series: [
        {
          type: "custom" as const,
          coordinateSystem: "none",
          silent: true,
          data: [0],
          renderItem: (_, api) => frame(here(api), sizes, mixes, step, top),
        },
        {
          type: "custom" as const,
          coordinateSystem: "none",
          data: bars.map((one) => [one.column, one.row, one.value]),
          renderItem: ({ dataIndex }, api) => {
            const one = bars[dataIndex];
            return one && bar(here(api), one.column, one.row, one.value / top, drive);
          },
        },
      ],
    },
    sentence,
    {
      header: [wording.mixes, wording.blockSize, wording.values[value]],
      rows: () =>
        bars.map((one) => [
          wording.mix(mixes[one.row] ?? 0),
          wording.block(sizes[one.column] ?? 0),
          one.value,
        ]),
      long: false,
    },
  );
}
