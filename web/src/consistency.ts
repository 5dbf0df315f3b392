// Performance consistency: IOPS of every second, one drive and spare area at a time, on the
// same scales for all: the whole run and its end on a logarithmic axis, the end on a linear one.
import { buttons, draw, number, table } from "./charts";
import type { Consistency, Page } from "./data";
import { theme } from "./theme";

/** A second without any I/O has no place on a logarithmic axis: it is marked at this edge. */
export const BOTTOM_EDGE = 1;
const LINEAR_TOP = 40_000;
let drive = 0;
let variant = 0;

export function consistency(page: Page): void {
  const drives = page.drives.map((_, index) => index).filter((index) => page.consistency.some((c) => c.drive === index));
  const first = page.consistency[0];
  if (drives.length === 0 || !first) return;
  const driveButtons = document.getElementById("consistency-drives");
  const variantButtons = document.getElementById("consistency-variants");
  if (!driveButtons || !variantButtons) return;
  const offered = (): Consistency[] => page.consistency.filter((run) => run.drive === drives[drive]);
  const show = (): void => {
    const run = offered()[variant] ?? offered()[0] ?? first;
    plots(page, run);
  };
  const showVariants = (): void => {
    variant = Math.min(variant, Math.max(0, offered().length - 1));
    buttons(variantButtons, "Spare area", offered().map((run) => run.label), variant, (index) => {
      variant = index;
      show();
    });
  };
  if (driveButtons.childElementCount === 0) {
    buttons(driveButtons, "Drive", drives.map((index) => page.drives[index]?.model ?? ""), drive, (index) => {
      drive = index;
      showVariants();
      show();
    });
    showVariants();
    const place = document.getElementById("consistency-numbers");
    if (place) {
      table(
        place,
        "Numbers of all drives",
        ["Drive", "Spare area", `mean IOPS from ${page.late_from_s} s`, "worst second", "write amplification"],
        page.consistency.map((run) => [
          page.drives[run.drive]?.model ?? "",
          run.label,
          number(run.mean_late),
          number(run.min_late),
          run.write_amplification === null ? "not known" : number(run.write_amplification),
        ]),
      );
    }
  }
  show();
}

function plots(page: Page, run: Consistency): void {
  const model = page.drives[run.drive]?.model ?? "";
  const said = `from ${page.late_from_s} s on ${number(run.mean_late)} IOPS on average, ${number(run.min_late)} in the worst second`;
  const top = 10 ** Math.ceil(Math.log10(Math.max(10, ...page.consistency.flatMap((other) => other.iops))));
  plot(page, run, "consistency-all", 0, "log", top, `${model}, ${run.label}, the whole run: ${said}.`);
  plot(page, run, "consistency-late", page.late_from_s, "log", top, `${model}, ${run.label}, the end of the run: ${said}.`);
  plot(page, run, "consistency-linear", page.late_from_s, "value", LINEAR_TOP, `${model}, ${run.label}, the end of the run, linear to 40,000 IOPS: ${said}.`);
}

function plot(
  page: Page,
  run: Consistency,
  id: string,
  from: number,
  scale: "log" | "value",
  top: number,
  sentence: string,
): void {
  const look = theme();
  const seconds = run.iops.map((iops, second): [number, number] => [second, iops]).filter(([second]) => second >= from);
  const none = scale === "log" ? seconds.filter(([, iops]) => iops === 0) : [];
  const beyond = scale === "value" ? seconds.filter(([, iops]) => iops > top) : [];
  const shown = seconds.filter(([, iops]) => (scale === "log" ? iops > 0 : iops <= top));
  const axis = { nameTextStyle: { color: look.faint }, splitLine: { lineStyle: { color: look.line } } };
  const thousands = (iops: number): string => (iops >= 1000 ? `${iops / 1000}K` : String(iops));
  draw(
    id,
    {
      grid: { left: 48, right: 14, top: 14, bottom: 40 },
      tooltip: {
        trigger: "item",
        formatter: (mark) => {
          const one = Array.isArray(mark) ? mark[0] : mark;
          const [second, iops] = (one?.value as [number, number] | undefined) ?? [0, 0];
          if (one?.seriesName === "no I/O in this second") return `second ${second}: no I/O`;
          return `second ${second}: ${number(run.iops[second] ?? iops)} IOPS`;
        },
      },
      xAxis: {
        ...axis,
        type: "value",
        min: from,
        max: page.duration_s,
        name: "second",
        nameLocation: "middle",
        nameGap: 24,
        axisLabel: { color: look.faint, hideOverlap: true },
      },
      yAxis: {
        ...axis,
        type: scale,
        min: scale === "log" ? BOTTOM_EDGE : 0,
        max: top,
        axisLabel: { color: look.faint, formatter: thousands },
      },
      series: [
        {
          type: "scatter",
          name: "IOPS",
          symbolSize: 3,
          itemStyle: { color: look.drive(run.drive) },
          data: shown,
        },
        {
          type: "scatter",
          name: "no I/O in this second",
          symbol: "triangle",
          symbolSize: 7,
          itemStyle: { color: look.text },
          data: none.map(([second]) => [second, BOTTOM_EDGE]),
        },
        {
          type: "scatter",
          name: "above the scale",
          symbol: "triangle",
          symbolSize: 5,
          itemStyle: { color: look.drive(run.drive), opacity: 0.6 },
          data: beyond.map(([second]) => [second, top]),
        },
      ],
    },
    sentence,
  );
}
