// Words that the page and the pages about many runs share.
import type { Better } from "../generated";

/** Parts of a label; empty ones are left out. */
export const listed = (...parts: (string | undefined)[]): string =>
  parts.filter(Boolean).join(", ");

/** Parts of a sentence, or several things in one cell of a table. */
export const clauses = (parts: string[]): string => parts.join("; ");

export const range = (low: string, high: string): string => `${low} to ${high}`;

/** Which values of a chart are the better ones. */
export const better: Record<Better, string> = {
  lower: "lower is better",
  higher: "higher is better",
};

/** The buttons below a chart: what they keep, and each for those who do not see. */
export const keeping = (caption: string): string => `Keep: ${caption}`;
export const keptAs = (caption: string, kind: string): string => `${caption}, as ${kind}`;
