// Made of the Rust types by `cargo xtask types`: edit those.

/** Everything on the page. */
export interface PageData {
  /** Headline of the page. */
  title: string;
  /** The article that it reproduces; null: none. */
  article: ArticleData | null;
  /** What spoils figures. */
  warnings: Warning[];
  /** Remarks on the figures of single phases. */
  remarks: PhaseRemark[];
  /** Everything else names a drive by its index here. */
  drives: DriveData[];
  /**
   * The drive that the page is about, the one real drive among several, which is marked at
   * first; null: none more than the others.
   */
  reviewed: number | null;
  /** A row per drive. */
  overview: Overview[];
  /** The opening sentences, one per drive; none where nothing is judged. */
  headlines: Headline[];
  /** What stands out among all drives; with the headlines at most seven. */
  highlights: Highlight[];
  /** Findings, drive by drive. */
  judgements: Judgement[];
  /** Bar charts, in the order of the page. */
  charts: Chart[];
  /** What the interval of a bar is, in words, by its number of runs; a single run has none. */
  intervals: Record<number, string>;
  /** Latencies of writes. */
  latencies: LatencyChart[];
  /** Positions in GB from the start of a drive, which curves share. */
  places: number[][];
  /** Passes over whole drives. */
  curves: Curve[];
  /** Speed by how much was written. */
  fills: FillChart[];
  /** Write caches of all drives; null: no fills. */
  caches: CacheTable | null;
  /** Figures over queue depth, share of reads, range or rate. */
  sweeps: SweepChart[];
  /** Cheapest usable GiB of a currency first. */
  prices: PriceRow[];
  /** One per drive that was tortured. */
  torture: Torture[];
  /** Consistency runs, of each drive the test's own variant first. */
  consistency: Consistency[];
  /** NAND activity during consistency runs, of simulated drives. */
  why: Why[];
  /** Steady state of random writes. */
  steady: Steady[];
  /** SNIA's tests in their order, of each the drives. */
  rounds: RoundsTest[];
  steady_limits: SteadyLimits;
  /** Published figures, of each drive the lowest first. */
  marks: DriveMark[];
  /** Known drives, beside a page's one real drive. */
  known: Known[];
  /** Published statements that these runs put to the test, in the order of `published/`. */
  statements: DriveStatement[];
  /** Recommendations. */
  final_words: FinalWord[];
  /** Indexes of the recommendations that matter most, which open the page; at most three. */
  picks: number[];
  /** Second from which consistency runs are compared: 1400, less for short runs. */
  late_from_s: number;
  /** Length of the longest finished consistency run, in seconds. */
  duration_s: number;
}

/** What the page says of it. */
export interface ArticleData {
  title: string;
  /** Author or publisher. */
  by: string;
  /** As printed. */
  date: string;
  /** Its address; null: none is known. */
  address: string | null;
  /** What it asks. */
  summary: string;
  /** What it concludes. */
  conclusions: ConclusionData[];
  /** In the article's order. */
  charts: ArticleChartData[];
}

/** A conclusion of the article. */
export interface ConclusionData {
  says: string;
  /** Ids of the statements that carry it; empty: no test speaks of it. */
  statements: string[];
}

/** A chart of the article. */
export interface ArticleChartData {
  title: string;
  /** What the article reads off it; may be empty. */
  says: string;
  /** The tests behind it. */
  tests: ArticleTestData[];
}

/** A test of a chart, as these runs have it. */
export interface ArticleTestData {
  test: string;
  /** As in a run's folder; empty for the test's own way. */
  variant: string;
}

/** One warning. */
export interface Warning {
  /** Models of the drives, or `all drives`. */
  whose: string;
  /** What is wrong, a sentence. */
  text: string;
  /** What to do about it, a sentence. */
  remedy: string;
}

/** A phase of a drive whose figures say less than they seem to. */
export interface PhaseRemark {
  /** Index of the drive. */
  drive: number;
  test: string;
  /** Variant of the test; empty: the test's own way. */
  variant: string;
  phase: string;
  /** Why, in a few words. */
  text: string;
}

/** A drive and what was done to it. */
export interface DriveData {
  /** Name on the command line. */
  name: string;
  /** Model for people, with what tells it from others of its model. */
  model: string;
  /** Whether it is a model in software. */
  simulated: boolean;
  /** Capacity in 10^9 bytes; 0: not known. */
  capacity_gb: number;
  /** Seconds to which the user cut every timed phase and every rest; null: none. */
  cut_to_s: number | null;
  /** What the drive is. */
  facts: Fact[];
  /** What it was tested with, and what meters and its own health log say. */
  bench: Fact[];
  /** Command line that repeats the runs. */
  command: string;
  /** Root of all randomness, in decimal digits: JavaScript's numbers are whole up to 2^53 only. */
  seed: string;
  version: string;
  /** Names of the runs' folders. */
  runs: string[];
  /** What was not measured. */
  missing: Missing[];
}

