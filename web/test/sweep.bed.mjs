// The page of a sweep, made of its frame and of made-up data, as the program makes it.
import { readFileSync } from "node:fs";
import { deflateSync, gunzipSync } from "node:zlib";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The page of some data. */
export function html(data) {
  const marks = {
    style: read("../dist/sweep.css"),
    charts: gunzipSync(readFileSync(new URL("../dist/charts.js.gz", import.meta.url))).toString(),
    script: read("../dist/sweep.js"),
    title: escaped(data.title),
    data: deflateSync(JSON.stringify(data)).toString("base64"),
  };
  return read("../../crates/sweep/src/page.html").replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, mark) => marks[mark],
  );
}

/** Numbers that are the same every time, from 0 to 1. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** All combinations of the values of each parameter, the last one fastest. */
const combined = (all) =>
  all.reduce((rows, values) => rows.flatMap((row) => values.map((one) => [...row, one])), [[]]);

export const SPARE = [7, 12, 20, 28, 50];
export const POLICIES = ["greedy", "cost-benefit", "fifo"];
export const SEEDS = [1, 2, 3];

/** A sweep of spare area, GC policy and seed; 45 points, one failed, one without a latency. */
export function sweep(change = {}) {
  const next = random(7);
  const rows = combined([SPARE, POLICIES, SEEDS]);
  const wa = rows.map(([spare, policy]) => {
    const factor = { greedy: 1, "cost-benefit": 1.15, fifo: 1.5 }[policy];
    return factor * (1 + 22 / spare) * (0.97 + 0.06 * next());
  });
  const isFailed = (point) => point === 10;
  const value = (of) => (_, point) => (isFailed(point) ? null : of(point));
  return {
    name: "spare-area",
    title: "Spare area and consistency",
    why: "More spare area lowers write amplification. This sweep shows by how much, per GC policy.",
    version: "0.9.0",
    simulated: "crucial-m4-64; consistency",
    command: "fourcorners sweep sweeps/spare-area.toml --seed 1 --out results/spare-area",
    parameters: [
      { key: "spare", label: "Spare area", unit: "%", values: rows.map(([spare]) => spare) },
      { key: "policy", label: "GC policy", unit: null, values: rows.map(([, policy]) => policy) },
      { key: "seed", label: "Seed", unit: null, values: rows.map(([, , seed]) => seed) },
    ],
    figures: [
      {
        key: "wa",
        label: "Write amplification",
        unit: null,
        better: "lower",
        values: rows.map(value((point) => wa[point])),
      },
      {
        key: "iops",
        label: "Random write IOPS",
        unit: null,
        better: "higher",
        values: rows.map(value((point) => 90_000 / wa[point])),
      },
      {
        key: "p99",
        label: "p99.9 latency",
        unit: "µs",
        better: "lower",
        values: rows.map(value((point) => (point === 3 ? null : 180 * wa[point] ** 3))),
      },
      {
        key: "capacity",
        label: "Usable capacity",
        unit: "GB",
        better: "higher",
        values: rows.map(value((point) => 256 / (1 + rows[point][0] / 100))),
      },
    ],
    failed: [{ point: 10, reason: "the run stopped: no free superblock is left" }],
    charts: [
      { kind: "lines", x: "spare", y: "wa", series: "policy", log_x: true, log_y: false },
      { kind: "heat-map", x: "spare", y: "policy", value: "p99" },
      { kind: "pareto", x: "capacity", y: "iops", color: "policy" },
      { kind: "parallel", color: "wa" },
    ],
    ...change,
  };
}

/** One point, one parameter. */
export const single = () => ({
  ...sweep(),
  parameters: [{ key: "spare", label: "Spare area", unit: "%", values: [7] }],
  figures: [
    { key: "wa", label: "Write amplification", unit: null, better: "lower", values: [4.2] },
    { key: "iops", label: "IOPS", unit: null, better: "higher", values: [9000] },
  ],
  failed: [],
  charts: [
    { kind: "lines", x: "spare", y: "wa", series: null, log_x: true, log_y: true },
    { kind: "heat-map", x: "spare", y: "spare", value: "wa" },
    { kind: "pareto", x: "wa", y: "iops", color: null },
    { kind: "parallel", color: "wa" },
  ],
});

/** Every point failed. */
export function failed() {
  const all = sweep();
  return {
    ...all,
    figures: all.figures.map((one) => ({ ...one, values: one.values.map(() => null) })),
    failed: all.figures[0].values.map((_, point) => ({ point, reason: "out of memory" })),
  };
}

/** Points drawn at random. */
export function many(count = 10_000) {
  const next = random(3);
  const points = [...Array(count).keys()];
  const spare = points.map(() => Math.round(500 + 4500 * next()) / 100);
  const depth = points.map(() => 2 ** Math.floor(8 * next()));
  const step = points.map((point) => point % 12);
  const wa = spare.map((one) => (1 + 20 / one) * (0.8 + 0.4 * next()));
  return sweep({
    parameters: [
      { key: "spare", label: "Spare area", unit: "%", values: spare },
      { key: "depth", label: "Queue depth", unit: null, values: depth },
      { key: "step", label: "Idle step", unit: "s", values: step },
    ],
    figures: [
      { key: "wa", label: "Write amplification", unit: null, better: "lower", values: wa },
      {
        key: "iops",
        label: "IOPS",
        unit: null,
        better: "higher",
        values: wa.map((one, point) => (9000 * depth[point] ** 0.6 * (0.5 + next())) / one),
      },
      {
        key: "p99",
        label: "p99 latency",
        unit: "µs",
        better: "lower",
        values: wa.map((one, point) => one * depth[point] * 100 * (1 + next())),
      },
    ],
    failed: [],
    charts: [
      { kind: "lines", x: "depth", y: "iops", series: "step", log_x: true, log_y: true },
      { kind: "heat-map", x: "depth", y: "step", value: "p99" },
      { kind: "pareto", x: "iops", y: "p99", color: "spare" },
      { kind: "parallel", color: "wa" },
    ],
  });
}

const TAGS = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
export const HOSTILE = `${TAGS}${"long".repeat(80)}`;

/** Names that would be markup, and are long. */
export function hostile() {
  const all = sweep({
    title: HOSTILE,
    why: HOSTILE,
    command: HOSTILE,
    simulated: HOSTILE,
    version: HOSTILE,
  });
  const named = (one) => ({ ...one, label: HOSTILE, unit: HOSTILE.slice(0, 60) });
  const [spare, policy, seed] = all.parameters;
  return {
    ...all,
    name: HOSTILE,
    parameters: [
      named(spare),
      { ...named(policy), values: policy.values.map((one) => one + HOSTILE) },
      seed,
    ],
    figures: all.figures.map(named),
    failed: all.failed.map((one) => ({ ...one, reason: HOSTILE })),
  };
}
