// Means in a plot with the value upwards: a thin line across what they are of, and the figure
// behind the right edge.
import type { CustomSeriesOption } from "echarts/charts";
import { FONT } from "./across";
import { number } from "./numbers";
import { textWidth } from "./textwidth";
import { theme } from "./theme";
import { mean as inWords } from "./wording/charts";

/** A mean, in the unit of the plot. */
export interface Mean {
  value: number;
  /** What its figure is called, where it is no mean. */
  called?: (figure: string) => string;
  colour: string;
  dash: "solid" | "dashed" | "dotted";
}

export const MEAN = "mean";
const DASHES: Record<Mean["dash"], number[] | undefined> = {
  solid: undefined,
  dashed: [8, 4],
  dotted: [2, 3],
};
/** Published marks stand out of the plot so far, and a label begins behind them. */
const MARKS = 16;
const LINE = 13;

const labelOf = (mean: Mean): string => (mean.called ?? inWords)(number(mean.value));

/** Those that lie on a scale up to `top`. */
const on = (means: Mean[], top: number): Mean[] =>
  means.filter(({ value }) => value > 0 && value <= top);

/** How much room their labels need right of the plot. */
export function roomFor(means: Mean[], top: number): number {
  const widths = on(means, top).map((mean) => textWidth(labelOf(mean)));
  return widths.length === 0 ? 0 : MARKS + Math.ceil(Math.max(...widths)) + 4;
}

/**
 * Heights as near to the wanted ones as lines of text can stand between two others, in pixels
 * downwards.
 */
export function spread(wanted: number[], from: number, to: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const found = [...wanted];
  let above = from - LINE;
  for (const index of order) found[index] = above = Math.max(found[index] ?? 0, above + LINE);
  let below = to + LINE;
  for (const index of order.reverse())
    found[index] = below = Math.min(found[index] ?? 0, below - LINE);
  return found;
}

/** Draws those that lie on a scale up to `top`. */
export function meanLines(means: Mean[], top: number): CustomSeriesOption {
  const look = theme();
  const shown = on(means, top);
  return {
    type: "custom",
    name: MEAN,
    z: 4,
    clip: false,
    silent: true,
    tooltip: { show: false },
    encode: { y: 0 },
    data: shown.map(({ value }) => [value]),
    renderItem: (params, api) => {
      const mean = shown[params.dataIndex];
      if (!mean) return null;
      const area = params.coordSys as unknown as {
        x: number;
        y: number;
        width: number;
        height: number;
      };
      const heights = shown.map(({ value }) => api.coord([0, value])[1] ?? 0);
      const y = heights[params.dataIndex] ?? 0;
      const right = area.x + area.width;
      const lineDash = DASHES[mean.dash];
      const beside = spread(heights, area.y, area.y + area.height)[params.dataIndex] ?? y;
      return {
        type: "group",
        children: [
          // Its end leads to its figure: several of one height stand one below the other.
          {
            type: "polyline",
            shape: {
              points: [
                [area.x, y],
                [right, y],
                [right + MARKS - 3, beside],
              ],
            },
            style: {
              fill: "none",
              stroke: mean.colour,
              lineWidth: 1,
              ...(lineDash ? { lineDash } : {}),
            },
          },
          {
            type: "text",
            x: right + MARKS,
            y: beside,
            style: {
              text: labelOf(mean),
              font: FONT,
              fill: look.text,
              stroke: look.background,
              lineWidth: 2,
              verticalAlign: "middle",
            },
          },
        ],
      };
    },
  };
}
