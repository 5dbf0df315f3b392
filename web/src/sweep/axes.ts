// Axes of parameters and of figures.
import { number, short } from "../numbers";
import { theme } from "../theme";
import * as wording from "../wording/sweep";
import { type Figure, type Parameter, type Value, distinct, extent, isNumeric } from "./data";
import { round } from "../sweeps";

/** The most values of a parameter that are each named on its axis. */
const NAMED = 16;
/** Pixels of a name on an axis. */
const WIDE = 110;
/** In less room, names are left out instead of shortened. */
const NARROW = 24;

/** The values of a parameter along an axis. */
export interface Along {
  values: Value[];
  /** Each value has a place of its own, at equal distances. */
  isCategory: boolean;
  /** The place of a value. */
  at: (value: Value) => number;
}

export function along({ values }: Parameter, isCategory = false): Along {
  const all = distinct(values);
  // A single number has no scale.
  if (!isCategory && isNumeric(all) && all.length > 1)
    return { values: all, isCategory: false, at: Number };
  const places = new Map(all.map((value, place) => [value, place]));
  return { values: all, isCategory: true, at: (value) => places.get(value) ?? 0 };
}

/** The plot's place, whatever its axes are called. */
export const grid = <T>(sides: T) => ({ ...sides, outerBoundsMode: "none" as const });

const common = (name: string, room: number) => ({
  name,
  nameLocation: "middle" as const,
  nameGap: 28,
  nameTruncate: { maxWidth: room },
  nameTextStyle: { color: theme().faint },
  splitLine: { show: false },
  axisLine: { lineStyle: { color: theme().faint } },
});

const label = (width: number) => ({
  color: theme().faint,
  hideOverlap: true,
  width,
  overflow: "truncate" as const,
});

/** Whether a log scale can hold values. */
const fits = (values: number[]): boolean => values.every((value) => value > 0);

const isPower = (value: number): boolean => Number.isInteger(Math.log2(value));

/** An axis of a parameter of that length; `width`: pixels from one value to the next. */
export function parameterAxis(
  parameter: Parameter,
  of: Along,
  log: boolean,
  room: number,
  width = WIDE,
) {
  const name = wording.axis(parameter, false);
  if (of.isCategory)
    return {
      ...common(name, room),
      type: "category" as const,
      data: of.values.map(wording.value),
      axisLabel: label(width < NARROW ? WIDE : Math.min(width, WIDE)),
      axisTick: { show: false },
    };
  const numbers = of.values as number[];
  const [min, max] = extent(numbers);
  const customValues = numbers.length <= NAMED ? numbers : undefined;
  const scale =
    log && fits(numbers)
      ? { type: "log" as const, logBase: numbers.every(isPower) ? 2 : 10 }
      : { type: "value" as const };
  return {
    ...common(wording.axis(parameter, scale.type === "log"), room),
    ...scale,
    min,
    max,
    axisTick: { customValues },
    axisLabel: {
      ...label(WIDE),
      customValues,
      formatter: customValues ? wording.value : short,
    },
  };
}

/** An axis of a figure, for these values; `room`: pixels for its name; without, it has none. */
export function figureAxis(figure: Figure, values: number[], wanted: boolean, room?: number) {
  const [low, high] = extent(values);
  const log = wanted && fits(values);
  const scale = log
    ? { type: "log" as const, min: round(low, false), max: round(Math.max(high, low * 10), true) }
    : { type: "value" as const, scale: low < 0 };
  return {
    ...common(room === undefined ? "" : wording.axis(figure, log), room ?? 0),
    ...scale,
    axisLabel: { color: theme().faint, hideOverlap: true, formatter: tick },
    splitLine: { lineStyle: { color: theme().line } },
  };
}

/** A number on an axis. */
export const tick = (value: number): string => (value < 0 ? number(value) : short(value));
