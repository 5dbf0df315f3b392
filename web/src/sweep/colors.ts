// Colors of values: of few, those of the page's charts; of many, a scale.
import type { VisualMapComponentOption } from "echarts/components";
import { isDark, mixed, theme } from "../theme";
import { type Parameter, type Value, distinct, extent, isNumeric } from "./data";

/** Viridis: equal steps look equal, also to the color-blind and on paper. */
const VIRIDIS = ["#440154", "#414487", "#2a788e", "#22a884", "#7ad151", "#fde725"];

/** Colors of areas. */
export const areas = (): string[] => VIRIDIS;
/** Colors of lines and points, without the end that the background swallows. */
export const strokes = (): string[] => (isDark() ? VIRIDIS.slice(1) : VIRIDIS.slice(0, 5));

/** The color of a share between 0 and 1. */
export function along(ramp: string[], share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const from = Math.min(Math.floor(place), ramp.length - 2);
  return mixed(ramp[from + 1] ?? "#888888", ramp[from] ?? "#888888", place - from);
}

/** Whether black or white text is read on a color: by its luminance. */
export function textOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (place) => (parseInt(color.slice(place, place + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
}

/** The most values that have a color of their own. */
const OWN = 8;

/** Whether a parameter has too many numbers for colors of their own. */
export function isScale({ values }: Parameter): boolean {
  const all = distinct(values);
  return all.length > OWN && isNumeric(all);
}

/** The color of each value. */
export function colorOf(parameter: Parameter): (value: Value) => string {
  const all = distinct(parameter.values);
  if (!isScale(parameter)) {
    const places = new Map(all.map((value, place) => [value, place]));
    return (value) => theme().drive(places.get(value) ?? 0);
  }
  const [low, high] = extent(all as number[]);
  return (value) => along(strokes(), (Number(value) - low) / (high - low));
}

/** Values are told apart without their colors. */
const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect"];
export const symbol = (index: number): string => SYMBOLS[index % SYMBOLS.length] ?? "circle";

/** A color scale with its legend: of a dimension of some series. */
export function colorScale(
  [low, high]: [number, number],
  ends: [low: string, high: string],
  ramp: string[],
  dimension: number,
  seriesIndex: number[],
): VisualMapComponentOption {
  const look = theme();
  return {
    type: "continuous",
    // Nothing to tell apart.
    show: low < high,
    // One value has the color of the middle.
    min: low < high ? low : low - 1,
    max: low < high ? high : high + 1,
    dimension,
    seriesIndex,
    calculable: false,
    orient: "horizontal",
    left: 0,
    top: 0,
    padding: 0,
    itemWidth: 12,
    itemHeight: 150,
    text: [ends[1], ends[0]],
    textStyle: { color: look.text },
    inRange: { color: ramp },
    outOfRange: { color: look.line },
  };
}
