// The words of the page's charts: captions, axes, tooltips, heads of tables, and what screen
// readers say.
import type { Curve, MarkQuantity, WriteAmplification } from "../generated";
import { clauses, listed } from "./both";
import { published } from "./marks";

/** A figure as the chart writes it, with its unit. */
type Figure = string;

export const captionWith = (pressed: string[], what: string): string =>
  `${listed(...pressed)}: ${what}`;

// Remarks on figures.

/** A figure with a remark. */
export const marked = (figure: Figure): string => `${figure} *`;
export const remark = (drive: string, which: string, text: string): string =>
  `* ${listed(drive, which)}: ${text}`;

// Bars.

export const furtherSuites = "Suites and traces";
export const barCaption = (title: string, unit: string, better: string, isBand: boolean): string =>
  `${title}, ${unit}, ${better}` + (isBand ? "; from the worst kind of data to the best" : "");
export const barTable = (unit: string): string[] => [
  "Drive",
  "which",
  unit,
  "IOPS",
  "interval from",
  "to",
  "basis",
  published,
];
export const eitherWay = (figure: Figure): string => `${figure} either way`;
export const band = (low: Figure, worst: string, high: Figure, best: string): string =>
  `${low} (${worst}) to ${high} (${best})`;
export const bars = (title: string, each: string[]): string =>
  `${title}: ${clauses(each) || "nothing measured"}.`;

// The interval of repeated runs.

export const intervals = (most: string, others: [what: string, whose: string[]][]): string => {
  const of = others.map(([what, whose]) => `. ${clauses([...new Set(whose)])}: ${what}`);
  return `${most}; bars are medians${of.join("")}`;
};
export const interval = (end: string, what: string, range: string): string =>
  `${end ? `${end}, ` : ""}${what}: ${range}`;

// Latencies.

export const latencies = { mean: "mean", p999: "p99.9", max: "maximum" };
export const latencyCaption = (title: string): string =>
  `${title}: write latency (log scale, lower is better)`;
export const latencyTable = [
  "Drive",
  "mean, µs",
  "99 %, µs",
  "99.9 %, µs",
  "maximum, µs",
  "when, s",
  published,
];
export const latencyTip = (which: string, time: Figure): string => `${which}: ${time}`;
export const longestWrites = (
  title: string,
  worst: string,
  of: Figure,
  best: string,
  its: Figure,
): string => `${title}: slowest write ${of} (${worst}) and ${its} (${best}).`;

// Distributions of latencies.

export const distributionCaption = (title: string): string =>
  `${title}: share of writes slower than a given time (log scales; lower left is better)`;
export const all = "all";
export const oneIn = (of: Figure): string => `1 in ${of}`;
export const noSuchWrite = "none";
export const shareOfWrites = (share: string, count: Figure): string => `${share} (${count} writes)`;
export const ofDrive = (drive: string, what: string): string => `${drive}: ${what}`;
export const orLonger = (time: Figure): string => `${time} or longer`;
export const timeOfWrite = "write latency";
export const distributionTable = ["Drive", "µs", "slower writes", "share of writes"];
export const distributionOf = (
  drive: string,
  writes: Figure,
  p99: Figure,
  p999: Figure,
  max: Figure,
): string => `${drive}: ${writes} writes, p99 ${p99}, p99.9 ${p999}, max ${max}`;
export const distributions = (title: string, each: string[], unknown: string[]): string =>
  `${title}, write latency: ${clauses(each)}.` +
  (unknown.length > 0 ? ` No histogram of ${listed(...unknown)}.` : "");

// Passes over the whole drive.

export const states: Record<Curve["state"], string> = {
  clean: "clean",
  tortured: "tortured",
  trimmed: "trimmed",
  "at once": "immediately",
  rested: "rested",
};
export const ops: Record<Curve["op"], string> = { read: "read", write: "write" };
export const written = "Data written";
const classes: Record<string, string> = {
  zero: "zeros",
  repeating: "repeating data",
  "one-buffer": "one random buffer",
  "full-random": "random data",
};
/** A class of data as runs name it: `ratio-460` compresses to 46 %. */
export const dataName = (data: string): string => classes[data] ?? data;
export const ofData = (data: string): string => dataName(data);
export const along = "Along";
export const axes = { position: "by position", second: "by second" };
const captions: Record<Curve["op"], string> = { read: "Read", write: "Write" };
/** `step_s`: how long its steps are, if they are longer than a second. */
export const passCaption = (op: Curve["op"], by: keyof typeof axes, step_s: number): string =>
  `${captions[op]}, ${axes[by]}, MB/s` +
  (by === "second" && step_s > 1 ? `, slowest and fastest second of each ${step_s} s` : "");