/** One row of a table of facts. */
export interface Fact {
  /** What. */
  name: string;
  /** Its value with its unit. */
  value: string;
  /**
   * Where it is from: `published`, `measured`, `fitted`, `assumed` and the source; may be empty.
   */
  source: string;
}

/** A phase or test that was not measured. */
export interface Missing {
  test: string;
  what: string;
  status: MissingStatus;
  reason: string;
}

/** Why something was not measured. */
export type MissingStatus =
  /** Only a part of a trace was replayed. */
  | "cut"
  /** It was left out for a reason known before. */
  | "skipped"
  /** The run was stopped in it. */
  | "interrupted"
  /** It ended with an error. */
  | "failed"
  /** The run ended before it. */
  | "not begun";

/** The row of a drive. Null: not measured. */
export interface Overview {
  /** Index of the drive. */
  drive: number;
  /** MB/s of 4 KiB random reads, three at a time. */
  random_read_mb_per_s: number | null;
  /** Of such writes to a new drive. */
  random_write_mb_per_s: number | null;
  /** MB/s of 128 KiB sequential reads. */
  sequential_read_mb_per_s: number | null;
  /** Of such writes to a new drive. */
  sequential_write_mb_per_s: number | null;
  /**
   * MB/s of a sequential pass of writes over the clean drive, of the kind of data that is
   * slowest when it is tortured.
   */
  clean_mb_per_s: number | null;
  /** Of the same over the tortured drive. */
  tortured_mb_per_s: number | null;
  /** Of the same over the tortured drive after TRIM. */
  trimmed_mb_per_s: number | null;
  /** IOPS of the median second at the end of a run of random writes. */
  sustained_iops: number | null;
  /** Share of slow seconds there, in per cent. */
  slow_percent: number | null;
}

/** The sentence about one drive, in parts that link to their charts. */
export interface Headline {
  /** Number of the drive on the page. */
  drive: number;
  /** In order; there is at least one. */
  parts: Part[];
}

/** A part of a headline. */
export interface Part {
  /** Its words. */
  text: string;
  /** Link to a chart, as of a judgement. */
  evidence: string;
}

/** One line about all drives. */
export interface Highlight {
  /** What it is about. */
  subject: string;
  text: string;
  /** Link to a chart, as of a judgement. */
  evidence: string;
}

/** One finding about one drive. */
export interface Judgement {
  /** Number of the drive on the page. */
  drive: number;
  /** The finding. */
  text: string;
  /** The same in the words of a headline; null: no headline says it. */
  headline: string | null;
  /** False where the text says why nothing is said. */
  judged: boolean;
  /** Link to the chart that shows it: its id, and behind a `?` which of its buttons are pressed. */
  evidence: string;
  /** How it was decided. */
  rule: Rule;
}

/** How something was decided. */
export interface Rule {
  /** A word or two; also its id on the page, `rule-` before it. */
  name: string;
  says: string;
}

/** A bar chart, best drive first; the bars of one drive stand together. */
export interface Chart {
  /** Unique on the page; evidence links to it. */
  id: string;
  /** Where it stands. */
  section: Section;
  /** Caption, without the unit. */
  title: string;
  /** Unit of its values. */
  unit: Unit;
  /** Which of two bars is the better. */
  better: Better;
  /** In the order in which they are drawn. */
  bars: Bar[];
}

/** The part of the page in which a chart stands. */
export type Section =
  | "corners"
  | "quick-look"
  | "fill-level"
  | "written-data"
  | "alignment"
  | "used"
  | "length"
  | "ports"
  | "recovery"
  | "idle"
  | "response-times"
  | "recorded-use"
  | "vantage"
  | "power";

/** Unit of a chart's values. */
export type Unit =
  /** 10^6 bytes per second. */
  | "MB/s"
  /** I/Os per second. */
  | "IOPS"
  /** Microseconds. */
  | "µs"
  /** Geometric mean of MB/s, times a constant of ours. */
  | "points"
  /** Seconds. */
  | "s"
  /** Watts. */
  | "W"
  /** 10^6 bytes per second, and per watt. */
  | "MB/s/W";

/** Which of two figures is the better. */
export type Better =
  /** As of speeds. */
  | "higher"
  /** As of latencies. */
  | "lower";

/** A bar: the median of repeated runs. */
export interface Bar {
  /** Index of the drive. */
  drive: number;
  /**
   * What distinguishes it from the test's own way, or from the drive's other bars; may be empty.
   */
  label: string;
  test: string;
  phase: string;
  /** Its variant, as in `spare-25`; empty: the test's own way. */
  variant: string;
  /** In the chart's unit. */
  value: number;
  /** I/Os per second. */
  iops: number;
  /** Lower end of the interval of repeated runs; equal to `value` for one run. */
  low: number;
  /** Upper end of it. */
  high: number;
  /** How long was measured, in seconds. */
  duration_s: number;
  /** How it compares with the drive's first bar, as in `-36 %`; empty for that one. */
  note: string;
  /** The ends of a band, worst first; the bar ends at the last. Else empty. */
  ends: End[];
  /** Runs that finished it: fewer than the drive has where one ended early; absent: one. */
  runs?: number;
}

