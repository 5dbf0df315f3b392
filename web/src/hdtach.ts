// HD Tach: speed by position, clean, tortured and trimmed, one drive at a time; published means are marks
// at the right edge, where their height is read.
import { buttons, draw, number, table } from "./charts";
import type { Curve, Mark, Page } from "./data";
import { beside, label, marksOf, said, spoken, story } from "./marks";
import { drawSeconds } from "./seconds";
import { theme } from "./theme";

const STATES = ["clean", "tortured", "trimmed"] as const;
const DASHES = { clean: "solid", tortured: "solid", trimmed: "dashed" } as const;
const TESTS = { clean: "hd-tach", tortured: "torture", trimmed: "trim" } as const;
let chosen = 0;

const marksOfCurve = (page: Page, curve: Curve): Mark[] => marksOf(page, curve.drive, TESTS[curve.state], curve.op, ["throughput"]);
const stateOf = (mark: Mark): string => STATES.find((state) => TESTS[state] === mark.test) ?? "";
const speed = (value: number): string => `${number(value)} MB/s`;

export function hdTach(page: Page): void {
  const place = document.getElementById("hd-tach-buttons");
  const withCurves = page.drives.map((_, drive) => drive).filter((drive) => page.curves.some((c) => c.drive === drive));
  if (!place || withCurves.length === 0) return;
  if (place.childElementCount === 0) {
    buttons(place, "Drive", withCurves.map((drive) => page.drives[drive]?.model ?? ""), chosen, (index) => {
      chosen = index;
      both(page, withCurves[index] ?? 0);
    });
  }
  both(page, withCurves[chosen] ?? 0);
}

function both(page: Page, drive: number): void {
  torture(page, drive);
  for (const op of ["read", "write"] as const) one(page, drive, op);
  const place = document.getElementById("hd-tach-numbers");
  if (place) {
    table(
      place,
      "Numbers of this drive",
      ["State", "", "mean MB/s", "lowest", "highest", "published mean"],
      page.curves
        .filter((curve) => curve.drive === drive)
        .map((curve) => [
          curve.state,
          curve.op,
          number(curve.mean_mb_per_s),
          number(curve.min_mb_per_s),
          number(curve.max_mb_per_s),
          marksOfCurve(page, curve)
            .map((mark) => label(mark, number))
            .join("; "),
        ]),
    );
  }
}

/** The torture itself: IOPS of every second, on one scale for all drives. */
function torture(page: Page, drive: number): void {
  const run = page.torture.find((torture) => torture.drive === drive);
  document.getElementById("torture-iops")?.parentElement?.toggleAttribute("hidden", !run);
  if (!run) return;
  const top = 10 ** Math.ceil(Math.log10(Math.max(10, ...page.torture.flatMap((other) => other.iops))));
  const to = Math.max(...page.torture.map((other) => other.iops.length));
  const floor = Math.min(...run.iops);
  drawSeconds(
    "torture-iops",
    { iops: run.iops, colour: theme().drive(drive), from: 0, to, scale: "log", top },
    `${page.drives[drive]?.model ?? ""}, torture by random writes: ${number(floor)} IOPS in the worst second.`,
  );
}

function one(page: Page, drive: number, op: "read" | "write"): void {
  const look = theme();
  const curves = STATES.map((state) =>
    page.curves.find((curve) => curve.drive === drive && curve.op === op && curve.state === state),
  ).filter((curve): curve is Curve => curve !== undefined);
  const highest = top(page, op);
  const colours = { clean: look.text, tortured: look.drive(1), trimmed: look.drive(2) };
  const model = page.drives[drive]?.model ?? "";
  const marks = curves.flatMap((curve) => marksOfCurve(page, curve));
  const means = curves.map((curve) => `${curve.state} ${number(curve.mean_mb_per_s)} MB/s on average`).join(", ");
  draw(
    `hd-tach-${op}`,
    {
      grid: { left: 54, right: marks.length > 0 ? 26 : 16, top: 34, bottom: 44 },
      legend: { top: 0, left: 0, textStyle: { color: look.text }, data: curves.map((curve) => curve.state) },
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: {
        type: "value",
        name: "GB from the start of the drive",
        nameLocation: "middle",
        nameGap: 26,
        nameTextStyle: { color: look.faint },
        max: Math.ceil(page.drives[drive]?.capacity_gb ?? 0),
        axisLabel: { color: look.faint, hideOverlap: true, showMaxLabel: false },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "value",
        min: 0,
        max: highest,
        axisLabel: { color: look.faint },
        splitLine: { lineStyle: { color: look.line } },
      },
      series: [...curves.map((curve) => ({
        type: "line" as const,
        name: curve.state,
        showSymbol: false,
        lineStyle: { width: 2, type: DASHES[curve.state], color: colours[curve.state] },
        itemStyle: { color: colours[curve.state] },
        data: curve.points,
      })), beside(marks, (mark) => colours[curves.find((curve) => TESTS[curve.state] === mark.test)?.state ?? "clean"])],
    },
    `${model}, ${op} speed by position: ${means}.` + spoken(page, marks, speed, stateOf),
  );
  said(`hd-tach-${op}-published`, marks, (mark) => `mark at the right edge, ${story(mark, stateOf(mark), speed).join("; ")}`);
  const beyond = curves.some((curve) => curve.max_mb_per_s > highest);
  document.getElementById(`hd-tach-${op}-beyond`)?.toggleAttribute("hidden", !beyond);
}

/**
 * The same scale for every drive, so that buttons compare. Reading trimmed LBAs is answered
 * from the map, at many times the speed of any flash: it must not flatten what was read.
 */
function top(page: Page, op: "read" | "write"): number {
  const all = page.curves.filter((curve) => curve.op === op);
  const flash = all.filter((curve) => op === "write" || curve.state !== "trimmed");
  const counted = flash.length > 0 ? flash : all;
  const printed = counted.flatMap((curve) => marksOfCurve(page, curve)).map((mark) => mark.high);
  const highest = Math.max(1, ...counted.map((curve) => curve.max_mb_per_s), ...printed);
  return Math.ceil((highest * 1.05) / 100) * 100;
}
