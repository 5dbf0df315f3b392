// The value of a cell that a test is about, and the order in which cells stand.
import type { CellMean, Slice, TrackedValue } from "../data";

export const valueOf = (of: CellMean | Slice, value: TrackedValue): number =>
  value === "iops" ? of.iops : value === "mb-per-s" ? of.mb_per_s : of.latency_mean_us;

/** Each once, the smallest first: the order of tables and plots. */
export const ascending = (values: number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
