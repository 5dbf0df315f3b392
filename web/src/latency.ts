// Write latency: mean, 99.9th percentile and maximum of each drive, on one logarithmic axis, with
// the published figures as marks.
import { draw } from "./charts";
import type { DriveMark, Latency, Page } from "./data";
import { distribution, frame } from "./distribution";
import { isMarked, nameOf, share, spokenMark } from "./marked";
import { across, layout, words } from "./across";
import { explain } from "./legend";
import { PUBLISHED, lines, marksOf, named, spoken, story } from "./marks";
import { time } from "./numbers";
import { remarkOn, remarked } from "./remarks";
import { names, reachOfName, rowAxis, stacked } from "./rows";
import type { Numbers } from "./tables";
import { narrow, theme } from "./theme";
import { clauses, listed } from "./wording/both";
import * as wording from "./wording/charts";

const MARKS = [
  { key: "mean_us", name: wording.latencies.mean, symbol: "circle" },
  { key: "p999_us", name: wording.latencies.p999, symbol: "triangle" },
  { key: "max_us", name: wording.latencies.max, symbol: "diamond" },
] as const;

const name = (mark: DriveMark): string => wording.quantities[mark.quantity] ?? "";

const marksOfRow = (page: Page, entry: Latency): DriveMark[] =>
  marksOf(
    page,
    entry.drive,
    entry.test,
    entry.phase,
    ["latency-mean", "latency-max"],
    entry.variant,
  );

const rowName = (page: Page, entry: Latency): string =>
  listed(page.drives[entry.drive]?.model, entry.label);

export function latency(page: Page): void {
  const place = document.getElementById("latency-charts");
  if (!place) return;
  for (const each of page.latencies) {
    const { id, title, entries } = each;
    if (!document.getElementById(id)) {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = wording.latencyCaption(title);
      const chart = document.createElement("div");
      chart.id = id;
      chart.className = "chart";
      figure.append(caption, chart);
      place.append(figure);
      explain(
        figure,
        page,
        entries.flatMap((entry) => marksOfRow(page, entry)),
        time,
        name,
      );
      frame(each, place);
    }
    one(page, id, title, entries);
    distribution(page, each);
  }
}

/** The table of a chart. */
function numbers(page: Page, entries: Latency[]): Numbers {
  return {
    header: wording.latencyTable,
    rows: () =>
      entries.map((entry) => [
        rowName(page, entry),
        entry.mean_us,
        entry.p99_us,
        entry.p999_us,
        entry.max_us,
        entry.max_at_s,
        clauses(marksOfRow(page, entry).map((mark) => named(mark, time, name))),
      ]),
  };
}

function one(page: Page, id: string, title: string, entries: Latency[]): void {
  const look = theme();
  const small = narrow(id);
  const models = entries.map((entry) => rowName(page, entry));
  const marks = entries.map((entry) => marksOfRow(page, entry));
  const worst = entries.at(-1);
  const grid = {
    left: small ? 24 : 210,
    right: 30,
    top: 34,
    bottom: 30,
    outerBoundsMode: "none" as const,
  };
  const all = [
    ...entries.flatMap((entry) => MARKS.map(({ key }) => shown(entry[key]))),
    ...marks.flat().flatMap((mark) => [mark.low, mark.high]),
  ];
  const bottom = Math.floor(Math.log10(Math.min(...all)));
  const top = Math.max(bottom + 1, Math.ceil(Math.log10(Math.max(...all))));
  const width = document.getElementById(id)?.clientWidth ?? 0;
  const x = (us: number): number =>
    grid.left + ((Math.log10(us) - bottom) / (top - bottom)) * (width - grid.left - grid.right);
  const placed = layout(marks, x, grid.left + 4, width - 4, words(time, name));
  const titles = entries.map((entry) => {
    const title = listed(nameOf(page, entry.drive), entry.label);
    return remarkOn(page, entry) ? wording.marked(title) : title;
  });
  const reach = (row: number): number =>
    small ? 29 : Math.max(19, reachOfName(titles[row] ?? "") + 2);
  const rows = stacked(
    placed.below.map((down, row) => ({ up: reach(row), down: reach(row) + down })),
  );
  draw(
    id,
    {
      grid,
      legend: {
        top: 0,
        left: 0,
        textStyle: { color: look.text },
        itemWidth: 12,
        data: MARKS.map((mark) => mark.name),
      },
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (params) => {
          const item = Array.isArray(params) ? params[0] : params;
          const mark = item?.seriesName === PUBLISHED ? placed.placed[item.dataIndex] : undefined;
          if (mark) return lines(story(mark.mark, models[mark.row] ?? "", time, name));
          const [us = 0] = (item?.value as number[] | undefined) ?? [];
          return lines([
            models[item?.dataIndex ?? 0] ?? "",
            wording.latencyTip(item?.seriesName ?? "", time(us)),
          ]);
        },
      },
      xAxis: {
        type: "log",
        min: 10 ** bottom,
        max: 10 ** top,
        axisLabel: { color: look.faint, hideOverlap: true, formatter: (us: number) => time(us) },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: rowAxis(rows, true),
      series: [
        ...MARKS.map(({ key, name, symbol }) => ({
          type: "scatter" as const,
          name,
          symbol,
          symbolSize: 12,
          z: 6,
          itemStyle: { color: look.text },
          data: entries.map((entry, index) => ({
            value: [shown(entry[key]), rows.middles[index] ?? 0],
            itemStyle: { color: look.drive(entry.drive, share(entry.drive, entries)) },
          })),
        })),
        across(placed, rows),
        // Beside the marks; on a narrow screen above them.
        names(
          entries.map((entry, row) => ({ text: titles[row] ?? "", bold: isMarked(entry.drive) })),
          rows,
          small,
        ),
      ],
    },
    wording.longestWrites(
      title,
      models.at(-1) ?? "",
      time(worst?.max_us ?? 0),
      models[0] ?? "",
      time(entries[0]?.max_us ?? 0),
    ) +
      spoken(page, marks.flat(), time, name) +
      spokenMark(page),
    numbers(page, entries),
    rows.height + grid.top + grid.bottom,
  );
  remarked(page, id, entries);
}

/** A logarithmic axis has no place for nothing. */
const shown = (us: number): number => Math.max(us, 0.001);
