// The article that a page reproduces: its source, what it concludes, and its charts in its
// own order, each with its chart of these runs and how many of its statements hold.
import { cards } from "./cards";
import type { ArticleTestData, ConclusionData, DriveStatement, Page } from "./data";
import { element } from "./findings";
import { linked } from "./sources";
import { score } from "./statements";
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
  put("article-conclusions", ...own.conclusions.map((one) => conclusion(page, one)));
  const columns = [
    { name: "article-chart", title: wording.chart },
    { name: "says", title: wording.says },
    { name: "ways", title: wording.here },
    { name: "held", title: wording.statements },
  ];
  const rows = own.charts.map((chart) => [
    [document.createTextNode(chart.title)],
    [document.createTextNode(chart.says)],
    ways(page, chart.tests),
    [document.createTextNode(held(page, chart.tests))],
  ]);
  put("article-charts", cards(wording.charts, columns, rows));
  const [hold, of] = score(page.statements);
  if (of > 0) put("article-charts", element("p", wording.heldInAll(hold, of)));
}

/** A conclusion, with how many of the statements that carry it hold. */
function conclusion(page: Page, one: ConclusionData): HTMLElement {
  const carrying = page.statements.filter(({ id }) => one.statements.includes(id));
  const held = carrying.filter(({ holds }) => holds).length;
  const line = element("li", one.says);
  line.append(" ", element("span", wording.carried(held, carrying.length), "faint"));
  return line;
}

/**
 * How many of the statements about tests hold; with them those about several tests together, which
 * stand below the chart of one of these.
 */
function held(page: Page, tests: ArticleTestData[]): string {
  const charts = tests.map((test) => place(page, test)?.[0]);
  const every = page.article?.charts.flatMap((chart) => chart.tests) ?? [];
  const is = (one: DriveStatement, of: ArticleTestData[]): boolean =>
    of.some((test) => isOf(one, test));
  const isHere = (one: DriveStatement): boolean =>
    is(one, tests) || (!is(one, every) && one.chart !== null && charts.includes(one.chart));
  return wording.held(...score(page.statements.filter(isHere)));
}

/** Links to what these runs show of tests: a test's first chart, each place once. */
function ways(page: Page, tests: ArticleTestData[]): Node[] {
  const places = new Map<string, string>();
  for (const test of tests) {
    const [id, title] = place(page, test) ?? [];
    if (id !== undefined && title !== undefined) places.set(id, title);
  }
  const told = page.statements.find((one) => tests.some((test) => isOf(one, test)));
  if (places.size === 0 && told)
    places.set(told.chart ?? "other-statements", wording.statementsOnly);
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

/** The id and title of the first chart of a test. */
function place(page: Page, test: ArticleTestData): [string, string] | undefined {
  if (page.consistency.some((run) => run.test === test.test))
    return ["consistency", wording.consistency];
  const curve = page.curves.find((one) => isOf(one, test));
  if (curve) return [curve.section, wording.passes];
  const chart = page.charts.find((one) =>
    one.bars.some((bar) =>
      [bar, ...bar.ends].some(({ variant }) => isOf({ test: bar.test, variant }, test)),
    ),
  );
  return chart && [chart.id, chart.title];
}

const isOf = (one: ArticleTestData, test: ArticleTestData): boolean =>
  one.test === test.test && one.variant === test.variant;
