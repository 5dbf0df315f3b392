// Write latency: mean, 99th percentile and maximum of each drive, on one logarithmic axis.
import { draw, table, time } from "./charts";
import type { Latency, Page } from "./data";
import { narrow, theme } from "./theme";

const MARKS = [
  { key: "mean_us", name: "mean", symbol: "circle" },
  { key: "p99_us", name: "99th percentile", symbol: "triangle" },
  { key: "max_us", name: "maximum", symbol: "diamond" },
] as const;

export function latency(page: Page): void {
  const place = document.getElementById("latency-charts");
  if (!place) return;
  const tests: [string, string, (entry: Latency) => boolean][] = [
    ["latency-new", "4 KiB random writes, QD3, new drive", (entry) => entry.test === "random-write-4k-qd3"],
    ["latency-tortured", "4 KiB random writes, QD3, tortured drive, all LBAs", (entry) => entry.test === "torture"],
  ];
  for (const [id, title, belongs] of tests) {
    const entries = page.latencies.filter(belongs).sort((a, b) => a.max_us - b.max_us);
    if (entries.length === 0) continue;
    if (!document.getElementById(id)) {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = `${title}: write latency, logarithmic, less is better`;
      const chart = document.createElement("div");
      chart.id = id;
      chart.className = "chart";
      figure.append(caption, chart);
      place.append(figure);
      table(
        figure,
        "Numbers",
        ["Drive", "mean", "99 %", "99.9 %", "maximum", "when"],
        entries.map((entry) => [
          page.drives[entry.drive]?.model ?? "",
          time(entry.mean_us),
          time(entry.p99_us),
          time(entry.p999_us),
          time(entry.max_us),
          `at ${entry.max_at_s.toFixed(1)} s`,
        ]),
      );
    }
    one(page, id, title, entries);
  }
}

function one(page: Page, id: string, title: string, entries: Latency[]): void {
  const look = theme();
  const small = narrow();
  const names = entries.map((entry) => page.drives[entry.drive]?.model ?? "");
  const worst = entries.at(-1);
  draw(
    id,
    {
      grid: { left: small ? 96 : 210, right: 30, top: 34, bottom: 30 },
      legend: { top: 0, left: 0, textStyle: { color: look.text }, itemWidth: 12 },
      tooltip: {
        trigger: "item",
        formatter: (mark) => {
          const one = Array.isArray(mark) ? mark[0] : mark;
          const value = (one?.value as number[] | undefined)?.[0] ?? 0;
          return `${one?.seriesName}: ${time(value)}`;
        },
      },
      xAxis: {
        type: "log",
        axisLabel: { color: look.faint, hideOverlap: true, formatter: (us: number) => time(us) },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "category",
        data: names,
        inverse: true,
        axisLabel: { color: look.text, width: small ? 90 : 200, overflow: "break", fontSize: small ? 11 : 12, lineHeight: 14 },
        axisLine: { lineStyle: { color: look.line } },
        splitLine: { show: true, lineStyle: { color: look.line } },
      },
      series: MARKS.map(({ key, name, symbol }) => ({
        type: "scatter" as const,
        name,
        symbol,
        symbolSize: 12,
        itemStyle: { color: look.text },
        data: entries.map((entry, index) => ({
          value: [Math.max(entry[key], 0.001), index],
          itemStyle: { color: look.drive(entry.drive) },
        })),
      })),
    },
    `${title}: the longest write of ${names.at(-1)} took ${time(worst?.max_us ?? 0)}, of ${names[0]} ${time(entries[0]?.max_us ?? 0)}.`,
    entries.length * 38 + 70,
  );
}
