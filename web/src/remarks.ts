// Remarks on the figures of single phases, below the chart that shows them.
import type { Page } from "./data";
import { element } from "./findings";
import * as wording from "./wording/charts";

/** A phase of a drive, and what tells it from others of the chart. */
export interface Measured {
  drive: number;
  test: string;
  phase: string;
  variant: string;
  label: string;
}

/** The remark on a phase, if there is one. */
export function remarkOn(page: Page, of: Omit<Measured, "label">): string | undefined {
  const { drive, test, phase, variant } = of;
  return page.remarks.find(
    (one) =>
      one.drive === drive && one.test === test && one.phase === phase && one.variant === variant,
  )?.text;
}

/** A line below a chart for each of its phases that has a remark. */
export function remarked(page: Page, id: string, all: Measured[]): void {
  const chart = document.getElementById(id);
  const lines = all.flatMap((one) => {
    const text = remarkOn(page, one);
    return text ? [wording.remark(page.drives[one.drive]?.model ?? "", one.label, text)] : [];
  });
  const there = document.getElementById(`${id}-remarks`);
  if (!there && lines.length === 0) return;
  const place = there ?? element("div", "", "remarks");
  place.id = `${id}-remarks`;
  place.replaceChildren(...[...new Set(lines)].map((line) => element("div", line)));
  if (!there) chart?.after(place);
}
