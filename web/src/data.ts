// What the page draws: made in Rust (crates/report/src/data.rs), embedded as compressed JSON.
import { strFromU8, unzlibSync } from "fflate";

/** What runs of a drive say together: their median. */
export interface Repeated {
  /** What distinguishes it from the test's own way, or from the drive's other bars; may be empty. */
  label: string;
  variant: string;
  /** In the chart's unit. */
  value: number;
  /** The interval of repeated runs; equal to value if there was one. */
  low: number;
  high: number;
  /** How many finished it; absent: one. */
  runs?: number;
}

/** One bar. */
export interface Bar extends Repeated {
  drive: number;
  test: string;
  phase: string;
  /** I/Os a second. */
  iops: number;
  /** How it compares with the drive's first bar; empty for that one. */
  note: string;
  /** How long was measured. */
  duration_s: number;
  /** Of a band, worst first; the bar ends at the last. Else empty. */
  ends: Repeated[];
}

/** A chart and its bars, best drive first; the bars of one drive stand together. */
export interface Chart {
  id: string;
  section: "corners" | "written-data" | "alignment" | "used" | "length" | "ports" | "idle" | "response-times" | "recorded-use" | "vantage" | "power";
  title: string;
  unit: "MB/s" | "IOPS" | "µs" | "points" | "s" | "W";
  bars: Bar[];
}

/** One drive's latencies of a phase of writes. */
export interface Latency {
  drive: number;
  label: string;
  test: string;
  phase: string;
  variant: string;
  mean_us: number;
  p99_us: number;
  p999_us: number;
  max_us: number;
  max_at_s: number;
  /** Microseconds, and how many I/Os took at least so long, from all of them to the longest; empty: no histogram was kept. */
  distribution: [number, number][];
}

/** A chart of latencies, the shortest maximum first. */
export interface LatencyChart {
  id: string;
  title: string;
  entries: Latency[];
}

/** What the NAND of a simulated drive did in a consistency run, in steps of some seconds. Null: not known. */
export interface Why {
  drive: number;
  variant: string;
  step_s: number;
  /** Units programmed over units of the host. */
  write_amplification: (number | null)[];
  /** The least at the end of a second. */
  free_superblocks: (number | null)[];
  /** A second: units moved by collection, and blocks erased. */
  moved_units_per_s: (number | null)[];
  erases_per_s: (number | null)[];
  /** In the whole step: how often host writes waited for collection, and for how long. */
  stalls: (number | null)[];
  stalled_ms: (number | null)[];
}

/** Speed by position, points are [GB from the start, MB/s]; and by second. */
export interface Curve {
  drive: number;
  section: "hd-tach" | "idle";
  state: "clean" | "tortured" | "trimmed" | "at once" | "rested";
  test: string;
  phase: string;
  op: "read" | "write";
  /** Which of the page's places its speeds are of, and MB/s there. */
  places: number;
  speeds: number[];
  /** Made of both when the page is read. */
  points: [number, number][];
  mean_mb_per_s: number;
  /** The interval of the means of repeated runs. */
  mean_low: number;
  mean_high: number;
  /** Null: its positions are lost. */
  min_mb_per_s: number | null;
  max_mb_per_s: number | null;
  seconds: BySecond;
  /** Of whole seconds; null: none was. */
  slowest_second_mb_per_s: number | null;
  fastest_second_mb_per_s: number | null;
}

/** Speeds of equal steps, in MB/s. Null: the lines of a step are lost. */
export interface BySecond {
  step_s: number;
  /** The slowest second of each step. */
  lowest: (number | null)[];
  /** The fastest; empty where a step is one second. */
  highest: (number | null)[];
}

/** What a drive costs, and what that is for a size; null where its NAND or capacity is not known. */
export interface Price {
  drive: number;
  currency: string;
  price: number;
  usable_gib: number | null;
  nand_gib: number | null;
  /** Of 10^9 bytes of NAND, and of 2^30. */
  per_nand_gb: number | null;
  per_nand_gib: number | null;
  per_usable_gib: number;
}

/** IOPS of every second. */
export interface Consistency {
  drive: number;
  variant: string;
  label: string;
  /** Null: the line of that second is lost. */
  iops: (number | null)[];
  /** Null, as is min_late, if the run ended before late_from_s. */
  mean_late: number | null;
  min_late: number | null;
  /** The interval of such means of repeated runs. */
  late_low: number | null;
  late_high: number | null;
  write_amplification: number | null;
}

