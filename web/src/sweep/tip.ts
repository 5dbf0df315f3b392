// Tooltips: every parameter and figure of the points under the pointer.
import { lines } from "../marks";
import { number } from "../numbers";
import { theme } from "../theme";
import * as wording from "../wording/sweep";
import { type SweepData, distinct, extent, mean, recorded } from "./data";

/** A tooltip is no longer than this. */
const MOST = 24;

export function tip(data: SweepData, points: number[]): HTMLElement {
  const parameters = data.parameters.map((one) => {
    const values = distinct(points.map((point) => one.values[point] ?? ""));
    return wording.named(one, wording.values(values, one.unit));
  });
  const figures = data.figures.map((one) => {
    const values = recorded(one, points);
    const [low, high] = extent(values).map(number) as [string, string];
    const text =
      values.length === 0
        ? wording.none
        : wording.spread(wording.inUnit(number(mean(values)), one.unit), low, high);
    return wording.named(one, text);
  });
  const all = [...parameters, ...figures];
  const first = all.slice(0, all.length > MOST ? MOST - 1 : MOST);
  const left = all.length - first.length;
  return lines([wording.points(points), ...first, ...(left > 0 ? [wording.moreLines(left)] : [])]);
}

/** What tooltips of all charts have in common. */
export const tooltip = () => ({
  trigger: "item" as const,
  confine: true,
  backgroundColor: theme().background,
  borderColor: theme().line,
  textStyle: { color: theme().text, fontSize: 13 },
});
