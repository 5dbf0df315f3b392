// Small plots side by side in one chart: where each stands, and the title above it.
import type { CustomSeriesOption } from "echarts/charts";
import { FONT } from "./across";
import { theme } from "./theme";

export const TITLE_FONT = "bold 12px sans-serif";
const LINE = 15;

/** A plot of a chart, in pixels from the chart's top left. */
export interface Panel {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first lines stand bold above a panel, the last ones plain. */
export interface Title {
  bold: string[];
  plain: string[];
}

/** What stands around each panel of a grid, in pixels. */
export interface Around {
  left: number;
  right: number;
  /** Lines of the titles. */
  lines: number;
  bottom: number;
}

/** Panels in rows of so many; `first`: more room left of the first of a row, as for names. */
export function panels(
  count: number,
  columns: number,
  width: number,
  plot: number,
  around: Around,
  first = 0,
): { each: Panel[]; height: number } {
  const above = around.lines * LINE + 8;
  const row = above + plot + around.bottom;
  const cell = (width - first) / columns;
  const each = Array.from({ length: count }, (_, index) => ({
    left: first + (index % columns) * cell + around.left,
    top: Math.floor(index / columns) * row + above,
    width: cell - around.left - around.right,
    height: plot,
  }));
  return { each, height: Math.ceil(count / columns) * row };
}

/** Where a panel stands, as the chart has to be told. */
export const grid = ({ left, top, width, height }: Panel) => ({
  left,
  top,
  width,
  height,
  outerBoundsMode: "none" as const,
});

/** Their titles: the nth belongs to the nth grid of the chart. */
export function titles(texts: Title[]): CustomSeriesOption[] {
  const look = theme();
  return texts.map(({ bold, plain }, index) => ({
    type: "custom",
    xAxisIndex: index,
    yAxisIndex: index,
    silent: true,
    clip: false,
    tooltip: { show: false },
    // One item, which no axis has to place.
    data: [[0, 0]],
    renderItem: (params) => {
      const area = params.coordSys as unknown as { x: number; y: number };
      const lines = [...bold, ...plain];
      return {
        type: "group",
        children: lines.map((text, line) => ({
          type: "text" as const,
          x: area.x,
          y: area.y - 6 - (lines.length - line) * LINE,
          style:
            line < bold.length
              ? { text, font: TITLE_FONT, fill: look.text }
              : { text, font: FONT, fill: look.faint },
        })),
      };
    },
  }));
}
