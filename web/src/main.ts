// Draws the page from the data embedded in it.
import { article } from "./article";
import { barCharts } from "./bars";
import { charts, whenFirstDrawn } from "./charts";
import { consistency } from "./consistency";
import { contents } from "./contents";
import { read } from "./data";
import { fills } from "./fills";
import { findings } from "./findings";
import { hdTach } from "./hdtach";
import { dress } from "./keep";
import { latency } from "./latency";
import { followAddress } from "./links";
import { marking, signs } from "./marked";
import { overview, overviewCharts } from "./overview";
import { hasCorners } from "./overview/corners";
import { redrawing } from "./redraw";
import { rounds } from "./rounds";
import { sources } from "./sources";
import { statements } from "./statements";
import { steady } from "./steady";
import { prices } from "./prices";
import { sweeps } from "./sweeps";
import { text } from "./text";
import { unitButtons } from "./unit";
import { otherBars } from "./wording/page";

const page = read();

function drawAll(): void {
  overviewCharts(page);
  barCharts(page);
  latency(page);
  hdTach(page, "hd-tach");
  hdTach(page, "idle");
  consistency(page);
  steady(page);
  rounds(page);
  fills(page);
  sweeps(page);
}

/** Sections for which nothing was measured say so instead of showing empty frames. */
function hideEmpty(): void {
  if (!hasCorners(page)) {
    // Bars of other tests stand there, too.
    document.getElementById("corners-text")?.toggleAttribute("hidden", true);
    const heading = document.getElementById("corners-heading");
    if (heading) heading.textContent = otherBars;
  }
  const parts: [string, boolean][] = [
    ...(
      [
        "corners",
        "quick-look",
        "fill-level",
        "written-data",
        "alignment",
        "used",
        "length",
        "ports",
        "recovery",
        "response-times",
        "recorded-use",
        "vantage",
        "power",
      ] as const
    ).map((section): [string, boolean] => [
      section,
      page.charts.some((chart) => chart.section === section),
    ]),
    ["all-findings", page.judgements.length > 0],
    ["method", page.judgements.length + page.final_words.length > 0],
    ["latency", page.latencies.length > 0],
    ["hd-tach", page.curves.some((curve) => curve.section === "hd-tach")],
    ["idle", page.curves.some((curve) => curve.section === "idle")],
    ["price", page.prices.length > 0],
    // Only what is not covered: no reader looks for that.
    ["final-words", page.final_words.some(({ drives }) => drives.length > 0)],
    ["consistency", page.consistency.length > 0],
    ["sources", page.marks.length + page.statements.length > 0],
    ["steady-state", page.steady.length > 0],
    ["snia", page.rounds.length > 0],
    ["write-cache", page.fills.length > 0],
    ["sweeps", page.sweeps.length > 0],
  ];
  for (const [id, filled] of parts) document.getElementById(id)?.toggleAttribute("hidden", !filled);
}

article(page);
overview(page);
findings(page);
text(page);
prices(page);
sources(page);
hideEmpty();
whenFirstDrawn(dress);
marking(page, drawAll);
drawAll();
statements(page);
contents();
unitButtons(drawAll);
signs();
followAddress();
performance.mark("drawn");
redrawing(drawAll);
// For tests and the curious: the data, and the charts whose marks can be read back.
Object.assign(window, { fourcorners: { page, charts } });
