// Tables of points that a column's head sorts; they show the first ones only.
import { element } from "../browse/dom";
import { type Cell, scroll, shown } from "../tables";
import * as wording from "../wording/sweep";
import type { SweepData } from "./data";

/** Rows of a table. */
const MOST = 200;
/** The file that holds every point. */
const RESULTS = "results.parquet";
/** Characters of a cell. */
const LONG = 160;

export interface Column {
  label: string;
  isNumber: boolean;
  cell: (point: number) => Cell;
  /** The text of a cell. */
  written: (cell: Cell) => string;
}

/** What names a point is written whole. */
const whole = (cell: Cell): string => wording.clipped(String(cell ?? ""), LONG);
const rounded = (cell: Cell): string => (cell === null ? wording.none : shown(cell));

const pointColumn: Column = {
  label: wording.pointColumn,
  isNumber: true,
  cell: (point) => point,
  written: whole,
};

const parameterColumns = ({ parameters }: SweepData): Column[] =>
  parameters.map((one) => ({
    label: wording.column(one),
    isNumber: one.values.every((value) => typeof value === "number"),
    cell: (point) => one.values[point] ?? null,
    written: whole,
  }));

/** The columns of points: what was set, and what was recorded. */
export const columnsOf = (data: SweepData): Column[] => [
  pointColumn,
  ...parameterColumns(data),
  ...data.figures.map((one) => ({
    label: wording.column(one),
    isNumber: true,
    cell: (point: number) => one.values[point] ?? null,
    written: rounded,
  })),
];

/** The columns of failed points. */
export function failedColumns(data: SweepData): Column[] {
  const reasons = new Map(data.failed.map(({ point, reason }) => [point, reason]));
  return [
    pointColumn,
    {
      label: wording.reason,
      isNumber: false,
      cell: (point) => reasons.get(point) ?? null,
      written: whole,
    },
    ...parameterColumns(data),
  ];
}

/** Numbers before texts, what is missing last. */
function compare(a: Cell, b: Cell, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return direction * (a - b);
  if (typeof a === "string" && typeof b === "string") return direction * a.localeCompare(b, "en");
  return typeof a === "number" ? -1 : 1;
}

export interface Sortable {
  /** Shows other points. */
  show: (points: number[]) => void;
}

/** A table below its heading. */
export function sortable(
  place: HTMLElement,
  title: string,
  columns: Column[],
  first: number[],
  heading: "h2" | "h3" = "h2",
): Sortable {
  let points = first;
  let sort: { column: number; direction: number } | null = null;
  const body = element("tbody");
  const rest = element("p", { class: "faint" });
  const heads = columns.map(({ label, isNumber }, column) => {
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", () => {
      const isSame = sort?.column === column;
      sort = { column, direction: isSame ? -(sort?.direction ?? 1) : 1 };
      fill();
    });
    return element("th", { scope: "col", class: isNumber && "number" }, button);
  });
  const fill = (): void => {
    const { column, direction } = sort ?? { column: 0, direction: 1 };
    const cell = columns[column]?.cell ?? (() => null);
    const sorted = sort
      ? [...points].sort((a, b) => compare(cell(a), cell(b), direction) || a - b)
      : points;
    body.replaceChildren(...sorted.slice(0, MOST).map(row));
    heads.forEach((head, index) => {
      if (sort?.column === index)
        head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    const left = points.length - MOST;
    rest.hidden = left <= 0;
    rest.replaceChildren(...(left > 0 ? [wording.more(left), element("code", {}, RESULTS)] : []));
  };
  const row = (point: number): HTMLElement =>
    element(
      "tr",
      {},
      ...columns.map(({ isNumber, cell, written }) =>
        element("td", { class: isNumber && "number" }, written(cell(point))),
      ),
    );
  const table = element(
    "table",
    { class: "sortable" },
    element("thead", {}, element("tr", {}, ...heads)),
    body,
  );
  place.append(element(heading, {}, title), scroll(title, table), rest);
  fill();
  return {
    show: (others) => {
      points = others;
      fill();
    },
  };
}
