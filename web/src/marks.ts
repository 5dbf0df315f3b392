// Published figures: which stand beside what, and what is said of them. A solid mark was printed
// under the conditions of the bar's run, a hollow one under others, which its label names. A cap
// says that the drive's model was fitted to it.
import type { DriveMark, Mark, MarkQuantity, Page } from "./data";
import * as wording from "./wording/marks";

/** Their series in a chart. */
export const PUBLISHED = "published";

export type Format = (value: number) => string;

/** Whether only a bound was printed, which is no place on a scale. */
export const isBound = (mark: Mark): boolean => mark.word !== "" && mark.word !== "about";

/** The marks beside one phase of a drive, lowest first. */
export function marksOf(
  page: Page,
  drive: number,
  test: string,
  phase: string,
  quantities: MarkQuantity[],
  variant = "",
): DriveMark[] {
  return page.marks.filter(
    (mark) =>
      mark.drive === drive &&
      mark.test === test &&
      mark.phase === phase &&
      mark.variant === variant &&
      quantities.includes(mark.quantity),
  );
}

/** `over 62.9 MB/s (other data)`: what stands beside a mark. */
export function label(mark: DriveMark, format: Format): string {
  return wording.figure(mark, format) + wording.other(mark);
}

/** `mean 60 µs (other data)`. */
export function named(mark: DriveMark, format: Format, name: (mark: DriveMark) => string): string {
  return `${name(mark)} ${label(mark, format)}`.trim();
}

export const unnamed = (): string => "";

/** All that is known of a mark, a line each. */
export function story(
  mark: DriveMark,
  drive: string,
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): string[] {
  return wording.story(mark, drive, named(mark, format, name));
}

/** Lines of text for a tooltip; never markup. */
export function lines(texts: string[]): HTMLElement {
  const place = document.createElement("div");
  place.className = "tip";
  for (const text of texts) {
    const line = document.createElement("div");
    line.textContent = text;
    place.append(line);
  }
  return place;
}

/** A sentence's end for screen readers; empty without marks. */
export function spoken(
  page: Page,
  marks: DriveMark[],
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): string {
  if (marks.length === 0) return "";
  const each = marks.map((mark) => {
    const model = page.drives[mark.drive]?.model ?? "";
    return wording.spoken(model, named(mark, format, name), mark);
  });
  return wording.allSpoken(each);
}
