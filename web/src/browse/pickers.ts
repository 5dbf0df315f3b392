// Which drives are compared: a list each to put another in its place, and which of its runs count.
import type { RunRow, RunsDocument } from "./data";
import { counting, type Drive, type Used } from "./drives";
import { element, said } from "./dom";
import { longName } from "./names";
import { begun, repetition, seed } from "../wording/browse";
import * as wording from "../wording/compare";

export interface Choice {
  exchange(place: number, id: string): void;
  remove(place: number): void;
  /** Takes a run out, or puts it back. */
  toggle(id: string): void;
}

export function picker(
  drive: Drive,
  place: number,
  drives: Drive[],
  all: RunsDocument,
  choice: Choice,
): HTMLElement {
  const select = element("select", { id: `drive-${place}` });
  const others = new Set(drives.filter((other) => other !== drive).map(({ row }) => row.group));
  const firsts = all.runs.filter(
    (row, at) => all.runs.findIndex((other) => other.group === row.group) === at,
  );
  for (const row of firsts.filter(({ group }) => !others.has(group))) {
    const here = row.group === drive.row.group;
    const option = element("option", { value: here ? drive.row.id : row.id }, longName(row, all));
    option.selected = here;
    select.append(option);
  }
  select.addEventListener("change", () => choice.exchange(place, select.value));
  const remove = element(
    "button",
    { type: "button", id: `remove-${place}`, "aria-label": wording.removeDrive(drive.letter) },
    wording.remove,
  );
  remove.addEventListener("click", () => choice.remove(place));
  const label = element(
    "label",
    { for: select.id },
    element("span", { class: `letter drive-${place}` }, drive.letter),
    wording.drive,
  );
  return element("div", { class: "picker" }, label, select, remove, runs(drive, choice));
}

/** The runs that are read of a drive; one of several can be taken out. */
function runs(drive: Drive, choice: Choice): HTMLElement {
  if (drive.runs.length === 1 && counting(drive).length === 1)
    return element(
      "p",
      { class: "of-runs faint" },
      wording.run,
      said(drive.row.folder),
      known(drive.row),
    );
  const all = counting(drive).length;
  const line = (used: Used): HTMLElement => {
    const { row, how, original } = used;
    const what = how === "counts" ? wording.takeOut : wording.putBack;
    const button = element(
      "button",
      { type: "button", id: `take-${row.id}`, "aria-label": wording.toggle(what, row.folder) },
      what,
    );
    // Of no run there would be nothing to compare.
    button.disabled = how === "counts" && all === 1;
    button.addEventListener("click", () => choice.toggle(row.id));
    const not =
      how === "taken-out"
        ? [wording.takenOut]
        : original
          ? [wording.copyOf[0], said(original.folder), wording.copyOf[1]]
          : [];
    return element(
      "li",
      { class: how },
      said(row.folder),
      known(row),
      ...not,
      " ",
      ...(how === "copy" ? [] : [button]),
    );
  };
  return element(
    "div",
    { class: "of-runs faint" },
    wording.runsRead(all, drive.runs.length),
    element("ul", {}, ...drive.runs.map(line)),
  );
}

/** What tells a run from its repetitions. */
function known(row: RunRow): string {
  const when = row.started ? [begun(row.started.slice(0, 10), row.started.slice(11, 16))] : [];
  return wording.runKnown([seed(row.seed), repetition(row.repeat), ...when]);
}
