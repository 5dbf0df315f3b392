// The words of published statements and of their results.
import type { DriveStatement } from "../generated";
import { clauses, listed } from "./both";

/** By how much it says that they hold. */
export type StatementKind = "predicted" | "decided" | "order" | "fitted";

/** How many of a kind hold, and how many there are. */
export interface KindScore {
  kind: StatementKind;
  hold: number;
  of: number;
}

const kinds: Record<StatementKind, string> = {
  predicted: "predicted",
  decided: "from a fitted parameter",
  order: "order only",
  fitted: "fitted",
};

/** `3 of 5 hold (predicted: 3 of 4, order only: 0 of 1)`, `1 of 1 holds (fitted)`. */
const held = (scores: KindScore[]): string => {
  const hold = scores.reduce((all, score) => all + score.hold, 0);
  const of = scores.reduce((all, score) => all + score.of, 0);
  const each = scores.map((score) =>
    scores.length === 1 ? kinds[score.kind] : `${kinds[score.kind]}: ${score.hold} of ${score.of}`,
  );
  return `${hold} of ${of} ${of === 1 ? "holds" : "hold"} (${listed(...each)})`;
};

/** Above a folded table; inputs, and what cannot be missed, do not count. */
export const summary = (scores: KindScore[], ofAllDrives: boolean): string => {
  const published = ofAllDrives ? "Published, all drives" : "Published";
  return scores.length === 0 ? published : `${published}: ${held(scores)}`;
};
export const published = "Published";
/** Above the table of all. */
export const every = (count: number): string =>
  `All ${count} published statements, predicted ones first`;
export const seeAll = "See all.";
/** How many hold, in all and of each kind. */
export const tally = (scores: KindScore[]): string =>
  `Published statements about these tests: ${held(scores)}.`;
export const differences = "Differences from published figures";

export const columns = {
  statement: "Statement",
  printed: "Published",
  here: "Here",
  result: "Result",
  missed: "Here",
  cause: "Cause",
  source: "Source",
};

/** Between a drive and the one that it is compared with. */
export const versus = " versus ";
export const afterDrives = ": ";
export const quoted = (printed: string): string => `“${printed}”`;
/** Of an order or a bound, no number holds. */
export const verdict = ({
  class: asked,
  holds,
}: DriveStatement): { sign: string; word: string } => ({
  sign: holds ? "✓" : "✗",
  word: (asked === "sign" ? "order " : "") + (holds ? "holds" : "misses"),
});

/** Whether a model was fitted to a statement, and what it asks where that is no number. */
export const kind = ({ class: asked, decided_by_fit, origin, scored }: DriveStatement): string =>
  listed(
    asked === "input" ? "model input" : scored ? "" : "not counted",
    origin === "fitted" ? kinds.fitted : scored ? kinds.predicted : "",
    decided_by_fit ? kinds.decided : "",
    asked === "sign" ? kinds.order : "",
  );
export const under = (conditions: string, note: string): string =>
  clauses([conditions, note].filter((part) => part !== ""));
export const cause = (cause: string): string => cause || "cause not known";
