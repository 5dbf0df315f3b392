// The Pareto front: points that no other point beats in one figure without losing in the other.
import type { Figure } from "./data";

/** Lower values are better, whatever the figure. */
const cost = ({ values, better }: Figure, point: number): number =>
  (values[point] ?? 0) * (better === "higher" ? -1 : 1);

/** Its points, by the first figure in ascending order; all points have both figures. */
export function front(x: Figure, y: Figure, points: number[]): number[] {
  const sorted = [...points].sort((a, b) => cost(x, a) - cost(x, b) || cost(y, a) - cost(y, b));
  const found: number[] = [];
  for (const point of sorted) {
    const last = found.at(-1);
    const isEqual =
      last !== undefined && cost(x, last) === cost(x, point) && cost(y, last) === cost(y, point);
    if (last === undefined || isEqual || cost(y, point) < cost(y, last)) found.push(point);
  }
  return x.better === "higher" ? found.reverse() : found;
}
