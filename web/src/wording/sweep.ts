// The words of the page of a parameter sweep.
import type { Figure, Parameter, Value } from "../sweep/data";
import { number } from "../numbers";
import { better as betters, clauses, listed, range } from "./both";

export const themeButton = "Theme";
/** On the page and in pictures of its charts. */
export const badge = "Simulated";
export const allPoints = "Points";
export const failed = "Failed points";
export const figure = "Figure";
export const none = "–";

type Named = Pick<Parameter, "label" | "unit">;

/** Characters of a name in a chart. */
const LONG = 60;
export const clipped = (text: string, most = LONG): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** A label within a sentence; `GC policy` and `p99` stay. */
function within(label: string): string {
  const [first = "", second = ""] = label;
  const isCapitalized = second !== second.toUpperCase();
  return clipped(isCapitalized ? first.toLowerCase() + label.slice(1) : label);
}

// Counts.

const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;
const countOfPoints = (count: number): string => counted(count, "point", "points");
export const facts = (points: number, failed: number, version: string): string =>
  listed(
    countOfPoints(points),
    failed > 0 ? `${number(failed)} failed` : "",
    `fourcorners ${version}`,
  );
export const point = (index: number): string => `Point ${index}`;
export const points = (indices: number[]): string =>
  indices.length === 1 ? point(indices[0] ?? 0) : `Mean of ${countOfPoints(indices.length)}`;

// Values.

/** Characters of a unit. */
const UNIT = 16;
/** Digits that tell drawn values apart. */
const DIGITS = 5;
/** A parameter's value: whole numbers and texts as the sweep's file says them. */
export const value = (of: Value): string =>
  clipped(String(Number.isInteger(of) ? of : rounded(of)));
const rounded = (of: Value): Value =>
  typeof of === "number" && Number.isFinite(of) ? Number(of.toPrecision(DIGITS)) : of;
export const inUnit = (text: string, unit: string | null): string =>
  unit ? `${text} ${clipped(unit, UNIT)}` : text;
export const parameterValue = (of: Value, { unit }: Named): string =>
  Number.isFinite(of) ? inUnit(value(of), unit) : value(of);
export const figureValue = (of: number, { unit }: Named): string => inUnit(number(of), unit);
/** Values that a list still says one by one. */
const FEW = 5;
export const values = (all: Value[], unit: string | null): string => {
  const some = all.length > FEW ? [...all.slice(0, FEW), "…"] : all;
  return all.every((one) => Number.isFinite(one))
    ? inUnit(listed(...some.map(value)), unit)
    : listed(...some.map(value));
};
export const named = ({ label }: Named, text: string): string => `${clipped(label)}: ${text}`;
/** What tells a point from others: `28 %, greedy, seed 3`. */
export const pointName = (of: [Named, Value][]): string => listed(...of.map(valueName));
const valueName = ([parameter, of]: [Named, Value]): string =>
  Number.isFinite(of) && !parameter.unit
    ? `${within(parameter.label)} ${value(of)}`
    : parameterValue(of, parameter);
export const spread = (mean: string, low: string, high: string): string =>
  low === high ? mean : `${mean} (${range(low, high)})`;
export const moreLines = (count: number): string => `${count} more in the table`;

// Headings and axes.

export const axis = ({ label, unit }: Named, log: boolean): string =>
  listed(clipped(label), clipped(unit ?? "", UNIT), log ? "log scale" : "");
export const linesHeading = (y: Named, x: Named, series: Named | null): string =>
  series
    ? `${clipped(y.label)} by ${within(x.label)} and ${within(series.label)}`
    : `${clipped(y.label)} by ${within(x.label)}`;
export const heatMapHeading = (value: Named, x: Named, y: Named): string =>
  `${clipped(value.label)} by ${within(x.label)} and ${within(y.label)}`;
export const parallelHeading = (color: Named): string =>
  `Parameters and figures by ${within(color.label)}`;
export const paretoHeading = (x: Named, y: Named): string =>
  `Pareto front of ${within(x.label)} and ${within(y.label)}`;

// Notes.

const better = (of: Figure): string => (of.better ? betters[of.better] : "");
const sentence = (...parts: string[]): string => {
  const said = clauses(parts.filter(Boolean));
  return said && `${said[0]?.toUpperCase()}${said.slice(1)}.`;
};
const all = (names: string[]): string => {
  const [first, last] = [listed(...names.slice(0, -1)), names.at(-1) ?? ""];
  return first ? `${first} and ${last}` : last;
};
const average = (hidden: Named[]): string => {
  const names = hidden.map(({ label }) => within(label));
  return names.length > 0 ? `mean over ${all(names)}` : "";
};
const differing = (others: Named[]): string => {
  const names = others.map(({ label }) => within(label));
  return names.length > 0 ? `points differ in ${all(names)} too` : "";
};
const signs = { band: "band: minimum to maximum", whiskers: "whiskers: minimum to maximum" };
export const linesNote = (
  figure: Figure,
  series: Named | null,
  others: Named[],
  hidden: Named[],
  sign: keyof typeof signs | null,
  left: number,
): string =>
  sentence(
    figure.unit ? `in ${figure.unit}` : "",
    better(figure),
    series ? `lines: ${within(series.label)}` : "",
    differing(others),
    average(hidden),
    sign ? signs[sign] : "",
    left > 0 ? `${number(left)} more lines are not drawn` : "",
  );
export const heatMapNote = (
  figure: Figure,
  hidden: Named[],
  log: boolean,
  missing: boolean,
): string =>
  sentence(
    better(figure),
    average(hidden),
    log ? "log color scale" : "",
    missing ? "×: no value" : "",
  );
export const parallelNote = (color: Named): string =>
  sentence(`color: ${axis(color, false)}`, "drag along an axis to select points");
export const paretoNote = (x: Figure, y: Figure, color: Named | null): string =>
  sentence(
    [x, y].map((one) => `${within(one.label)}: ${better(one)}`).join(", "),
    color ? `color: ${axis(color, false)}` : "",
    "pale: dominated points",
  );
export const noValues = ({ label }: Named): string => `No point has a value of ${within(label)}.`;
export const noPairs = (x: Named, y: Named): string =>
  `No point has values of both ${within(x.label)} and ${within(y.label)}.`;

// What screen readers say.

export const linesSentence = (heading: string, each: string[]): string =>
  `${heading}: ${clauses(each)}.`;
export const line = (name: string, from: string, to: string): string =>
  listed(name, from === to ? from : range(from, to));
export const heatMapSentence = (heading: string, low: string, high: string): string =>
  `${heading}: ${range(low, high)}.`;
export const parallelSentence = (heading: string, count: number): string =>
  `${heading}: ${countOfPoints(count)}.`;
export const paretoSentence = (heading: string, front: number, all: number): string =>
  `${heading}: ${number(front)} of ${countOfPoints(all)}.`;

// Tables.

export const pointColumn = "Point";
export const reason = "Reason";
export const meanOf = (of: Named): string => listed("Mean", axis(of, false));
export const low = "minimum";
export const high = "maximum";
export const countColumn = "points";
export const onFront = "Pareto front";
export const yes = "yes";
export const no = "no";
export const column = (of: Named): string => axis(of, false);
export const frontTable = "Points of the front";
export const more = (count: number): string => `${number(count)} more in `;
export const selected = (count: number, all: number): string =>
  `${number(count)} of ${countOfPoints(all)} selected`;
