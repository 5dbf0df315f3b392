// A plot of lines on two axes, each of them linear or logarithmic: what SNIA's tests are shown as.
import { draw } from "../charts";
import { number } from "../numbers";
import { textWidth } from "../textwidth";
import { theme } from "../theme";
import * as wording from "../wording/rounds";

export interface Axis {
  name: string;
  log?: boolean;
  /** Base of the ticks of a logarithmic axis; default: 10. */
  base?: number;
  format: (value: number) => string;
  min?: number;
  max?: number;
}

export interface Line {
  name: string;
  points: [number, number][];
  /** Of the drive's color; none: that of faint text. */
  share?: number;
  dash?: "dashed" | "dotted";
  /** Points without a line. */
  dots?: boolean;
  /** Whether its name stands at its points. */
  named?: boolean;
}

export interface Plot {
  drive: number;
  x: Axis;
  y: Axis;
  lines: Line[];
  /** Names of lines, at the right; none: the caption says what they are. */
  legend?: string[];
  /** What a screen reader says. */
  sentence: string;
}

const FONT = 11;
/** With a name in the legend: its sign, and the gaps around both. */
const SIGN = 26;
const GAPS = 18;

export function drawPlot(id: string, { drive, x, y, lines, legend = [], sentence }: Plot): void {
  const look = theme();
  const isShown = ([, value]: [number, number]): boolean => !y.log || value > 0;
  const axis = (of: Axis) => ({
    type: of.log ? ("log" as const) : ("value" as const),
    ...(of.base === undefined ? {} : { logBase: of.base }),
    ...(of.min === undefined ? {} : { min: of.min }),
    ...(of.max === undefined ? {} : { max: of.max }),
    axisLabel: { color: look.faint, hideOverlap: true, formatter: of.format },
    nameTextStyle: { color: look.faint },
  });
  const widest = Math.max(0, ...legend.map((name) => textWidth(name, `${FONT}px sans-serif`)));
  const isDots = (name: string): boolean => lines.some((line) => line.dots && line.name === name);
  const colour = (line: Line): string =>
    line.share === undefined ? look.faint : look.drive(drive, line.share);
  draw(
    id,
    {
      grid: {
        left: 52,
        right: legend.length > 0 ? widest + SIGN + GAPS : 14,
        top: 14,
        bottom: 40,
      },
      ...(legend.length > 0
        ? {
            legend: {
              orient: "vertical" as const,
              right: 0,
              top: 8,
              padding: 0,
              itemWidth: SIGN,
              itemHeight: 8,
              itemGap: 6,
              textStyle: { color: look.faint, fontSize: FONT },
              // Of a line its dashes are seen, of dots a dot.
              data: legend.map((name) => ({ name, itemStyle: { opacity: isDots(name) ? 1 : 0 } })),
            },
          }
        : {}),
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (mark) => {
          const one = Array.isArray(mark) ? mark[0] : mark;
          const [at = 0, value = 0] = (one?.value as number[] | undefined) ?? [];
          return wording.tip(one?.seriesName ?? "", x.format(at), number(value));
        },
      },
      xAxis: {
        ...axis(x),
        name: x.name,
        nameLocation: "middle",
        nameGap: 24,
        splitLine: { show: false },
      },
      yAxis: { ...axis(y), splitLine: { lineStyle: { color: look.line } } },
      series: lines.map((line) =>
        line.dots
          ? {
              type: "scatter" as const,
              name: line.name,
              data: line.points.filter(isShown),
              symbolSize: line.points.length > 200 ? 3 : 7,
              itemStyle: { color: colour(line) },
              label: {
                show: line.named === true,
                formatter: line.name,
                position: "top" as const,
                color: look.text,
                fontSize: FONT,
                textBorderColor: look.background,
                textBorderWidth: 3,
              },
              z: 4,
            }
          : {
              type: "line" as const,
              name: line.name,
              data: line.points.filter(isShown),
              symbol: line.points.length > 60 ? "none" : "circle",
              symbolSize: 4,
              color: colour(line),
              lineStyle: { width: 1.5, type: line.dash ?? ("solid" as const), color: colour(line) },
            },
      ),
    },
    sentence,
    {
      header: wording.table(x.name, y.name),
      rows: () => lines.flatMap((line) => line.points.map(([at, value]) => [line.name, at, value])),
      long: lines.reduce((all, line) => all + line.points.length, 0) > 200,
    },
  );
}
