// A figure over a parameter: a line per value of another, with the range of what it averages.
import type { CustomSeriesOption, LineSeriesOption } from "echarts/charts";
import { draw } from "../charts";
import { theme } from "../theme";
import * as wording from "../wording/sweep";
import { type Along, along, figureAxis, grid, parameterAxis } from "./axes";
import { colorOf, symbol } from "./colors";
import { type LinesChart, type SweepData, keyed, recorded } from "./data";
import { type Group, type Row, hiddenIn, rows } from "./groups";
import { legend, underLegend } from "./legend";
import { type Place, choice } from "./place";
import { tip, tooltip } from "./tip";

/** More lines are not drawn. */
const MOST = 50;
/** Points of a line that still have symbols. */
const WITH_SYMBOLS = 100;
const CAP = 4;
/** Pixels of a sign in the legend: a piece of line. */
const SIGN = 22;
/** Bands of all lines together hide nothing. */
const OPAQUE = 0.5;

export function lines(data: SweepData, chart: LinesChart, place: Place): () => void {
  const first = keyed(data.figures, chart.y);
  // What has a chart of its own is no choice here.
  const others = data.charts.filter((other) => other.kind === "lines" && other.x === chart.x);
  const elsewhere = new Set(others.map((other) => (other as LinesChart).y));
  const free = data.figures.filter((figure) => figure === first || !elsewhere.has(figure.key));
  const chosen = choice(place, free, first, () => redraw());
  const redraw = (): void => {
    const figure = chosen();
    const x = keyed(data.parameters, chart.x);
    const series = chart.series === null ? null : keyed(data.parameters, chart.series);
    const all = rows(data, x, series, figure).filter(({ groups }) =>
      groups.some((group) => group.mean !== null),
    );
    const shown = all.slice(0, MOST);
    const heading = wording.linesHeading(figure, x, series);
    place.heading(heading);
    place.instead(all.length === 0 ? wording.noValues(figure) : "");
    const ranges = all.some(({ groups }) => groups.some(({ low, high }) => low < high));
    const of = along(x);
    const isMean = all.some(({ groups }) => groups.some(({ points }) => points.length > 1));
    const hidden = isMean && !data.is_drawn ? hiddenIn(data, [x, series]) : [];
    // A line between points that differ in all else would look like a trend.
    const others = data.is_drawn
      ? data.parameters.filter((one) => one !== x && one !== series)
      : [];
    const sign = of.isCategory || others.length > 0 ? ("whiskers" as const) : ("band" as const);
    const left = all.length - shown.length;
    place.note(
      all.length === 0
        ? ""
        : wording.linesNote(figure, series, others, hidden, ranges ? sign : null, left),
    );
    const names = shown.map(({ value }) =>
      value === null || series === null ? "" : wording.parameterValue(value, series),
    );
    const color = series ? colorOf(series) : () => theme().drive(0);
    const values = recorded(
      figure,
      shown.flatMap(({ groups }) => groups).flatMap((g) => g.points),
    );
    const top = series ? underLegend(place.id, names, SIGN) : 14;
    const width = document.getElementById(place.id)?.clientWidth ?? 600;
    const opacity = Math.min(0.18, OPAQUE / shown.length);
    const isLong = shown.some(({ groups }) => groups.length > WITH_SYMBOLS);
    draw(
      place.id,
      {
        grid: grid({ left: 62, right: 24, top, bottom: 48 }),
        ...(series ? { legend: legend(names, SIGN) } : {}),
        tooltip: {
          ...tooltip(),
          formatter: (item) => {
            const one = Array.isArray(item) ? item[0] : item;
            const group = shown[one?.seriesIndex ?? 0]?.groups[one?.dataIndex ?? 0];
            return group ? tip(data, group.points) : "";
          },
        },
        xAxis: parameterAxis(x, of, chart.log_x, width - 90, (width - 90) / of.values.length - 4),
        yAxis: figureAxis(figure, values, chart.log_y),
        series: [
          ...shown.map(({ value, groups }, index): LineSeriesOption => ({
            type: "line",
            name: names[index] ?? "",
            symbol: symbol(index),
            symbolSize: isLong ? 4 : 8,
            color: color(value ?? ""),
            lineStyle: { width: others.length > 0 ? 0 : 2 },
            z: 3,
            data: groups.map((group) => [of.at(group.x), group.mean ?? "-"]),
          })),
          ...(ranges
            ? shown.map((row, index) =>
                range(row, of, sign, color(row.value ?? ""), names[index] ?? "", opacity),
              )
            : []),
        ],
      },
      wording.linesSentence(
        heading,
        shown.map((row, index) => ends(row, names[index] ?? "", figure)),
      ),
      {
        header: [
          ...(series ? [wording.column(series)] : []),
          wording.column(x),
          wording.meanOf(figure),
          wording.low,
          wording.high,
          wording.countColumn,
        ],
        rows: () =>
          all.flatMap(({ value, groups }) =>
            groups.map((group) => [
              ...(series ? [value] : []),
              group.x,
              group.mean,
              group.mean === null ? null : group.low,
              group.mean === null ? null : group.high,
              group.points.length,
            ]),
          ),
        long: true,
      },
    );
  };
  return redraw;
}

