// The page's data: made in Rust (crates/report/src/data.rs), embedded as compressed JSON.
import { embedded } from "./embedded";
import type { Curve as PassData, PageData } from "./generated";

export type * from "./generated";

/** A pass, ready to be drawn. */
export interface Curve extends PassData {
  /**
   * [GB from the start of the drive, MB/s], made of its places and speeds when the page is read.
   */
  points: [number, number][];
}

export interface Page extends Omit<PageData, "curves"> {
  curves: Curve[];
}

/** The page's data, or an error that the reader can understand. */
export function read(): Page {
  const page = embedded<Page>();
  for (const curve of page.curves) {
    curve.points = (page.places[curve.places] ?? []).map((gb, index): [number, number] => [
      gb,
      curve.speeds[index] ?? 0,
    ]);
  }
  return page;
}
