// Charts that show one drive at a time: whichever row of buttons chooses it, all such charts show
// it, those that have it.
import { buttons, press } from "./charts";
import type { Page } from "./data";
import { rewrite } from "./links";
import { namesOf } from "./marked";
import { drive as label } from "./wording/page";

/** A row of buttons, a drive each, and the charts below it. */
interface Row {
  place: HTMLElement;
  drives: number[];
  /** The drive that they show now, and what shows another one. */
  shown: () => number;
  show: (drive: number) => void;
}

const rows: Row[] = [];

/** The drive that is shown at first: the reviewed one, else that with most to see. */
export const telling = (page: Page, drives: number[], much: (drive: number) => number): number =>
  drives.find((drive) => drive === page.reviewed) ??
  drives.reduce((most, drive) => (much(drive) > much(most) ? drive : most), drives[0] ?? 0);

/** Makes such a row; `link` is the chart that the address names after a press. */
export function offer(page: Page, row: Row, link: string): void {
  rows.push(row);
  buttons(
    row.place,
    label,
    row.drives.map((drive) => page.drives[drive]?.model ?? ""),
    row.drives.indexOf(row.shown()),
    (index) => {
      const before = row.place.getBoundingClientRect().top;
      choose(row.drives[index] ?? 0);
      // What changed height above the row moves nothing under the reader's hand.
      scrollBy({ top: row.place.getBoundingClientRect().top - before, behavior: "instant" });
      rewrite(link);
    },
  );
  namesOf(row.place, row.drives);
}

/** Shows a drive wherever it is offered. */
export function choose(drive: number): void {
  for (const { place, drives, shown, show } of rows) {
    const index = drives.indexOf(drive);
    if (index < 0 || shown() === drive) continue;
    press(place, index);
    show(drive);
  }
}
