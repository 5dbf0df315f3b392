// Where a chart begins below its legend, which takes as many rows as its names need.
import { textWidth } from "./textwidth";

const FONT = "12px sans-serif";
const ROW = 22;
/** Beside each name: its sign, and the gaps before and after it. */
const AROUND = 20;

/** In pixels, of names with signs of so many pixels in the element of that id. */
export function below(id: string, names: string[], sign: number): number {
  const width = (document.getElementById(id)?.clientWidth ?? 600) - 10;
  let [rows, used] = [1, 0];
  for (const name of names) {
    const needed = textWidth(name, FONT) + sign + AROUND;
    if (used > 0 && used + needed > width) [rows, used] = [rows + 1, 0];
    used += needed;
  }
  return 12 + rows * ROW;
}
