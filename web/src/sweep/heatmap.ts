// A figure over two parameters: a cell per pair of values.
import type { HeatmapSeriesOption, ScatterSeriesOption } from "echarts/charts";
import { draw } from "../charts";
import { number } from "../numbers";
import { textWidth } from "../textwidth";
import { theme } from "../theme";
import * as wording from "../wording/sweep";
import { along, grid, parameterAxis } from "./axes";
import { areas, along as colorAlong, colorScale, textOn } from "./colors";
import { type HeatMapChart, type SweepData, extent, isLog, keyed } from "./data";
import { hiddenIn, rows } from "./groups";
import { type Place, choice } from "./place";
import { tip, tooltip } from "./tip";

const ROW = 34;
const LEAST = 160;
const MOST = 560;
/** Room for the scale, and for the names below. */
const TOP = 34;
const BOTTOM = 48;
const RIGHT = 16;
const NAMES = 110;
const FONT = "12px sans-serif";
/** Pixels of the smallest cell with a border. */
const BORDERED = 6;
/** In more cells a mark is no longer seen. */
const MARKED = 5000;
const CROSS = "path://M0 0L8 8M8 0L0 8";

export function heatMap(data: SweepData, chart: HeatMapChart, place: Place): () => void {
  const chosen = choice(place, data.figures, keyed(data.figures, chart.value), () => redraw());
  const redraw = (): void => {
    const look = theme();
    const figure = chosen();
    const [x, y] = [keyed(data.parameters, chart.x), keyed(data.parameters, chart.y)];
    const all = rows(data, x, y, figure);
    const [ofX, ofY] = [along(x, true), along(y, true)];
    const cells = all.flatMap(({ value, groups }, row) =>
      groups.flatMap((group) =>
        group.mean === null
          ? []
          : [{ ...group, mean: group.mean, row, y: value, column: ofX.at(group.x) }],
      ),
    );
    const ends = extent(cells.map(({ mean }) => mean));
    const log = isLog(ends);
    const scaled = (value: number): number => (log ? Math.log10(value) : value);
    const scale: [number, number] = [scaled(ends[0]), scaled(ends[1])];
    const known = new Set(cells.map(({ column, row }) => row * ofX.values.length + column));
    const count = ofX.values.length * ofY.values.length;
    const missing =
      count > MARKED
        ? []
        : [...Array(count).keys()]
            .filter((cell) => !known.has(cell))
            .map((cell) => [cell % ofX.values.length, Math.floor(cell / ofX.values.length)]);
    const heading = wording.heatMapHeading(figure, x, y);
    const isMean = cells.some(({ points }) => points.length > 1);
    place.heading(heading);
    place.instead(cells.length === 0 ? wording.noValues(figure) : "");
    place.note(
      cells.length === 0
        ? ""
        : wording.heatMapNote(
            figure,
            isMean ? hiddenIn(data, [x, y]) : [],
            log,
            missing.length > 0,
          ),
    );
    const width = document.getElementById(place.id)?.clientWidth ?? 600;
    const names = ofY.values.map((value) => textWidth(wording.value(value), FONT));
    const left = Math.min(NAMES, extent(names)[1]) + 42;
    const inner = Math.max(LEAST, Math.min(MOST, ofY.values.length * ROW));
    const cell = {
      width: (width - left - RIGHT) / ofX.values.length,
      height: inner / ofY.values.length,
    };
    const texts = cells.map(({ mean }) => number(mean));
    const isWritten =
      cell.height >= 16 &&
      cells.length <= MARKED &&
      Math.max(...texts.map((text) => textWidth(text, FONT))) + 6 <= cell.width;
    const share = (value: number): number =>
      scale[0] === scale[1] ? 0.5 : (scaled(value) - scale[0]) / (scale[1] - scale[0]);
    const say = (value: number): string => wording.figureValue(value, figure);
    const heat: HeatmapSeriesOption = {
      type: "heatmap",
      data: cells.map(({ column, row, mean }, index) => ({
        value: [column, row, scaled(mean)],
        ...(isWritten
          ? {
              label: {
                show: true,
                formatter: texts[index] ?? "",
                color: textOn(colorAlong(areas(), share(mean))),
              },
            }
          : {}),
      })),
      itemStyle:
        Math.min(cell.width, cell.height) >= BORDERED
          ? { borderColor: look.background, borderWidth: 1 }
          : {},
      emphasis: { itemStyle: { borderColor: look.text, borderWidth: 2 } },
    };
    const crosses: ScatterSeriesOption = {
      type: "scatter",
      silent: true,
      symbol: CROSS,
      symbolSize: Math.max(3, Math.min(9, cell.width / 2, cell.height / 2)),
      itemStyle: { color: "transparent", borderColor: look.faint, borderWidth: 1.5 },
      data: missing,
    };
    draw(
      place.id,
      {
        grid: grid({ left, right: RIGHT, top: TOP, bottom: BOTTOM }),
        visualMap: colorScale(scale, [say(ends[0]), say(ends[1])], areas(), 2, [0]),
        tooltip: {
          ...tooltip(),
          formatter: (item) => {
            const one = Array.isArray(item) ? item[0] : item;
            const points = cells[one?.dataIndex ?? 0]?.points;
            return points ? tip(data, points) : "";
          },
        },
        xAxis: parameterAxis(x, ofX, false, width - left, cell.width - 4),
        yAxis: { ...parameterAxis(y, ofY, false, inner), nameGap: left - 22 },
        series: [heat, crosses],
      },
      wording.heatMapSentence(heading, say(ends[0]), say(ends[1])),
      {
        header: [wording.column(x), wording.column(y), wording.meanOf(figure), wording.countColumn],
        rows: () => cells.map((one) => [one.x, one.y, one.mean, one.points.length]),
        long: true,
      },
      inner + TOP + BOTTOM,
    );
  };
  return redraw;
}
