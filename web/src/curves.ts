// Speed of passes over the whole drive, in one chart: along the drive, or as time went on.
// Published means are marks at the right edge, where their height is read.
import type { CustomSeriesOption } from "echarts/charts";
import { scale } from "./bars";
import { captioned, draw } from "./charts";
import type { BySecond, Curve, DriveMark, Page } from "./data";
import { beside } from "./beside";
import { said } from "./legend";
import { marksOf, spoken, story, isBound } from "./marks";
import { type Mean, meanLines, roomFor } from "./means";
import { number } from "./numbers";
import { remarked } from "./remarks";
import { along, legendOf, speeds } from "./speedaxes";
import type { Cell, Numbers } from "./tables";
import { theme } from "./theme";
import { listed } from "./wording/both";
import * as wording from "./wording/charts";
import { atTheEdge } from "./wording/marks";

/** The section's name is the start of its elements' ids. */
export type Section = Curve["section"];

/** What a chart's axis can be, the first at first. */
export const BY = ["position", "second"] as const;
export type By = (typeof BY)[number];

const STATES: Record<Section, Curve["state"][]> = {
  "hd-tach": ["clean", "tortured", "trimmed"],
  idle: ["at once", "rested"],
};
/** Lines are told apart without their colours. */
const DASHES: Partial<Record<Curve["state"], "dotted" | "dashed">> = {
  tortured: "dotted",
  trimmed: "dashed",
  rested: "dashed",
};
/** Of a drive's own color, beside the first state in the text's. */
const SHADES = [1, 0.6];
/** Within this share of the mean nothing can be seen. */
const FLAT = 0.02;
/** The rest is preceded by writes to this share of the drive. */
const WRITTEN_BEFORE_REST = 0.8;

/** Printed means; and slowest seconds, which are no place of the drive. */
export const marksOfCurve = (page: Page, curve: Curve, by: By): DriveMark[] =>
  marksOf(
    page,
    curve.drive,
    curve.test,
    curve.phase,
    by === "second" ? ["throughput", "slowest-second"] : ["throughput"],
    curve.variant,
  );
/** What a mark is of, beside its curve. */
export const ofSecond = (mark: DriveMark): string =>
  mark.quantity === "slowest-second" ? (wording.quantities[mark.quantity] ?? "") : "";
const speed = (value: number): string => `${number(value)} MB/s`;

const stateName = (curve: Curve | undefined): string => (curve ? wording.states[curve.state] : "");

/** Where the axis of a drive of so many GB ends. */
const end = (gb: number): number => (gb < 10 ? Math.ceil(gb * 100) / 100 : Math.ceil(gb));

/** How long a pass took, in whole seconds or steps of them. */
const lasted = ({ seconds }: Curve): number => seconds.lowest.length * seconds.step_s;

type Points = [number, number | null][];

/**
 * A curve of a point a second; of longer steps two, of the slowest and of the fastest second of
 * each, as high from its start to its end.
 */
export function linesOf({ step_s, lowest, highest }: BySecond): Points[] {
  if (highest.length === 0)
    return [lowest.map((mbPerS, second): [number, number | null] => [second, mbPerS])];
  const ends = (speeds: (number | null)[]): Points =>
    [...speeds, speeds.at(-1) ?? null].map((mbPerS, step) => [step * step_s, mbPerS]);
  return [ends(lowest), ends(highest)];
}

/** What lies between two such curves, faintly; nothing where there is one. */
function between(
  name: string,
  { step_s, lowest, highest }: BySecond,
  fill: string,
): CustomSeriesOption {
  return {
    type: "custom",
    name,
    silent: true,
    tooltip: { show: false },
    clip: true,
    encode: { x: [0, 1], y: [2, 3] },
    data: highest.flatMap((fastest, step) => {
      const slowest = lowest[step] ?? null;
      return slowest === null || fastest === null
        ? []
        : [[step * step_s, (step + 1) * step_s, slowest, fastest]];
    }),
    renderItem: (params, api) => {
      const area = params.coordSys as unknown as { y: number };
      const [from = 0, bottom = 0] = api.coord([api.value(0), api.value(2)]);
      const [to = 0, top = 0] = api.coord([api.value(1), api.value(3)]);
      const y = Math.max(top, area.y);
      return {
        type: "rect",
        shape: { x: from, y, width: to - from, height: Math.max(0, bottom - y) },
        style: { fill, opacity: 0.15 },
      };
    },
  };
}

