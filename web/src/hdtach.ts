// Passes over the whole drive, one drive at a time: clean, tortured and trimmed; and at once and
// after a rest. By position or by second, as the reader chooses.
import { buttons, press } from "./charts";
import { BY, type By, type Section, drawPasses, kindsOf, marksOfCurve, ofSecond } from "./curves";
import type { Page } from "./data";
import { named } from "./marks";
import { choose, offer, telling } from "./chosen";
import { rewrite, stateful } from "./links";
import { number } from "./numbers";
import { drawSeconds, floorOf, topOf } from "./seconds";
import { folded } from "./tables";
import { theme } from "./theme";
import { clauses, listed } from "./wording/both";
import * as wording from "./wording/charts";
import { notKnown } from "./wording/page";

const shown: Record<Section, number> = { "hd-tach": 0, idle: 0 };
const by: Record<Section, By> = { "hd-tach": BY[0], idle: BY[0] };
/** Which of the section's kinds of data. */
const kind: Record<Section, number> = { "hd-tach": 0, idle: 0 };

export function hdTach(page: Page, section: Section): void {
  const place = document.getElementById(`${section}-buttons`);
  const of = (drive: number): boolean =>
    page.curves.some((c) => c.drive === drive && c.section === section);
  const withCurves = page.drives.map((_, drive) => drive).filter(of);
  const axes = document.getElementById(`${section}-by`);
  if (!place || !axes || withCurves.length === 0) return;
  if (place.childElementCount === 0) {
    shown[section] = telling(page, withCurves, (drive) => lost(page, section, drive));
    const show = (drive: number): void => {
      shown[section] = drive;
      both(page, section, drive);
    };
    offer(
      page,
      { place, drives: withCurves, shown: () => shown[section], show },
      `${section}-write`,
    );
    const along = (index: number): void => {
      by[section] = BY[index] ?? BY[0];
      both(page, section, shown[section]);
    };
    buttons(
      axes,
      wording.along,
      BY.map((name) => wording.axes[name]),
      0,
      (index) => {
        along(index);
        rewrite(`${section}-write`);
      },
    );
    // A pass of less than a second has none.
    axes.hidden = page.curves.every(
      (curve) => curve.section !== section || curve.seconds.lowest.length === 0,
    );
    const kinds = kindsOf(page, section);
    const written = document.getElementById(`${section}-data`);
    const ofKind = (index: number): void => {
      kind[section] = index in kinds ? index : 0;
      both(page, section, shown[section]);
    };
    if (written && kinds.length > 1)
      buttons(written, wording.written, kinds.map(wording.dataName), 0, (index) => {
        ofKind(index);
        rewrite(`${section}-write`);
      });
    stateful({
      charts: [
        `${section}-read`,
        `${section}-write`,
        ...(section === "hd-tach" ? ["torture-iops"] : []),
      ],
      state: () => ({
        drive: shown[section] + 1,
        by: BY.indexOf(by[section]) + 1,
        ...(kinds.length > 1 ? { data: kind[section] + 1 } : {}),
      }),
      set: (state) => {
        const axis = (state["by"] ?? 0) - 1;
        if (axis in BY && !axes.hidden) {
          press(axes, axis);
          along(axis);
        }
        const data = (state["data"] ?? 1) - 1;
        if (written && kinds.length > 1 && data in kinds) {
          press(written, data);
          ofKind(data);
        }
        choose((state["drive"] ?? 0) - 1);
      },
    });
  }
  both(page, section, shown[section]);
}

function both(page: Page, section: Section, drive: number): void {
  if (section === "hd-tach") torture(page, drive);
  // A drive whose passes did not write the data that was chosen shows its own.
  const kinds = kindsOf(page, section, drive);
  const chosen = kindsOf(page, section)[kind[section]] ?? "";
  const data = kinds.includes(chosen) ? chosen : (kinds[0] ?? "");
  for (const op of ["read", "write"] as const)
    drawPasses(page, section, drive, op, by[section], data);
  const place = document.getElementById(`${section}-numbers`);
  // A new theme or width changes no numbers.
  if (place && place.dataset["drive"] !== String(drive)) {
    place.dataset["drive"] = String(drive);
    const wasOpen = place.querySelector("details")?.open ?? false;
    place.replaceChildren();
    const several = kinds.length > 1;
    const details = folded(place, wording.meansOfDrive, {
      header: wording.meansOfDriveTable,
      rows: () =>
        page.curves
          .filter((curve) => curve.drive === drive && curve.section === section)
          .map((curve) => [
            wording.states[curve.state],
            listed(wording.ops[curve.op], several ? wording.ofData(curve.data) : ""),
            curve.mean_mb_per_s,
            curve.min_mb_per_s ?? notKnown,
            curve.max_mb_per_s ?? notKnown,
            curve.slowest_second_mb_per_s ?? notKnown,
            curve.fastest_second_mb_per_s ?? notKnown,
            clauses(
              marksOfCurve(page, curve, "second").map((mark) => named(mark, number, ofSecond)),
            ),
          ]),
    });
    details.open = wasOpen;
  }
}

/** What a drive's slowest writing pass is below its fastest, as a share. */
function lost(page: Page, section: Section, drive: number): number {
  const means = page.curves
    .filter((curve) => curve.drive === drive && curve.section === section && curve.op === "write")
    .map((curve) => curve.mean_mb_per_s);
  return means.length > 0 ? 1 - Math.min(...means) / Math.max(...means) : 0;
}

/** The torture itself: IOPS of every second, on one scale for all drives. */
function torture(page: Page, drive: number): void {
  // Of seconds that are all lost there is nothing to draw.
  const run = page.torture.find(
    (torture) => torture.drive === drive && torture.iops.some((count) => count !== null),
  );
  document.getElementById("torture-iops")?.parentElement?.toggleAttribute("hidden", !run);
  if (!run) return;
  const counts = page.torture.flatMap((other) => other.iops);
  const [bottom, top] = [floorOf(counts), topOf(counts)];
  const to = Math.max(...page.torture.map((other) => other.iops.length));
  const floor = Math.min(...run.iops.filter((count) => count !== null));
  drawSeconds(
    "torture-iops",
    { iops: run.iops, colour: theme().drive(drive), from: 0, to, scale: "log", bottom, top },
    wording.torture(page.drives[drive]?.model ?? "", number(floor)),
  );
}
