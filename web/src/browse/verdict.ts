// Which of several drives is the better in one figure, how far each lies from the first, and
// whether that can be said at all: the rules of `fourcorners compare`
// (crates/report/src/comparison.rs and spread.rs).

/**
 * One drive's figure: the median of its runs (the lower of two middles), and the ends of the
 * interval around it.
 */
export interface Value {
  value: number;
  low: number;
  high: number;
  runs: number;
}

/**
 * Up to so many runs the interval goes from the lowest to the highest; too few for any other that
 * holds the median in 95 % of cases.
 */
const FEW_RUNS = 5;

/**
 * Rank, from 1, of the run at which the interval of the median begins; it ends as far from the
 * other end.
 */
function lowestRank(runs: number): number {
  if (runs <= FEW_RUNS) return 1;
  // How many runs lie below the true median is binomial; in logarithms, as 2 to the power of
  // thousands fits no number.
  let [rank, ways, beyond] = [1, 0, 0];
  for (let below = 0; below < Math.floor(runs / 2); below += 1) {
    beyond += Math.exp(ways - runs * Math.LN2);
    if (2 * beyond > 0.05) break;
    rank = below + 1;
    ways += Math.log((runs - below) / (below + 1));
  }
  return rank;
}

/** Of values, one a run. */
export function middle(values: number[]): Value | null {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = lowestRank(sorted.length);
  const [low, high] = [sorted[rank - 1], sorted.at(-rank)];
  const value = sorted[Math.floor((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined || value === undefined) return null;
  return { value, low, high, runs: sorted.length };
}

export type Verdict = "best" | "level" | "behind" | "alone" | "missing" | "otherwise";

/** What is said of one drive's figure. */
export interface Judged {
  verdict: Verdict;
  /**
   * Change from the first drive in per cent; null of the first itself, and where none is stated.
   */
  change: number | null;
  /** Whether repeated runs do not tell it from the first drive's. */
  noise: boolean;
}

const meets = (a: Value, b: Value): boolean => a.low <= b.high && b.low <= a.high;

/**
 * Best: better than all others, its interval and theirs lying apart. Level: its interval meets that
 * of the best, so that they are not distinguishable (or the values are equal). Otherwise: the phase
 * was measured in another way (of `ways`, one a drive: its length, and over what) than that of the
 * first drive that has the figure, so that nothing is said.
 */
export function judge(values: (Value | null)[], moreIsBetter: boolean, ways: string[]): Judged[] {
  const first = ways[values.findIndex((value) => value !== null)];
  const isAlike = (place: number): boolean => ways[place] === first;
  const present = values.filter((value, place): value is Value => value !== null && isAlike(place));
  const best = present.reduce<Value | undefined>(
    (found, value) => (!found || isBetter(value, found, moreIsBetter) ? value : found),
    undefined,
  );
  const level = (value: Value): boolean => best !== undefined && meets(value, best);
  const apart = present.filter(level).length === 1;
  const base = values[0] ?? null;
  return values.map((value, place) => {
    if (value === null) return { verdict: "missing", change: null, noise: false };
    if (!isAlike(place)) return { verdict: "otherwise", change: null, noise: false };
    const verdict =
      present.length === 1 ? "alone" : !level(value) ? "behind" : apart ? "best" : "level";
    if (place === 0 || base === null || base.value === 0)
      return { verdict, change: null, noise: false };
    // Single runs have no interval: how far apart they may lie by chance nobody knows.
    const repeated = base.low < base.high || value.low < value.high;
    return {
      verdict,
      change: (value.value / base.value - 1) * 100,
      noise: repeated && meets(value, base),
    };
  });
}

const isBetter = (a: Value, b: Value, moreIsBetter: boolean): boolean =>
  moreIsBetter ? a.value > b.value : a.value < b.value;

/**
 * Places of drives as their bars stand: best first, equal ones as they were picked; then what was
 * measured otherwise; then what was not.
 */
export function sorted(
  values: (Value | null)[],
  judged: Judged[],
  moreIsBetter: boolean,
): number[] {
  const rank = (place: number): number =>
    values[place] ? (judged[place]?.verdict === "otherwise" ? 1 : 0) : 2;
  return values
    .map((_, place) => place)
    .sort((a, b) => {
      const [left, right] = [values[a], values[b]];
      if (rank(a) !== rank(b) || !left || !right) return rank(a) - rank(b) || a - b;
      return isBetter(left, right, moreIsBetter)
        ? -1
        : isBetter(right, left, moreIsBetter)
          ? 1
          : a - b;
    });
}

/** A change as it is read. */
export function percent(change: number): string {
  const size = Math.abs(change);
  if (size < 0.05) return "0 %";
  // As a whole number it would be all.
  if (change <= -99.5 && change > -100) return `×${(change / 100 + 1).toPrecision(2)}`;
  if (change >= 999.5)
    return `×${(change / 100 + 1).toLocaleString("en", { maximumSignificantDigits: 3 })}`;
  return `${change < 0 ? "−" : "+"}${size.toFixed(size < 9.95 ? 1 : 0)} %`;
}
