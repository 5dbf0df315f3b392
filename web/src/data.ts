// The page's data: made in Rust (crates/report/src/data.rs), embedded as compressed JSON.
import { strFromU8, unzlibSync } from "fflate";
import type { Curve as PassData, PageData } from "./generated";
import { noData } from "./wording/page";

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
  const element = document.getElementById("data");
  if (!element?.textContent) throw new Error(noData);
  // Base64 of zlib's form; decoded at once, not by the browser's streams: what prints or pictures a
  // page does not wait.
  const packed = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const page = JSON.parse(strFromU8(unzlibSync(packed))) as Page;
  for (const curve of page.curves) {
    curve.points = (page.places[curve.places] ?? []).map((gb, index): [number, number] => [
      gb,
      curve.speeds[index] ?? 0,
    ]);
  }
  return page;
}