/** An end of a band, or something between: the median of repeated runs. */
export interface End {
  /** What distinguishes it from the other ends. */
  label: string;
  /** Variant of the test. */
  variant: string;
  /** In the chart's unit. */
  value: number;
  /** Lower end of the interval of repeated runs; equal to `value` for one run. */
  low: number;
  /** Upper end of it. */
  high: number;
  /** Runs that finished it; absent: one. */
  runs?: number;
}

/** Latencies of one phase of writes, the shortest maximum first. */
export interface LatencyChart {
  /** Unique on the page; evidence links to it. */
  id: string;
  /** Caption. */
  title: string;
  /** One per drive. */
  entries: Latency[];
}

/**
 * One drive's latencies in a phase of writes: of repeated runs the median of each figure; curve
 * and instant are those of the run whose longest latency is the median.
 */
export interface Latency {
  /** Index of the drive. */
  drive: number;
  /** What distinguishes it from other entries; may be empty. */
  label: string;
  test: string;
  phase: string;
  /** Its variant; empty: the test's own way. */
  variant: string;
  /** Mean, in microseconds. */
  mean_us: number;
  /** 99th percentile, in microseconds. */
  p99_us: number;
  /** 99.9th percentile, in microseconds. */
  p999_us: number;
  /** The longest, in microseconds. */
  max_us: number;
  /** Second of the phase in which the longest ended. */
  max_at_s: number;
  /**
   * Pairs of microseconds and the number of I/Os that took at least so long, from all of them to
   * the longest; empty: no histogram was kept.
   */
  distribution: [number, number][];
}

/** A pass over the whole drive: speed by position and by second. */
export interface Curve {
  /** Index of the drive. */
  drive: number;
  /** Where it stands. */
  section: PassSection;
  /** State of the drive when it begins. */
  state: PassState;
  test: string;
  /** As in a run's folder; empty for the test's own way. */
  variant: string;
  phase: string;
  op: PassOp;
  /** What the write pass of its test wrote, as in `repeating`. */
  data: string;
  /** Index of the positions, among the page's places, that `speeds` are of. */
  places: number;
  /** MB/s at each position. */
  speeds: number[];
  /** Mean of the whole pass. */
  mean_mb_per_s: number;
  /** Lower end of the interval of the means of repeated runs. */
  mean_low: number;
  /** Upper end of it. */
  mean_high: number;
  /** The slowest position; null: its positions are lost, and `speeds` is empty. */
  min_mb_per_s: number | null;
  /** The fastest position; null likewise. */
  max_mb_per_s: number | null;
  /** Speed by second. */
  seconds: BySecond;
  /** The slowest whole second; null: there was none. */
  slowest_second_mb_per_s: number | null;
  /** The fastest whole second; null likewise. */
  fastest_second_mb_per_s: number | null;
}

/** The part of the page in which passes over the whole drive stand. */
export type PassSection =
  /** Clean, tortured and trimmed. */
  | "hd-tach"
  /** Before and after a rest. */
  | "idle";

/** State of the drive when a pass begins. */
export type PassState =
  /** Fresh. */
  | "clean"
  /** After random writes. */
  | "tortured"
  /** After TRIM of the tortured drive. */
  | "trimmed"
  /** Right after random writes, without a rest. */
  | "at once"
  /** After a rest. */
  | "rested";

/** What a pass does. */
export type PassOp = "read" | "write";

/** Speeds of equal steps, in MB/s. Null: the lines of a step are lost. */
export interface BySecond {
  /** Length of a step in seconds. */
  step_s: number;
  /** The slowest second of each step. */
  lowest: (number | null)[];
  /** The fastest second of each step; empty where a step is one second. */
  highest: (number | null)[];
}

/** Fills that belong in one chart, drive by drive. */
export interface FillChart {
  /** Unique on the page; evidence links to it. */
  id: string;
  title: string;
  fills: Fill[];
}

/** A sequential fill: speed by how much was written. */
export interface Fill {
  /** Index of the drive. */
  drive: number;
  test: string;
  variant: string;
  phase: string;
  /** What distinguishes it from the chart's other fills. */
  label: string;
  /** Written in all, in GB. */
  written_gb: number;
  /** Of the whole fill. */
  mean_mb_per_s: number;
  /** What was written at the speed of the write cache; null: too short to tell. */
  cache: WriteCache | null;
  /** Where the cache ends, for people. */
  verdict: string;
  /** GB written so far, of each point. */
  gb: number[];
  /** MB/s of each point. */
  mb_per_s: number[];
  /** Highest temperature of each point in °C; empty: not known. */
  temperature_c: number[];
}

