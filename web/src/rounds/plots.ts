// The plots of SNIA's tests, made of the phases of one test on one drive.
import type { CellMean, RoundsOfPhase, RoundsTest, TrackedValue } from "../data";
import { number, short, time as inUnits } from "../numbers";
import * as wording from "../wording/rounds";
import type { Line, Plot } from "./plot";
import { ascending, valueOf } from "./value";

/** A plot, what it is called, and what its lines say to a screen reader. */
export interface Titled {
  id: string;
  caption: string;
  plot: Omit<Plot, "sentence" | "drive"> | { relief: CellMean[]; value: TrackedValue };
  /** A line each. */
  said: string[];
}

/** From the drive's own color to a pale one, so that neighbours differ. */
const shade = (place: number, count: number): number => 1 - (0.65 * place) / Math.max(1, count - 1);
/** What lasts longer is shown in hours. */
const LONG_S = 7200;
const DASHES = [undefined, "dashed", "dotted"] as const;
const dashed = (line: Line, place: number): Line => {
  const dash = DASHES[place % DASHES.length];
  return dash ? { ...line, dash } : line;
};

const namesOf = (lines: Line[]): string[] => lines.map(({ name }) => name);

/** A caption with the title of its phase, and that the phase is not steady. */
const captioned = ({ title, found }: RoundsOfPhase, what: string): string =>
  wording.titled(title, wording.judged(what, found.tracked));

const isDemand = ({ found }: RoundsOfPhase): boolean =>
  new Set(found.cells.map((cell) => cell.in_flight)).size > 1;

export const isMatrix = (phase: RoundsOfPhase): boolean =>
  phase.found.tracked !== null && phase.found.cells.length > 1 && !isDemand(phase);

export function plotsOf(test: RoundsTest): Titled[] {
  return [
    ...test.phases.flatMap((phase, place) => [
      ...relief(phase, `relief-${place}`),
      ...convergence(phase, `convergence-${place}`),
      ...steadyWindow(phase, `window-${place}`),
      ...blocks(phase, `blocks-${place}`),
      ...demand(phase, `demand-${place}`),
      ...histogram(phase, `histogram-${place}`),
    ]),
    ...inTime(test),
  ];
}

function convergence(phase: RoundsOfPhase, id: string): Titled[] {
  const { found } = phase;
  const sizes = new Set(found.convergence.map((line) => line.block_bytes));
  if (sizes.size < 2) return [];
  const smallest = [...found.convergence].sort((a, b) => a.block_bytes - b.block_bytes);
  const lines = smallest.map(({ block_bytes, rounds }, place) =>
    dashed(
      {
        name: wording.block(block_bytes),
        points: rounds.map((value, round): [number, number] => [round + 1, value]),
        share: shade(place, found.convergence.length),
      },
      place,
    ),
  );
  return [
    {
      id,
      caption: captioned(phase, wording.captions.convergence(found.value)),
      plot: {
        x: { name: wording.round, format: number, min: 1, max: found.rounds },
        y: { name: wording.values[found.value], log: true, format: short },
        lines,
        legend: namesOf(lines),
      },
      said: lines.map((line) => `${line.name} ${number(line.points.at(-1)?.[1] ?? 0)}`),
    },
  ];
}

function steadyWindow(phase: RoundsOfPhase, id: string): Titled[] {
  const { tracked } = phase.found;
  const window = tracked?.window;
  if (!tracked || !window) return [];
  const [from, to] = [window.first_round, tracked.rounds.length];
  const level = (name: string, value: number, dash: "dashed" | "dotted"): Line => ({
    name,
    points: [
      [from, value],
      [to, value],
    ],
    dash,
  });
  const lines: Line[] = [
    {
      name: wording.tracked,
      points: tracked.rounds.map((value, round): [number, number] => [round + 1, value]),
      share: 1,
      dots: true,
    },
    level(wording.band.upper, 1.1 * window.mean, "dotted"),
    level(wording.mean, window.mean, "dashed"),
    level(wording.band.lower, 0.9 * window.mean, "dotted"),
    {
      name: wording.fit,
      points: [
        [from, window.fit[0]],
        [to, window.fit[1]],
      ],
      share: 1,
    },
  ];
  return [
    {
      id,
      caption: captioned(phase, wording.captions.window(tracked.value)),
      plot: {
        x: { name: wording.round, format: number, min: 0, max: to + 1 },
        y: { name: wording.values[tracked.value], format: short, min: 0 },
        lines,
        legend: namesOf(lines),
      },
      said: [`${wording.mean} ${number(window.mean)}`],
    },
  ];
}