/** What a screen reader says of a line. */
function ends({ groups }: Row, name: string, unit: { label: string; unit: string | null }): string {
  const means = groups.flatMap(({ mean }) => mean ?? []);
  const say = (value: number | undefined): string => wording.figureValue(value ?? 0, unit);
  return wording.line(name, say(means[0]), say(means.at(-1)));
}

/** Groups that follow each other with values; a group between that has none parts them. */
function runs(groups: Group[]): Group[][] {
  const found: Group[][] = [[]];
  for (const group of groups) {
    if (group.mean === null) found.push([]);
    else found.at(-1)?.push(group);
  }
  return found.filter((run) => run.length > 0);
}

/** From the least to the greatest value. */
function range(
  { groups }: Row,
  of: Along,
  sign: "band" | "whiskers",
  color: string,
  name: string,
  opacity: number,
): CustomSeriesOption {
  const parts = runs(groups)
    .flatMap((run) => (sign === "whiskers" ? run.map((group) => [group]) : [run]))
    .filter((part) => part.some(({ low, high }) => low < high));
  // A part is drawn with its first group.
  const drawn = parts.flatMap((part) =>
    part.map((group, index) => ({ group, part: index === 0 ? part : [] })),
  );
  return {
    type: "custom",
    name,
    color,
    silent: true,
    clip: true,
    z: 2,
    tooltip: { show: false },
    // The axis makes room for both ends of every range.
    encode: { x: 0, y: [1, 2] },
    data: drawn.map(({ group }) => [of.at(group.x), group.low, group.high]),
    renderItem: (params, api) => {
      const part = drawn[params.dataIndex]?.part ?? [];
      if (part.length === 0) return null;
      const at = (group: Group, value: number): number[] => api.coord([of.at(group.x), value]);
      const [only] = part;
      if (only && part.length === 1) {
        const [x = 0, low = 0] = at(only, only.low);
        const [, high = 0] = at(only, only.high);
        const stroke = (x1: number, y1: number, x2: number, y2: number) => ({
          type: "line" as const,
          shape: { x1, y1, x2, y2 },
          style: { stroke: color, lineWidth: 1.5 },
        });
        return {
          type: "group",
          children: [
            stroke(x, low, x, high),
            stroke(x - CAP, low, x + CAP, low),
            stroke(x - CAP, high, x + CAP, high),
          ],
        };
      }
      const points = [
        ...part.map((group) => at(group, group.high)),
        ...part.toReversed().map((group) => at(group, group.low)),
      ];
      return { type: "polygon", shape: { points }, style: { fill: color, opacity } };
    },
  };
}
