// Rows of a chart, each as high as it needs. ECharts has categories of one height only, so that
// here each pixel is one.
import type { CustomSeriesOption } from "echarts/charts";
import { BAR, FONT } from "./across";
import { textWidth, wrapped } from "./textwidth";
import { theme } from "./theme";

/** How far a row reaches from the middle of its bar, in pixels. */
export interface Reach {
  up: number;
  down: number;
}

export interface Rows {
  /** The pixel, from the top of the plot, in which the middle of each bar lies. */
  middles: number[];
  /** And that in which the next row begins. */
  ends: number[];
  height: number;
}

/** Below each other. */
export function stacked(reaches: Reach[]): Rows {
  const ends: number[] = [];
  const middles = reaches.map(({ up, down }) => {
    const middle = Math.ceil((ends.at(-1) ?? 0) + up);
    ends.push(Math.ceil(middle + down));
    return middle;
  });
  return { middles, ends, height: ends.at(-1) ?? 0 };
}

/** Their axis; a plot has their height. `lines`: whether one stands between two rows. */
export function rowAxis({ ends, height }: Rows, lines = false) {
  const { line } = theme();
  return {
    type: "category" as const,
    data: Array.from({ length: height }, (_, pixel) => pixel),
    inverse: true,
    axisLabel: { show: false },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: line } },
    splitLine: {
      show: lines,
      interval: (pixel: number): boolean => ends.includes(pixel),
      lineStyle: { color: line },
    },
  };
}

/** The axis of their values, from 0. */
export function valueAxis(step: number, top: number) {
  const { faint, line } = theme();
  return {
    type: "value" as const,
    min: 0,
    max: top,
    interval: step,
    axisLabel: { color: faint, hideOverlap: true },
    splitLine: { lineStyle: { color: line } },
  };
}

const NAME_FONT = "12px sans-serif";
/**
 * How wide a name left of its bar can be, also in a chart that is less than so wide; wider ones are
 * broken into lines, each so high.
 */
const NAME_WIDTH = 196;
const SHORT_NAME_WIDTH = 126;
const WIDE = 700;
const NAME_LINE = 14;

/** How wide names can be in a chart of that width, in pixels. */
export const roomOfNames = (width: number): number =>
  width < WIDE ? SHORT_NAME_WIDTH : NAME_WIDTH;

/** How far a name left of its bar reaches up and down from the bar's middle. */
export const reachOfName = (text: string, below = "", room = NAME_WIDTH): number =>
  ([text, below]
    .filter((one) => one !== "")
    .flatMap((one) => wrapped(one, room, `bold ${NAME_FONT}`)).length *
    NAME_LINE) /
  2;

/**
 * The drives' names, each with what is said of it: left of their bars, or on a narrow screen
 * `above` them.
 */
export function names(
  texts: { text: string; below?: string; bold: boolean }[],
  { middles }: Rows,
  above: boolean,
  room = NAME_WIDTH,
): CustomSeriesOption {
  const look = theme();
  const size = above ? FONT : NAME_FONT;
  return {
    type: "custom",
    silent: true,
    clip: false,
    tooltip: { show: false },
    encode: { y: 1 },
    data: middles.map((middle) => [0, middle]),
    renderItem: (params, api) => {
      const area = params.coordSys as unknown as { x: number; width: number };
      const bar = api.coord([0, middles[params.dataIndex] ?? 0])[1] ?? 0;
      const { text: name = "", below = "", bold = false } = texts[params.dataIndex] ?? {};
      const together = [name, below].filter((one) => one !== "").join(above ? ", " : "\n");
      // Above its bar there is one line.
      const text = above && textWidth(together, `bold ${size}`) > area.width ? name : together;
      const style = { text, font: bold ? `bold ${size}` : size, fill: look.text };
      return above
        ? { type: "text", x: area.x + 2, y: bar - BAR / 2 - 16, style }
        : {
            type: "text",
            x: area.x - 8,
            y: bar,
            style: {
              ...style,
              width: room,
              overflow: "break",
              lineHeight: NAME_LINE,
              align: "right",
              verticalAlign: "middle",
            },
          };
    },
  };
}
