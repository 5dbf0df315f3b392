// The reviewed drive among others: which one is marked, and how. Never by colour alone: its name
// has a sign and is bold.
import { buttons, press } from "./charts";
import type { Page } from "./data";
import { everywhere, rewrite } from "./links";
import { theme } from "./theme";
import * as wording from "./wording/page";

/** What is left of the colours of the others. */
const PALED = 0.5;
/** The same of lines, which have less of it to show. */
const PALED_LINE = 0.4;

let marked: number | null = null;

export const isMarked = (drive: number): boolean => drive === marked;

/**
 * How much of its colour a drive keeps in a chart; all of it in one that the marked drive is not
 * in.
 */
export const share = (drive: number, among: { drive: number }[]): number =>
  marked === null || isMarked(drive) || !among.some((one) => one.drive === marked) ? 1 : PALED;

/** How a drive's line is drawn: that of the marked one is wide and lies upon the others. */
export function stroke(
  drive: number,
  among: { drive: number }[],
): { color: string; width: number; z: number } {
  const kept = share(drive, among) === 1 ? 1 : PALED_LINE;
  const [width, z] = isMarked(drive) ? [4, 4] : [2, 3];
  return { color: theme().drive(drive, kept), width, z };
}

/** A drive's name in a chart. */
export function nameOf(page: Page, drive: number): string {
  const model = page.drives[drive]?.model ?? "";
  return isMarked(drive) && model !== "" ? wording.sign + model : model;
}

/** What is said of it to those who do not see. */
export const spokenMark = (page: Page): string =>
  marked === null ? "" : wording.marked(page.drives[marked]?.model ?? "");

/** The buttons, and the mark that the page begins with. `redraw`: all charts. */
export function marking(page: Page, redraw: () => void): void {
  const row = document.getElementById("marking");
  const place = document.getElementById("marked");
  if (!row || !place || page.drives.length < 2) return;
  row.hidden = false;
  marked = page.reviewed;
  const mark = (drive: number | null): void => {
    marked = drive;
    signs();
    redraw();
  };
  const pressed = (): number => (marked === null ? 0 : marked + 1);
  buttons(
    place,
    wording.markedDrive,
    [wording.noDrive, ...page.drives.map((drive) => drive.model)],
    pressed(),
    (index) => {
      mark(index === 0 ? null : index - 1);
      rewrite("verdict");
    },
  );
  everywhere({
    // A link says only what is not so anyway.
    state: (): Record<string, number> => (marked === page.reviewed ? {} : { marked: pressed() }),
    set: ({ marked: wanted = 0 }) => {
      if (wanted > page.drives.length || wanted === pressed()) return;
      press(place, wanted);
      mark(wanted === 0 ? null : wanted - 1);
    },
    key: "marked",
  });
}

/** Says that an element names a drive: it has the sign while that one is marked. */
export function names<E extends HTMLElement>(element: E, drive: number): E {
  element.dataset["names"] = String(drive);
  return element;
}

/** Says of a row of buttons which drive each is. */
export function namesOf(place: HTMLElement, drives: number[]): void {
  place.querySelectorAll("button").forEach((button, index) => names(button, drives[index] ?? -1));
}

/** Puts the sign before what names the marked drive. */
export function signs(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-names]")) {
    element.classList.toggle("marked", element.dataset["names"] === String(marked));
  }
}
