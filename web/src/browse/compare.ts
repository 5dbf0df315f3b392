// Drives side by side, test by test.
import { isSimulated, runs, type RunRow, type RunsDocument } from "./data";
import { byId, element, fill, said } from "./dom";
import { counting, different, drives as read, type Drive } from "./drives";
import { benches, type Bench, type Part } from "./bench";
import { table } from "./bench-table";
import { name as named } from "./names";
import { picker } from "./pickers";
import * as wording from "../wording/compare";

const MOST_DRIVES = 8;

let all: RunsDocument;
/** Ids of the runs in the address, one a drive; and of those that were taken out. */
let chosen: string[];
let without: string[];
/** The runs by which those were picked that stand beside each other. */
let beside: RunRow[] = [];
/** Of what was asked for last: what was asked before it may be read later. */
let asked = 0;

export async function compare(): Promise<void> {
  all = await runs();
  const query = new URLSearchParams(location.search);
  const ids = (name: string): string[] =>
    query
      .getAll(name)
      .flatMap((text) => text.split(","))
      .filter(Boolean);
  const isKnown = (id: string): boolean => all.runs.some((row) => row.id === id);
  const known = ids("runs").filter(isKnown);
  const lost = ids("runs").length - known.length;
  byId("lost").textContent = lost === 0 ? "" : wording.lost(lost);
  // Repetitions of one run are one drive.
  const first = (id: string, place: number): boolean =>
    known.findIndex((other) => rowOf(other).group === rowOf(id).group) === place;
  chosen = known.filter(first);
  const more = chosen.length - MOST_DRIVES;
  if (more > 0) byId("lost").textContent += wording.tooMany(more, MOST_DRIVES);
  chosen = chosen.slice(0, MOST_DRIVES);
  without = ids("without").filter(isKnown);
  byId("add").addEventListener("click", () => {
    const other = all.runs.find((row) => !chosen.some((id) => rowOf(id).group === row.group));
    if (other) void choose([...chosen, other.id]);
  });
  await choose(chosen);
}

function rowOf(id: string): RunRow {
  const row = all.runs.find((row) => row.id === id);
  if (!row) throw new Error(wording.noSuchRun);
  return row;
}

async function choose(ids: string[]): Promise<void> {
  chosen = ids;
  // A drive of which every run was taken out has all of them again.
  const repetitions = (id: string): RunRow[] =>
    all.runs.filter((row) => row.group === rowOf(id).group);
  const empty = ids
    .map(repetitions)
    .filter((rows) => rows.every((row) => without.includes(row.id)))
    .flat();
  without = without.filter(
    (id) =>
      ids.some((one) => rowOf(one).group === rowOf(id).group) &&
      !empty.some((row) => row.id === id),
  );
  const query = [
    ids.length > 0 ? `runs=${ids.join(",")}` : "",
    without.length > 0 ? `without=${without.join(",")}` : "",
  ].filter(Boolean);
  history.replaceState(null, "", query.length > 0 ? `?${query.join("&")}` : location.pathname);
  asked += 1;
  const mine = asked;
  const drives = await read(ids.map(rowOf), all.runs, without);
  if (mine !== asked) return;
  show(drives);
}

function show(drives: Drive[]): void {
  const choice = {
    exchange: (place: number, id: string): void =>
      void choose(chosen.map((other, at) => (at === place ? id : other))),
    remove: (place: number): void =>
      void choose(chosen.filter((_, at) => at !== place)).then(() => byId("add").focus()),
    toggle: (id: string): void => {
      without = without.includes(id) ? without.filter((other) => other !== id) : [...without, id];
      void choose(chosen);
    },
  };
  fill(byId("pickers"), ...drives.map((drive, place) => picker(drive, place, drives, all, choice)));
  const groups = new Set(all.runs.map((row) => row.group)).size;
  byId<HTMLButtonElement>("add").disabled = drives.length >= Math.min(MOST_DRIVES, groups);
  const counted = drives.filter((drive) => counting(drive).length > 0);
  beside = counted.map(({ row }) => row);
  fill(
    byId("notes"),
    ...[...twice(drives), ...notes(counted)].map((note) =>
      element("p", { class: "warning" }, said(note)),
    ),
  );
  const { benches: found, alone } = benches(counted, all.tests, name);
  fill(byId("tests"), ...parts(counted, found, alone));
  fill(
    byId("summary"),
    ...summary(counted, found).map((sentence) => element("p", {}, said(sentence))),
  );
}