/** Whether random writes became steady by SNIA's rule. */
export interface Steady {
  drive: number;
  test: string;
  variant: string;
  label: string;
  round_s: number;
  /** IOPS of each whole round. */
  rounds: number[];
  /** From 1; null: not reached. */
  reached_at_round: number | null;
  /** The last five rounds; null if there were fewer, or nothing was written in them. */
  window: {
    /** From 1. */
    first_round: number;
    mean: number;
    /** The fitted line at the first and at the last of them. */
    fit: [number, number];
    range_percent: number;
    slope_percent: number;
  } | null;
  sentence: string;
}

/** The torture: IOPS of every second. */
export interface Torture {
  drive: number;
  iops: (number | null)[];
  duration_s: number;
  /** How much of the drive it went over, null where what that holds is not known; and how often it was written. */
  share_of_lbas: number | null;
  times_written: number;
}

/** What of a bar a mark stands beside: MB/s, microseconds, IOPS of seconds, or W. */
export type Quantity = "throughput" | "slowest-second" | "latency-mean" | "latency-max" | "worst-second" | "steady-floor" | "steady-mean" | "power";

/** A figure that was printed about a drive, in the unit of the bar that it belongs to. */
export interface Mark {
  drive: number;
  test: string;
  phase: string;
  variant: string;
  quantity: Quantity;
  /** Equal where one figure was printed. */
  low: number;
  high: number;
  /** `about`, `over`, `up to` and so on; empty for a plain figure. */
  word: string;
  /** What was printed. */
  text: string;
  /** Who printed it, under which title and when, or a host. */
  source: string;
  /** Empty: none is known. */
  address: string;
  conditions: string;
  /** Names of the conditions in which the bar's run differs; empty: in none. */
  differs: string[];
}

export interface Fact {
  name: string;
  value: string;
  source: string;
}

export interface Drive {
  name: string;
  model: string;
  simulated: boolean;
  /** 0: not known. */
  capacity_gb: number;
  /** Seconds to which every timed phase and every rest was cut; null: none was. */
  cut_to_s: number | null;
  facts: Fact[];
  bench: Fact[];
  command: string;
  /** In decimal digits: a number is whole up to 2^53 only. */
  seed: string;
  version: string;
  runs: string[];
  /** What was not measured, and why. */
  missing: { what: string; status: string; reason: string }[];
}

/** How something was decided: a word or two, and a sentence. */
export interface Rule {
  name: string;
  says: string;
}

/** A link to the chart that shows it: its id, and which buttons are pressed. */
type Evidence = string;

export interface Judgement {
  drive: number;
  text: string;
  /** In the words of a headline; null: it is in none. */
  headline: string | null;
  /** False where the text says why nothing is said. */
  judged: boolean;
  evidence: Evidence;
  rule: Rule;
}

/** What the page opens with: a sentence a drive, in parts. */
export interface Headline {
  drive: number;
  parts: { text: string; evidence: Evidence }[];
}

/** Which drive for whom. */
export interface FinalWord {
  whom: string;
  /** Several: they are level; none: none is recommended. */
  drives: number[];
  text: string;
  evidence: Evidence;
  rule: Rule;
  not_measured: string[];
}

/** What makes figures say less than they seem to, and what to do about it. */
export interface Warning {
  /** Models of the drives, or `all drives`. */
  whose: string;
  text: string;
  remedy: string;
}

export interface Page {
  title: string;
  warnings: Warning[];
  drives: Drive[];
  /** The drive that the page is about, which is marked at first; null: none more than the others. */
  reviewed: number | null;
  headlines: Headline[];
  judgements: Judgement[];
  charts: Chart[];
  /** What the interval of a bar of so many runs is, in words. */
  intervals: Record<number, string>;
  latencies: LatencyChart[];
  /** Positions in GB from the start of a drive. */
  places: number[][];
  curves: Curve[];
  prices: Price[];
  torture: Torture[];
  consistency: Consistency[];
  why: Why[];
  steady: Steady[];
  /** Of one drive lowest first. */
  marks: Mark[];
  final_words: FinalWord[];
  /** Second from which a consistency run is called late: 1400, less for short runs. */
  late_from_s: number;
  duration_s: number;
}

/** The page's data, or an error that the reader can understand. */
export function read(): Page {
  const element = document.getElementById("data");
  if (!element?.textContent) throw new Error("this page holds no data");
  // Base64 of zlib's form; decoded at once, not by the browser's streams: what prints or pictures a page does not wait.
  const packed = Uint8Array.from(atob(element.textContent), (character) => character.charCodeAt(0));
  const page = JSON.parse(strFromU8(unzlibSync(packed))) as Page;
  for (const curve of page.curves) {
    curve.points = (page.places[curve.places] ?? []).map((gb, index): [number, number] => [gb, curve.speeds[index] ?? 0]);
  }
  return page;
}
