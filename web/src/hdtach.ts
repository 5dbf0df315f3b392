// Speed by position, one drive at a time: clean, tortured and trimmed; and at once and after a rest. Published
// means are marks at the right edge, where their height is read.
import { scale } from "./bars";
import { buttons, draw, press } from "./charts";
import type { Curve, Mark, Page } from "./data";
import { beside, label, marksOf, said, spoken, story } from "./marks";
import { namesOf } from "./marked";
import { rewrite, stateful } from "./links";
import { number } from "./numbers";
import { drawSeconds, topOf } from "./seconds";
import { folded } from "./tables";
import { theme } from "./theme";

/** The section's name is the start of its elements' ids. */
type Section = Curve["section"];

const STATES: Record<Section, Curve["state"][]> = { "hd-tach": ["clean", "tortured", "trimmed"], idle: ["at once", "rested"] };
/** Lines are told apart without their colours. */
const DASHES: Partial<Record<Curve["state"], "dotted" | "dashed">> = { tortured: "dotted", trimmed: "dashed", rested: "dashed" };
/** The rest is preceded by writes to this share of the drive. */
const WRITTEN_BEFORE_REST = 0.8;
const chosen: Record<Section, number> = { "hd-tach": 0, idle: 0 };

const marksOfCurve = (page: Page, curve: Curve): Mark[] => marksOf(page, curve.drive, curve.test, curve.phase, ["throughput"]);
const speed = (value: number): string => `${number(value)} MB/s`;

export function hdTach(page: Page, section: Section): void {
  const place = document.getElementById(`${section}-buttons`);
  const of = (drive: number): boolean => page.curves.some((c) => c.drive === drive && c.section === section);
  const withCurves = page.drives.map((_, drive) => drive).filter(of);
  if (!place || withCurves.length === 0) return;
  if (place.childElementCount === 0) {
    chosen[section] = Math.max(0, withCurves.indexOf(page.reviewed ?? -1));
    const show = (index: number): void => {
      chosen[section] = index;
      both(page, section, withCurves[index] ?? 0);
    };
    buttons(place, "Drive", withCurves.map((drive) => page.drives[drive]?.model ?? ""), chosen[section], (index) => {
      show(index);
      rewrite(`${section}-write`);
    });
    namesOf(place, withCurves);
    stateful({
      charts: [`${section}-read`, `${section}-write`, ...(section === "hd-tach" ? ["torture-iops"] : [])],
      state: () => ({ drive: (withCurves[chosen[section]] ?? 0) + 1 }),
      set: ({ drive = 0 }) => {
        const index = withCurves.indexOf(drive - 1);
        if (index < 0) return;
        press(place, index);
        show(index);
      },
    });
  }
  both(page, section, withCurves[chosen[section]] ?? 0);
}

function both(page: Page, section: Section, drive: number): void {
  if (section === "hd-tach") torture(page, drive);
  for (const op of ["read", "write"] as const) one(page, section, drive, op);
  const place = document.getElementById(`${section}-numbers`);
  // A new theme or width changes no numbers.
  if (place && place.dataset["drive"] !== String(drive)) {
    place.dataset["drive"] = String(drive);
    const wasOpen = place.querySelector("details")?.open ?? false;
    place.replaceChildren();
    const details = folded(place, "Means of this drive", {
      header: ["State", "which", "mean MB/s", "lowest", "highest", "published mean"],
      rows: () =>
        page.curves
          .filter((curve) => curve.drive === drive && curve.section === section)
          .map((curve) => [
            curve.state,
            curve.op,
            curve.mean_mb_per_s,
            curve.min_mb_per_s,
            curve.max_mb_per_s,
            marksOfCurve(page, curve)
              .map((mark) => label(mark, number))
              .join("; "),
          ]),
    });
    details.open = wasOpen;
  }
}

/** The torture itself: IOPS of every second, on one scale for all drives. */
function torture(page: Page, drive: number): void {
  const run = page.torture.find((torture) => torture.drive === drive);
  document.getElementById("torture-iops")?.parentElement?.toggleAttribute("hidden", !run);
  if (!run) return;
  const top = topOf(page.torture.flatMap((other) => other.iops));
  const to = Math.max(...page.torture.map((other) => other.iops.length));
  const floor = Math.min(...run.iops.filter((count) => count !== null));
  drawSeconds(
    "torture-iops",
    { iops: run.iops, colour: theme().drive(drive), from: 0, to, scale: "log", top },
    `${page.drives[drive]?.model ?? ""}, torture by random writes: ${number(floor)} IOPS in the worst second.`,
  );
}

