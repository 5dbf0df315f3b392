// Points that a chart shows as one: they differ only in parameters that it does not show.
import {
  type Figure,
  type Parameter,
  type Value,
  distinct,
  extent,
  mean,
  pointsOf,
  recorded,
  type SweepData,
} from "./data";

/** Points in one place of a chart. */
export interface Group {
  x: Value;
  points: number[];
  /** Null: no point has a value. */
  mean: number | null;
  low: number;
  high: number;
}

function group(x: Value, points: number[], figure: Figure): Group {
  const values = recorded(figure, points);
  const [low, high] = extent(values);
  return { x, points, mean: values.length > 0 ? mean(values) : null, low, high };
}

/** Rows of groups, each in the order of x; a row per value of the other parameter. */
export interface Row {
  value: Value | null;
  groups: Group[];
}

export function rows(data: SweepData, x: Parameter, by: Parameter | null, figure: Figure): Row[] {
  const found = new Map<Value | null, Map<Value, number[]>>();
  for (const point of pointsOf(data)) {
    const row = by?.values[point] ?? null;
    const at = x.values[point] ?? "";
    const places = found.get(row) ?? new Map<Value, number[]>();
    found.set(row, places);
    const there = places.get(at);
    if (there) there.push(point);
    else places.set(at, [point]);
  }
  const xs = distinct(x.values);
  return (by ? distinct(by.values) : [null]).map((value) => {
    const places = found.get(value);
    const groups = xs.flatMap((at) => {
      const points = places?.get(at);
      return points ? [group(at, points, figure)] : [];
    });
    return { value, groups };
  });
}

/** The parameters in which points of a group differ. */
export const hiddenIn = (data: SweepData, shown: (Parameter | null)[]): Parameter[] =>
  data.parameters.filter((one) => !shown.includes(one) && distinct(one.values).length > 1);