/** What a fill wrote at the speed of the cache. */
export interface WriteCache {
  /** Bytes written at the speed of the cache. */
  bytes: number;
  /** Mean speed of these in MB/s; null: there were none. */
  cache_mb_per_s: number | null;
  /**
   * Mean speed of the seconds that followed and were not at cache speed, in MB/s; null: the
   * cache did not end.
   */
  after_mb_per_s: number | null;
  /** Where the speed behind the cache drops again: full of data in SLC mode, the drive moves it. */
  second_drop: SecondDrop | null;
  /** Most bytes in a row at cache speed after the cache ended; null: none worth naming. */
  returned_bytes: number | null;
  /** All bytes at cache speed, those after the cache ended included. */
  fast_bytes: number;
}

/** A lasting drop of what was not the cache's speed any more. */
export interface SecondDrop {
  /** Bytes written before it, from the fill's start. */
  bytes: number;
  /** Mean speed from the end of the cache to it, in MB/s. */
  before_mb_per_s: number;
  /** Mean speed of all that followed, in MB/s. */
  after_mb_per_s: number;
}

/** A row per drive. */
export interface CacheTable {
  /** Percent of the drive that held data when a fill began, lowest first. */
  levels: number[];
  /** Idle times after which a drive whose cache was full was written again, in seconds. */
  rests_s: number[];
  rows: CacheRow[];
}

/** The write cache of a drive. */
export interface CacheRow {
  /** Index of the drive. */
  drive: number;
  /** At each level; null: not measured. */
  levels: (CacheSize | null)[];
  /** Speed of the first fill in the cache, in MB/s. */
  cache_mb_per_s: number | null;
  /** Speed behind it, up to a second drop; null: no drop. */
  after_mb_per_s: number | null;
  /** Speed behind a second drop; null: there is none. */
  second_mb_per_s: number | null;
  /** Mean of the first fill, in MB/s; null: it did not write the whole drive. */
  whole_mb_per_s: number | null;
  /** After each rest; null: not measured, or the cache was never full. */
  rests: (CacheSize | null)[];
}

/** How much was written at cache speed. */
export interface CacheSize {
  gb: number;
  end: CacheEnd;
}

/** What ended the writes at cache speed. */
export type CacheEnd =
  /** The cache was full. */
  | "full"
  /** The cache was full, and had taken all that it takes on a fresh drive. */
  | "whole"
  /** The writes ended before the cache. */
  | "writes"
  /** Nothing was written at cache speed: the data of earlier fills occupies the cache. */
  | "occupied";

/** A figure over what differs between the phases of a test. */
export interface SweepChart {
  /** Unique on the page; evidence links to it. */
  id: string;
  test: string;
  title: string;
  by: SweepBy;
  figure: SweepFigure;
  /** One per drive. */
  lines: SweepLine[];
}

/** What differs between the points of a sweep. */
export type SweepBy =
  /** I/Os in flight. */
  | "queue-depth"
  /** Percent of reads, 0 to 100. */
  | "read-percent"
  /** Percent of TRIM commands, 0 to 100. */
  | "trim-percent"
  /** LBA range. */
  | "span"
  /** I/Os due per second. */
  | "rate"
  /** Microseconds from one I/O that is due to the next: the rate, as idle time. */
  | "interval";

/** What the points of a sweep show. */
export type SweepFigure =
  /** I/Os per second. */
  | "IOPS"
  /** 10^6 bytes per second. */
  | "MB/s"
  /** Mean latency. */
  | "mean"
  /** 99th percentile of latency. */
  | "p99"
  /** 99.9th percentile of latency. */
  | "p99.9"
  /** 99.9th percentile of the latency of reads. */
  | "read-p99.9"
  /** 99.99th percentile of the latency of reads. */
  | "read-p99.99";

/** A drive's points, lowest first. */
export interface SweepLine {
  /** Index of the drive. */
  drive: number;
  points: SweepPoint[];
}

/** A phase: the median of repeated runs. */
export interface SweepPoint {
  phase: string;
  /** Variant of the test; empty: the test's own way. */
  variant: string;
  /**
   * Queue depth, percent of reads or TRIM commands, bytes, I/Os per second, or microseconds
   * between them.
   */
  at: number;
  /** IOPS, MB/s or microseconds; null: the drive did not keep up with the rate. */
  value: number | null;
  /** Lower end of the interval of repeated runs. */
  low: number;
  /** Upper end of it. */
  high: number;
  /** I/Os per second. */
  iops: number;
}

/** What a drive costs, and per size; null where its NAND or capacity is not known. */
export interface PriceRow {
  /** Index of the drive. */
  drive: number;
  /** Year in which it could be bought first; null: not known. */
  year: number | null;
  /** As in `USD`. */
  currency: string;
  /** Of the drive. */
  price: number;
  /** Capacity in 2^30 bytes. */
  usable_gib: number | null;
  /** NAND in 2^30 bytes. */
  nand_gib: number | null;
  /** Price of 10^9 bytes of NAND. */
  per_nand_gb: number | null;
  /** Price of 2^30 bytes of NAND. */
  per_nand_gib: number | null;
  /** Price of 2^30 bytes of capacity. */
  per_usable_gib: number;
}

