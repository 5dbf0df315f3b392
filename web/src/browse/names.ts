// A drive in words, and what tells it from others of its model (what can:
// crates/findings/src/apart.rs).
import { isSimulated, type DifferenceKind, type RunRow, type RunsDocument } from "./data";
import { listed } from "../wording/both";
import * as wording from "../wording/browse";

/** As few differences as tell a run from those of other drives among these that have its model. */
function apart(row: RunRow, among: RunRow[]): { place: number; text: string }[] {
  let others = among.filter((other) => other.group !== row.group && other.model === row.model);
  return [...row.differences, row.folder].flatMap((own, place) => {
    const same = others.filter((other) => (other.differences[place] ?? other.folder) === own);
    const tells = same.length < others.length && own !== "";
    others = same;
    return tells ? [{ place, text: own }] : [];
  });
}

/** Short, among the drives that are compared. */
export function name(row: RunRow, among: RunRow[]): string {
  const beside = apart(row, among);
  return beside.length > 0
    ? wording.model(row.model, listed(...beside.map(({ text }) => text)))
    : row.model;
}

/** In a list of all. */
export function longName(row: RunRow, { runs, differences }: RunsDocument): string {
  const seed = row.seed === "1" ? [] : [wording.seed(row.seed)];
  const isSaid = (what: DifferenceKind | undefined): boolean =>
    what === "suite" || (what === "seed" && seed.length > 0);
  const others = apart(row, runs).filter(({ place }) => !isSaid(differences[place]));
  const beside = others.map(({ text }) => text);
  const real = isSimulated(row) ? [] : [wording.kinds.real];
  return wording.amongAll(row.model, [row.suite, ...seed, ...beside, ...real]);
}
