// Made of the Rust types by `cargo xtask types`: edit those.

/** `runs.json`. */
export interface RunsDocument {
  /** Version of this document's schema. */
  schema_version: number;
  /** Whether runs that go on can be followed, and pages of several runs made. */
  live: boolean;
  /** Titles of tests, by their ids. */
  tests: Record<string, string>;
  /** What each place of a run's differences is. */
  differences: DifferenceKind[];
  /** In order of their paths. */
  runs: RunRow[];
  /** Likewise. */
  broken: Broken[];
}

/** What a run can differ in. */
export type DifferenceKind =
  | "port"
  | "firmware"
  | "suite"
  | "duration"
  | "conditions"
  | "replay"
  | "job-file"
  | "name"
  | "serial"
  | "link"
  | "engine"
  | "made-new-by"
  | "seed"
  | "version";

/** A run in the list. */
export interface RunRow {
  /** In addresses. */
  id: RunId;
  /**
   * Equal for repetitions of one run: same drive and firmware, suite, conditions, seed, engine
   * and version of fourcorners.
   */
  group: string;
  /** Name of the run's folder, without its path. */
  folder: string;
  /** Drive's name, as the user asked for it. */
  name: string;
  /** Model for people. */
  model: string;
  /** Who made it; null: nobody did, or it is not known. */
  maker: string | null;
  /** Year in which it could be bought first; null: not known. */
  year: number | null;
  /** Addressable bytes; 0: not known, as where `run.json` says what no drive has. */
  capacity_bytes: number;
  /** Firmware revision; empty: the drive does not say. */
  firmware: string;
  /**
   * What can tell it from other runs of its model, the likeliest first: as many texts in every
   * row, empty where there is nothing to say.
   */
  differences: string[];
  /** What kind of drive it is. */
  kind: "simulated" | "block-device" | "regular-file" | "null";
  suite: string;
  /** Port that a simulated drive was plugged into, where one was asked for. */
  port: string | null;
  /** Root of all randomness, in decimal digits: a browser's numbers are whole up to 2^53 only. */
  seed: string;
  /** Which repetition, from 1. */
  repeat: number;
  /** Whether it may be set beside other runs of its suite. */
  comparable: boolean;
  /** Why not, a sentence; empty if it may. */
  not_comparable_because: string;
  version: string;
  /** When it began, RFC 3339, UTC; null: not known. */
  started: string | null;
  /** How far it is. */
  progress: Progress;
  /** Phases that were planned; 0: not known. */
  planned: number;
  /** Phases that finished. */
  finished: number;
  /** Phases that failed. */
  failed: number;
  /** Phases and tests that were skipped. */
  skipped: number;
  /** 4 KiB random reads, 10^6 bytes a second; this and the next three are null if not measured. */
  random_read_mb_per_s: number | null;
  /** 4 KiB random writes. */
  random_write_mb_per_s: number | null;
  /** Sequential reads. */
  sequential_read_mb_per_s: number | null;
  /** Sequential writes. */
  sequential_write_mb_per_s: number | null;
  /** What is wrong with its files, a sentence each. */
  problems: string[];
}

/**
 * Sixteen hexadecimal digits of the SHA-256 of a run's path: the same as long as the folder stays.
 */
export type RunId = string;

/** How far a run is. */
export type Progress =
  /** Every phase has a result. */
  | "finished"
  /** A process writes it now. */
  | "running"
  /** Nobody writes it, and phases have no result. */
  | "ended-early";

/** A folder that cannot be shown as a run. */
export interface Broken {
  /** Its name, without its path. */
  folder: string;
  /** Why, a sentence. */
  reason: string;
}

/** `figures/ID.json`. */
export interface FiguresDocument {
  /** Version of this document's schema. */
  schema_version: number;
  /** In the order in which they were measured. */
  figures: Figure[];
  /** Which drive it is of, by which runs of one drive under several conditions are known. */
  drive: WhichDrive;
  /**
   * Equal of two runs where one is a copy of the other, which is no second measurement; null:
   * nothing was measured.
   */
  results: string | null;
  /** What of its files cannot be read, or is said and no drive can have, a sentence each. */
  left_out: string[];
}

/** One figure of one run. */
export interface Figure {
  /** Equal for the same figure of all runs: test, variant, phase, and what. */
  key: string;
  /** Id of the test; `price` for what the drive costs. */
  test: string;
  /** Phase, conditions and what it is, for people; empty for the test's one figure. */
  label: string;
  /** `MB/s` (10^6 bytes a second), `IOPS`, `µs`, `s`, `W`, a currency; empty for a ratio. */
  unit: string;
  /** Whether the higher of two is the better. */
  more_is_better: boolean;
  /** In that unit. */
  value: number;
  /**
   * Length of the phase in seconds, where it was asked to last so long; null: it goes over so
   * many I/Os, or until it is steady. Figures of phases of other lengths are no figures of the
   * same thing.
   */
  timed_s: number | null;
  /**
   * Bytes over which the I/Os went, where that is a part of the drive, or its capacity is not
   * known; null: all of it, but for spare area.
   */
  span_bytes: number | null;
}

/**
 * Which drive a run is of, however it was run. Two are of one drive if `named` is equal, and
 * `does` too where `under` is: two drives may stand under one name, as those that were measured
 * one after the other at /dev/sdb, or a drive file and its copy with one number changed.
 */
export interface WhichDrive {
  /** Name as it was asked for, serial number, model. */
  named: [string, string, string];
  /** Port and version of fourcorners, which have a part in `does`. */
  under: [string | null, string];
  /** SHA-256 of all that a simulated drive does; null: not known. */
  does: string | null;
}