/** The torture test: random writes over the drive. */
export interface Torture {
  /** Index of the drive. */
  drive: number;
  /** IOPS of every second; null: the line of that second is lost. */
  iops: (number | null)[];
  /** Length in seconds. */
  duration_s: number;
  /** Share of the LBAs that it went over; null: the capacity is not known. */
  share_of_lbas: number | null;
  /** Bytes written, as a multiple of that span. */
  times_written: number;
}

/** A consistency run: random writes second by second. */
export interface Consistency {
  /** Index of the drive. */
  drive: number;
  /** Test id. */
  test: string;
  /** Its phase. */
  phase: string;
  /** Variant of the test, as in `spare-25`. */
  variant: string;
  /** Its spare area or conditions, for people. */
  label: string;
  /** IOPS of every second; null: the line of that second is lost. */
  iops: (number | null)[];
  /** From the page's `late_from_s` on; null: the run ended before it. */
  end: EndOfRun | null;
  /** Null: not known. */
  write_amplification: WriteAmplification | null;
  /**
   * P/E cycles that the run took of each block on average, and the share of the rated ones, for
   * people; null: not known.
   */
  pe_cycles: string | null;
}

/** The end of a consistency run, in IOPS. */
export interface EndOfRun {
  /** Of the median second. */
  median: number;
  /** Lower end of the interval of such medians of repeated runs. */
  low: number;
  /** Upper end of it. */
  high: number;
  /** Of the second at the 1st percentile: 99 of 100 have more. */
  p1: number;
  /** Of the worst second. */
  worst: number;
  /** On average. */
  mean: number;
  /** Share of the seconds with less than 40 % of the mean, in per cent. */
  slow_percent: number;
}

/** Write amplification of a consistency run. */
export interface WriteAmplification {
  factor: number;
  /** Of the seconds from this one on; null: of the whole run. */
  from_s: number | null;
}

/**
 * What the NAND of a simulated drive did in a consistency run, in steps of some seconds. In each
 * list null means not known.
 */
export interface Why {
  /** Index of the drive. */
  drive: number;
  /** Variant of the test. */
  variant: string;
  /** Length of a step in seconds. */
  step_s: number;
  /** Units programmed over units that the host wrote. */
  write_amplification: (number | null)[];
  /** The fewest at the end of a second. */
  free_superblocks: (number | null)[];
  /** Units that garbage collection moved per second. */
  moved_units_per_s: (number | null)[];
  /** Blocks erased per second. */
  erases_per_s: (number | null)[];
  /** How often host writes waited for garbage collection in the whole step. */
  stalls: (number | null)[];
  /** How long they waited in the whole step, in milliseconds. */
  stalled_ms: (number | null)[];
}

/** The rounds of one phase. */
export interface Steady {
  /** Number of the drive on the page. */
  drive: number;
  test: string;
  /** Its variant, as in `spare-25`. */
  variant: string;
  /** The test, or its spare area, for people. */
  label: string;
  /** Length of a round in seconds. */
  round_s: number;
  /** IOPS of each whole round. */
  rounds: number[];
  /** The round, from 1, with which it was reached; null: not reached. */
  reached_at_round: number | null;
  /** In a word or two, as in `after 1200 s`, `not confirmed`. */
  verdict: string;
  /** What was written in all rounds, in per cent of the tested capacity. */
  written_percent: number;
  /** The last five rounds; null: there were fewer, or nothing was written in them. */
  window: SteadyWindow | null;
  /** Reached or not, and why. */
  sentence: string;
}

/** The last five rounds, in I/Os a second. */
export interface SteadyWindow {
  /** The first of them, from 1. */
  first_round: number;
  /** Their average. */
  mean: number;
  /** The fitted line at the first and at the last of them. */
  fit: [number, number];
  /** Highest less lowest, in per cent of the average. */
  range_percent: number;
  /** Rise of the fitted line, in per cent of the average; below zero: fall. */
  slope_percent: number;
}

/** A test of rounds on one drive. */
export interface RoundsTest {
  /** Index of the drive. */
  drive: number;
  test: string;
  /** Variant of the test, as in `spare-25`. */
  variant: string;
  /** Title of the test. */
  title: string;
  /** Name and value of what a report has to say of the drive and its preparation. */
  header: [string, string][];
  /** In order. */
  phases: RoundsOfPhase[];
}

/** A phase of it. */
export interface RoundsOfPhase {
  /** Title; empty: the test's only phase. */
  title: string;
  /** How its rounds ended. */
  sentence: string;
  /** Why cells are missing; empty: none are. */
  left_out: string;
  /** Labels of its cells, as in `random 4 KiB 0/100`. */
  labels: string[];
  /** What was measured. */
  found: RoundsPhase;
}

