// Performance consistency: IOPS of every second, one drive and spare area at a time, on the
// same scale for all: the whole run and its end on a logarithmic axis; the end on a linear one.
import { scale } from "./bars";
import { buttons } from "./charts";
import { choose, offer, telling } from "./chosen";
import type { Consistency, DriveMark, Page } from "./data";
import { said as say } from "./legend";
import { isBound, marksOf, named, spoken, story } from "./marks";
import { rewrite, stateful } from "./links";
import { multiples } from "./multiples";
import { number } from "./numbers";
import { remarked } from "./remarks";
import { drawSeconds, floorOf, topOf } from "./seconds";
import { folded } from "./tables";
import { theme } from "./theme";
import { WHY, whenAsked, why } from "./why";
import { clauses } from "./wording/both";
import * as wording from "./wording/charts";
import { atTheEdge } from "./wording/marks";
import { missing as asMissing, notKnown } from "./wording/page";

/** The whole run, its end, and its end on a linear scale. */
const IDS = ["consistency-all", "consistency-late", "consistency-linear"] as const;
let drive = 0;
let variant = 0;

const nameOf = (mark: DriveMark): string => wording.quantities[mark.quantity] ?? "";
const iops = (value: number): string => `${number(value)} IOPS`;
const marksOfRun = (page: Page, run: Consistency): DriveMark[] =>
  marksOf(
    page,
    run.drive,
    run.test,
    run.phase,
    ["steady-mean", "steady-floor", "worst-second"],
    run.variant,
  );

const runsOf = (page: Page, drive: number): Consistency[] =>
  page.consistency.filter((run) => run.drive === drive);

export function consistency(page: Page): void {
  const drives = page.drives
    .map((_, index) => index)
    .filter((index) => page.consistency.some((c) => c.drive === index));
  const first = page.consistency[0];
  if (drives.length === 0 || !first) return;
  const driveButtons = document.getElementById("consistency-drives");
  const variantButtons = document.getElementById("consistency-variants");
  if (!driveButtons || !variantButtons) return;
  const offered = (): Consistency[] => runsOf(page, drive);
  const show = (): void => {
    const run = offered()[variant] ?? offered()[0] ?? first;
    plots(page, run);
    why(page, run.drive, run.variant);
  };
  const showVariants = (): void => {
    variant = Math.min(variant, Math.max(0, offered().length - 1));
    buttons(
      variantButtons,
      wording.spareArea,
      offered().map((run) => run.label),
      variant,
      (index) => {
        variant = index;
        show();
        rewrite(IDS[0]);
      },
    );
  };
  if (driveButtons.childElementCount === 0) {
    drive = telling(page, drives, (one) => runsOf(page, one)[0]?.end?.slow_percent ?? 0);
    const showAll = (): void => {
      showVariants();
      show();
    };
    const showDrive = (one: number): void => {
      drive = one;
      showAll();
    };
    offer(page, { place: driveButtons, drives, shown: () => drive, show: showDrive }, IDS[0]);
    showVariants();
    stateful({
      charts: [...IDS, ...WHY],
      state: () => ({ drive: drive + 1, spare: variant + 1 }),
      set: (state) => {
        choose((state["drive"] ?? 0) - 1);
        variant = Math.max(1, state["spare"] ?? 1) - 1;
        showAll();
      },
    });
    const place = document.getElementById("consistency-numbers");
    if (place) ends(page, place);
    whenAsked(() => {
      const run = offered()[variant];
      if (run) why(page, run.drive, run.variant);
    });
  }
  // Of a single run the small picture would be the large one again.
  const several = page.consistency.length > 1;
  for (const one of document.querySelectorAll(".several-runs"))
    one.toggleAttribute("hidden", !several);
  if (several)
    multiples(page, "consistency-drives-all", page.consistency, ({ label }) => [label], {
      together: Math.max(...drives.map((one) => runsOf(page, one).length)),
      height: 130,
    });
  show();
}

/** The end of each drive's runs. */
function ends(page: Page, place: HTMLElement): void {
  folded(place, wording.endsOfDrives, {
    header: wording.endsOfDrivesTable(page.late_from_s),
    rows: () =>
      page.consistency.map((run) => [
        page.drives[run.drive]?.model ?? "",
        run.label,
        run.end?.median ?? wording.tooShort,
        run.end?.p1 ?? wording.tooShort,
        run.end?.worst ?? wording.tooShort,
        run.end?.mean ?? wording.tooShort,
        run.end ? wording.percent(run.end.slow_percent) : wording.tooShort,
        wording.amplification(run.write_amplification) || notKnown,
        run.pe_cycles ?? notKnown,
        clauses(marksOfRun(page, run).map((mark) => named(mark, number, nameOf))),
      ]),
  });
}

function plots(page: Page, run: Consistency): void {
  const model = page.drives[run.drive]?.model ?? "";
  const short = document.getElementById("consistency-short");
  if (short) {
    short.hidden = run.end !== null;
    short.textContent = wording.endedBefore(run.iops.length, page.late_from_s);
  }
  const missing = document.getElementById("consistency-missing");
  if (missing) {
    const own = (page.drives[run.drive]?.missing ?? []).filter(({ test }) => test === run.test);
    missing.hidden = own.length === 0;
    missing.textContent = own.map((one) => asMissing(model, one)).join(" ");
  }
  const said =
    run.end === null
      ? wording.runEndedBefore(run.iops.length, page.late_from_s)
      : wording.atTheEnd(
          page.late_from_s,
          number(run.end.median),
          number(run.end.worst),
          wording.percent(run.end.slow_percent),
        );
  const marks = marksOfRun(page, run);
  const printed = spoken(page, marks, iops, nameOf);
  say("consistency-published", marks, (mark) =>
    atTheEdge(!isBound(mark), story(mark, model, iops, nameOf)),
  );
  const sentence = (part: Parameters<typeof wording.consistency>[2]): string =>
    wording.consistency(model, run.label, part, said) + printed;
  const median = run.end?.median ?? null;
  const counts = page.consistency.flatMap((other) => other.iops);
  const [bottom, top] = [floorOf(counts), topOf(counts)];
  const late = run.iops.slice(page.late_from_s).map((count) => count ?? 0);
  const [, linearTop] = scale(Math.max(10, ...late));
  const plot = { iops: run.iops, colour: theme().drive(run.drive), to: page.duration_s, marks };
  const log = { ...plot, scale: "log", bottom, top } as const;
  drawSeconds("consistency-all", { ...log, from: 0 }, sentence("all"));
  drawSeconds("consistency-late", { ...log, from: page.late_from_s, median }, sentence("late"));
  drawSeconds(
    "consistency-linear",
    { ...plot, from: page.late_from_s, scale: "value", bottom: 0, top: linearTop, median },
    sentence("linear"),
  );
  remarked(page, "consistency-all", [run]);
}
