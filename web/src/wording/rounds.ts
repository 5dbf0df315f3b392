// The words of SNIA's tests: captions, axes, tooltips, heads of tables, and what screen readers
// say.
import type { PointName, TrackedCell, TrackedValue } from "../generated";
import { clauses } from "./both";

export const reportHeader = "Report header";
export const headerTable = ["what", "value"];
export const ofDrive = (title: string, drive: string): string => `${title}: ${drive}`;
export const titled = (title: string, what: string): string => (title ? `${title}: ${what}` : what);

/** What a value is, with its unit. */
export const values: Record<TrackedValue, string> = {
  iops: "IOPS",
  "mb-per-s": "MB/s",
  "latency-mean": "mean latency, µs",
};

export const meanOf = (value: TrackedValue): string =>
  value === "latency-mean" ? values[value] : `mean ${values[value]}`;

/** Behind a caption: that its rounds are not steady. */
export const judged = (caption: string, tracked: TrackedCell | null): string => {
  if (tracked?.is_short) return `${caption}; cells too short to judge`;
  return tracked?.reached_at_round === null ? `${caption}; no steady state` : caption;
};

export const block = (bytes: number): string =>
  bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} B`;
/** The same without its unit. */
export const kib = (bytes: number): string => String(bytes / 1024);
export const mix = (readPercent: number): string => `${readPercent}/${100 - readPercent}`;

export const round = "round";
export const blockSize = "block size";
export const blockSizeKib = "block size, KiB";
export const time = { hours: "hours", seconds: "seconds" };
export const written = "GB written";
export const mean = "mean";
export const fit = "fitted line";
export const band = { upper: "110 %", lower: "90 %" };
export const tracked = "tracked cell";
export const mixes = "reads/writes";
export const latencyMean = "mean latency";
export const latencyMax = "maximum latency";
export const latency = "latency, µs";
export const share = "share of I/Os, %";
export const points: Record<PointName, string> = { max: "MAX", mid: "MID", min: "MIN" };
export const threads = (count: number): string => (count === 1 ? "1 thread" : `${count} threads`);
export const point = (name: PointName, threads: number, depth: number): string =>
  `${points[name]} (${threads} x ${depth})`;

export const captions = {
  convergence: (value: TrackedValue): string => `Convergence by block size, ${values[value]}`,
  window: (value: TrackedValue): string => `Steady-state window, ${values[value]}`,
  matrix: (value: TrackedValue): string => `By reads/writes and block size, ${values[value]}`,
  longest: "By reads/writes and block size, maximum latency, µs",
  blocks: (value: TrackedValue): string => `By block size, ${values[value]}`,
  relief: (value: TrackedValue): string => `By reads/writes and block size, 3-D, ${values[value]}`,
  time: (value: TrackedValue): string => `Over time, ${values[value]}`,
  latencies: "Over time, latency, µs: mean, and maximum in gray (log scale)",
  written: (value: TrackedValue): string => `By GB written, ${values[value]}`,
  latenciesWritten: "By GB written, latency, µs: mean, and maximum in gray (log scale)",
  demand: "Demand curve: mean latency, µs, by IOPS (log scale)",
  histogram: "Response times at three points: % of I/Os by µs (log scale)",
};

export const table = (x: string, y: string): string[] => ["line", x, y];
export const tip = (line: string, x: string, y: string): string => `${line}, ${x}: ${y}`;
export const cell = (mix: string, block: string): string => `${block}, ${mix} reads/writes`;
export const of = (what: string, value: string): string => `${what}: ${value}`;
export const upTo = (value: string): string => `up to ${value}`;
export const plot = (caption: string, drive: string, lines: string[], sentence: string): string =>
  `${caption}, ${drive}: ${clauses(lines)}. ${sentence}`;

export const samples = "Samples of each phase";
export const samplesTable = (value: TrackedValue, isCompared: boolean): string[] => [
  "phase",
  "samples",
  meanOf(value),
  "lowest",
  "highest",
  ...(isCompared ? ["of steady state"] : []),
  latencyMax,
  written,
];
export const pointsOf = "Response times at three points";
export const pointsTable = [
  "point",
  "threads x queue depth",
  "IOPS",
  "mean",
  "99 %",
  "99.9 %",
  "99.99 %",
  "99.999 %",
  "maximum",
];
/** Above the points of a shortened run. */
export const apart =
  "Each point is a measurement of its own: in a run this short it can be off the curve.";
export const depths = (threads: number, depth: number): string => `${threads} x ${depth}`;
export const wholePercent = (percent: number): string => `${percent} %`;
/** A percentage to one digit. */
export const oneDigit = (percent: number): string => `${percent.toFixed(1)} %`;
export const rule = {
  title: "Steady-state calculation",
  header: ["last five rounds", "allowed", "measured"],
  range: "highest less lowest, of the mean",
  slope: "fitted line from first to last, of the mean",
  fit: (first: number): string => `fitted line, rounds ${first} to ${first + 4}`,
  from: (first: string, last: string): string => `${first} to ${last}`,
};
export const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