/** What the passes of a section wrote, the tests' own data first; of one drive, or of all. */
export function kindsOf(page: Page, section: Section, drive?: number): string[] {
  const own = page.curves.filter(
    (curve) => curve.section === section && (drive === undefined || curve.drive === drive),
  );
  return [...new Set(own.map((curve) => curve.data))];
}

/** Draws the reads or the writes of a drive in all states, of one kind of data. */
export function drawPasses(
  page: Page,
  section: Section,
  drive: number,
  op: "read" | "write",
  by: By,
  data: string,
): void {
  const look = theme();
  const states = STATES[section];
  const curves = states
    .map((state) =>
      page.curves.find(
        (curve) =>
          curve.drive === drive &&
          curve.op === op &&
          curve.section === section &&
          curve.state === state &&
          curve.data === data,
      ),
    )
    .filter((curve): curve is Curve => curve !== undefined);
  const [step, highest] = top(page, section, op);
  const colour = (state: Curve["state"] | undefined): string => {
    const index = state ? states.indexOf(state) : 0;
    return index <= 0 ? look.text : look.drive(drive, SHADES[index - 1]);
  };
  const of = (mark: DriveMark): Curve | undefined =>
    curves.find(
      (curve) =>
        curve.test === mark.test && curve.phase === mark.phase && curve.variant === mark.variant,
    );
  const stateOf = (mark: DriveMark): string => listed(stateName(of(mark)), ofSecond(mark));
  const model = page.drives[drive]?.model ?? "";
  const marks = curves.flatMap((curve) => marksOfCurve(page, curve, by));
  const means = curves.map((curve): Mean => ({
    value: curve.mean_mb_per_s,
    colour: colour(curve.state),
    dash: DASHES[curve.state] ?? "solid",
  }));
  const average = curves.map((curve) =>
    wording.onAverage(stateName(curve), speed(curve.mean_mb_per_s)),
  );
  const id = `${section}-${op}`;
  const longest = Math.max(1, ...curves.map((curve) => curve.seconds.step_s));
  const written = kindsOf(page, section).length > 1 ? wording.ofData(data) : "";
  captioned(id, listed(wording.passCaption(op, by, longest), written));
  const capacity = page.drives[drive]?.capacity_gb;
  const axis: [string, number?] =
    by === "position"
      ? [wording.passAxes.position, capacity ? end(capacity) : undefined]
      : [wording.passAxes.second, Math.max(1, ...curves.map(lasted))];
  draw(
    id,
    {
      grid: {
        left: 54,
        right: Math.max(marks.length > 0 ? 26 : 16, roomFor(means, highest)),
        top: 34,
        bottom: 44,
      },
      legend: legendOf(curves.map(stateName)),
      tooltip: { trigger: "axis", valueFormatter: (value) => speed(Number(value)) },
      xAxis: along(...axis),
      yAxis: speeds(step, highest),
      series: [
        ...curves.flatMap((curve) => {
          const lines: Points[] = by === "position" ? [curve.points] : linesOf(curve.seconds);
          const each = lines.map((data) => ({
            type: "line" as const,
            name: stateName(curve),
            symbol: "none",
            step: lines.length > 1 ? ("end" as const) : (false as const),
            lineStyle: {
              width: lines.length > 1 ? 1.5 : 2,
              type: DASHES[curve.state] ?? ("solid" as const),
              color: colour(curve.state),
            },
            itemStyle: { color: colour(curve.state) },
            data,
          }));
          return by === "position"
            ? each
            : [...each, between(stateName(curve), curve.seconds, colour(curve.state))];
        }),
        meanLines(means, highest),
        beside(marks, (mark) => colour(of(mark)?.state)),
      ],
    },
    wording.passes(listed(model, written), op, by, average) + spoken(page, marks, speed, stateOf),
    numbers(curves, by),
  );
  remarked(
    page,
    id,
    curves.map((curve) => ({ ...curve, label: stateName(curve) })),
  );
  said(`${id}-published`, marks, (mark) =>
    atTheEdge(!isBound(mark), story(mark, stateOf(mark), speed)),
  );
  const flat = by === "position" && marks.every(isBound) && isFlat(curves);
  const sentence = document.getElementById(`${id}-flat`);
  document.getElementById(id)?.closest("figure")?.classList.toggle("flat", flat);
  sentence?.toggleAttribute("hidden", !flat);
  const [first] = curves;
  if (sentence && first)
    sentence.textContent = wording.flat(op, speed(first.mean_mb_per_s), curves.map(stateName));
  const fastest = (curve: Curve): number =>
    (by === "position" ? curve.max_mb_per_s : curve.fastest_second_mb_per_s) ?? 0;
  document
    .getElementById(`${id}-beyond`)
    ?.toggleAttribute("hidden", !curves.some((curve) => fastest(curve) > highest));
}

