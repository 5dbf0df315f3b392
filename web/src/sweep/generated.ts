// Made of the Rust types by `cargo xtask types`: edit those.

/** What the page draws. */
export interface SweepData {
  name: string;
  title: string;
  /** The question that it answers. */
  why: string;
  version: string;
  /** Drive, tests, and what all points share. */
  simulated: string;
  /** Repeats it. */
  command: string;
  /**
   * Whether points are drawn from the ranges (Latin hypercube), so that neighbors on one axis
   * differ on all others.
   */
  is_drawn: boolean;
  /** What varies, in the file's order. */
  parameters: Parameter[];
  /** What is recorded, in the file's order. */
  figures: Figure[];
  failed: Failed[];
  charts: Chart[];
}

/** A parameter with its value at every point. */
export interface Parameter {
  key: string;
  label: string;
  unit: string | null;
  values: NumberOrText[];
}

/** A value on an axis. */
export type NumberOrText = number | string;

/** A figure with its value at every point; null where there is none. */
export interface Figure {
  key: string;
  label: string;
  unit: string | null;
  better: Better | null;
  values: (number | null)[];
}

/** Which end of a figure is the better one. */
export type Better = "higher" | "lower";

/** A point without figures. */
export interface Failed {
  point: number;
  reason: string;
}

/** A chart, by keys of parameters and figures. */
export type Chart =
  /** A figure by a parameter, a line per value of `series`. */
  | { kind: "lines"; x: string; y: string; series: string | null; log_x: boolean; log_y: boolean }
  /** A figure by two parameters. */
  | { kind: "heat-map"; x: string; y: string; value: string }
  /** All parameters and figures of every point, colored by a figure. */
  | { kind: "parallel"; color: string }
  /** Two figures and the points that none beats in both. */
  | { kind: "pareto"; x: string; y: string; color: string | null };
