// When all charts are drawn anew: for paper, in another theme, and in a window of another width.
import { paintNow } from "./charts";
import { printing } from "./print";
import { themeButton } from "./theme";

export function redrawing(drawAll: () => void): void {
  printing(() => {
    drawAll();
    paintNow();
  });
  themeButton(drawAll);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) {
      width = innerWidth;
      drawAll();
    }
  });
}
