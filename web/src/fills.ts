// Fills of a drive: speed by how much was written, one drive at a time, a line per fill.
import { scale } from "./bars";
import { caption, captioned, draw } from "./charts";
import { offer, choose, telling } from "./chosen";
import type { Fill, FillChart, Page } from "./data";
import { element } from "./findings";
import { below } from "./legendrows";
import { stateful } from "./links";
import { number } from "./numbers";
import { folded } from "./tables";
import { theme } from "./theme";
import { notKnown } from "./wording/page";
import * as wording from "./wording/fills";

const BUTTONS = "fills-buttons";
/** Lines are told apart without their colours. */
const DASHES = ["solid", "dashed", "dotted", [8, 3, 2, 3], [2, 4]] as const;
/** Of a drive's own color, beside the first fill in the text's. */
const SHADES = [1, 0.8, 0.65, 0.5];
let shown = 0;

const own = (chart: FillChart): Fill[] => chart.fills.filter(({ drive }) => drive === shown);

export function fills(page: Page): void {
  const place = document.getElementById(BUTTONS);
  const frames = document.getElementById("fills-charts");
  if (!place || !frames || page.fills.length === 0) return;
  const drives = page.drives
    .map((_, drive) => drive)
    .filter((drive) => page.fills.some((chart) => chart.fills.some((one) => one.drive === drive)));
  if (frames.childElementCount === 0) {
    for (const chart of page.fills) frames.append(frame(chart));
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
    if (numbers) caches(page, numbers);
  }
  all(page);
}

/** What a drive's first fill loses at the end of its cache, as a share. */
function lost(page: Page, drive: number): number {
  const first = page.fills.flatMap((chart) => chart.fills).find((one) => one.drive === drive);
  const { cache_mb_per_s, after_mb_per_s } = first?.cache ?? {};
  return cache_mb_per_s && after_mb_per_s ? 1 - after_mb_per_s / cache_mb_per_s : 0;
}

function frame({ id, title }: FillChart): HTMLElement {
  const figure = document.createElement("figure");
  figure.dataset["buttons"] = BUTTONS;
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
function caches(page: Page, place: HTMLElement): void {
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
    if (lines.length > 0) one(page, chart, lines);
  }
}

function one(page: Page, { id, title, fills }: FillChart, lines: Fill[]): void {
  const look = theme();
  const model = page.drives[shown]?.model ?? "";
  // One scale for all drives, so that they can be compared by pressing a button.
  const [step, top] = scale(Math.max(1, ...fills.flatMap((fill) => fill.mb_per_s)));
  const labels = lines.map(({ label }) => label);
  const each = lines.map((fill) => wording.said(fill.label, fill.verdict));
  caption(id, wording.caption(title));
  captioned(id, wording.caption(title));
  document
    .getElementById(`${id}-verdicts`)
    ?.replaceChildren(...each.map((text) => element("li", text)));
  draw(
    id,
    {
      grid: { left: 54, right: 20, top: below(id, labels, 36), bottom: 44 },
      legend: {
        top: 0,
        left: 0,
        itemWidth: 36,
        itemStyle: { opacity: 0 },
        textStyle: { color: look.text },
        data: labels,
      },
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: {
        type: "value",
        min: 0,
        max: Math.max(0.01, ...lines.map(({ written_gb }) => Math.ceil(written_gb * 100) / 100)),
        name: wording.axis,
        nameLocation: "middle",
        nameGap: 26,
        nameTextStyle: { color: look.faint },
        axisLabel: { color: look.faint, hideOverlap: true, showMaxLabel: false },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "value",
        min: 0,
        max: top,
        interval: step,
        axisLabel: { color: look.faint },
        splitLine: { lineStyle: { color: look.line } },
      },
      series: lines.map((fill, index) => {
        const colour =
          index === 0 ? look.text : look.drive(shown, SHADES[(index - 1) % SHADES.length]);
        const dash = DASHES[index % DASHES.length] ?? "solid";
        return {
          type: "line" as const,
          name: fill.label,
          symbol: "none",
          lineStyle: {
            width: 2,
            color: colour,
            type: typeof dash === "string" ? dash : [...dash],
          },
          itemStyle: { color: colour },
          data: fill.gb.map((gb, place): [number, number] => [gb, fill.mb_per_s[place] ?? 0]),
        };
      }),
    },
    wording.fills(model, title, each),
    {
      header: wording.table,
      rows: () =>
        lines.flatMap((fill) =>
          fill.gb.map((gb, place) => [fill.label, gb, fill.mb_per_s[place] ?? 0]),
        ),
      long: true,
    },
  );
}