function blocks(phase: RoundsOfPhase, id: string): Titled[] {
  const { found } = phase;
  const sizes = new Set(found.cells.map((cell) => cell.block_bytes));
  if (!isMatrix(phase) || sizes.size < 3) return [];
  const mixes = ascending(found.cells.map((cell) => cell.read_percent));
  const lines = mixes.map((mix, place) =>
    dashed(
      {
        name: wording.mix(mix),
        points: found.cells
          .filter((cell) => cell.read_percent === mix)
          .map((cell): [number, number] => [cell.block_bytes, valueOf(cell, found.value)])
          .sort(([a], [b]) => a - b),
        share: shade(place, mixes.length),
      },
      place,
    ),
  );
  return [
    {
      id,
      caption: captioned(phase, wording.captions.blocks(found.value)),
      plot: {
        x: {
          name: wording.blockSize,
          log: true,
          base: 2,
          format: wording.block,
          min: Math.min(...sizes),
          max: Math.max(...sizes),
        },
        y: { name: wording.values[found.value], log: true, format: short },
        lines,
        legend: namesOf(lines),
      },
      said: lines.map((line) => `${line.name} ${number(line.points[0]?.[1] ?? 0)}`),
    },
  ];
}

function relief(phase: RoundsOfPhase, id: string): Titled[] {
  const { cells, value } = phase.found;
  const count = (of: (cell: CellMean) => number): number => new Set(cells.map(of)).size;
  if (!isMatrix(phase)) return [];
  if (count((cell) => cell.block_bytes) < 3 || count((cell) => cell.read_percent) < 3) return [];
  const highest = cells.reduce((high, cell) => Math.max(high, valueOf(cell, value)), 0);
  return [
    {
      id,
      caption: captioned(phase, wording.captions.relief(value)),
      plot: { relief: cells, value },
      said: [wording.upTo(number(highest))],
    },
  ];
}

function demand(phase: RoundsOfPhase, id: string): Titled[] {
  if (!isDemand(phase)) return [];
  const { points } = phase.found;
  // The first cell settles the drive before each round.
  const cells = phase.found.cells.slice(points.length > 0 ? 1 : 0);
  const counts = ascending(cells.map((cell) => cell.threads));
  const curves = counts.map((threads, place): Line =>
    dashed(
      {
        name: wording.threads(threads),
        points: cells
          .filter((cell) => cell.threads === threads)
          .sort((a, b) => a.in_flight - b.in_flight)
          .map((cell): [number, number] => [cell.iops, cell.latency_mean_us]),
        share: shade(place, counts.length),
      },
      place,
    ),
  );
  const marks = points.map(({ name, threads, queue_depth, result }): Line => ({
    name: wording.point(name, threads, queue_depth),
    points: [[result.ios / result.duration_s, result.latency_mean_us]],
    share: 1,
    dots: true,
    named: true,
  }));
  return [
    {
      id,
      caption: wording.judged(wording.captions.demand, phase.found.tracked),
      plot: {
        x: { name: wording.values.iops, format: short },
        y: { name: wording.latency, log: true, format: short },
        lines: [...curves, ...marks],
        legend: namesOf(curves),
      },
      said: marks.map(
        ({ name, points: [at] }) => `${name} ${number(at?.[0] ?? 0)}, ${inUnits(at?.[1] ?? 0)}`,
      ),
    },
  ];
}

