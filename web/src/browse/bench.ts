// A comparison test by test, as values: what the tables, the pictures and the files say.
import { number, type Figure, type RunRow } from "./data";
import type { Drive } from "./drives";
import { judge, percent, sorted, type Judged, type Value } from "./verdict";
import type { Numbers } from "../tables";
import { better, listed } from "../wording/both";
import * as wording from "../wording/compare";

/** One test. */
export interface Bench {
  test: string;
  title: string;
  parts: Part[];
}

/** One figure of it: a bar a drive, all on one scale, best first. */
export interface Part {
  figure: Figure;
  /** What it is, and what is better. */
  heading: string;
  direction: string;
  most: number;
  bars: Bar[];
}

export interface Bar {
  drive: Drive;
  name: string;
  value: Value | null;
  judged: Judged;
  /**
   * The value with its unit and runs; the change from the first drive; how it stands to the best.
   */
  text: string;
  change: string;
  mark: string;
}

/**
 * All tests, in the order in which the first drive that has it was measured; and how many figures
 * one drive has alone.
 */
export function benches(
  drives: Drive[],
  titles: Record<string, string>,
  name: (row: RunRow) => string,
): { benches: Bench[]; alone: number } {
  const figures = new Map<string, Figure>();
  for (const drive of drives)
    for (const [key, { figure }] of drive.figures) if (!figures.has(key)) figures.set(key, figure);
  const tests = new Map<string, Bench>();
  let alone = 0;
  for (const [key, figure] of figures) {
    const values = drives.map((drive) => drive.figures.get(key)?.value ?? null);
    if (drives.length > 1 && values.filter(Boolean).length < 2) {
      alone += 1;
      continue;
    }
    const { test } = figure;
    const bench = tests.get(test) ?? {
      test,
      title: test === "price" ? wording.price : (titles[test] ?? test),
      parts: [],
    };
    tests.set(test, bench);
    bench.parts.push(part(drives, figure, values, name));
  }
  return { benches: [...tests.values()], alone };
}

function part(
  drives: Drive[],
  figure: Figure,
  values: (Value | null)[],
  name: (row: RunRow) => string,
): Part {
  const ways = waysOf(drives, figure.key);
  const judged = judge(
    values,
    figure.more_is_better,
    ways.map(({ exact }) => exact),
  );
  const bars = sorted(values, judged, figure.more_is_better).map((at): Bar => {
    const [drive, value, its] = [drives[at]!, values[at] ?? null, judged[at]!];
    const mark = drives.length < 2 ? "" : wording.verdicts[its.verdict];
    return {
      drive,
      name: name(drive.row),
      value,
      judged: its,
      text: value ? text(value, figure.unit) : "",
      change: drives.length < 2 || !value ? "" : change(at, its, values[0] ?? null),
      mark: its.verdict === "otherwise" ? wording.otherwise(ways[at]?.inWords ?? "") : mark,
    };
  });
  return {
    figure,
    heading: figure.label || wording.wholeTest,
    direction: listed(figure.unit, figure.more_is_better ? better.higher : better.lower),
    most: Math.max(...values.map((value) => value?.high ?? 0), Number.MIN_VALUE),
    bars,
  };
}

/**
 * How long the phase of each drive lasted, and over what it went: equal only where `exact` is.
 * Words are rounded, unless two ways would be one.
 */
function waysOf(drives: Drive[], key: string): { exact: string; inWords: string }[] {
  const of = (size: (bytes: number) => string) =>
    drives.map((drive) => {
      const { timed_s: seconds = null, span_bytes: bytes = null } =
        drive.figures.get(key)?.figure ?? {};
      const inWords = wording.way(
        seconds === null ? null : seconds.toLocaleString("en"),
        bytes === null ? null : size(bytes),
      );
      return { exact: JSON.stringify([seconds, bytes]), inWords };
    });
  const rounded = of((bytes) => `${number(bytes / 2 ** 30)} GiB`);
  const count = (what: string[]): number => new Set(what).size;
  const tells =
    count(rounded.map(({ inWords }) => inWords)) === count(rounded.map(({ exact }) => exact));
  return tells ? rounded : of((bytes) => wording.bytes(bytes.toLocaleString("en")));
}

function text(value: Value, unit: string): string {
  const [low, high] = [number(value.low), number(value.high)];
  const range = value.runs > 1 ? wording.ofRuns(low, high, value.runs) : "";
  return `${number(value.value)}${unit && ` ${unit}`}${range}`;
}

/** The change from the first drive, or why none is stated. */
function change(at: number, judged: Judged, first: Value | null): string {
  if (judged.change !== null) {
    const change = percent(judged.change);
    return judged.noise ? wording.withinNoise(change) : change;
  }
  if (judged.verdict === "otherwise") return wording.noChange.otherwise;
  if (at === 0) return wording.reference;
  return first === null ? wording.noChange.missing : wording.noChange.zero;
}

/** What a file of numbers says of a test, a row a bar. */
export function numbers(bench: Bench): Numbers {
  return {
    header: wording.table,
    rows: () =>
      bench.parts.flatMap(({ figure, heading, bars }) =>
        bars.map(({ drive, name, value, judged, mark }) => [
          heading,
          figure.unit,
          figure.more_is_better ? wording.more : wording.less,
          drive.letter,
          name,
          drive.row.suite,
          value?.value ?? null,
          value?.low ?? null,
          value?.high ?? null,
          value?.runs ?? null,
          judged.change,
          judged.change === null ? null : judged.noise ? wording.yes : wording.no,
          mark,
        ]),
      ),
  };
}