/** Whether all lines of a chart are one level line, which a sentence says better. */
function isFlat(curves: Curve[]): boolean {
  const mean = curves[0]?.mean_mb_per_s ?? 0;
  const isLevel = (mbPerS: number): boolean => Math.abs(mbPerS - mean) <= mean * FLAT;
  return (
    mean > 0 &&
    curves.every(
      (curve) =>
        curve.points.length > 0 &&
        isLevel(curve.mean_mb_per_s) &&
        curve.points.every(([, mbPerS]) => isLevel(mbPerS)),
    )
  );
}

/** The table of a chart. */
function numbers(curves: Curve[], by: By): Numbers {
  if (by === "position") {
    const rows = (): Cell[][] =>
      curves.flatMap((curve) => curve.points.map(([gb, mbPerS]) => [stateName(curve), gb, mbPerS]));
    return { header: wording.passTables[by], rows, long: true };
  }
  const rows = (): Cell[][] =>
    curves.flatMap(({ state, seconds: { step_s, lowest, highest } }) =>
      lowest.map((slowest, step) => [
        wording.states[state],
        step * step_s,
        (step + 1) * step_s,
        slowest,
        highest[step] ?? slowest,
      ]),
    );
  return { header: wording.passTables[by], rows, long: true };
}

/**
 * The same scale for every drive, so that buttons compare. Reading LBAs that hold nothing is
 * answered from the map, at many times the speed of any flash: it must not flatten what was read.
 */
function top(page: Page, section: Section, op: "read" | "write"): [number, number] {
  const all = page.curves.filter((curve) => curve.op === op && curve.section === section);
  const flash = all.filter((curve) => op === "write" || curve.state !== "trimmed");
  const counted = flash.length > 0 ? flash : all;
  const fastest = (curve: Curve): number => {
    if (curve.points.length === 0) return curve.fastest_second_mb_per_s ?? curve.mean_mb_per_s;
    const written =
      (page.drives[curve.drive]?.capacity_gb || Infinity) *
      (section === "idle" && op === "read" ? WRITTEN_BEFORE_REST : 1);
    return Math.max(0, ...curve.points.filter(([gb]) => gb <= written).map(([, mbPerS]) => mbPerS));
  };
  const printed = counted
    .flatMap((curve) => marksOfCurve(page, curve, "second"))
    .map((mark) => mark.high);
  const highest = Math.max(1, ...counted.map(fastest), ...printed);
  return scale(highest);
}
