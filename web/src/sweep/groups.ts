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

/** The parameters in which points of a group differ; some vary only with those that are shown. */
export function hiddenIn(data: SweepData, shown: (Parameter | null)[]): Parameter[] {
  const place = (point: number): string =>
    JSON.stringify(shown.map((one) => one?.values[point] ?? null));
  const differs = ({ values }: Parameter): boolean => {
    const first = new Map<string, Value>();
    return values.some((value, point) => {
      const known = first.get(place(point)) ?? value;
      first.set(place(point), known);
      return known !== value;
    });
  };
  return data.parameters.filter((one) => !shown.includes(one) && differs(one));
}
