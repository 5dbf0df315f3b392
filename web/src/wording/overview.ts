// The words of the page's first screen.
import { clauses } from "./both";

/** A figure as the chart writes it. */
type Figure = string;

/** Of a pick whose model was fitted to figures of the deciding test. */
export const fittedPick = "model fitted to this test";
export const label = "The drives at a glance";
export const drive = "Drive";
export const asTable = "These figures as a table";
export const none = "–";

export const columns = {
  randomRead: "random read",
  randomWrite: "random write",
  sequentialRead: "sequential read",
  sequentialWrite: "sequential write",
  clean: "clean pass",
  tortured: "after torture",
  trimmed: "after TRIM",
  sustained: "sustained IOPS",
  slow: "slow seconds",
};
export const units =
  "MB/s of 4 KiB random I/O (QD3), of 128 KiB sequential I/O and of sequential write passes over " +
  "the whole drive: clean, after torture, after TRIM. Sustained: 4 KiB random writes to the full " +
  "drive, median second. Slow: seconds below 40 % of the mean.";

export const corners = {
  /** `known`: whether known drives stand below the page's own. */
  caption: (unit: string, known: boolean): string =>
    `Four corners, ${unit} (each with its own scale${known ? "; gray: published figures" : ""})`,
  randomRead: "Random read, 4 KiB",
  randomWrite: "Random write, 4 KiB",
  sequentialRead: "Sequential read, 128 KiB",
  sequentialWrite: "Sequential write, 128 KiB",
  sentence: (each: string[]): string => `Four corners: ${clauses(each)}.`,
  table: (unit: string): string[] => ["Drive", "corner", unit],
};

export const seconds = {
  caption: "Random writes to a full drive, IOPS of every second (slow: below 40 % of the mean)",
  median: (median: Figure, mean: Figure | null): string =>
    mean === null ? `median ${median} IOPS` : `median ${median}, mean ${mean} IOPS`,
  slow: (share: Figure): string => `${share} of seconds slow`,
  short: "ended too early to judge",
  sentence: (each: string[]): string => `IOPS of every second: ${clauses(each)}.`,
  table: ["Drive", "second", "IOPS"],
};

export const aging = {
  /** `unequal`: whether torture wrote unequal shares of the drives. */
  caption: (unequal: boolean): string =>
    "Aging: sequential writes of the whole drive, MB/s" +
    (unequal ? " (torture wrote unequal shares: compare each drive with itself)" : ""),
  clean: "clean",
  tortured: "after torture",
  trimmed: "after TRIM",
  /** What torture wrote: a part of a drive, or all of it several times. */
  wrotePart: (percent: Figure): string => `torture wrote ${percent} of it`,
  wroteTimes: (times: Figure): string => `torture wrote ${times} times its size`,
  loss: (percent: Figure): string => `−${percent}`,
  noLoss: "no loss",
  tip: (drive: string, state: string, speed: Figure): string => `${drive}, ${state}: ${speed} MB/s`,
  state: (state: string, speed: Figure): string => `${state} ${speed} MB/s`,
  sentence: (each: string[]): string => `Aging: ${clauses(each)}.`,
  table: ["Drive", "clean, MB/s", "after torture, MB/s", "after TRIM, MB/s", "loss"],
};
