// What the pages are made from: runs.json and figures/ID.json (crates/browse/src/row.rs, crates/report/src/figures.rs).

export interface Row {
  /** In addresses. */
  id: string;
  /** Equal for repetitions of one run. */
  group: string;
  folder: string;
  name: string;
  model: string;
  maker: string | null;
  year: number | null;
  /** 0: not known. */
  capacity_bytes: number;
  /** Empty: the drive does not say. */
  firmware: string;
  /** What can tell it from other runs of its model, the likeliest first: as many in every row, empty where there is nothing to say. */
  differences: string[];
  kind: "simulated" | "block-device" | "regular-file" | "null";
  suite: string;
  port: string | null;
  /** In decimal digits: a number is whole up to 2^53 only. */
  seed: string;
  repeat: number;
  comparable: boolean;
  not_comparable_because: string;
  version: string;
  started: string | null;
  progress: "finished" | "running" | "ended-early";
  planned: number;
  finished: number;
  failed: number;
  skipped: number;
  random_read_mb_per_s: number | null;
  random_write_mb_per_s: number | null;
  sequential_read_mb_per_s: number | null;
  sequential_write_mb_per_s: number | null;
  problems: string[];
}

export interface Runs {
  schema_version: number;
  /** Whether there is a server that follows runs and makes pages of several. */
  live: boolean;
  /** Titles of tests. */
  tests: Record<string, string>;
  runs: Row[];
  broken: { folder: string; reason: string }[];
}

export interface Figure {
  /** Equal for the same figure of all runs. */
  key: string;
  test: string;
  label: string;
  unit: string;
  more_is_better: boolean;
  value: number;
  /** Length of the phase in seconds, where it was asked to last so long. */
  timed_s: number | null;
  /** Bytes over which it went, where that is a part of the drive. */
  span_bytes: number | null;
}

/** Which drive a run is of: of the same if `named` is equal, and `does` too where `under` is (crates/report/src/select.rs). */
export interface WhichDrive {
  named: string[];
  under: (string | null)[];
  does: string | null;
}

export interface Figures {
  schema_version: number;
  figures: Figure[];
  drive: WhichDrive;
  /** Equal of two runs where one is a copy of the other; null: nothing was measured. */
  results: string | null;
  /** What could not be read of the run, and figures that no drive can have: a sentence each. */
  left_out: string[];
}

export const runs = (): Promise<Runs> => read<Runs>("runs.json");
export const figures = (id: string): Promise<Figures> => read<Figures>(`figures/${id}.json`);

/** Characters that turn the line around them: an isolated element does not hold one that is left open. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** JSON whose texts turn nothing around; a sign stands where they would have. */
export function parse<T>(json: string): T {
  return JSON.parse(json, (_, value: unknown) => (typeof value === "string" ? value.replace(TURNS, "\ufffd") : value)) as T;
}

/** A file beside the page, or a sentence why not. A site carries it in the page too, for who opens that from a disk. */
async function read<T extends { schema_version: number }>(address: string): Promise<T> {
  const carried = document.getElementById(address);
  if (carried?.textContent) return parse<T>(carried.textContent);
  if (location.protocol === "file:")
    throw new Error("There are too many runs for this page to carry, and browsers do not let a page from a disk read other files. Serve its folder: python3 -m http.server --directory FOLDER");
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error("The server does not answer; is `fourcorners browse` still running?");
  }
  if (!answer.ok) {
    const reason = answer.headers.get("content-type")?.startsWith("text/plain") ? await answer.text() : answer.statusText;
    throw new Error(reason.trim() || `${address}: status ${answer.status}`);
  }
  const value = parse<T>(await answer.text());
  if (value.schema_version > 1) throw new Error(`${address} was written by a newer fourcorners; reload this page.`);
  return value;
}

/** Decimal gigabytes, as drives are sold. */
export const gigabytes = (row: Row): number => Math.round(row.capacity_bytes / 1e9);
/** Of a drive that does not say a capacity that can be: none. */
export const capacity = (row: Row): string => (row.capacity_bytes === 0 ? "" : row.capacity_bytes < 10e9 ? `${(row.capacity_bytes / 1e9).toPrecision(2)} GB` : `${gigabytes(row)} GB`);
export const isSimulated = (row: Row): boolean => row.kind === "simulated";

/** A number as it is read: three digits, or all of a larger one. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  return size === 0 ? "0" : Number(value.toPrecision(3)).toString();
}
