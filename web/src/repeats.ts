// What repeated runs of a drive say: a bar is their median, and a line across its end their interval.
import type { CustomSeriesOption } from "echarts/charts";
import type { Bar, Page } from "./data";
import type { Layout } from "./marks";
import { theme } from "./theme";

export const REPEATED = "repeated runs";
/** Half of the height of a line's ends. */
const CAP = 5;

/** A row, and the interval of its repeated runs; of a band that of each end. */
export type Range = [low: number, row: number, high: number];

/** Of all bars that were measured more than once, and not alike. */
export function rangesOf(bars: Bar[]): Range[] {
  return bars
    .flatMap((bar, row) => (bar.ends.length > 0 ? bar.ends : [bar]).map(({ low, high }): Range => [low, row, high]))
    .filter(([low, , high]) => low < high);
}

/** The lines; bars stand in their rows as `of` says. */
export function whiskers(ranges: Range[], of: Layout): CustomSeriesOption {
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
      const [from = 0, middle = 0] = api.coord([low, row]);
      const [to = 0] = api.coord([high, row]);
      const y = middle - of.below / 2;
      const points = [[from, y - CAP], [from, y + CAP], [from, y], [to, y], [to, y - CAP], [to, y + CAP]];
      const line = (stroke: string, lineWidth: number) => ({ type: "polyline" as const, shape: { points }, style: { fill: "none", stroke, lineWidth } });
      return { type: "group", children: [line(look.background, 3.5), line(look.text, 1.5)] };
    },
  };
}

/** What the lines are, below a chart that has any. */
export function explainRanges(place: HTMLElement, page: Page, bars: Bar[]): void {
  const ranges = rangesOf(bars);
  if (ranges.length === 0) return;
  const intervals = new Set(ranges.map(([, row]) => page.drives[bars[row]?.drive ?? -1]?.interval).filter(Boolean));
  const line = document.createElement("p");
  line.className = "faint legend";
  const sign = document.createElement("span");
  sign.className = "sign whisker";
  sign.setAttribute("aria-hidden", "true");
  const text = document.createElement("span");
  text.append(sign, document.createTextNode(`${[...intervals].join("; ")}; the bar is their median`));
  line.append(text);
  place.append(line);
}
