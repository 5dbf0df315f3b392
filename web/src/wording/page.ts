// The words around the page's charts: buttons, findings, tables and notices.
import type { Missing } from "../generated";
import { clauses, listed } from "./both";

export const noData = "this page holds no data";
export const notKnown = "not known";
export const drive = "Drive";

// Buttons and tools.

export const link = "Link";
export const linkTo = (caption: string): string => `Link to ${caption}`;
export const numbers = "Numbers";
/** The menu of a chart. */
export const tools = "Data and downloads";
export const toolsOf = (caption: string): string => `${tools}: ${caption}`;
/** In the names of files of simulated drives. */
export const simulatedFile = "simulated";
export const publishedNote =
  "Ticks and brackets: published figures; hollow or dashed: other conditions.";
export const repeatedNote = "Thin lines: interval of repeated runs.";

// The drive that is marked among others.

/** Before its name. */
export const sign = "▸ ";
export const markedDrive = "Marked drive";
export const noDrive = "none";
/** A sentence's end for screen readers. */
export const marked = (drive: string): string => ` Marked: ${drive}.`;

// Findings.

export const note = (whose: string): string => `Note, ${whose}: `;
/** Around the name of the rule behind a finding. */
export const ruleAround: [before: string, after: string] = [" (rule: ", ")"];
export const ruleSays = (says: string): string => `: ${says}.`;
/** Above bars of tests that are none of the four corners. */
export const otherBars = "Speed";
export const afterDrive = ": ";
export const afterPart = (isLast: boolean): string => (isLast ? "." : "; ");
export const beforeList = ": ";
export const nothingSaid = (about: string[]): string => ` Not ranked: ${clauses(about)}.`;

// The drives and their runs.

export const factsOf = (drive: string, simulated: boolean): string =>
  `${drive} (${simulated ? "simulated" : "real"}): parameters and sources`;
export const factTable = ["Parameter", "Value", "Source"];
export const allOf = (drive: string): string => `${drive}: details`;
export const runTable = ["Item", "Value"];
export const runFacts = {
  seed: "Seed",
  version: "fourcorners",
  run: "Run",
  repeat: "Command",
};
export const runs = (names: string[]): string => listed(...names);
export const beforeCommand = (drive: string): string => `${drive}: `;

// What was not measured.

export const statuses: Record<Missing["status"], string> = {
  cut: "cut",
  skipped: "skipped",
  interrupted: "interrupted",
  failed: "failed",
  "not begun": "not started",
};
export const missing = (drive: string, { what, status, reason }: Missing): string =>
  `${drive}, ${what}, ${statuses[status]}: ${reason}.`;
export const notMeasured = "Not measured";
export const missingTable = [drive, "Test", "Status", "Reason"];

// Prices.

export const prices = "Prices";
export const priceTable = [
  drive,
  "year",
  "price",
  "NAND",
  "usable",
  "per GB (10^9) of NAND",
  "per GiB of NAND",
  "per usable GiB",
];
export const nandNotKnown = "NAND not known";

/** Between a source and its first address, and between addresses. */
export const beforeAddress = (isFirst: boolean): string => (isFirst ? ": " : ", ");
