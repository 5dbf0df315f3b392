// Bar charts: sorted horizontal bars, best drive on top, with the published figures as marks. A
// drive's bars under several conditions stand together; a band is one bar from its worst to its
// best.
import { above, behind, end, inUnit, marksOfBar, numbers, phasesOf } from "./bar";
import { caption, draw } from "./charts";
import type { Bar, Chart, Page } from "./data";
import { isMarked, nameOf, share as kept, spokenMark } from "./marked";
import { BAR, across, clear, layout, words } from "./across";
import { explain } from "./legend";
import { remarkOn, remarked } from "./remarks";
import { PUBLISHED, isBound, lines, spoken, story } from "./marks";
import { number } from "./numbers";
import { explainRanges, rangesInWords, rangesOf, whiskers } from "./repeats";
import { type Reach, names, reachOfName, roomOfNames, rowAxis, stacked, valueAxis } from "./rows";
import { textWidth } from "./textwidth";
import { narrow, theme } from "./theme";
import { shownIn } from "./unit";
import { better } from "./wording/both";
import * as wording from "./wording/charts";

const LABEL_FONT = "12px sans-serif";

/** Least width of a step of the scale, for its figure, and room for half of the last figure. */
const TICK = 46;
const END = 24;

/** What pales: the second bar of a drive, the ones after it, and a band. */
const SHARES = [1, 0.62, 0.36];
const BAND = 0.45;

/** Sections of which one chart says most; the others are folded away below it. */
const FOLDED = "vantage";

export function barCharts(page: Page): void {
  for (const chart of page.charts) {
    const place = document.getElementById(`${chart.section}-charts`);
    if (!place) continue;
    if (!document.getElementById(chart.id))
      frame(
        page,
        chart,
        chart.section === FOLDED && place.childElementCount > 0 ? fold(page, place) : place,
      );
  }
  // A chart alone is wider than one of several: all have their places before any is drawn.
  for (const chart of page.charts) if (isSeen(chart.id)) one(page, chart);
}

/** What is folded away has no size to be drawn in. */
function isSeen(id: string): boolean {
  return document.getElementById(id)?.closest("details:not([open])") === null;
}

/** Where the other charts of a section stand, drawn when they are first looked at. */
function fold(page: Page, place: HTMLElement): HTMLElement {
  const there = place.querySelector<HTMLElement>(":scope > details");
  if (there) return there;
  const details = document.createElement("details");
  details.className = "fold";
  const summary = document.createElement("summary");
  summary.textContent = wording.furtherSuites;
  details.append(summary);
  details.addEventListener("toggle", () => {
    if (details.open)
      page.charts.filter((chart) => chart.section === FOLDED).forEach((chart) => one(page, chart));
  });
  place.append(details);
  return details;
}

/** Its caption, its place and what was printed; once. */
function frame(page: Page, chart: Chart, place: HTMLElement): void {
  const figure = document.createElement("figure");
  const title = document.createElement("figcaption");
  const drawn = document.createElement("div");
  drawn.id = chart.id;
  drawn.className = "chart";
  figure.append(title, drawn);
  place.append(figure);
  explainRanges(figure, page, chart.bars);
  explain(
    figure,
    page,
    chart.bars.flatMap((bar) => marksOfBar(page, { ...chart, scale: 1 }, bar)),
    inUnit(chart),
  );
}

