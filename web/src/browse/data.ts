// What the pages are made from, runs.json and figures/ID.json, as crates/browse makes it.
import type { FiguresDocument, RunRow, RunsDocument } from "./generated";
import * as wording from "../wording/browse";

export type * from "./generated";

export const runs = (): Promise<RunsDocument> => read<RunsDocument>("runs.json");
export const figures = (id: string): Promise<FiguresDocument> =>
  read<FiguresDocument>(`figures/${id}.json`);

/**
 * Characters that turn the line around them: an isolated element does not hold one that is left
 * open.
 */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** JSON whose texts turn nothing around; a sign stands where they would have. */
export function parse<T>(json: string): T {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === "string" ? value.replace(TURNS, "\ufffd") : value,
  ) as T;
}

/**
 * A file beside the page, or a sentence why not. A site carries it in the page too, for who opens
 * that from a disk.
 */
async function read<T extends { schema_version: number }>(address: string): Promise<T> {
  const carried = document.getElementById(address);
  if (carried?.textContent) return parse<T>(carried.textContent);
  if (location.protocol === "file:") throw new Error(wording.tooManyRuns);
  let answer: Response;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error(wording.noAnswer);
  }
  if (!answer.ok) {
    const reason = answer.headers.get("content-type")?.startsWith("text/plain")
      ? await answer.text()
      : answer.statusText;
    throw new Error(reason.trim() || wording.status(address, answer.status));
  }
  const value = parse<T>(await answer.text());
  if (value.schema_version > 1) throw new Error(wording.newer(address));
  return value;
}

/** Decimal gigabytes, as drives are sold. */
export const gigabytes = (row: RunRow): number => Math.round(row.capacity_bytes / 1e9);
/** Of a drive that does not say a capacity that can be: none. */
export const capacity = (row: RunRow): string =>
  row.capacity_bytes === 0
    ? ""
    : row.capacity_bytes < 10e9
      ? `${(row.capacity_bytes / 1e9).toPrecision(2)} GB`
      : `${gigabytes(row)} GB`;
export const isSimulated = (row: RunRow): boolean => row.kind === "simulated";

/** A number as it is read: three digits, or all of a larger one. */
export function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  return size === 0 ? "0" : Number(value.toPrecision(3)).toString();
}
