// MB/s or IOPS, as the reader chooses. Large I/Os stay in MB/s: nobody counts them.
import { buttons, press } from "./charts";
import type { Chart } from "./data";
import { everywhere, rewrite } from "./links";
import * as wording from "./wording/unit";

const UNITS = ["MB/s", "IOPS"] as const;
export type SpeedUnit = (typeof UNITS)[number];

/** I/Os of at most so many bytes are counted. */
const SMALL = 16_384;

let chosen = 0;

export const unit = (): SpeedUnit => UNITS[chosen] ?? UNITS[0];

/** A speed in MB/s of I/Os of that size, in the unit that was chosen. */
export function inUnit(mb_per_s: number, bytes: number): { value: number; unit: SpeedUnit } {
  return unit() === "IOPS" && bytes <= SMALL
    ? { value: (mb_per_s * 1e6) / bytes, unit: "IOPS" }
    : { value: mb_per_s, unit: "MB/s" };
}

/** A chart, and what figures in MB/s are multiplied by in it. */
export interface Shown extends Chart {
  scale: number;
}

/** A chart in the unit that was chosen. */
export function shownIn(chart: Chart): Shown {
  const one = chart.bars.find((bar) => bar.iops > 0 && bar.value > 0);
  const bytes = one ? (one.value * 1e6) / one.iops : Infinity;
  if (chart.unit !== "MB/s" || unit() === "MB/s" || bytes > SMALL) return { ...chart, scale: 1 };
  const scale = 1e6 / bytes;
  const scaled = <T extends { value: number; low: number; high: number }>(of: T): T => ({
    ...of,
    value: of.value * scale,
    low: of.low * scale,
    high: of.high * scale,
  });
  const bars = chart.bars.map((bar) => ({ ...scaled(bar), ends: bar.ends.map(scaled) }));
  return { ...chart, unit: "IOPS", bars, scale };
}

/** The buttons that choose. `redraw`: all charts. */
export function unitButtons(redraw: () => void): void {
  const place = document.getElementById("unit");
  if (!place) return;
  const choose = (index: number): void => {
    chosen = index in UNITS ? index : 0;
    redraw();
  };
  buttons(place, wording.label, [...UNITS], chosen, (index) => {
    choose(index);
    rewrite("verdict");
  });
  everywhere({
    // A link says only what is not so anyway.
    state: (): Record<string, number> => (chosen === 0 ? {} : { unit: chosen + 1 }),
    set: ({ unit: wanted = 1 }) => {
      if (wanted - 1 === chosen || !(wanted - 1 in UNITS)) return;
      press(place, wanted - 1);
      choose(wanted - 1);
    },
    key: "unit",
  });
}
