// A run in the list: what stands in its columns.
import { capacity, isSimulated, number, type RunRow } from "./data";
import { element, said } from "./dom";
import type { Column } from "./filters";
import { listed } from "../wording/both";
import * as wording from "../wording/browse";

/** The row; `pick` chooses the run, and `live` tells whether one in progress can be followed. */
export function line(row: RunRow, pick: HTMLElement, live: boolean): HTMLElement {
  const cell = (label: string, ...children: (Node | string)[]): HTMLElement =>
    element("td", { role: "cell", "data-label": label }, ...children);
  const speed = (column: Column, value: number | null): HTMLElement =>
    cell(wording.columns[column], value === null ? wording.none : number(value));
  return element(
    "tr",
    { role: "row" },
    cell(wording.compare, pick),
    cell(wording.columns.drive, ...drive(row)),
    cell(
      wording.columns.suite,
      said(row.suite),
      ...(row.comparable ? [] : [element("span", { class: "faint" }, wording.notComparable)]),
    ),
    cell(wording.columns.year, row.year === null ? wording.none : String(row.year)),
    cell(wording.columns.capacity, capacity(row) || wording.notKnown),
    speed("random-read", row.random_read_mb_per_s),
    speed("random-write", row.random_write_mb_per_s),
    speed("sequential-read", row.sequential_read_mb_per_s),
    speed("sequential-write", row.sequential_write_mb_per_s),
    cell(wording.columns.started, ...(row.started ? begun(row.started) : [wording.none])),
    cell(wording.columns.state, ...state(row, live)),
  );
}

/** Date and time of day, each in one piece. */
const begun = (instant: string): (Node | string)[] => [
  element("span", { class: "nowrap" }, instant.slice(0, 10)),
  " ",
  element("span", { class: "nowrap" }, instant.slice(11, 16)),
];

/** The drive, with what tells its runs apart. */
function drive(row: RunRow): (Node | string)[] {
  const link = element("a", { href: `run/${row.id}.html`, id: `run-${row.id}` }, said(row.model));
  const more = [
    isSimulated(row) ? wording.kinds.simulated : wording.kinds.real,
    ...(row.port ? [wording.port(row.port)] : []),
    ...(row.firmware && !isSimulated(row) ? [wording.firmware(row.firmware)] : []),
    ...(row.seed === "1" ? [] : [wording.seed(row.seed)]),
    ...(row.repeat === 1 ? [] : [wording.repetition(row.repeat)]),
  ];
  const problems = row.problems.map((problem) =>
    element(
      "div",
      { class: "problem" },
      element("span", { "aria-hidden": "true" }, wording.warningSign),
      said(problem),
    ),
  );
  return [
    link,
    element("div", { class: "faint" }, said(listed(...more))),
    element("div", { class: "faint folder" }, said(row.folder)),
    ...problems,
  ];
}

function state(row: RunRow, live: boolean): (Node | string)[] {
  const done = wording.done(row.finished, row.planned);
  const failed =
    row.failed > 0 ? [element("div", { class: "problem" }, wording.failed(row.failed))] : [];
  if (row.progress !== "running" || !live)
    return [wording.progress(row.progress, done, row.skipped), ...failed];
  const link = element(
    "a",
    { href: `follow.html?run=${row.id}`, id: `follow-${row.id}` },
    wording.follow,
  );
  return [link, wording.afterFollow(done), ...failed];
}