function one(page: Page, measured: Chart): void {
  const chart = shownIn(measured);
  const isBand = chart.bars.some((bar) => bar.ends.length > 0);
  caption(chart.id, wording.barCaption(chart.title, chart.unit, better[chart.better], isBand));
  const look = theme();
  const { id, bars } = chart;
  const small = narrow(id);
  const models = bars.map((bar) => page.drives[bar.drive]?.model ?? "");
  const nth = bars.map((bar, row) => row - bars.findIndex((other) => other.drive === bar.drive));
  const marks = bars.map((bar) => marksOfBar(page, chart, bar));
  const width = document.getElementById(id)?.clientWidth ?? 0;
  // The drive's name stands at its first bar.
  const firsts = bars.map((bar, row) => (nth[row] === 0 ? nameOf(page, bar.drive) : ""));
  const long = bars.map((bar, row) => above(firsts[row] ?? "", bar));
  const fits = long.map((text) => small && textWidth(text, `bold ${LABEL_FONT}`) <= width - 20);
  const phases = bars.map(phasesOf);
  const texts = bars.map((bar, row) => {
    const text = behind(chart, bar, small && (fits[row] === true || bar.ends.length > 0));
    const hasRemark = phases[row]?.some((one) => remarkOn(page, one));
    return hasRemark ? wording.marked(text) : text;
  });
  // Fixed, so that the marks' pixels can be told beforehand.
  const room = roomOfNames(width);
  const left = small ? 8 : room + 14;
  const ranges = rangesOf(bars);
  const highest = (row: number): number =>
    Math.max(0, ...ranges.filter((range) => range[1] === row).map(([, , high]) => high));
  const most = Math.max(
    ...bars.map(end),
    ...ranges.map(([, , high]) => high),
    ...marks.flat().map((mark) => (isBound(mark) ? 0 : mark.high)),
  );
  // What stands behind a short bar may stand in the plot: the plot is as wide as all words allow.
  const wide = Math.min(
    width - left - END,
    ...bars.map((bar, row) => {
      const reached = marks[row]?.length ? most : Math.max(end(bar), highest(row));
      const free = width - left - 28 - textWidth(texts[row] ?? "", LABEL_FONT);
      return (free * most) / Math.max(reached, most / 1e3);
    }),
  );
  const [step, top] = scale(most, Math.max(1, Math.min(5, Math.floor(wide / TICK))));
  const grid = {
    left,
    right: width - left - wide,
    top: 4,
    bottom: 28,
    outerBoundsMode: "none" as const,
  };
  const x = (value: number): number => grid.left + (value / top) * (width - grid.left - grid.right);
  const placed = layout(marks, x, grid.left, width - 4, words(number));
  const reach = (down: number, row: number): Reach => {
    const name = small ? 0 : reachOfName(firsts[row] ?? "", "", room) + 2;
    return {
      up: Math.max(BAR / 2 + (small ? 19 : 7), name),
      down: Math.max(BAR / 2 + down + 7, name),
    };
  };
  const rows = stacked(placed.below.map(reach));
  const share = (row: number): number => SHARES[Math.min(nth[row] ?? 0, SHARES.length - 1)] ?? 1;
  const spokenBar = (bar: Bar, row: number): string =>
    [models[row], behind(chart, bar, false)].join(" ");
  // The words behind a bar lie on no mark, and on no line of repeated runs.
  const shift = (bar: Bar, row: number): number => {
    const start = x(end(bar)) + 5;
    return (
      clear(
        Math.max(start, x(highest(row)) + 5),
        textWidth(texts[row] ?? "", LABEL_FONT),
        marks[row] ?? [],
        x,
      ) - start
    );
  };
  const text = {
    position: "right" as const,
    color: look.text,
    textBorderColor: look.background,
    textBorderWidth: 3,
    formatter: (mark: { dataIndex: number }): string => texts[mark.dataIndex] ?? "",
  };
  draw(
    id,
    {
      grid,
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (params) => {
          const item = Array.isArray(params) ? params[0] : params;
          const mark = item?.seriesName === PUBLISHED ? placed.placed[item.dataIndex] : undefined;
          if (mark) return lines(story(mark.mark, models[mark.row] ?? "", inUnit(chart)));
          const row = item?.dataIndex ?? 0;
          const bar = bars[row];
          return lines([
            models[row] ?? "",
            ...(bar ? [behind(chart, bar, false), ...rangesInWords(page, bar, inUnit(chart))] : []),
          ]);
        },
      },
      xAxis: valueAxis(step, top),
      yAxis: rowAxis(rows),
      series: [
        {
          type: "bar",
          stack: "bar",
          barWidth: BAR,
          data: bars.map((bar, row) => {
            return {
              value: [bar.value, rows.middles[row] ?? 0],
              name: models[row] ?? "",
              itemStyle: { color: look.drive(bar.drive, share(row) * kept(bar.drive, chart.bars)) },
              label: {
                show: bar.ends.length === 0,
                offset: [shift(bar, row), 0] as [number, number],
              },
            };
          }),
          label: { show: true, ...text },
        },
        // A band from its worst to its best.
        {
          type: "bar",
          stack: "bar",
          barWidth: BAR,
          data: bars.map((bar, row) => {
            return {
              value: [end(bar) - bar.value, rows.middles[row] ?? 0],
              itemStyle: { color: look.drive(bar.drive, BAND * kept(bar.drive, chart.bars)) },
              label: {
                show: bar.ends.length > 0,
                offset: [shift(bar, row), 0] as [number, number],
              },
            };
          }),
          label: { show: true, ...text },
        },
        whiskers(ranges, rows),
        across(placed, rows),
        // Left of the bars; on a narrow screen above them.
        names(
          firsts.map((first, row) => ({
            text: fits[row] ? (long[row] ?? first) : first,
            bold: isMarked(bars[row]?.drive ?? -1),
          })),
          rows,
          small,
          room,
        ),
      ],
    },
    wording.bars(chart.title, bars.map(spokenBar)) +
      spoken(page, marks.flat(), inUnit(chart)) +
      spokenMark(page),
    numbers(page, chart),
    rows.height + grid.top + grid.bottom,
  );
  remarked(page, id, phases.flat());
}

/**
 * Step and end of a scale from 0 that holds a value: steps of 1, 2, 2.5 or 5 times a power of ten,
 * at most `steps`.
 */
export function scale(most: number, steps = 5): [number, number] {
  const rough = Math.max(most, 1e-3) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  return [step, Math.ceil(most / step) * step];
}
