// The words of published figures beside the charts.
import type { DriveMark, Mark } from "../generated";
import { clauses, listed, range } from "./both";

export const published = "published";
export const publishedFigures = "Published figures";
export const table = ["Drive", published, "model", "quote", "source", "conditions"];
/** Whether a model was fitted to a figure. */
export const origin = (fitted: boolean): string => (fitted ? "fitted to it" : "not fitted");

/** How far a printed figure holds. */
const bounds: Record<DriveMark["word"], string> = {
  "": "",
  about: "about",
  over: "over",
  "up to": "up to",
  "at most": "at most",
  "more than": "more than",
  "less than": "less than",
};

/** `over 62.9 MB/s`, without conditions. */
export function figure(mark: Mark, format: (value: number) => string): string {
  const [low, high] = [format(mark.low), format(mark.high)];
  if (mark.word === "") return mark.low < mark.high ? range(low, high) : low;
  return `${bounds[mark.word]} ${mark.word === "up to" ? high : low}`;
}

/** The conditions in which the bar's run differs. */
export const other = (mark: DriveMark): string =>
  mark.differs.length === 0 ? "" : ` (other ${listed(...mark.differs)})`;
/** The same where there is little room. */
export const otherConditions = (figures: string): string => `${figures} (other conditions)`;

/** All that is known of a mark, a line each. */
export const story = (mark: Mark, drive: string, named: string): string[] => [
  `${drive}: published ${named}`,
  `quote: ${mark.text}`,
  `source: ${mark.source}`,
  `conditions: ${mark.conditions}`,
];

export const legend = {
  solid: "published, predicted",
  fitted: "published, model fitted to it",
  hollow: "under other conditions",
  range: "from one figure to another",
};

/** `marked`: whether it has a mark there. */
export const atTheEdge = (marked: boolean, story: string[]): string =>
  `${marked ? "mark at the right edge, " : ""}${clauses(story)}`;

export const spoken = (drive: string, named: string, mark: DriveMark): string =>
  `${drive} ${named}, quote “${mark.text}” (${mark.source})`;
/** A sentence's end for screen readers. */
export const allSpoken = (each: string[]): string => ` Published: ${clauses(each)}.`;
