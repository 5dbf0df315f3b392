// What charts of speeds along something share: their axes, and a legend of lines.
import type { LegendComponentOption, XAXisComponentOption, YAXisComponentOption } from "echarts";
import { short } from "./numbers";
import { theme } from "./theme";

/** Dashes of lines that differ in color, too: a drive has the same in each chart. */
export const DENSE = ["solid", [10, 3], [4, 2], [10, 3, 3, 3]] as const;

/** The axis along which speeds are drawn, to its end. */
export function along(name: string, max?: number): XAXisComponentOption {
  const look = theme();
  return {
    type: "value",
    min: 0,
    ...(max === undefined ? {} : { max }),
    name,
    nameLocation: "middle",
    nameGap: 26,
    nameTextStyle: { color: look.faint },
    axisLabel: { color: look.faint, hideOverlap: true, showMaxLabel: false },
    splitLine: { lineStyle: { color: look.line } },
  };
}

/** Speeds from 0 on. */
export function speeds(step: number, top: number): YAXisComponentOption {
  const look = theme();
  return {
    type: "value",
    min: 0,
    max: top,
    interval: step,
    axisLabel: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
}

/** The same on a scale of factors. */
export function factors(bottom: number, top: number): YAXisComponentOption {
  const look = theme();
  return {
    type: "log",
    min: bottom,
    max: top,
    axisLabel: { color: look.faint, formatter: short },
    splitLine: { lineStyle: { color: look.line } },
  };
}

/** Names of lines above them, each with its dashes and without symbols. */
export function legendOf(names: string[]): LegendComponentOption {
  return {
    top: 0,
    left: 0,
    itemWidth: 36,
    itemStyle: { opacity: 0 },
    textStyle: { color: theme().text },
    data: names,
  };
}
