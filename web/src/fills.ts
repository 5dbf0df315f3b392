// Fills of a drive: speed by how much was written, one drive at a time, a line per fill.
import { scale } from "./bars";
import { caption, captioned, draw } from "./charts";
import { offer, choose, telling } from "./chosen";
import type { Fill, FillChart, Page } from "./data";
import { element } from "./findings";
import { caches } from "./caches";
import { below } from "./legendrows";
import { stateful } from "./links";
import { nameOf, spokenMark, stroke } from "./marked";
import { number } from "./numbers";
import { remarked } from "./remarks";
import { floorOf, topOf } from "./seconds";
import { DENSE, along, factors, legendOf, speeds } from "./speedaxes";
import { folded } from "./tables";
import { temperatures } from "./temperatures";
import { theme } from "./theme";
import { notKnown } from "./wording/page";
import * as wording from "./wording/fills";

const BUTTONS = "fills-buttons";
const ALL_DRIVES = "fills-all-drives";
/** Lines are told apart without their colours. */
const DASHES = ["solid", "dashed", "dotted", [8, 3, 2, 3], [2, 4]] as const;
/** Of a drive's own color, beside the first fill in the text's. */
const SHADES = [1, 0.8, 0.65, 0.5];
let shown = 0;

/** A line of a chart. */
interface Line {
  name: string;
  color: string;
  width: number;
  z: number;
  dash: (typeof DASHES | typeof DENSE)[number];
  fill: Fill;
}

const own = (chart: FillChart): Fill[] => chart.fills.filter(({ drive }) => drive === shown);

export function fills(page: Page): void {
  const place = document.getElementById(BUTTONS);
  const frames = document.getElementById("fills-charts");
  if (!place || !frames || page.fills.length === 0) return;
  const drives = page.drives
    .map((_, drive) => drive)
    .filter((drive) => page.fills.some((chart) => chart.fills.some((one) => one.drive === drive)));
  if (frames.childElementCount === 0) {
    for (const chart of page.fills) frames.append(frame(chart, BUTTONS));
    const [chart] = page.fills;
    if (chart && drives.length > 1)
      document.getElementById("fills-drives")?.append(frame({ ...chart, id: ALL_DRIVES }));
    shown = telling(page, drives, (drive) => lost(page, drive));
    const show = (drive: number): void => {
      shown = drive;
      all(page);
    };
    const ids = page.fills.map(({ id }) => id);
    offer(page, { place, drives, shown: () => shown, show }, ids[0] ?? "");
    stateful({
      charts: ids,
      state: () => ({ drive: shown + 1 }),
      set: (state) => choose((state["drive"] ?? 0) - 1),
    });
    const numbers = document.getElementById("fills-numbers");
    if (numbers) table(page, numbers);
    caches(page);
  }
  all(page);
}

/** The chart of all drives, where it shows what a chart of one drive does; else that one. */
export const widest = (page: Page, chart: string): string =>
  page.fills[0]?.id === chart && document.getElementById(ALL_DRIVES) ? ALL_DRIVES : chart;

/** What a drive's first fill loses at the end of its cache, as a share. */
function lost(page: Page, drive: number): number {
  const first = page.fills.flatMap((chart) => chart.fills).find((one) => one.drive === drive);
  const { cache_mb_per_s, after_mb_per_s } = first?.cache ?? {};
  return cache_mb_per_s && after_mb_per_s ? 1 - after_mb_per_s / cache_mb_per_s : 0;
}

function frame({ id, title }: FillChart, buttons?: string): HTMLElement {
  const figure = document.createElement("figure");
  if (buttons) figure.dataset["buttons"] = buttons;
  const chart = document.createElement("div");
  chart.id = id;
  chart.className = "chart";
  const verdicts = document.createElement("ul");
  verdicts.id = `${id}-verdicts`;
  verdicts.className = "faint";
  figure.append(
    element("figcaption", wording.caption(title, buttons !== undefined)),
    chart,
    verdicts,
  );
  return figure;
}

/** A row per fill. */
function table(page: Page, place: HTMLElement): void {
  folded(place, wording.ofDrives, {
    header: wording.drivesTable,
    rows: () =>
      page.fills.flatMap((chart) =>
        chart.fills.map((fill) => {
          const { cache } = fill;
          const ends = cache?.after_mb_per_s ?? null;
          const missing = cache ? wording.none : notKnown;
          return [
            page.drives[fill.drive]?.model ?? "",
            wording.which(chart.title, fill.label),
            fill.written_gb,
            cache && ends !== null ? cache.bytes / 1e9 : missing,
            cache?.cache_mb_per_s ?? missing,
            cache?.second_drop?.before_mb_per_s ?? ends ?? missing,
            cache?.second_drop?.after_mb_per_s ?? missing,
            fill.mean_mb_per_s,
          ];
        }),
      ),
  });
}

