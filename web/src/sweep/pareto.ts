// Two figures against each other: the Pareto front as a line of steps, other points pale.
import type { LineSeriesOption, ScatterSeriesOption } from "echarts/charts";
import { draw } from "../charts";
import { narrow, theme } from "../theme";
import * as wording from "../wording/sweep";
import { figureAxis, grid } from "./axes";
import { colorOf, colorScale, isScale, strokes, symbol } from "./colors";
import {
  type ParetoChart,
  type Parameter,
  type SweepData,
  distinct,
  extent,
  isLog,
  keyed,
  pointsOf,
  recorded,
} from "./data";
import { front } from "./front";
import { legend, underLegend } from "./legend";
import type { Place } from "./place";
import { columnsOf, sortable } from "./table";
import { tip, tooltip } from "./tip";

const PALE = 0.3;
const HEIGHT = 420;
/** Pixels of a sign in the legend. */
const SIGN = 12;
/** From this share of the width on, names are left of their points. */
const RIGHT = 0.6;

/** What tells a point from others, in a few words. */
const nameOf = (varied: Parameter[], point: number): string =>
  wording.clipped(wording.pointName(varied.map((one) => [one, one.values[point] ?? ""])), 40);

export function pareto(data: SweepData, chart: ParetoChart, place: Place): () => void {
  const [x, y] = [keyed(data.figures, chart.x), keyed(data.figures, chart.y)];
  const color = chart.color === null ? null : keyed(data.parameters, chart.color);
  const both = pointsOf(data).filter(
    (point) => typeof x.values[point] === "number" && typeof y.values[point] === "number",
  );
  const best = front(x, y, both);
  const isBest = new Set(best);
  const heading = wording.paretoHeading(x, y);
  place.heading(heading);
  place.instead(both.length === 0 ? wording.noPairs(x, y) : "");
  place.note(both.length === 0 ? "" : wording.paretoNote(x, y, color));
  if (best.length > 0) sortable(place.below, wording.frontTable, columnsOf(data), best, "h3");
  const varying = (points: number[]) =>
    data.parameters.filter(
      ({ values }) => distinct(points.map((point) => values[point] ?? "")).length > 1,
    );
  // Names on the front are short: what all of its points share tells none of them from another.
  const onFront = varying(best);
  const varied = onFront.length > 0 ? onFront : varying(both);
  return () => {
    const look = theme();
    const [xs, ys] = [recorded(x, both), recorded(y, both)];
    const room = (document.getElementById(place.id)?.clientWidth ?? 600) - 90;
    const small = narrow(place.id);
    const isContinuous = color !== null && isScale(color);
    const groups = color && !isContinuous ? distinct(color.values) : [null];
    const ofColor = color ? colorOf(color) : () => look.drive(0);
    const names = groups.map((value) =>
      value === null || !color ? "" : wording.parameterValue(value, color),
    );
    const members = groups.map((value) =>
      both
        .filter((point) => value === null || color?.values[point] === value)
        .sort((a, b) => Number(isBest.has(a)) - Number(isBest.has(b))),
    );
    const hasLegend = color !== null && !isContinuous;
    const top = isContinuous ? 40 : hasLegend ? underLegend(place.id, names, SIGN) : 20;
    const isLogX = isLog(extent(xs));
    const scaled = (value: number): number => (isLogX ? Math.log10(value) : value);
    const [low, to] = extent(xs).map(scaled) as [number, number];
    const from = isLogX ? low : Math.min(0, low);
    // Near the right edge, names are on the left.
    const side = (point: number) =>
      scaled(x.values[point] ?? 0) - from > RIGHT * (to - from)
        ? { align: "right" as const, padding: [0, 8, 0, 0] }
        : { align: "left" as const, padding: [0, 0, 0, 8] };
    const scatter = members.map((points, index): ScatterSeriesOption => ({
      type: "scatter",
      name: names[index] ?? "",
      symbol: symbol(index),
      // All points at once: what is drawn in parts has no names.
      progressive: 0,
      color: ofColor(groups[index] ?? ""),
      z: 3,
      data: points.map((point) => ({
        value: [
          x.values[point] ?? 0,
          y.values[point] ?? 0,
          isContinuous ? Number(color.values[point]) : 0,
        ],
        symbolSize: isBest.has(point) ? 11 : 7,
        itemStyle: isBest.has(point)
          ? { borderColor: look.text, borderWidth: 1 }
          : { opacity: PALE },
        ...(isBest.has(point)
          ? { label: { show: true, formatter: nameOf(varied, point), ...side(point) } }
          : {}),
      })),
      label: {
        position: "top",
        distance: 2,
        color: look.text,
        fontSize: 11,
        width: small ? 130 : 220,
        overflow: "truncate",
        textBorderColor: look.background,
        textBorderWidth: 3,
      },
      labelLayout: { hideOverlap: true },
    }));
    const steps: LineSeriesOption = {
      type: "line",
      name: wording.onFront,
      // Whoever accepts more of the first figure has the second figure of the point before.
      step: x.better === "higher" ? "start" : "end",
      symbol: "none",
      silent: true,
      color: look.text,
      lineStyle: { width: 1.5 },
      z: 2,
      data: best.map((point) => [x.values[point] ?? 0, y.values[point] ?? 0]),
    };
    const numbers = isContinuous ? extent(color.values as number[]) : null;
    draw(
      place.id,
      {
        grid: grid({ left: 62, right: 30, top, bottom: 48 }),
        ...(hasLegend ? { legend: legend(names, SIGN) } : {}),
        ...(numbers && color
          ? {
              visualMap: colorScale(
                numbers,
                [
                  wording.parameterValue(numbers[0], color),
                  wording.parameterValue(numbers[1], color),
                ],
                strokes(),
                2,
                [0],
              ),
            }
          : {}),
        tooltip: {
          ...tooltip(),
          formatter: (item) => {
            const one = Array.isArray(item) ? item[0] : item;
            const point = members[one?.seriesIndex ?? 0]?.[one?.dataIndex ?? 0];
            return point === undefined ? "" : tip(data, [point]);
          },
        },
        xAxis: figureAxis(x, xs, isLogX, room),
        yAxis: { ...figureAxis(y, ys, isLog(extent(ys)), HEIGHT - top - 48), nameGap: 46 },
        series: [...scatter, steps],
      },
      wording.paretoSentence(heading, best.length, both.length),
      {
        header: [
          wording.pointColumn,
          ...data.parameters.map(wording.column),
          wording.column(x),
          wording.column(y),
          wording.onFront,
        ],
        rows: () =>
          both.map((point) => [
            point,
            ...data.parameters.map(({ values }) => values[point] ?? null),
            x.values[point] ?? null,
            y.values[point] ?? null,
            isBest.has(point) ? wording.yes : wording.no,
          ]),
        long: true,
      },
      HEIGHT,
    );
  };
}