/** A phase of rounds of one drive; of repetitions the median one. */
export interface RoundsPhase {
  /** Index of the drive. */
  drive: number;
  test: string;
  /** Variant of the test, as in `spare-25`. */
  variant: string;
  phase: string;
  /** State that it started from. */
  state: string;
  /** What its test is about: IOPS, MB/s or latency. */
  value: TrackedValue;
  /** What ended the rounds. */
  ended: RoundsEnd;
  /** Number of whole rounds. */
  rounds: number;
  /** Maximum number of rounds. */
  rounds_max: number;
  /** The tracked cell; null: none decided. */
  tracked: TrackedCell | null;
  /** Means of each cell over the last five rounds, over all where none is tracked; in order. */
  cells: CellMean[];
  /** The cells that differ from the tracked one in their block size only, round by round. */
  convergence: Convergence[];
  /** Seconds of a round in which the host does nothing; null: none. */
  idle_s: number | null;
  /** Cells in time, where none is tracked. */
  slices: Slice[];
  /** Points of the demand curve: highest, middle, lowest. */
  points: DemandPoint[];
}

/** Value of a cell by which rounds are judged. */
export type TrackedValue =
  /** I/Os per second. */
  | "iops"
  /** MB/s. */
  | "mb-per-s"
  /** Mean latency. */
  | "latency-mean";

/** What ended rounds. */
export type RoundsEnd =
  /** The tracked cell was steady. */
  | "steady"
  /** Enough was written. */
  | "written"
  /** `--max-writes` was used up. */
  | "max-writes"
  /** There were `rounds_max`. */
  | "rounds-max"
  /** The user, or a failure. */
  | "interrupted";

/** The cell that decided. */
export interface TrackedCell {
  /** Place of the cell in the round, from 0. */
  cell: number;
  /** IOPS, MB/s or mean latency in µs. */
  value: TrackedValue;
  /** The value in each round. */
  rounds: number[];
  /** Round of the steady state, from 1; null: not reached. */
  reached_at_round: number | null;
  /** The last five rounds, in the unit of the value; null: there were fewer. */
  window: SteadyWindow | null;
  /** Whether rounds were shorter than the specification's. */
  is_short: boolean;
}

/** A cell over several rounds. */
export interface CellMean {
  /** Percent of reads. */
  read_percent: number;
  /** `random` or `sequential`. */
  pattern: string;
  block_bytes: number;
  threads: number;
  /** Per thread. */
  queue_depth: number;
  /** I/Os in flight. */
  in_flight: number;
  /** Means of its rounds. */
  iops: number;
  mb_per_s: number;
  latency_mean_us: number;
  /** The longest of all. */
  latency_max_us: number;
}

/** A cell round by round. */
export interface Convergence {
  read_percent: number;
  block_bytes: number;
  /** The value in each round. */
  rounds: number[];
}

/** A cell in time. */
export interface Slice {
  /** Seconds from the start of the phase to its end. */
  end_s: number;
  /** 10^9 bytes written in the phase until its end. */
  written_gb: number;
  iops: number;
  mb_per_s: number;
  latency_mean_us: number;
  latency_max_us: number;
}

/** A point of the demand curve, measured for itself. */
export interface DemandPoint {
  name: PointName;
  /** Threads. */
  threads: number;
  /** Queue depth per thread. */
  queue_depth: number;
  /** What was measured; its round is 0. */
  result: CellResult;
  /** Latency histogram: upper bound of each bin in µs, ten bins per decade, and its I/Os. */
  histogram: [number, number][];
}

/** Which point it is. */
export type PointName =
  /** Highest IOPS with a mean latency below the limit. */
  | "max"
  /** Nearest to the middle of the other two. */
  | "mid"
  /** One outstanding I/O. */
  | "min";

/** A cell in one round. */
export interface CellResult {
  /** Round, from 1. */
  round: number;
  /** Place of the cell in the round, from 0. */
  cell: number;
  /** When it began, in seconds from the start of the phase. */
  start_s: number;
  /** Seconds that it lasted. */
  duration_s: number;
  /** Completed I/Os. */
  ios: number;
  /** Completed bytes. */
  bytes: number;
  /** Bytes written in the phase until its end. */
  written_bytes: number;
  /** Mean latency, exact. */
  latency_mean_us: number;
  /** Median, to three digits. */
  latency_p50_us: number;
  /** 99th percentile, to three digits. */
  latency_p99_us: number;
  /** 99.9th percentile, to three digits. */
  latency_p999_us: number;
  /** 99.99th percentile, to three digits. */
  latency_p9999_us: number;
  /** 99.999th percentile, to three digits. */
  latency_p99999_us: number;
  /** Longest, exact. */
  latency_max_us: number;
  /** Mean power in watts. */
  power_mean_w?: number | null;
  /** Write amplification; simulated drives only. */
  write_amplification?: number | null;
}

