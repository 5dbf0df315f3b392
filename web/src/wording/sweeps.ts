// The words of charts of sweeps.
import type { SweepBy, SweepFigure } from "../generated";
import { clauses } from "./both";

const axes: Record<SweepBy, string> = {
  "queue-depth": "queue depth",
  "read-percent": "reads, %",
  "trim-percent": "TRIM commands, %",
  span: "range, GiB",
  rate: "I/Os due per second",
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
export const caption = (title: string, figure: SweepFigure, isLog: boolean): string =>
  `${title}: ${figures[figure]}${isLog ? " (log scale)" : ""}`;
export const tooSlow = "too slow";
export const table = (by: SweepBy, drives: string[]): string[] => [axes[by], ...drives];
export const tip = (drive: string, by: SweepBy, at: string, value: string): string =>
  `${drive}, ${axes[by]} ${at}: ${value}`;
export const at = (value: string, place: string): string => `${value} at ${place}`;
export const line = (drive: string, ends: string[]): string => `${drive} ${ends.join(", ")}`;
export const sweep = (title: string, figure: SweepFigure, by: SweepBy, each: string[]): string =>
  `${title}, ${figures[figure]} by ${axes[by]}: ${clauses(each)}.`;
