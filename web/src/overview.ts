// The first screen: picks, the four corners, the seconds of all drives, and how they age.
import { caption } from "./charts";
import type { Consistency, Page } from "./data";
import { element } from "./findings";
import { multiples } from "./multiples";
import { aging, areUnequal, hasAging } from "./overview/aging";
import { corners, hasCorners } from "./overview/corners";
import { picks } from "./overview/picks";
import { overviewTable } from "./overview/table";
import { scores } from "./statements";
import * as wording from "./wording/overview";
import { seeAll, tally } from "./wording/statements";

const SECONDS = "overview-seconds";

/** Of each drive the run that is named first. */
const firsts = (page: Page): Consistency[] =>
  page.drives.flatMap((_, drive) => page.consistency.find((run) => run.drive === drive) ?? []);

/** What its charts stand in, once. */
export function overview(page: Page): void {
  picks(page);
  const place = document.getElementById("overview-notes");
  if (!place) return;
  const any = overviewTable(page, place);
  document.getElementById("overview")?.toggleAttribute("hidden", !any);
  caption(SECONDS, wording.seconds.caption);
  caption("overview-aging", wording.aging.caption(areUnequal(page)));
  for (const [id, shown] of [
    ["overview-corners", hasCorners(page)],
    [SECONDS, firsts(page).length > 0],
    ["overview-aging", hasAging(page)],
  ] as const)
    document.getElementById(id)?.closest("figure")?.toggleAttribute("hidden", !shown);
  const of = scores(page.statements);
  if (of.length === 0) return;
  const said = element("p", `${tally(of)} `, "faint");
  const all = element("a", seeAll);
  all.href = "#accuracy";
  said.append(all);
  place.append(said);
}

/** Its charts, again whenever the window or a choice changes. */
export function overviewCharts(page: Page): void {
  if (hasCorners(page)) corners(page);
  const runs = firsts(page);
  const alike = new Set(runs.map((run) => run.variant)).size === 1;
  multiples(page, SECONDS, runs, (run) => (alike ? [] : [run.label]), {
    together: 1,
    height: 96,
  });
  if (hasAging(page)) aging(page);
}
