// Which of several drives is the better in one figure, and whether that can be said at all.

/** One drive's figure: the median of its runs (the lower of two middles), and their lowest and highest. */
export interface Value {
  value: number;
  low: number;
  high: number;
  runs: number;
}

/** Of values, one a run. */
export function middle(values: number[]): Value | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  const value = sorted[Math.floor((sorted.length - 1) / 2)];
  if (low === undefined || high === undefined || value === undefined) return null;
  return { value, low, high, runs: sorted.length };
}

export type Verdict = "best" | "level" | "behind" | "missing" | "otherwise";

/**
 * Best: better than all others, its runs and theirs lying apart. Level: its runs overlap with those of the best, so
 * that they are not distinguishable (or the values are equal). Otherwise: the phase was measured in another way (of
 * `ways`, a word a drive: its length, and over what) than that of the first drive that has the figure, so that nothing is said.
 */
export function verdicts(values: (Value | null)[], moreIsBetter: boolean, ways: string[]): Verdict[] {
  const first = ways[values.findIndex((value) => value !== null)];
  const isAlike = (place: number): boolean => ways[place] === first;
  const better = (a: Value, b: Value): boolean => (moreIsBetter ? a.value > b.value : a.value < b.value);
  const present = values.filter((value, place): value is Value => value !== null && isAlike(place));
  const best = present.reduce<Value | undefined>((found, value) => (!found || better(value, found) ? value : found), undefined);
  const overlaps = (a: Value, b: Value): boolean => a.low <= b.high && b.low <= a.high;
  const level = (value: Value): boolean => best !== undefined && overlaps(value, best);
  const alone = present.filter(level).length === 1;
  return values.map((value, place) => {
    if (value === null) return "missing";
    if (!isAlike(place)) return "otherwise";
    if (!level(value)) return "behind";
    return alone ? "best" : "level";
  });
}