function all(page: Page): void {
  for (const chart of page.fills) {
    const figure = document.getElementById(chart.id)?.closest("figure");
    const lines = own(chart);
    figure?.toggleAttribute("hidden", lines.length === 0);
    if (lines.length > 0) ofOne(page, chart, lines);
  }
  const [chart] = page.fills;
  if (chart && document.getElementById(ALL_DRIVES)) ofAll(page, chart);
  const place = document.getElementById("fills-drives");
  if (place) temperatures(page, place);
}

/** All fills of the chosen drive. */
function ofOne(page: Page, chart: FillChart, fills: Fill[]): void {
  const look = theme();
  const model = page.drives[shown]?.model ?? "";
  const lines = fills.map((fill, index) => ({
    name: fill.label,
    width: 2,
    z: 3,
    color: index === 0 ? look.text : look.drive(shown, SHADES[(index - 1) % SHADES.length]),
    dash: DASHES[index % DASHES.length] ?? "solid",
    fill,
  }));
  const title = wording.caption(chart.title, true);
  caption(chart.id, title);
  captioned(chart.id, title);
  plot(page, chart, lines, wording.fills(model, chart.title, said(lines)));
}

/** The first fill of each drive. */
function ofAll(page: Page, chart: FillChart): void {
  const first = chart.fills.filter(
    (fill, place) => chart.fills.findIndex(({ drive }) => drive === fill.drive) === place,
  );
  const lines = first.map((fill) => ({
    name: nameOf(page, fill.drive),
    ...stroke(fill.drive, first),
    dash: DENSE[fill.drive % DENSE.length] ?? "solid",
    fill,
  }));
  const title = wording.allDrives(chart.title);
  const sentence = wording.each(title, said(lines)) + spokenMark(page);
  plot(page, { ...chart, id: ALL_DRIVES }, lines, sentence);
  const figcaption = document
    .getElementById(ALL_DRIVES)
    ?.closest("figure")
    ?.querySelector("figcaption");
  if (figcaption) figcaption.textContent = wording.caption(title, false);
}

const said = (lines: Line[]): string[] =>
  lines.map(({ name, fill }) => wording.said(name, fill.verdict));

/** Where the axis ends: a first fill far longer than all others is cut, so that they are seen. */
function end(lines: Line[]): number {
  const [first = 0, ...others] = lines.map(({ fill }) => Math.ceil(fill.written_gb * 100) / 100);
  const longest = Math.max(0.01, ...others);
  return others.length > 0 && 2 * longest < first ? longest : Math.max(first, longest);
}

function plot(page: Page, chart: FillChart, lines: Line[], sentence: string): void {
  const { id, fills } = chart;
  const isOfAll = id === ALL_DRIVES;
  // One scale for all drives, so that they can be compared by pressing a button. Of factors where
  // they stand alone: what a slow drive loses behind its cache is seen, too.
  const every = fills.flatMap((fill) => fill.mb_per_s);
  const foot = isOfAll ? 0 : floorOf(every);
  const speedAxis = isOfAll ? speeds(...scale(Math.max(1, ...every))) : factors(foot, topOf(every));
  const labels = lines.map(({ name }) => name);
  // Of all drives the table below says it.
  if (!isOfAll)
    document
      .getElementById(`${id}-verdicts`)
      ?.replaceChildren(...said(lines).map((text) => element("li", text)));
  // Of fills that took no second there are sentences only.
  document.getElementById(id)?.toggleAttribute("hidden", every.length === 0);
  draw(
    id,
    {
      grid: {
        left: 54,
        right: 20,
        top: below(id, labels, 36),
        bottom: 44,
      },
      legend: legendOf(labels),
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: along(wording.axis, end(lines)),
      yAxis: speedAxis,
      series: lines.map(({ name, color, width, z, dash, fill }) => ({
        type: "line" as const,
        name,
        symbol: "none",
        z,
        lineStyle: { width, color, type: typeof dash === "string" ? dash : [...dash] },
        itemStyle: { color },
        // A second without writes has no place on a scale of factors: it lies at its foot.
        data: fill.gb.map((gb, place): [number, number] => [
          gb,
          Math.max(foot, fill.mb_per_s[place] ?? 0),
        ]),
      })),
    },
    sentence,
    {
      header: wording.table,
      rows: () =>
        lines.flatMap(({ name, fill }) =>
          fill.gb.map((gb, place) => [name, gb, fill.mb_per_s[place] ?? 0]),
        ),
      long: true,
    },
  );
  remarked(
    page,
    id,
    lines.map(({ fill }) => fill),
  );
}