/** Where the axis of a drive of so many GB ends. */
const end = (gb: number): number => (gb < 10 ? Math.ceil(gb * 100) / 100 : Math.ceil(gb));

function one(page: Page, section: Section, drive: number, op: "read" | "write"): void {
  const look = theme();
  const states = STATES[section];
  const curves = states.map((state) =>
    page.curves.find((curve) => curve.drive === drive && curve.op === op && curve.section === section && curve.state === state),
  ).filter((curve): curve is Curve => curve !== undefined);
  const [step, highest] = top(page, section, op);
  const colour = (state: Curve["state"] | undefined): string => {
    const index = state ? states.indexOf(state) : 0;
    return index <= 0 ? look.text : look.drive(index);
  };
  const of = (mark: Mark): Curve | undefined => curves.find((curve) => curve.test === mark.test && curve.phase === mark.phase);
  const stateOf = (mark: Mark): string => of(mark)?.state ?? "";
  const model = page.drives[drive]?.model ?? "";
  const marks = curves.flatMap((curve) => marksOfCurve(page, curve));
  const means = curves.map((curve) => `${curve.state} ${number(curve.mean_mb_per_s)} MB/s on average`).join(", ");
  draw(
    `${section}-${op}`,
    {
      grid: { left: 54, right: marks.length > 0 ? 26 : 16, top: 34, bottom: 44 },
      legend: { top: 0, left: 0, itemWidth: 36, itemStyle: { opacity: 0 }, textStyle: { color: look.text }, data: curves.map((curve) => curve.state) },
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: {
        type: "value",
        name: "GB from the start of the drive",
        nameLocation: "middle",
        nameGap: 26,
        nameTextStyle: { color: look.faint },
        max: end(page.drives[drive]?.capacity_gb ?? 0),
        axisLabel: { color: look.faint, hideOverlap: true, showMaxLabel: false },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "value",
        min: 0,
        max: highest,
        interval: step,
        axisLabel: { color: look.faint },
        splitLine: { lineStyle: { color: look.line } },
      },
      series: [...curves.map((curve) => ({
        type: "line" as const,
        name: curve.state,
        symbol: "none",
        lineStyle: { width: 2, type: DASHES[curve.state] ?? ("solid" as const), color: colour(curve.state) },
        itemStyle: { color: colour(curve.state) },
        data: curve.points,
      })), beside(marks, (mark) => colour(of(mark)?.state))],
    },
    `${model}, ${op} speed by position: ${means}.` + spoken(page, marks, speed, stateOf),
    {
      header: ["state", "GB from the start", "MB/s"],
      rows: () => curves.flatMap((curve) => curve.points.map(([gb, mbPerS]) => [curve.state, gb, mbPerS])),
      long: true,
    },
  );
  said(`${section}-${op}-published`, marks, (mark) => `mark at the right edge, ${story(mark, stateOf(mark), speed).join("; ")}`);
  const beyond = curves.some((curve) => curve.max_mb_per_s > highest);
  document.getElementById(`${section}-${op}-beyond`)?.toggleAttribute("hidden", !beyond);
}

/**
 * The same scale for every drive, so that buttons compare. Reading LBAs that hold nothing is answered
 * from the map, at many times the speed of any flash: it must not flatten what was read.
 */
function top(page: Page, section: Section, op: "read" | "write"): [number, number] {
  const all = page.curves.filter((curve) => curve.op === op && curve.section === section);
  const flash = all.filter((curve) => op === "write" || curve.state !== "trimmed");
  const counted = flash.length > 0 ? flash : all;
  const fastest = (curve: Curve): number => {
    const written = (page.drives[curve.drive]?.capacity_gb ?? 0) * (section === "idle" && op === "read" ? WRITTEN_BEFORE_REST : 1);
    return Math.max(0, ...curve.points.filter(([gb]) => gb <= written).map(([, mbPerS]) => mbPerS));
  };
  const printed = counted.flatMap((curve) => marksOfCurve(page, curve)).map((mark) => mark.high);
  const highest = Math.max(1, ...counted.map(fastest), ...printed);
  return scale(highest);
}
