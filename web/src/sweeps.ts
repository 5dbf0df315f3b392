// Sweeps: a figure over queue depth, share of reads, range or rate, a line per drive.
import { scale } from "./bars";
import { draw } from "./charts";
import type { Page, SweepChart, SweepFigure, SweepLine } from "./data";
import { element } from "./findings";
import { below } from "./legendrows";
import { isMarked, nameOf, spokenMark, stroke } from "./marked";
import { number, short, time } from "./numbers";
import { type Measured, remarked } from "./remarks";
import { narrow, theme } from "./theme";
import * as wording from "./wording/sweeps";

/** Lines are told apart without their colours. */
const SYMBOLS = ["circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow"];
const DASHES = ["solid", "dashed", "dotted", [8, 3, 2, 3]] as const;
const GIB = 2 ** 30;
/** Points that differ by less than this share are drawn in one place. */
const TOGETHER = 0.06;
/** Room for the names at the ends of lines, in pixels. */
const NAMES = 112;

const isLatency = (figure: SweepFigure): boolean => figure !== "IOPS" && figure !== "MB/s";
/** What grows by factors is on a scale of factors; a share of reads is not. */
const isShare = (by: SweepChart["by"]): boolean => by === "read-percent" || by === "trim-percent";
const isLog = ({ by, figure }: SweepChart): boolean => isLatency(figure) || !isShare(by);

export function sweeps(page: Page): void {
  const place = document.getElementById("sweeps-charts");
  if (!place) return;
  for (const sweep of page.sweeps) {
    if (!document.getElementById(sweep.id)) place.append(frame(sweep));
    one(page, sweep);
  }
}

function frame(sweep: SweepChart): HTMLElement {
  const figure = document.createElement("figure");
  const chart = document.createElement("div");
  chart.id = sweep.id;
  chart.className = "chart";
  const caption = wording.caption(sweep.title, sweep.figure, sweep.by, isLog(sweep));
  figure.append(element("figcaption", caption), chart);
  return figure;
}

/** A place on the axis: ranges in GiB. */
const place = ({ by }: SweepChart, at: number): number => (by === "span" ? at / GIB : at);
/** The same in words. */
const said = (by: SweepChart["by"], at: number): string =>
  by === "interval" ? time(at) : number(at);
const value = (figure: SweepFigure, of: number): string =>
  isLatency(figure) ? time(of) : number(of);

/** The largest of 1, 2 or 5 times a power of ten up to a value; `up`: the smallest from it on. */
export function round(value: number, up: boolean): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const steps = [1, 2, 5, 10].map((times) => times * power);
  const fits = steps.filter((step) => (up ? step >= value * 0.999 : step <= value * 1.001));
  return (up ? fits[0] : fits.at(-1)) ?? power;
}

/** How many of the lines before it a line lies upon in most of its points. */
function depth(lines: SweepLine[], index: number): number {
  const own = lines[index]?.points ?? [];
  const covers = ({ points }: SweepLine): boolean => {
    const near = own.filter(({ at, value }) => {
      const other = points.find((point) => point.at === at)?.value ?? null;
      return value !== null && other !== null && Math.abs(other / value - 1) < TOGETHER;
    });
    return near.length * 2 > own.length;
  };
  return lines.slice(0, index).filter(covers).length;
}

