// Why random writes fall: what a simulated drive's NAND did in the seconds of the plots above it.
// Drawn when somebody asks.
import { draw } from "./charts";
import type { Page, Why } from "./data";
import { number } from "./numbers";
import { theme } from "./theme";
import * as wording from "./wording/charts";
import { notKnown } from "./wording/page";

/** A curve over the seconds. */
interface Picture {
  id: string;
  name: string;
  of: (why: Why) => (number | null)[];
}

const PICTURES: Picture[] = [
  {
    id: "why-amplification",
    name: wording.why.amplification,
    of: (why) => why.write_amplification,
  },
  { id: "why-free", name: wording.why.free, of: (why) => why.free_superblocks },
  { id: "why-moved", name: wording.why.moved, of: (why) => why.moved_units_per_s },
  { id: "why-erases", name: wording.why.erases, of: (why) => why.erases_per_s },
  { id: "why-stalls", name: wording.why.stalls, of: (why) => why.stalls },
  { id: "why-stalled", name: wording.why.stalled, of: (why) => why.stalled_ms },
];

/** Their ids. */
export const WHY = PICTURES.map(({ id }) => id);

/** Shows the run of a drive, or that nothing is known of it. */
export function why(page: Page, drive: number, variant: string): void {
  const place = document.getElementById("why");
  if (!(place instanceof HTMLDetailsElement)) return;
  const own = page.why.find((one) => one.drive === drive && one.variant === variant);
  place.toggleAttribute("hidden", !own);
  if (!own || !place.open) return;
  const said = document.getElementById("why-step");
  if (said) said.textContent = wording.whyStep(own.step_s);
  for (const picture of PICTURES) one(page, own, picture);
}

function one(page: Page, own: Why, { id, name, of }: Picture): void {
  const look = theme();
  const values = of(own);
  const known = values.filter((value) => value !== null);
  const figure = document.getElementById(id)?.closest("figure");
  figure?.toggleAttribute("hidden", known.length === 0);
  if (known.length === 0) return;
  const points = values.map((value, step): [number, number | null] => [step * own.step_s, value]);
  const model = page.drives[own.drive]?.model ?? "";
  // A second of collection alone makes a ratio of thousands, beside which no other could be seen.
  const logarithmic = id === "why-amplification" && Math.max(...known) > 20;
  const axis = {
    nameTextStyle: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
  draw(
    id,
    {
      grid: { left: 52, right: 14, top: 12, bottom: 38 },
      tooltip: {
        trigger: "axis",
        confine: true,
        valueFormatter: (value) =>
          value === null
            ? id === "why-amplification"
              ? wording.nothingProgrammed
              : notKnown
            : number(Number(value)),
      },
      xAxis: {
        ...axis,
        type: "value",
        min: 0,
        max: page.duration_s,
        name: wording.second,
        nameLocation: "middle",
        nameGap: 22,
        axisLabel: { color: look.faint, hideOverlap: true },
      },
      yAxis: {
        ...axis,
        ...(logarithmic
          ? { type: "log" as const, min: 1 }
          : { type: "value" as const, min: 0, splitNumber: 4 }),
        axisLabel: {
          color: look.faint,
          formatter: (value: number) =>
            value >= 1000 ? `${number(value / 1000)}K` : number(value),
        },
      },
      series: [
        {
          type: "line",
          name,
          data: points,
          showSymbol: false,
          lineStyle: { width: 1.5, color: look.drive(own.drive) },
          itemStyle: { color: look.drive(own.drive) },
        },
      ],
    },
    wording.whyOf(model, name, logarithmic, number(Math.min(...known)), number(Math.max(...known))),
    { header: [wording.second, name], rows: () => points, long: true },
  );
}

/** Calls back when somebody asks. */
export function whenAsked(call: () => void): void {
  document.getElementById("why")?.addEventListener("toggle", call);
}