/** What SNIA's rule of the steady state allows of the last five rounds. */
export interface SteadyLimits {
  /** Highest less lowest, in percent of the mean. */
  range_percent: number;
  /** The fitted line from first to last, in percent of the mean. */
  slope_percent: number;
}

/** A mark and the drive on whose bar it stands. */
export interface DriveMark {
  /** Number of the drive on the page. */
  drive: number;
  /** Test, as in a run's folder. */
  test: string;
  phase: string;
  /** Its variant, as in `spare-25`. */
  variant: string;
  /** What it is, and so its unit. */
  quantity: MarkQuantity;
  /** From here. */
  low: number;
  /** To here; equal to `low` where one figure was printed in a known unit. */
  high: number;
  /** The word that was printed with it; empty for a plain figure. */
  word: MarkBound;
  /** Whether the drive's model was fitted to it. */
  fitted: boolean;
  text: string;
  /**
   * Who printed it, under which title and when, as far as that is known; else the host of an
   * address, or a data sheet's name.
   */
  source: string;
  /** Its address; empty: none is known. */
  address: string;
  /** Under which conditions, and in which of them this run differs. */
  conditions: string;
  /**
   * The names of the conditions in which the bar's run differs, as in `alignment`; empty: in
   * none.
   */
  differs: string[];
}

/** What of a bar a mark stands beside. */
export type MarkQuantity =
  /** 10^6 bytes a second, over the whole phase. */
  | "throughput"
  /** Microseconds. */
  | "latency-mean"
  /** Microseconds. */
  | "latency-max"
  /** IOPS of the worst second of all, of a consistency run. */
  | "worst-second"
  /** 10^6 bytes a second in the slowest second of a pass over the drive. */
  | "slowest-second"
  /** IOPS of the worst second from 1400 s on. */
  | "steady-floor"
  /** IOPS on average from 1400 s on. */
  | "steady-mean"
  /** Watts, over the whole phase. */
  | "power";

/** How far a printed figure holds. Its names in JSON are the words that were printed. */
export type MarkBound =
  /** As it is, or from one figure to another. */
  | ""
  /** Around it. */
  | "about"
  /** From it on, and not far. */
  | "over"
  /** Below it, and not far. */
  | "up to"
  /** A bound from above. */
  | "at most"
  /** A bound from below. */
  | "more than"
  /** A bound from above. */
  | "less than";

/** A drive that readers know. Null: not printed. */
export interface Known {
  /** Its model. */
  model: string;
  /** MB/s of 4 KiB random reads. */
  random_read: Mark | null;
  /** Of such writes. */
  random_write: Mark | null;
  /** Of 128 KiB sequential reads. */
  sequential_read: Mark | null;
  /** Of such writes. */
  sequential_write: Mark | null;
}

/** A figure that was printed about a drive. */
export interface Mark {
  /** Test, as in a run's folder. */
  test: string;
  phase: string;
  /** Its variant, as in `spare-25`. */
  variant: string;
  /** What it is, and so its unit. */
  quantity: MarkQuantity;
  /** From here. */
  low: number;
  /** To here; equal to `low` where one figure was printed in a known unit. */
  high: number;
  /** The word that was printed with it; empty for a plain figure. */
  word: MarkBound;
  /** Whether the drive's model was fitted to it. */
  fitted: boolean;
  text: string;
  /**
   * Who printed it, under which title and when, as far as that is known; else the host of an
   * address, or a data sheet's name.
   */
  source: string;
  /** Its address; empty: none is known. */
  address: string;
  /** Under which conditions, and in which of them this run differs. */
  conditions: string;
  /**
   * The names of the conditions in which the bar's run differs, as in `alignment`; empty: in
   * none.
   */
  differs: string[];
}

/** A statement where the page shows it. */
export interface DriveStatement {
  /** Index of the drive that it is about. */
  drive: number;
  /**
   * Of the drive that it compares that with; null: it is no comparison, or one of the same
   * drive.
   */
  against: number | null;
  /** Id of its chart; null: no chart shows its test. */
  chart: string | null;
  /** What it is about, as in `mean latency, Torture test, write`. */
  what: string;
  /** What was measured, with its unit. */
  here: string;
  /** As in `published/`. */
  id: string;
  /** Catalogue name of the drive that it is about. */
  drive_name: string;
  /** Of the drive that it compares that with; null: it is no comparison. */
  against_name: string | null;
  /** Test; `NAME*`: all whose names begin so. */
  test: string;
  /** Its phase; empty: all of them. */
  phase: string;
  /** Variant of the test, as in a run's folder. */
  variant: string;
  quantity: StatementQuantity;
  printed: string;
  /** What was measured, in `unit`; of a comparison, the ratio. */
  value: number;
  unit: StatementUnit;
  holds: boolean;
  class: StatementClass;
  origin: StatementOrigin;
  /**
   * Whether a number that was fitted to another statement decides it: it is predicted, but
   * tests that fit rather than a mechanism.
   */
  decided_by_fit: boolean;
  /** Whether it counts: it is no input, and can be missed. */
  scored: boolean;
  /** Whether models are made without looking at it, so that it tests them. */
  set_aside: boolean;
  /** Who printed it, under which title and when, as far as that is known. */
  source: string;
  /** Its address; empty: none is known. */
  address: string;
  /** Number of the article that printed it, `000` to `004`; null: another source. */
  document: string | null;
  /** Conditions that are not the test's own, and of what it is compared with. */
  conditions: string;
  /** How the source was read; may be empty. */
  note: string;
  /** Why no mechanism reaches it; empty: not known. */
  cause: string;
}