function parts(drives: Drive[], found: Bench[], alone: number): HTMLElement[] {
  const all = found.map(table);
  if (drives.length === 0) all.push(element("p", {}, wording.addDrives));
  else if (all.length === 0 && alone === 0) all.push(element("p", {}, wording.nothingYet));
  if (alone > 0) all.push(element("p", { class: "faint" }, wording.leftAlone(alone)));
  return all;
}

const name = (row: RunRow): string => named(row, beside);

/** Drives of which nothing counts, as each of their runs is a copy of one that does. */
function twice(drives: Drive[]): string[] {
  const copies = drives.filter((drive) => counting(drive).length === 0).flatMap(({ runs }) => runs);
  return copies.flatMap(({ row, original }) =>
    original ? [wording.copy(row.folder, original.folder)] : [],
  );
}

/** What makes a comparison say less than it seems to. */
function notes(drives: Drive[]): string[] {
  const suites = new Set(drives.map(({ row }) => row.suite));
  const kinds = new Set(drives.map(({ row }) => isSimulated(row)));
  const versions = new Set(drives.flatMap((drive) => counting(drive).map((run) => run.version)));
  const found: string[] = [];
  for (const { row, runs } of drives)
    for (const { leftOut } of runs)
      found.push(...leftOut.map((sentence) => wording.ofDrive(name(row), sentence)));
  if (drives.length < 2) return found;
  if (suites.size > 1) found.push(wording.suitesDiffer([...suites]));
  if (kinds.size > 1) found.push(wording.modelAndReal);
  if (versions.size > 1) found.push(wording.versionsDiffer([...versions]));
  const reasons = new Set(
    drives.filter(({ row }) => !row.comparable).map(({ row }) => row.not_comparable_because),
  );
  for (const reason of reasons) {
    const its = drives
      .filter(({ row }) => !row.comparable && row.not_comparable_because === reason)
      .map(({ row }) => name(row));
    found.push(wording.notComparable(reason, its));
  }
  for (const drive of drives)
    if (counting(drive).some((run) => run.progress === "running"))
      found.push(wording.goesOn(name(drive.row)));
  const singles = drives
    .filter((drive) => counting(drive).length === 1 && !isSimulated(drive.row))
    .map(({ row }) => name(row));
  if (singles.length > 0) found.push(wording.singleRuns(singles));
  return found;
}

/**
 * Whether a figure counts in how often each is best: all drives have it, measured alike, and it is
 * not power, of which every phase has one.
 */
const isCounted = ({ figure, bars }: Part): boolean =>
  figure.unit !== "W" &&
  bars.every(({ judged }) => judged.verdict !== "missing" && judged.verdict !== "otherwise");

/** How many drives stand here, in which suites; and how often each is best. */
function summary(drives: Drive[], found: Bench[]): string[] {
  if (drives.length < 2) return [];
  const models = different(drives);
  const suites = [...new Set(drives.map(({ row }) => row.suite))];
  const what = wording.compared(models, drives.length, drives.flatMap(counting).length, suites);
  const counts = found.flatMap(({ parts }) => parts).filter(isCounted);
  if (counts.length === 0) return [what, wording.noneCounted];
  const best = (drive: Drive): number =>
    counts.filter(({ bars }) =>
      bars.some((bar) => bar.drive === drive && bar.judged.verdict === "best"),
    ).length;
  const each = drives.map((drive) => wording.bestIn(name(drive.row), best(drive)));
  const level = counts.filter(({ bars }) =>
    bars.some(({ judged }) => judged.verdict === "level"),
  ).length;
  return [what, wording.counts(counts.length, each, level)];
}
