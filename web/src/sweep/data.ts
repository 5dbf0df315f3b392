// The data of a sweep's page, and what is asked of it. Embedded as compressed JSON.
import { embedded } from "../embedded";

import type { Chart, Figure, NumberOrText, SweepData } from "./generated";

export type { Chart, Failed, Figure, Parameter, SweepData } from "./generated";
export type Value = NumberOrText;
export type LinesChart = Extract<Chart, { kind: "lines" }>;
export type HeatMapChart = Extract<Chart, { kind: "heat-map" }>;
export type ParallelChart = Extract<Chart, { kind: "parallel" }>;
export type ParetoChart = Extract<Chart, { kind: "pareto" }>;

export const read = (): SweepData => embedded<SweepData>();

/** Indices of all points. */
export const pointsOf = (data: SweepData): number[] => [
  ...(data.parameters[0]?.values.keys() ?? []),
];

/** What has that key; the program checks charts before it writes a page. */
export function keyed<T extends { key: string }>(all: T[], key: string): T {
  const found = all.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
}

/** The values that occur: numbers in ascending order, texts in the order of the points. */
export function distinct(values: Value[]): Value[] {
  const all = [...new Set(values)];
  return isNumeric(all) ? all.sort((a, b) => a - b) : all;
}

export const isNumeric = (values: Value[]): values is number[] =>
  values.every((value) => typeof value === "number");

/** Least and greatest; of nothing, 0 and 0. */
export function extent(values: number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low <= high ? [low, high] : [0, 0];
}

export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A figure's values of some points, without those that have none. */
export const recorded = (figure: Figure, points: number[]): number[] =>
  points.flatMap((point) => figure.values[point] ?? []);

/** Above this ratio of greatest to least, values are told apart on a log scale only. */
const WIDE = 30;

export const isLog = ([low, high]: [number, number]): boolean => low > 0 && high / low >= WIDE;
