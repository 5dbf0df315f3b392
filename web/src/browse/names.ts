// A drive in words, and what tells it from others of its model (as crates/report/src/select.rs does).
import { isSimulated, type Row } from "./data";

const called = (what: string, value: string | null): string => (value ? `${what} ${value}` : "");

/** What a reader can tell runs of one model apart by, the likeliest first. */
const DIFFERENCES: ((row: Row) => string)[] = [
  (row) => called("firmware", row.firmware),
  (row) => called("suite", row.suite),
  (row) => row.name,
  (row) => called("engine", row.engine),
  (row) => `seed ${row.seed}`,
  (row) => called("fourcorners", row.version),
  (row) => row.folder,
];

const model = (row: Row): string => (row.port ? `${row.model} (${row.port})` : row.model);

/** As few differences as tell a run from those of other drives among these that have its model. */
function apart(row: Row, among: Row[]): string[] {
  let others = among.filter((other) => other.group !== row.group && model(other) === model(row));
  return DIFFERENCES.flatMap((difference) => {
    const own = difference(row);
    const same = others.filter((other) => difference(other) === own);
    const tells = same.length < others.length && own !== "";
    others = same;
    return tells ? [own] : [];
  });
}

/** Short, among the drives that are compared. */
export function name(row: Row, among: Row[]): string {
  const beside = apart(row, among);
  return beside.length > 0 ? `${model(row)} (${beside.join(", ")})` : model(row);
}

/** In a list of all. */
export function longName(row: Row, among: Row[]): string {
  const seed = row.seed === 1 ? [] : [`seed ${row.seed}`];
  const known = [`suite ${row.suite}`, ...seed];
  const beside = apart(row, among).filter((part) => !known.includes(part));
  return `${model(row)}: ${[row.suite, ...seed, ...beside, ...(isSimulated(row) ? [] : ["real"])].join(", ")}`;
}
