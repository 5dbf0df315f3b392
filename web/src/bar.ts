// What is said of a bar: its figures in words, those that were printed of it, and its table.
import type { Bar, Chart, DriveMark, MarkQuantity, Page } from "./data";
import { label, marksOf } from "./marks";
import { number } from "./numbers";
import { type Measured } from "./remarks";
import { intervalOf } from "./repeats";
import type { Cell, Numbers } from "./tables";
import type { Shown } from "./unit";
import { clauses, listed, range } from "./wording/both";
import * as wording from "./wording/charts";

/** What was printed of bars in a unit. */
const QUANTITIES: Partial<Record<Chart["unit"], MarkQuantity>> = {
  "MB/s": "throughput",
  W: "power",
};

/** The printed figures of a bar, also of a band's other end. */
export function marksOfBar(page: Page, chart: Shown, bar: Bar): DriveMark[] {
  const { scale } = chart;
  const quantity = scale === 1 ? QUANTITIES[chart.unit] : "throughput";
  if (!quantity) return [];
  const variants = bar.ends.length > 0 ? bar.ends.map((end) => end.variant) : [bar.variant];
  return variants
    .flatMap((variant) => marksOf(page, bar.drive, bar.test, bar.phase, [quantity], variant))
    .map((mark) => ({ ...mark, low: mark.low * scale, high: mark.high * scale }))
    .sort((a, b) => a.low - b.low);
}

/** The phases that a bar is of: of a band one for each end. */
export function phasesOf({ drive, test, phase, variant, label, ends }: Bar): Measured[] {
  const parts = ends.length > 0 ? ends : [{ variant, label }];
  return parts.map((part) => ({
    drive,
    test,
    phase,
    variant: part.variant,
    label: part.label,
  }));
}

/** The table of a chart: a row a bar, or an end of a band. */
export function numbers(page: Page, chart: Shown): Numbers {
  const rows = (): Cell[][] =>
    chart.bars.flatMap((bar) => {
      const own = { ...bar, label: listed(bar.label, bar.note) };
      const isBand = bar.ends.length > 0;
      return (isBand ? bar.ends : [own]).map((part, index) => [
        page.drives[bar.drive]?.model ?? "",
        part.label,
        part.value,
        isBand || chart.unit !== "MB/s" ? null : bar.iops,
        part.low,
        part.high,
        intervalOf(page, part),
        index > 0 ? "" : clauses(marksOfBar(page, chart, bar).map((mark) => label(mark, number))),
      ]);
    });
  return { header: wording.barTable(chart.unit), rows };
}

export const inUnit =
  (chart: Chart) =>
  (value: number): string =>
    `${number(value)} ${chart.unit}`;

export const end = (bar: Bar): number => bar.ends.at(-1)?.value ?? bar.value;

/** What stands behind a bar; figures only where its words stand above it, as on a narrow screen. */
export function behind(chart: Chart, bar: Bar, small: boolean): string {
  const [worst, best] = [bar.ends[0], bar.ends.at(-1)];
  if (worst && best && number(worst.value) === number(best.value)) {
    const figure = inUnit(chart)(best.value);
    return small ? figure : wording.eitherWay(figure);
  }
  if (worst && best) {
    const [low, high] = [number(worst.value), inUnit(chart)(best.value)];
    return small ? range(low, high) : wording.band(low, worst.label, high, best.label);
  }
  return listed(inUnit(chart)(bar.value), ...(small ? [] : [bar.label]), bar.note);
}

/**
 * What stands above a bar on a narrow screen: the drive's name, at its first bar only, and what the
 * bar is of.
 */
export function above(model: string, bar: Bar): string {
  const [worst, best] = [bar.ends[0], bar.ends.at(-1)];
  const more = worst && best ? range(worst.label, best.label) : bar.label;
  return listed(model, more);
}
