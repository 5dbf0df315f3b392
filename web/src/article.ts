// The article that a page reproduces: its source, what it concludes, and its charts in its own
// order, each with the way to the chart of these runs.
import { cards } from "./cards";
import type { Page } from "./data";
import { element } from "./findings";
import { linked } from "./sources";
import * as wording from "./wording/article";

export function article(page: Page): void {
  const own = page.article;
  const section = document.getElementById("article");
  section?.toggleAttribute("hidden", own === null);
  if (own === null) return;
  const put = (id: string, ...nodes: (Node | string)[]): void =>
    document.getElementById(id)?.append(...nodes);
  const name = wording.source(own.title, own.by, own.date);
  put("article-source", own.address === null ? name : linked(own.address, name));
  put("article-summary", own.summary);
  put("article-conclusion", ...own.conclusion.map((sentence) => element("li", sentence)));
  const columns = [
    { name: "article-chart", title: wording.chart },
    { name: "says", title: wording.says },
    { name: "ways", title: wording.here },
  ];
  const rows = own.charts.map((chart) => [
    [document.createTextNode(chart.title)],
    [document.createTextNode(chart.says)],
    ways(page, chart.tests),
  ]);
  put("article-charts", cards(wording.charts, columns, rows));
}

/** Links to what these runs show of tests, each place once. */
function ways(page: Page, tests: string[]): Node[] {
  const places = new Map<string, string>();
  for (const test of tests) {
    for (const chart of page.charts)
      if (chart.bars.some((bar) => bar.test === test)) places.set(chart.id, chart.title);
    for (const curve of page.curves)
      if (curve.test === test) places.set(curve.section, wording.passes);
    if (page.consistency.some((run) => run.test === test))
      places.set("consistency", wording.consistency);
  }
  if (places.size === 0) return [document.createTextNode(wording.notShown)];
  return [...places].map(([id, title]) => {
    const line = document.createElement("div");
    const way = document.createElement("a");
    way.href = `#${id}`;
    way.textContent = title;
    line.append(way);
    return line;
  });
}
