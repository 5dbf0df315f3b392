// The value of a cell that a test is about.
import type { CellMean, Slice, TrackedValue } from "../data";

export const valueOf = (of: CellMean | Slice, value: TrackedValue): number =>
  value === "iops" ? of.iops : value === "mb-per-s" ? of.mb_per_s : of.latency_mean_us;
