// The words of charts of sweeps.
import type { SweepBy, SweepFigure } from "../generated";
import { clauses, listed } from "./both";

const axes: Record<SweepBy, string> = {
  "queue-depth": "queue depth",
  "read-percent": "reads, %",
  "trim-percent": "TRIM commands instead of writes, % of all I/Os",
  span: "range, GiB",
  rate: "I/Os due per second",
  interval: "time from one I/O to the next",
};
const figures: Record<SweepFigure, string> = {
  IOPS: "IOPS",
  "MB/s": "MB/s",
  mean: "mean latency",
  p99: "p99 latency",
  "p99.9": "p99.9 latency",
  "read-p99.9": "p99.9 read latency",
  "read-p99.99": "p99.99 read latency",
};

export const axis = (by: SweepBy): string => axes[by];
export const axisAt = (by: SweepBy, at: string): string => `${axes[by]} ${at}`;
/** What counts as an I/O, where not only reads and writes do. */
const counted = (figure: SweepFigure, by: SweepBy): string =>
  by === "trim-percent" && figure === "IOPS" ? ", TRIM commands included" : "";
export const caption = (title: string, figure: SweepFigure, by: SweepBy, isLog: boolean): string =>
  `${title}: ${figures[figure]}${counted(figure, by)}${isLog ? " (log scale)" : ""}`;
export const tooSlow = "too slow";
export const microseconds = "µs";
/** `unit`: of the values. */
export const table = (by: SweepBy, unit: string, drives: string[]): string[] => [
  by === "interval" ? listed(axes[by], microseconds) : axes[by],
  ...drives.map((drive) => listed(drive, unit)),
];

export const tip = (drive: string, by: SweepBy, at: string, value: string): string =>
  `${drive}, ${axes[by]} ${at}: ${value}`;
export const at = (value: string, place: string): string => `${value} at ${place}`;
export const line = (drive: string, ends: string[]): string => `${drive} ${ends.join(", ")}`;
export const sweep = (title: string, figure: SweepFigure, by: SweepBy, each: string[]): string =>
  `${title}, ${figures[figure]} by ${axes[by]}: ${clauses(each)}.`;
