// Made of the Rust types by `cargo xtask types`: edit those.

/** What the page draws. */
export interface SweepData {
  name: string;
  title: string;
  /** The question that it answers. */
  why: string;
  version: string;
  /** Repeats it. */
  command: string;
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
  values: NumberOrText[];
  unit?: string | null;
}

/** A value on an axis. */
export type NumberOrText = number | string;

/** A figure with its value at every point; null where there is none. */
export interface Figure {
  key: string;
  label: string;
  values: (number | null)[];
  better?: Better | null;
  unit?: string | null;
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
  | { kind: "lines"; x: string; y: string; log_x: boolean; log_y: boolean; series?: string | null }
  /** A figure by two parameters. */
  | { kind: "heat-map"; x: string; y: string; value: string }
  /** All parameters and figures of every point, colored by a figure. */
  | { kind: "parallel"; color: string }
  /** Two figures and the points that none beats in both. */
  | { kind: "pareto"; x: string; y: string; color?: string | null };
