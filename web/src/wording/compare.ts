// The words of drives side by side.
import type { Verdict } from "../browse/verdict";
import { clauses, listed, range } from "./both";
import { counted } from "./browse";

// Which drives, and which of their runs.

export const lost = (runs: number): string =>
  `${counted(runs, "run")} of this address ${runs === 1 ? "is" : "are"} not here (any more).`;
export const tooMany = (more: number, most: number): string =>
  ` ${counted(more, "drive")} more ${more === 1 ? "was" : "were"} picked ` +
  `than the ${most} that stand side by side here.`;
export const noSuchRun = "There is no such run (any more).";
export const drive = "Drive ";
export const remove = "Remove";
export const removeDrive = (letter: string): string => `Remove drive ${letter}`;
export const run = "Run: ";
export const runKnown = (what: string[]): string => ` (${listed(...what)})`;
export const runsRead = (read: number, all: number): string =>
  read === all ? `${counted(all, "run")}:` : `${read} of ${counted(all, "run")}:`;
export const takeOut = "Take out";
export const putBack = "Put back";
export const toggle = (what: string, folder: string): string => `${what} ${folder}`;
export const takenOut = ": taken out";
/** Around the run that a copy is one of. */
export const copyOf: [before: string, after: string] = [
  ": the same results as ",
  ", which is no second measurement",
];

// What makes a comparison say less than it seems to.

export const addDrives = "Add drives to compare, or pick runs in the list.";
export const nothingYet = "Nothing was measured yet that can be compared.";
export const leftAlone = (figures: number): string =>
  `${counted(figures, "figure")} left out, measured of one of the drives only.`;
export const copy = (folder: string, original: string): string =>
  `The run ${folder} holds what ${original} holds: the two count once.`;
export const ofDrive = (name: string, sentence: string): string => `${name}: ${sentence}`;
export const suitesDiffer = (suites: string[]): string =>
  "Different suites: of phases that lasted otherwise than the first drive's nothing is said " +
  `(${listed(...suites)}).`;
export const modelAndReal =
  "A model beside a real drive: what a simulation says of a drive is only as good as its data " +
  "file.";
export const versionsDiffer = (versions: string[]): string =>
  `Run by different versions of fourcorners (${listed(...versions)}).`;
export const notComparable = (because: string, drives: string[]): string =>
  `Not comparable with other runs: ${because} (${listed(...drives)}).`;
export const goesOn = (name: string): string =>
  `${name}: its run goes on; this is what was measured so far.`;
export const singleRuns = (drives: string[]): string =>
  `Of one run nobody knows how far the next would lie from it (${listed(...drives)}). ` +
  "`review --repeat 3` shows which differences are noise.";

// How often each is best.

export const compared = (models: number, drives: number, runs: number, suites: string[]): string =>
  `${counted(models, "drive")} compared${drives > models ? ` in ${drives} ways` : ""}, ` +
  `by ${counted(runs, "run")}; ${suites.length === 1 ? "suite" : "suites"}: ${listed(...suites)}.`;
export const noneCounted =
  "No figure but power was measured of all of them alike: none is counted as the best.";
export const bestIn = (name: string, figures: number): string => `${name} is best in ${figures}`;
export const counts = (figures: number, each: string[], level: number): string =>
  `Of the ${counted(figures, "figure")} that all of them have, power left out, ` +
  `${listed(...each)}; in ${level} the best are not distinguishable.`;

// Tests and figures.

export const price = "Price";
export const wholeTest = "over the whole test";
export const heading = (heading: string, direction: string): string => `${heading} (${direction})`;
export const afterHeading = (direction: string): string => ` (${direction})`;
export const verdicts: Record<Verdict, string> = {
  best: "★ best",
  level: "≈ not distinguishable",
  behind: "",
  alone: "",
  missing: "not measured",
  otherwise: "not comparable",
};
export const otherwise = (way: string): string => `${verdicts.otherwise}: ${way}`;
/** How long a phase lasted, and over what it went. */
export const way = (seconds: string | null, span: string | null): string =>
  listed(seconds === null ? "until its end" : `${seconds} s`, span === null ? "" : `over ${span}`);
export const bytes = (count: string): string => `${count} bytes`;
export const ofRuns = (low: string, high: string, runs: number): string =>
  ` (${low === high ? "" : `${range(low, high)}, `}${runs} runs)`;
export const withinNoise = (change: string): string => `${change}, within the noise`;
export const reference = "reference";
export const noChange = {
  otherwise: "no change stated",
  missing: "no change stated: A has none",
  zero: "no change stated: A is 0",
};
export const table = [
  "Figure",
  "Unit",
  "Better",
  "Letter",
  "Drive",
  "Suite",
  "Value",
  "Interval of runs from",
  "to",
  "Runs",
  "Change from A, %",
  "Within the noise of repeated runs",
  "Beside the best",
];
export const less = "less";
export const more = "more";
export const yes = "yes";
export const no = "no";
/** What a picture says to those who do not see. */
export const drawing = (parts: { heading: string; bars: string[] }[]): string =>
  parts.map(({ heading, bars }) => `${heading}: ${clauses(bars)}.`).join(" ");
