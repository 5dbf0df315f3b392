// What repeated runs of a drive say: a bar is their median, and a line across its end their
// interval.
import type { CustomSeriesOption } from "echarts/charts";
import type { Bar, End, Page } from "./data";
import type { Rows } from "./rows";
import { theme } from "./theme";
import { listed, range as fromTo } from "./wording/both";
import * as wording from "./wording/charts";

export const REPEATED = "repeats";
/** Half of the height of a line's ends. */
const CAP = 5;

/** A row, and the interval of its repeated runs; of a band that of each end. */
export type Range = [low: number, row: number, high: number];

const partsOf = (bar: Bar): End[] => (bar.ends.length > 0 ? bar.ends : [bar]);

/** Of all bars that were measured more than once, and not alike. */
export function rangesOf(bars: Bar[]): Range[] {
  return bars
    .flatMap((bar, row) => partsOf(bar).map(({ low, high }): Range => [low, row, high]))
    .filter(([low, , high]) => low < high);
}

/** The lines. */
export function whiskers(ranges: Range[], { middles }: Rows): CustomSeriesOption {
  const look = theme();
  return {
    type: "custom",
    name: REPEATED,
    z: 4,
    clip: false,
    silent: true,
    tooltip: { show: false },
    encode: { x: [0, 2], y: 1 },
    data: ranges,
    renderItem: (params, api) => {
      const [low, row, high] = ranges[params.dataIndex] ?? [0, 0, 0];
      const [from = 0, y = 0] = api.coord([low, middles[row] ?? 0]);
      const [to = 0] = api.coord([high, middles[row] ?? 0]);
      const points = [
        [from, y - CAP],
        [from, y + CAP],
        [from, y],
        [to, y],
        [to, y - CAP],
        [to, y + CAP],
      ];
      const line = (stroke: string, lineWidth: number) => ({
        type: "polyline" as const,
        shape: { points },
        style: { fill: "none", stroke, lineWidth },
      });
      return { type: "group", children: [line(look.background, 3.5), line(look.text, 1.5)] };
    },
  };
}

/**
 * What the interval of a bar, or of a band's end, is: each has as many runs as finished it. Of a
 * single run nothing.
 */
export const intervalOf = (page: Page, { runs = 1 }: End): string => page.intervals[runs] ?? "";

/** The intervals of a bar, a sentence each. */
export function rangesInWords(page: Page, bar: Bar, inUnit: (value: number) => string): string[] {
  return partsOf(bar).flatMap((part) => {
    const what = intervalOf(page, part);
    if (what === "") return [];
    const [low, high] = [inUnit(part.low), inUnit(part.high)];
    const range = low === high ? low : fromTo(low, high);
    return [wording.interval(bar.ends.length > 0 ? part.label : "", what, range)];
  });
}

/**
 * What the lines are, below a chart that has any: of most bars, and of which it is something else.
 */
export function explainRanges(place: HTMLElement, page: Page, bars: Bar[]): void {
  const whose = new Map<string, string[]>();
  for (const bar of bars) {
    for (const part of partsOf(bar)) {
      const what = intervalOf(page, part);
      if (part.low === part.high) continue;
      const name = listed(page.drives[bar.drive]?.model, part.label);
      whose.set(what, [...(whose.get(what) ?? []), name]);
    }
  }
  const [[most = ""] = [], ...others] = [...whose].sort(([, a], [, b]) => b.length - a.length);
  if (most === "") return;
  const line = document.createElement("p");
  line.className = "faint legend";
  const sign = document.createElement("span");
  sign.className = "sign whisker";
  sign.setAttribute("aria-hidden", "true");
  const text = document.createElement("span");
  text.append(sign, document.createTextNode(wording.intervals(most, others)));
  line.append(text);
  place.append(line);
}
