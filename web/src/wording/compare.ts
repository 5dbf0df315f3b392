// The words of drives side by side.
import type { Verdict } from "../browse/verdict";
import { clauses, listed, range } from "./both";
import { counted } from "./browse";

// Which drives, and which of their runs.

export const lost = (runs: number): string =>
  `${counted(runs, "run")} in this URL ${runs === 1 ? "does" : "do"} not exist here.`;
export const tooMany = (more: number, most: number): string =>
  ` ${counted(more, "drive")} left out: at most ${most} are compared.`;
export const noSuchRun = "No such run.";
export const drive = "Drive ";
export const remove = "Remove";
export const removeDrive = (letter: string): string => `Remove drive ${letter}`;
export const run = "Run: ";
export const runKnown = (what: string[]): string => ` (${listed(...what)})`;
export const runsRead = (read: number, all: number): string =>
  read === all ? `${counted(all, "run")}:` : `${read} of ${counted(all, "run")}:`;
export const takeOut = "Exclude";
export const putBack = "Include";
export const toggle = (what: string, folder: string): string => `${what} ${folder}`;
export const takenOut = ": excluded";
/** Around the run that a copy is one of. */
export const copyOf: [before: string, after: string] = [
  ": the same results as ",
  ", not a second measurement",
];

// Limits of a comparison.

export const addDrives = "Add drives to compare, or pick runs in the list.";
export const nothingYet = "No results to compare yet.";
export const leftAlone = (figures: number): string =>
  `${counted(figures, "figure")} left out, measured on one drive only.`;
export const copy = (folder: string, original: string): string =>
  `The run ${folder} is a copy of ${original}: the two count as one.`;
export const ofDrive = (name: string, sentence: string): string => `${name}: ${sentence}`;
export const suitesDiffer = (suites: string[]): string =>
  `Different suites (${listed(...suites)}): ` +
  "phases whose length differs from drive A's are left out.";
export const modelAndReal =
  "Simulated and real drives: a simulation is only as good as its drive file.";
export const versionsDiffer = (versions: string[]): string =>
  `Run by different versions of fourcorners (${listed(...versions)}).`;
export const notComparable = (because: string, drives: string[]): string =>
  `Not comparable with other runs: ${because} (${listed(...drives)}).`;
export const goesOn = (name: string): string => `${name}: still running; results so far.`;
export const singleRuns = (drives: string[]): string =>
  `Single runs say nothing about run-to-run noise (${listed(...drives)}). ` +
  "Use `review --repeat 3` to see which differences are noise.";

// How often each is best.

export const compared = (models: number, drives: number, runs: number, suites: string[]): string =>
  `${counted(models, "drive")} compared${drives > models ? ` in ${drives} configurations` : ""}, ` +
  `by ${counted(runs, "run")}; ${suites.length === 1 ? "suite" : "suites"}: ${listed(...suites)}.`;
export const noneCounted = "No figure except power was measured on all of them: no best drive.";
export const bestIn = (name: string, figures: number): string => `${name} is best in ${figures}`;
export const counts = (figures: number, each: string[], level: number): string =>
  `Of ${counted(figures, "figure")} measured on all of them (without power), ` +
  `${listed(...each)}; ${level} without a clear difference.`;

// Tests and figures.

export const price = "Price";
export const wholeTest = "over the whole test";
export const heading = (heading: string, direction: string): string => `${heading} (${direction})`;
export const afterHeading = (direction: string): string => ` (${direction})`;
export const verdicts: Record<Verdict, string> = {
  best: "★ best",
  level: "≈ no clear difference",
  behind: "",
  alone: "",
  missing: "not measured",
  otherwise: "not comparable",
};
export const otherwise = (way: string): string => `${verdicts.otherwise}: ${way}`;
/** Length and span of a phase. */
export const way = (seconds: string | null, span: string | null): string =>
  listed(seconds === null ? "to the end" : `${seconds} s`, span === null ? "" : `over ${span}`);
export const bytes = (count: string): string => `${count} bytes`;
export const ofRuns = (low: string, high: string, runs: number): string =>
  ` (${low === high ? "" : `${range(low, high)}, `}${runs} runs)`;
export const withinNoise = (change: string): string => `${change}, within noise`;
export const reference = "reference";
export const noChange = {
  otherwise: "no change given",
  missing: "no change given: not measured on A",
  zero: "no change given: A is 0",
};
export const table = [
  "Figure",
  "Unit",
  "Better",
  "Letter",
  "Drive",
  "Suite",
  "Value",
  "Interval from",
  "to",
  "Runs",
  "Change from A, %",
  "Within run-to-run noise",
  "Verdict",
];
export const less = "less";
export const more = "more";
export const yes = "yes";
export const no = "no";
/** Text alternative of a chart. */
export const drawing = (parts: { heading: string; bars: string[] }[]): string =>
  parts.map(({ heading, bars }) => `${heading}: ${clauses(bars)}.`).join(" ");
