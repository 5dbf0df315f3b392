// Draws the page from the data embedded in it.
import { corners } from "./bars";
import { charts } from "./charts";
import { consistency } from "./consistency";
import { read } from "./data";
import { hdTach } from "./hdtach";
import { latency } from "./latency";
import { steady } from "./steady";
import { text } from "./text";
import { themeButton } from "./theme";

const page = read();

function drawAll(): void {
  corners(page);
  latency(page);
  hdTach(page);
  consistency(page);
  steady(page);
}

/** Sections for which nothing was measured say so instead of showing empty frames. */
function hideEmpty(): void {
  const parts: [string, boolean][] = [
    ["corners", page.corners.length > 0],
    ["latency", page.latencies.length > 0],
    ["hd-tach", page.curves.length > 0],
    ["consistency", page.consistency.length > 0],
    ["steady-state", page.steady.length > 0],
  ];
  for (const [id, filled] of parts) document.getElementById(id)?.toggleAttribute("hidden", !filled);
}

text(page);
hideEmpty();
drawAll();
themeButton(drawAll);
let width = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== width) {
    width = innerWidth;
    drawAll();
  }
});
// For tests and the curious: the data, and the charts whose marks can be read back.
Object.assign(window, { fourcorners: { page, charts } });
