// SNIA's tests: of each drive and test the header of its report, what its phases came to, the
// matrix of its cells, and its plots.
import type { CellMean, Page, RoundsOfPhase, RoundsTest, SteadyLimits } from "./data";
import { element } from "./findings";
import { names } from "./marked";
import { number, time } from "./numbers";
import { remarkOn } from "./remarks";
import { drawPlot } from "./rounds/plot";
import { type Titled, isMatrix, plotsOf } from "./rounds/plots";
import { drawRelief } from "./rounds/relief";
import { ascending, valueOf } from "./rounds/value";
import { folded, plainTable, scroll } from "./tables";
import * as wording from "./wording/rounds";

const modelOf = (page: Page, test: RoundsTest): string => page.drives[test.drive]?.model ?? "";

export function rounds(page: Page): void {
  const place = document.getElementById("snia-tests");
  if (!place) return;
  const isFirst = place.childElementCount === 0;
  page.rounds.forEach((test, index) => {
    const plots = plotsOf(test);
    if (isFirst) place.append(part(page, test, index, plots));
    for (const plot of plots) drawn(page, test, index, plot);
  });
}

const idOf = (index: number, plot: Titled): string => `snia-${index}-${plot.id}`;

function drawn(page: Page, test: RoundsTest, index: number, titled: Titled): void {
  const sentences = test.phases.map((phase) => phase.sentence).join(" ");
  const { plot } = titled;
  const id = idOf(index, titled);
  const sentence = wording.plot(titled.caption, modelOf(page, test), titled.said, sentences);
  const { drive } = test;
  if ("relief" in plot) drawRelief(id, { cells: plot.relief, value: plot.value, drive, sentence });
  else drawPlot(id, { ...plot, drive, sentence });
}

function part(page: Page, test: RoundsTest, index: number, plots: Titled[]): HTMLElement {
  const made = document.createElement("div");
  const title = wording.ofDrive(test.title, modelOf(page, test));
  made.append(names(element("h3", title), test.drive));
  for (const phase of test.phases) {
    if (phase.found.slices.length > 0 && test.phases.length > 3) continue;
    made.append(element("p", wording.titled(phase.title, phase.sentence)));
    const remark = remarkOn(page, phase.found);
    if (remark) made.append(element("p", wording.titled(phase.title, remark), "remarks"));
    if (phase.left_out) made.append(element("p", phase.left_out, "faint"));
    made.append(...calculation(phase, page.steady_limits), ...matrices(phase), ...points(phase));
  }
  made.append(...samples(test));
  const frames = document.createElement("div");
  frames.className = "small-charts";
  for (const plot of plots) {
    const figure = document.createElement("figure");
    if ("relief" in plot.plot) figure.className = "large";
    const chart = document.createElement("div");
    chart.id = idOf(index, plot);
    chart.className = "chart";
    figure.append(element("figcaption", plot.caption), chart);
    frames.append(figure);
  }
  made.append(frames);
  folded(made, wording.reportHeader, { header: wording.headerTable, rows: () => test.header });
  return made;
}

/** A row per phase whose cells stand in time. */
function samples(test: RoundsTest): HTMLElement[] {
  const own = test.phases.filter(({ found }) => found.slices.length > 0);
  const [first] = own;
  if (!first) return [];
  const { value } = first.found;
  const steady = test.phases.find(({ found }) => found.tracked?.value === value);
  // Short rounds, and those that never were steady, are no level to compare with.
  const judged = steady?.found.tracked;
  const isSteady = judged && !judged.is_short && judged.reached_at_round !== null;
  const level = isSteady ? judged.window?.mean : undefined;
  const rows = own.map(({ title, found: { slices } }) => {
    const values = slices.map((slice) => valueOf(slice, value));
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    const least = values.reduce((low, one) => Math.min(low, one), Infinity);
    const most = values.reduce((high, one) => Math.max(high, one), 0);
    const longest = slices.reduce((high, slice) => Math.max(high, slice.latency_max_us), 0);
    return [
      title,
      number(values.length),
      number(mean),
      number(least),
      number(most),
      ...(level ? [wording.percent(mean / level)] : []),
      time(longest),
      number(slices.at(-1)?.written_gb ?? 0),
    ];
  });
  const header = wording.samplesTable(value, Boolean(level));
  // A phase that is alone has no name.
  if (own.every(({ title }) => title === ""))
    return [
      scroll(
        wording.samples,
        plainTable(
          header.slice(1),
          rows.map((row) => row.slice(1)),
        ),
      ),
    ];
  return [scroll(wording.samples, plainTable(header, rows))];
}

/** What the rule of the steady state asks of the last five rounds, and what they are. */
function calculation({ found }: RoundsOfPhase, limits: SteadyLimits): HTMLElement[] {
  const window = found.tracked?.window;
  if (!found.tracked || !window) return [];
  const { mean, range_percent, slope_percent, fit, first_round } = window;
  const rows = [
    [wording.meanOf(found.tracked.value), "", number(mean)],
    [
      wording.rule.range,
      wording.wholePercent(limits.range_percent),
      wording.oneDigit(range_percent),
    ],
    [
      wording.rule.slope,
      wording.wholePercent(limits.slope_percent),
      wording.oneDigit(Math.abs(slope_percent)),
    ],
    [wording.rule.fit(first_round), "", wording.rule.from(number(fit[0]), number(fit[1]))],
  ];
  return [scroll(wording.rule.title, plainTable(wording.rule.header, rows))];
}

/** A row per point of a demand curve. */
function points({ found }: RoundsOfPhase): HTMLElement[] {
  if (found.points.length === 0) return [];
  const rows = found.points.map(({ name, threads, queue_depth, result }) => [
    wording.points[name],
    wording.depths(threads, queue_depth),
    number(result.ios / result.duration_s),
    ...[
      result.latency_mean_us,
      result.latency_p99_us,
      result.latency_p999_us,
      result.latency_p9999_us,
      result.latency_p99999_us,
      result.latency_max_us,
    ].map(time),
  ]);
  const caption = wording.judged(wording.pointsOf, found.tracked);
  const table = scroll(caption, plainTable(wording.pointsTable, rows));
  return found.tracked?.is_short ? [element("p", wording.apart, "faint"), table] : [table];
}

/** A row per block size, a column per mix. */
function matrices(phase: RoundsOfPhase): HTMLElement[] {
  if (!isMatrix(phase)) return [];
  const { cells, value } = phase.found;
  const mixes = ascending(cells.map((cell) => cell.read_percent));
  const sizes = ascending(cells.map((cell) => cell.block_bytes));
  const table = (caption: string, figure: (cell: CellMean) => number): HTMLElement => {
    const rows = sizes.map((size) => [
      wording.block(size),
      ...mixes.map((mix) => {
        const cell = cells.find((one) => one.block_bytes === size && one.read_percent === mix);
        return cell ? number(figure(cell)) : "";
      }),
    ]);
    const header = [wording.blockSize, ...mixes.map(wording.mix)];
    const place = document.createElement("div");
    const titled = wording.judged(caption, phase.found.tracked);
    place.append(
      element("p", wording.titled(phase.title, titled), "faint"),
      scroll(caption, plainTable(header, rows)),
    );
    return place;
  };
  const main = table(wording.captions.matrix(value), (cell) => valueOf(cell, value));
  if (value !== "latency-mean") return [main];
  return [main, table(wording.captions.longest, (cell) => cell.latency_max_us)];
}