/** What is taken of a measured phase. */
export type StatementQuantity =
  /** Bytes a second over the whole phase. */
  | "throughput"
  /** I/Os a second over the whole phase. */
  | "iops"
  /** Mean latency. */
  | "latency-mean"
  /** Median latency. */
  | "latency-p50"
  /** 99th percentile. */
  | "latency-p99"
  /** 99.999th percentile. */
  | "latency-p99999"
  /** The worst I/O. */
  | "latency-max"
  /** The least of all whole seconds. */
  | "worst-second"
  /** The least second from 1400 s on, where the reviews' second plot begins. */
  | "steady-floor"
  /** The mean from 1400 s on. */
  | "steady-mean"
  /** Standard deviation over mean of the seconds from 1400 s on. */
  | "steady-spread"
  /** Mean speed of the last quarter of a pass over that of its first quarter. */
  | "rise"
  /** Of a fill: bytes written when the SLC cache ends. */
  | "cache-end"
  /** Of a fill: speed until then. */
  | "cache-speed"
  /** Of a fill: speed from then until the next change. */
  | "after-cache-speed"
  /** Of a fill: mean speed from then on. */
  | "after-cache-mean"
  /** Of a fill: bytes written at cache speed again, in the longest such stretch. */
  | "cache-return"
  /** Of a fill: all bytes written at cache speed. */
  | "cache-total"
  /** Of a fill: bytes written when speed drops for a second time. */
  | "second-drop"
  /** Of a fill: speed of its last tenth. */
  | "last-speed"
  /**
   * Speed of the last of the passes after torture over that of the clean one: they end with the
   * first that has recovered, or after as many as the test has at most.
   */
  | "recovered-share"
  /** Mean power. */
  | "power-mean"
  /** Bytes programmed over bytes written. */
  | "write-amplification"
  /**
   * Of all phases of a test, the geometric mean of their bytes a second; of several tests, that
   * of theirs.
   */
  | "geometric-mean";

/** A unit as it is printed. */
export type StatementUnit =
  /** 2^20 bytes a second. */
  | "MiB/s"
  /** 10^6 bytes a second. */
  | "MB/s"
  /** Printed as MB/s by a tool whose basis is not known: the nearer counts. */
  | "MB/s or MiB/s"
  /** I/Os a second. */
  | "IOPS"
  /** Microseconds. */
  | "us"
  /** Milliseconds. */
  | "ms"
  /** Seconds. */
  | "s"
  /** 10^9 bytes. */
  | "GB"
  /** Watts. */
  | "W"
  /** A ratio, or a comparison. */
  | "times"
  /**
   * Of a comparison, by how many per cent the first is less. None is printed so: what was
   * printed is a ratio.
   */
  | "% less";

/** What a statement asks of a simulated drive. */
export type StatementClass =
  /** Nothing: the drive's file has it from that very source. */
  | "input"
  /** To be more or less than something, by however much. */
  | "sign"
  /** To come near a number. */
  | "number";

/** Whether a drive was fitted to a statement. */
export type StatementOrigin =
  /** A number of the drive's file was chosen so that it comes out. */
  | "fitted"
  /** Nothing was. */
  | "predicted";

/** A recommendation for one kind of use. */
export interface FinalWord {
  /** For whom, as in `Without TRIM (RAID, old systems)`. */
  whom: string;
  /**
   * Numbers of the drives on the page: one, or several that are level; none: no drive is
   * recommended.
   */
  drives: number[];
  /** Which, and why, a sentence. */
  text: string;
  /**
   * The same as a list, where it is too long to be read at once and has several parts; else
   * null.
   */
  list: List | null;
  /** Link to a chart, as of a judgement. */
  evidence: string;
  /** How it was decided. */
  rule: Rule;
  /**
   * Those of the drives whose models were fitted to published figures of the tests by which it
   * was decided: that rank is put in, not found.
   */
  fitted: number[];
  /** Drives about which nothing is said, each with the reason. */
  not_measured: string[];
}

/** A text that becomes a list on the page. */
export interface List {
  /** What stands before the colon. */
  head: string;
  /** What stands behind it, a line each. */
  items: string[];
}
