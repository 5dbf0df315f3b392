// The article that a page reproduces: its source, what it concludes, and its charts in its own
// order, each with the way to the chart of these runs.
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
  const table = document.getElementById("article-charts");
  if (!(table instanceof HTMLTableElement)) return;
  const head = table.createTHead().insertRow();
  for (const column of [wording.chart, wording.says, wording.here]) {
    const cell = element("th", column);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const body = table.createTBody();
  for (const chart of own.charts) {
    const row = body.insertRow();
    const cell = (column: string, ...nodes: (Node | string)[]): void => {
      const made = row.insertCell();
      made.dataset["column"] = column;
      const content = document.createElement("div");
      content.append(...nodes);
      made.append(content);
    };
    cell(wording.chart, chart.title);
    cell(wording.says, chart.says);
    cell(wording.here, ...ways(page, chart.tests));
  }
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
