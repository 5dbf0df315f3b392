// The words of published statements and of their results.
import type { DriveStatement } from "../generated";
import { clauses, listed } from "./both";

/** Above a folded table; inputs, and what cannot be missed, do not count. */
export const summary = (
  predicted: [number, number],
  fitted: [number, number],
  ofAllDrives: boolean,
): string => {
  const part = (name: string, [hold, of]: [number, number]): string =>
    of === 0 ? "" : `${hold} of ${of} ${name} ${of === 1 ? "holds" : "hold"}`;
  const parts = listed(part("predicted", predicted), part("fitted", fitted));
  const published = ofAllDrives ? "Published, all drives" : "Published";
  return parts === "" ? published : `${published}: ${parts}`;
};
export const published = "Published";
/** Above the table of all. */
export const every = (count: number): string =>
  `All ${count} published statements, predicted ones first`;
export const seeAll = "See all.";
/** How many hold, and how many there are, of predicted and of fitted ones. */
export const tally = (predicted: [number, number], fitted: [number, number]): string =>
  `Published statements about these tests: ${predicted[0] + fitted[0]} of ` +
  `${predicted[1] + fitted[1]} hold; predicted: ${predicted[0]} of ${predicted[1]}, ` +
  `fitted: ${fitted[0]} of ${fitted[1]}.`;
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
export const verdicts: Record<"holds" | "misses", { sign: string; word: string }> = {
  holds: { sign: "✓", word: "holds" },
  misses: { sign: "✗", word: "misses" },
};

/** Whether a model was fitted to a statement, and what it asks where that is no number. */
export const kind = ({ class: asked, origin, scored }: DriveStatement): string =>
  listed(
    asked === "input" ? "model input" : scored ? "" : "not counted",
    origin === "fitted" ? "fitted" : scored ? "predicted" : "",
    asked === "sign" ? "order only" : "",
  );
export const under = (conditions: string, note: string): string =>
  clauses([conditions, note].filter((part) => part !== ""));
export const cause = (cause: string): string => cause || "cause not known";