function one(page: Page, sweep: SweepChart): void {
  const look = theme();
  const { by, figure, lines } = sweep;
  const log = isLog(sweep);
  const values = lines.flatMap(({ points }) =>
    points.flatMap((point) => (point.value === null ? [] : [point.value])),
  );
  const ats = [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))];
  ats.sort((a, b) => a - b);
  const [step, top] = scale(Math.max(1, ...values));
  const least = Math.min(...values.filter((one) => one > 0), top);
  const models = lines.map(({ drive }) => page.drives[drive]?.model ?? "");
  const names = lines.map(({ drive }) => nameOf(page, drive));
  const strokes = lines.map(({ drive }) => stroke(drive, lines));
  const small = narrow(sweep.id);
  const depths = lines.map((_, index) => depth(lines, index));
  const dash = (of: (typeof DASHES)[number]) => (typeof of === "string" ? of : [...of]);
  const axis = {
    nameTextStyle: { color: look.faint },
    splitLine: { lineStyle: { color: look.line } },
  };
  const each = lines.map(({ points }, index) => {
    const known = points.filter((point) => point.value !== null);
    const ends = known.length > 1 ? [known[0], known.at(-1)] : known;
    return wording.line(
      models[index] ?? "",
      ends.map((point) =>
        wording.at(value(figure, point?.value ?? 0), said(by, place(sweep, point?.at ?? 0))),
      ),
    );
  });
  const x = isShare(by)
    ? { type: "value" as const, min: 0, max: by === "read-percent" ? 100 : ("dataMax" as const) }
    : {
        type: "log" as const,
        logBase: by === "rate" || by === "interval" ? 10 : 2,
        min: "dataMin" as const,
        max: "dataMax" as const,
      };
  const y = log
    ? {
        type: "log" as const,
        min: round(least, false),
        max: round(Math.max(...values, least * 10), true),
      }
    : { type: "value" as const, min: 0, max: top, interval: step };
  draw(
    sweep.id,
    {
      grid: {
        left: 62,
        right: small ? 24 : NAMES + 12,
        top: small ? below(sweep.id, names, 25) : 14,
        bottom: 44,
      },
      ...(small
        ? { legend: { top: 0, left: 0, textStyle: { color: look.text }, data: names } }
        : {}),
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (item) => {
          const mark = Array.isArray(item) ? item[0] : item;
          const [at = 0, of = 0] = (mark?.value as number[] | undefined) ?? [];
          return wording.tip(mark?.seriesName ?? "", by, said(by, at), value(figure, of));
        },
      },
      xAxis: {
        ...axis,
        ...x,
        name: wording.axis(by),
        nameLocation: "middle",
        nameGap: 26,
        axisLabel: {
          color: look.faint,
          hideOverlap: true,
          formatter: by === "interval" ? time : short,
        },
      },
      yAxis: {
        ...axis,
        ...y,
        axisLabel: {
          color: look.faint,
          hideOverlap: true,
          formatter: isLatency(figure) ? time : short,
        },
      },
      series: lines.map(({ drive, points }, index) => ({
        type: "line" as const,
        name: names[index] ?? "",
        z: strokes[index]?.z ?? 3,
        symbol: SYMBOLS[drive % SYMBOLS.length] ?? "circle",
        // A line upon another is dashed, its symbols smaller: both are seen.
        symbolSize: Math.max(4, 9 - 3 * (depths[index] ?? 0)),
        lineStyle: {
          width: strokes[index]?.width ?? 2,
          color: strokes[index]?.color ?? "",
          type: dash(DASHES[(depths[index] ?? 0) % DASHES.length] ?? "solid"),
        },
        itemStyle: { color: strokes[index]?.color ?? "" },
        endLabel: {
          show: !small,
          formatter: names[index] ?? "",
          fontWeight: isMarked(drive) ? ("bold" as const) : ("normal" as const),
          width: NAMES,
          overflow: "break" as const,
          fontSize: 11,
          lineHeight: 12,
          color: look.drive(drive),
        },
        labelLayout: { moveOverlap: "shiftY" as const },
        data: points.flatMap((point): [number, number][] =>
          point.value === null ? [] : [[place(sweep, point.at), point.value]],
        ),
      })),
    },
    wording.sweep(sweep.title, figure, by, each) + spokenMark(page),
    {
      header: wording.table(by, isLatency(figure) ? wording.microseconds : figure, models),
      rows: () =>
        ats.map((at) => [
          place(sweep, at),
          ...lines.map(({ points }) => {
            const point = points.find((one) => one.at === at);
            if (!point) return null;
            return point.value ?? wording.tooSlow;
          }),
        ]),
    },
  );
  remarked(page, sweep.id, lines.flatMap(phasesOf(sweep)));
}

/** The phases of a line, each with its place on the axis. */
const phasesOf =
  (sweep: SweepChart) =>
  ({ drive, points }: SweepLine): Measured[] =>
    points.map(({ at, phase, variant }) => ({
      drive,
      test: sweep.test,
      phase,
      variant,
      label: wording.axisAt(sweep.by, said(sweep.by, place(sweep, at))),
    }));
