// Fills of a drive: speed by how much was written, one drive at a time, a line per fill.
import { scale } from "./bars";
import { caption, captioned, draw } from "./charts";
import { offer, choose, telling } from "./chosen";
import type { Fill, FillChart, Page } from "./data";
import { element } from "./findings";
import { caches } from "./caches";
import { below } from "./legendrows";
import { stateful } from "./links";
import { number } from "./numbers";
import { along, legendOf, speeds } from "./speedaxes";
import { folded } from "./tables";
import { narrow, theme } from "./theme";
import { notKnown } from "./wording/page";
import * as wording from "./wording/fills";

const BUTTONS = "fills-buttons";
const ALL_DRIVES = "fills-all-drives";
/** Lines are told apart without their colours. */
const DASHES = ["solid", "dashed", "dotted", [8, 3, 2, 3], [2, 4]] as const;
/** The same of lines that differ in colour, too. */
const DENSE = ["solid", [10, 3], [4, 2], [10, 3, 3, 3]] as const;
/** Of a drive's own color, beside the first fill in the text's. */
const SHADES = [1, 0.8, 0.65, 0.5];
/** Lines that end within this share of the plot end in one place. */
const NEAR = 0.07;
/** Height of a name at the end of a line. */
const LINE = 14;
/** Behind the plot, for the name of the longest line. */
const ROOM = 66;
let shown = 0;

/** A line of a chart. */
interface Line {
  name: string;
  colour: string;
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
  figure.append(element("figcaption", wording.caption(title)), chart, verdicts);
  return figure;
}

/** A row per fill. */
function table(page: Page, place: HTMLElement): void {
  folded(place, wording.ofDrives, {
    header: wording.drivesTable,
    rows: () =>
      page.fills.flatMap((chart) =>
        chart.fills.map((fill) => {
          const ends = fill.cache?.after_mb_per_s ?? null;
          return [
            page.drives[fill.drive]?.model ?? "",
            wording.which(chart.title, fill.label),
            fill.written_gb,
            fill.cache && ends !== null ? fill.cache.bytes / 1e9 : notKnown,
            fill.cache?.cache_mb_per_s ?? notKnown,
            ends ?? notKnown,
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
}

/** All fills of the chosen drive. */
function ofOne(page: Page, chart: FillChart, fills: Fill[]): void {
  const look = theme();
  const model = page.drives[shown]?.model ?? "";
  const lines = fills.map((fill, index) => ({
    name: fill.label,
    colour: index === 0 ? look.text : look.drive(shown, SHADES[(index - 1) % SHADES.length]),
    dash: DASHES[index % DASHES.length] ?? "solid",
    fill,
  }));
  caption(chart.id, wording.caption(chart.title));
  captioned(chart.id, wording.caption(chart.title));
  plot(chart, lines, wording.fills(model, chart.title, said(lines)));
}

/** The first fill of each drive. */
function ofAll(page: Page, chart: FillChart): void {
  const look = theme();
  const first = chart.fills.filter(
    (fill, place) => chart.fills.findIndex(({ drive }) => drive === fill.drive) === place,
  );
  const lines = first.map((fill) => ({
    name: page.drives[fill.drive]?.model ?? "",
    colour: look.drive(fill.drive),
    dash: DENSE[fill.drive % DENSE.length] ?? "solid",
    fill,
  }));
  const title = wording.allDrives(chart.title);
  plot({ ...chart, id: ALL_DRIVES }, lines, wording.each(title, said(lines)));
  const figcaption = document
    .getElementById(ALL_DRIVES)
    ?.closest("figure")
    ?.querySelector("figcaption");
  if (figcaption) figcaption.textContent = wording.caption(title);
}

const said = (lines: Line[]): string[] =>
  lines.map(({ name, fill }) => wording.said(name, fill.verdict));

function plot({ id, fills }: FillChart, lines: Line[], sentence: string): void {
  const look = theme();
  // Lines of one drive often run upon each other: where each ends, its name stands.
  const named = id !== ALL_DRIVES && lines.length > 1 && !narrow(id);
  // One scale for all drives, so that they can be compared by pressing a button.
  const [step, top] = scale(Math.max(1, ...fills.flatMap((fill) => fill.mb_per_s)));
  const labels = lines.map(({ name }) => name);
  // Of all drives the table below says it.
  if (id !== ALL_DRIVES)
    document
      .getElementById(`${id}-verdicts`)
      ?.replaceChildren(...said(lines).map((text) => element("li", text)));
  const most = Math.max(0.01, ...lines.map(({ fill }) => Math.ceil(fill.written_gb * 100) / 100));
  /** Whether the name of a line would lie upon that of another. */
  const ends = (other: Line, own: Fill): boolean =>
    Math.abs((other.fill.gb.at(-1) ?? 0) - (own.gb.at(-1) ?? 0)) < most * NEAR &&
    Math.abs((other.fill.mb_per_s.at(-1) ?? 0) - (own.mb_per_s.at(-1) ?? 0)) < top * NEAR;
  draw(
    id,
    {
      grid: {
        left: 54,
        right: named ? ROOM : 20,
        top: below(id, labels, 36),
        bottom: 44,
      },
      legend: legendOf(labels),
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: along(wording.axis, most),
      yAxis: speeds(step, top),
      series: lines.map(({ name, colour, dash, fill }, index) => ({
        type: "line" as const,
        name,
        symbol: "none",
        lineStyle: { width: 2, color: colour, type: typeof dash === "string" ? dash : [...dash] },
        itemStyle: { color: colour },
        endLabel: {
          show: named,
          offset: [0, LINE * lines.slice(0, index).filter((other) => ends(other, fill)).length],
          formatter: name,
          fontSize: 11,
          lineHeight: 14,
          color: look.text,
          textBorderColor: look.background,
          textBorderWidth: 3,
        },
        data: fill.gb.map((gb, place): [number, number] => [gb, fill.mb_per_s[place] ?? 0]),
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
}