function histogram({ found }: RoundsOfPhase, id: string): Titled[] {
  if (found.points.length === 0) return [];
  const lines = found.points.map(({ name, threads, queue_depth, histogram: bins, result }, place) =>
    dashed(
      {
        name: wording.point(name, threads, queue_depth),
        points: bins.map(([us, ios]): [number, number] => [
          us,
          (100 * ios) / Math.max(1, result.ios),
        ]),
        share: shade(place, found.points.length),
      },
      place,
    ),
  );
  return [
    {
      id,
      caption: wording.judged(wording.captions.histogram, found.tracked),
      plot: {
        x: { name: wording.latency, log: true, format: short },
        y: { name: wording.share, format: number, min: 0 },
        lines,
        legend: namesOf(lines),
      },
      said: found.points.map(({ name, result }) => {
        const highest = inUnits(result.latency_p99999_us);
        return `${wording.points[name]} ${highest}`;
      }),
    },
  ];
}

/** Phases without a tracked cell, one after the other. */
function inTime({ phases }: RoundsTest): Titled[] {
  const own = phases.filter(({ found }) => found.slices.length > 0);
  const [first] = own;
  if (!first) return [];
  const { value } = first.found;
  let [before_s, before_gb] = [0, 0];
  const parts = own.map(({ title, found }) => {
    const slices = found.slices.map((slice) => ({
      ...slice,
      second: before_s + slice.end_s,
      gb: before_gb + slice.written_gb,
    }));
    const last = found.slices.at(-1);
    before_s += last?.end_s ?? 0;
    before_gb += last?.written_gb ?? 0;
    return { title, slices };
  });
  type At = (typeof parts)[number]["slices"][number];
  const along = (x: (slice: At) => number, y: (slice: At) => number, what: string): Line[] =>
    parts.map(({ title, slices }, place) => ({
      name: title || what,
      points: slices.map((slice): [number, number] => [x(slice), y(slice)]),
      share: shade(place % 2, 2),
      dots: true,
    }));
  const isLong = before_s > LONG_S;
  const name_s = isLong ? wording.time.hours : wording.time.seconds;
  const time = { name: name_s, format: number, min: 0 };
  const written = { name: wording.written, format: number, min: 0 };
  const speed = { name: wording.values[value], format: short, min: 0 };
  const us = { name: wording.latency, log: true, format: short };
  const both = (x: (slice: At) => number): Line[] => [
    ...along(x, (slice) => slice.latency_mean_us, wording.latencyMean),
    ...along(x, (slice) => slice.latency_max_us, wording.latencyMax).map(
      ({ share: _, ...line }) => ({ ...line, name: wording.latencyMax }),
    ),
  ];
  const said = parts.map(({ title, slices }) => {
    const sum = slices.reduce((all, slice) => all + valueOf(slice, value), 0);
    return `${title} ${number(sum / slices.length)}`.trim();
  });
  const [byHour, byGb] = [
    (slice: At) => (isLong ? slice.second / 3600 : slice.second),
    (slice: At) => slice.gb,
  ];
  const figure = (slice: At): number => valueOf(slice, value);
  const name = wording.values[value];
  const titled = (id: string, caption: string, plot: Titled["plot"]): Titled => ({
    id,
    caption,
    plot,
    said,
  });
  const overTime = [
    titled("time", wording.captions.time(value), {
      x: time,
      y: speed,
      lines: along(byHour, figure, name),
    }),
    titled("latency", wording.captions.latencies, { x: time, y: us, lines: both(byHour) }),
  ];
  if (own.length > 1) return overTime;
  return [
    ...overTime,
    titled("written", wording.captions.written(value), {
      x: written,
      y: speed,
      lines: along(byGb, figure, name),
    }),
    titled("latency-written", wording.captions.latenciesWritten, {
      x: written,
      y: us,
      lines: both(byGb),
    }),
  ];
}
