// How latencies are distributed: how many I/Os took at least so long, a curve a drive, both axes
// logarithmic, so that the rare long ones are seen. All such charts of a page have the same axes.
import { draw } from "./charts";
import type { Latency, LatencyChart, Page } from "./data";
import { isMarked, nameOf, spokenMark, stroke } from "./marked";
import { lines } from "./marks";
import { textWidth } from "./textwidth";
import { number, time } from "./numbers";
import { theme } from "./theme";
import { listed } from "./wording/both";
import * as wording from "./wording/charts";

/** Curves are told apart without their colours. */
const DASHES: ("solid" | "dashed" | "dotted" | number[])[] = [
  "solid",
  "dashed",
  "dotted",
  [12, 4, 2, 4],
  [14, 5],
  [2, 6],
  [8, 3, 2, 3, 2, 3],
  [5, 2],
];
const KEY = 52;
const BOLD = "bold 12px sans-serif";
const ROW = 24;
const BETWEEN = 12;

const all = (entry: Latency): number => entry.distribution[0]?.[1] ?? 0;
const hasCurve = (entry: Latency): boolean => entry.distribution.length > 0;

/** Of a share: `1 in 1,000`. */
function oneIn(part: number): string {
  if (part >= 1) return wording.all;
  const of = 1 / part;
  if (of >= 999_500_000) return wording.oneIn(`${number(of / 1e9)}G`);
  if (of >= 999_500) return wording.oneIn(`${number(of / 1e6)}M`);
  return wording.oneIn(of >= 99_950 ? `${number(of / 1e3)}K` : number(of));
}

/** How many I/Os took at least so long. */
export const atLeast = (entry: Latency, us: number): number =>
  entry.distribution.find(([from]) => from >= us)?.[1] ?? 0;

/** The ends of the axes: decades that hold all curves of the page. */
function axes(page: Page): { from: number; to: number; rarest: number } {
  const entries = page.latencies.flatMap((chart) => chart.entries).filter(hasCurve);
  const from = Math.min(...entries.map((entry) => entry.distribution[0]?.[0] ?? 1));
  const to = Math.max(...entries.map((entry) => entry.distribution.at(-1)?.[0] ?? 1));
  return {
    from: 10 ** Math.floor(Math.log10(Math.max(from, 0.001))),
    to: 10 ** Math.ceil(Math.log10(Math.max(to, 0.01))),
    rarest: 10 ** -Math.max(1, Math.ceil(Math.log10(Math.max(...entries.map(all))))),
  };
}

/** The id of the curves beside a chart of latencies. */
export const idOf = (chart: LatencyChart): string => `${chart.id}-distribution`;

/** Its frame, once; none if no curve is known. */
export function frame(chart: LatencyChart, place: HTMLElement): void {
  if (!chart.entries.some(hasCurve)) return;
  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  caption.textContent = wording.distributionCaption(chart.title);
  const drawn = document.createElement("div");
  drawn.id = idOf(chart);
  drawn.className = "chart";
  figure.append(caption, drawn);
  place.append(figure);
}

const named = (page: Page, entry: Latency): string =>
  listed(nameOf(page, entry.drive), entry.label);
const plain = (page: Page, entry: Latency): string =>
  listed(page.drives[entry.drive]?.model, entry.label);

/** Rows of a legend of these names in so many pixels. */
function rows(names: string[], width: number): number {
  let [count, right] = [1, 0];
  for (const name of names) {
    const wide = KEY + 5 + textWidth(name, BOLD) + BETWEEN;
    if (right > 0 && right + wide > width) [count, right] = [count + 1, 0];
    right += wide;
  }
  return count;
}

export function distribution(page: Page, chart: LatencyChart): void {
  const id = idOf(chart);
  const element = document.getElementById(id);
  if (!element) return;
  const look = theme();
  const entries = chart.entries.filter(hasCurve);
  const names = entries.map((entry) => named(page, entry));
  const { from, to, rarest } = axes(page);
  const top = rows(names, element.clientWidth) * ROW + 10;
  const said = (entry: Latency): string =>
    wording.distributionOf(
      plain(page, entry),
      number(all(entry)),
      time(entry.p99_us),
      time(entry.p999_us),
      time(entry.max_us),
    );
  const unknown = chart.entries
    .filter((entry) => !hasCurve(entry))
    .map((entry) => plain(page, entry));
  const colour = (entry: Latency): string => stroke(entry.drive, entries).color;
  const points = (entry: Latency): [number, number][] =>
    entry.distribution.map(([us, ios]) => [us, ios / all(entry)]);
  const axis = {
    nameLocation: "middle" as const,
    nameTextStyle: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
  draw(
    id,
    {
      grid: { left: 80, right: 22, top, bottom: 44, outerBoundsMode: "none" },
      legend: {
        top: 0,
        left: 0,
        itemWidth: KEY,
        itemGap: BETWEEN,
        itemStyle: { opacity: 0 },
        textStyle: { color: look.text, fontSize: 12 },
        data: names.map((name, place) => ({
          name,
          textStyle: {
            fontWeight: isMarked(entries[place]?.drive ?? -1)
              ? ("bold" as const)
              : ("normal" as const),
          },
        })),
      },
      tooltip: {
        trigger: "axis",
        confine: true,
        formatter: (params) => {
          const item = (Array.isArray(params) ? params[0] : params) as
            { axisValue?: number | string } | undefined;
          const us = Number(item?.axisValue ?? 0);
          const share = (entry: Latency): string => {
            const count = atLeast(entry, us);
            const said =
              count === 0
                ? wording.noSuchWrite
                : wording.shareOfWrites(oneIn(count / all(entry)), number(count));
            return wording.ofDrive(named(page, entry), said);
          };
          return lines([wording.orLonger(time(us)), ...entries.map(share)]);
        },
      },
      xAxis: {
        ...axis,
        type: "log",
        min: from,
        max: to,
        name: wording.timeOfWrite,
        nameGap: 26,
        axisLabel: { color: look.faint, hideOverlap: true, formatter: (us: number) => time(us) },
      },
      yAxis: {
        ...axis,
        type: "log",
        min: rarest,
        max: 1,
        axisLabel: { color: look.faint, hideOverlap: true, formatter: oneIn },
      },
      series: [
        ...entries.map((entry, place) => ({
          type: "line" as const,
          name: names[place] ?? "",
          // Level from a latency down to the next shorter one: no write took so long.
          step: "start" as const,
          symbol: "none",
          z: stroke(entry.drive, entries).z,
          lineStyle: {
            width: stroke(entry.drive, entries).width,
            type: DASHES[entry.drive % DASHES.length] ?? ("solid" as const),
            color: colour(entry),
          },
          itemStyle: { color: colour(entry) },
          data: points(entry),
        })),
        {
          type: "scatter",
          name: "longest",
          symbol: "diamond",
          symbolSize: 11,
          z: 5,
          silent: true,
          tooltip: { show: false },
          data: entries.map((entry) => ({
            value: points(entry).at(-1) ?? [],
            itemStyle: { color: colour(entry) },
          })),
        },
      ],
    },
    wording.distributions(chart.title, entries.map(said), unknown) + spokenMark(page),
    {
      header: wording.distributionTable,
      rows: () =>
        entries.flatMap((entry) =>
          entry.distribution.map(([us, ios]) => [plain(page, entry), us, ios, ios / all(entry)]),
        ),
      long: true,
    },
    top + 300,
  );
}