export const passAxes: Record<keyof typeof axes, string> = {
  position: "GB from the start of the drive",
  second: "seconds from the start of the pass",
};
/** Of passes that are one level line. */
export const flat = (op: Curve["op"], mean: Figure, states: string[]): string =>
  `${captions[op]}: ${mean} over the whole drive (${states.join(", ")}).`;
export const onAverage = (state: string, mean: Figure): string => `${state} mean ${mean}`;
export const passes = (
  drive: string,
  op: Curve["op"],
  by: keyof typeof axes,
  each: string[],
): string => `${drive}, ${ops[op]} speed ${axes[by]}: ${listed(...each)}.`;
export const passTables: Record<keyof typeof axes, string[]> = {
  position: ["state", "GB from the start", "MB/s"],
  second: ["state", "from second", "to second", "slowest second, MB/s", "fastest second, MB/s"],
};
export const meansOfDrive = "Means of this drive";
export const meansOfDriveTable = [
  "State",
  "which",
  "mean MB/s",
  "lowest by position",
  "highest",
  "slowest second",
  "fastest",
  published,
];
export const mean = (figure: Figure): string => `mean ${figure}`;
export const median = (figure: Figure): string => `median ${figure}`;
export const torture = (drive: string, worst: Figure): string =>
  `${drive}, random writes during torture: worst second ${worst} IOPS.`;

// Seconds.

export const second = "second";
export const secondTable = [second, "IOPS"];
export const idleSecond = (at: number): string => `second ${at}: no I/O`;
export const secondTip = (at: number, iops: Figure): string => `second ${at}: ${iops} IOPS`;

// Performance consistency.

export const spareArea = "Spare area";
export const endsOfDrives = "End of the run, all drives";
export const endsOfDrivesTable = (from_s: number): string[] => [
  "Drive",
  spareArea,
  `median IOPS after ${from_s} s`,
  "1st percentile",
  "worst second",
  "mean",
  "slow seconds",
  "write amplification",
  "P/E cycles used",
  published,
];
/** Empty: not known. */
export const amplification = (of: WriteAmplification | null): string =>
  of === null ? "" : `${of.factor.toFixed(2)}${of.from_s === null ? " (whole run)" : ""}`;
export const tooShort = "too short";
export const endedBefore = (seconds: number, late_s: number): string =>
  `This run ended after ${seconds} s, before the ${late_s} s of the next two plots.`;
export const runEndedBefore = (seconds: number, late_s: number): string =>
  `the run ended after ${seconds} s, before ${late_s} s`;
export const atTheEnd = (late_s: number, median: Figure, worst: Figure, slow: string): string =>
  `after ${late_s} s median ${median} IOPS, worst second ${worst}, ${slow} slow seconds`;
/** One slow second of 600 is not rounded away. */
export const percent = (of: number): string =>
  `${of > 0 && of < 1 ? of.toFixed(1) : of.toFixed(0)} %`;
const parts = {
  all: "the whole run",
  late: "the end of the run",
  linear: "the end of the run, linear",
};
export const consistency = (
  drive: string,
  spare: string,
  part: keyof typeof parts,
  said: string,
): string => `${drive}, ${spare}, ${parts[part]}: ${said}.`;

// NAND activity.

export const why = {
  amplification: "write amplification",
  free: "free superblocks",
  moved: "units moved by GC per second",
  erases: "blocks erased per second",
  stalls: "host writes that wait for GC",
  stalled: "ms waiting for GC",
};
export const whyStep = (step_s: number): string =>
  step_s === 1 ? "One point per second." : `One point per ${step_s} seconds.`;
export const nothingProgrammed = "nothing programmed or not known";
export const whyOf = (
  drive: string,
  name: string,
  isLogarithmic: boolean,
  low: Figure,
  high: Figure,
): string => `${drive}, ${name}${isLogarithmic ? " (log scale)" : ""}: ${low} to ${high}.`;

// Steady state.

export const steadyCaption = (drive: string, what: string): string => `${drive}: ${what}, IOPS`;
export const steadyTip = (round: number, to_s: number, iops: Figure): string =>
  `round ${round} (to ${to_s} s): ${iops} IOPS`;
export const roundOf = (seconds: number): string => `round of ${seconds} s`;
export const steadyTable = (round_s: number): string[] => [roundOf(round_s), "IOPS", "last five"];
export const yes = "yes";
export const steady = (drive: string, what: string, sentence: string): string =>
  `${drive}, ${what}: ${sentence}`;

/** What a published figure is of, where a chart has several. */
export const quantities: Partial<Record<MarkQuantity, string>> = {
  "latency-mean": latencies.mean,
  "latency-max": latencies.max,
  "slowest-second": "slowest second",
  "steady-mean": "mean",
  "steady-floor": "worst second",
  "worst-second": "worst second of the run",
};
