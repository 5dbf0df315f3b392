// Fills and sweeps, of the suite `modern`: does the page draw and say what its data says? The data
// is made up, so that the test holds on every page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, complaints, marks, open, unfold, withData } from "./bed.mjs";

const fill = (drive, phase, label, cache, verdict, gb, mb_per_s) => ({
  drive,
  test: "whole-drive-fill",
  variant: "",
  phase,
  label,
  written_gb: 100,
  mean_mb_per_s: 500,
  cache,
  verdict,
  gb,
  mb_per_s,
  temperature_c: phase === "fill" ? [40, 65.5] : [],
});
const CACHE = { bytes: 40e9, cache_mb_per_s: 2000, after_mb_per_s: 400 };
const point = (at, value, iops) => ({
  phase: `${at}`,
  at,
  value,
  low: value ?? 0,
  high: value ?? 0,
  iops,
});
const sweep = (id, by, figure, points) => ({
  id,
  test: id,
  title: "Sweep",
  by,
  figure,
  lines: [{ drive: 0, points }],
});
const FILLS = [
  {
    id: "fill-a",
    title: "Fill",
    fills: [
      fill(0, "fill", "erased", CACHE, "40 GB at 2000 MB/s, then 400 MB/s", [1, 50], [2000, 400]),
      fill(0, "refill", "full", null, "too short to judge", [1, 50], [400, 390]),
    ],
  },
];
const SWEEPS = [
  sweep("sweep-1", "queue-depth", "IOPS", [point(1, 9000, 9000), point(32, 95_000, 95_000)]),
  sweep("sweep-2", "rate", "read-p99.9", [point(1000, 250, 1000), point(50_000, null, 9000)]),
];

const size = (gb, end) => ({ gb, end });
const CACHES = {
  levels: [0, 50],
  rests_s: [10, 600],
  rows: [
    {
      drive: 0,
      levels: [size(40, "full"), size(0, "occupied")],
      cache_mb_per_s: 2000,
      after_mb_per_s: 400,
      second_mb_per_s: null,
      whole_mb_per_s: 500,
      rests: [size(0, "full"), size(30, "writes")],
    },
  ],
};
const HIGHLIGHTS = [{ subject: "Random read", text: "fastest: a", evidence: "sweep-1" }];

const made = (look) =>
  withData(
    (page) => ({
      ...page,
      fills: FILLS,
      sweeps: SWEEPS,
      caches: CACHES,
      highlights: HIGHLIGHTS,
    }),
    look,
  );

test("write caches of all drives are one table, also on a telephone", () =>
  made(async (path) => {
    for (const width of [1280, 390]) {
      const page = await open(browser, { path, viewport: { width, height: 900 } });
      const row = page.locator("#cache-table tbody tr");
      const cells = await row.locator("td").allTextContents();
      const expected = ["40", "occupied", "2,000", "400", "500", "0", "30 or more"];
      assert.deepEqual(cells.slice(1), expected);
      const notes = await page.locator("#cache-table p").allTextContents();
      assert.deepEqual(
        notes.map((note) => note.split(":")[0]),
        ["Or more", "Occupied"],
      );
      const shown = await page.locator("#cache-table thead").isVisible();
      assert.ok(shown);
      const titles = await row
        .locator("td")
        .evaluateAll((all) => all.map((cell) => cell.dataset.column));
      assert.deepEqual(titles.slice(1, 3), ["GB, fresh", "GB, 50 % full"]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide}`);
      await page.context().close();
    }
    assert.deepEqual(complaints, []);
  }));

test("highlights stand behind the headlines and lead to their charts", () =>
  made(async (path) => {
    const page = await open(browser, { path, viewport: { width: 1280, height: 900 } });
    const last = page.locator("#verdicts li").last();
    assert.equal(await last.textContent(), "Random read: fastest: a.");
    assert.equal(await last.locator("a").getAttribute("href"), "#sweep-1");
    await page.context().close();
    assert.deepEqual(complaints, []);
  }));

test("fill is drawn by GB written, with what its cache takes", () =>
  made(async (path) => {
    const page = await open(browser, { path, viewport: { width: 1280, height: 900 } });
    assert.ok(await page.locator("#write-cache").isVisible());
    const lines = await marks(page, "fill-a");
    assert.deepEqual(lines, [
      {
        name: "erased",
        data: [
          [1, 2000],
          [50, 400],
        ],
      },
      {
        name: "full",
        data: [
          [1, 400],
          [50, 390],
        ],
      },
    ]);
    const model = await page.evaluate(() => window.fourcorners.page.drives[0].model);
    const said = await page.locator("#fill-a").getAttribute("aria-label");
    const expected = "erased: 40 GB at 2000 MB/s, then 400 MB/s; full: too short to judge.";
    assert.equal(said, `${model}, Fill: ${expected}`);
    const below = await page.locator("#fill-a-verdicts li").allTextContents();
    assert.deepEqual(below, [
      "erased: 40 GB at 2000 MB/s, then 400 MB/s",
      "full: too short to judge",
    ]);
    await unfold(page, "#fills-numbers details");
    const rows = await page
      .locator("#fills-numbers tbody tr")
      .first()
      .locator("td")
      .allTextContents();
    assert.deepEqual(rows.slice(2), ["100", "40", "2,000", "400", "–", "500"]);
    await page.context().close();
    assert.deepEqual(complaints, []);
  }));

// The story: after idle time a drive wrote 8 GB in a minute, on an axis of 500 GB.
test("axis of short fills is not that of a far longer first one", async () => {
  const [chart] = FILLS;
  const end = async (second) => {
    const fills = chart.fills.map((one, place) => ({ ...one, written_gb: place ? second : 100 }));
    let max;
    const look = async (path) => {
      const page = await open(browser, { path });
      const axis = (id) => window.fourcorners.charts[id].getOption().xAxis[0].max;
      max = await page.evaluate(axis, chart.id);
      await page.context().close();
    };
    await withData((page) => ({ ...page, fills: [{ ...chart, fills }], caches: null }), look);
    return max;
  };
  assert.equal(await end(8), 8);
  assert.equal(await end(80), 100);
});

test("temperature of a fill is drawn, of drives that tell it", () =>
  made(async (path) => {
    const page = await open(browser, { path, viewport: { width: 1280, height: 900 } });
    const lines = await marks(page, "fills-temperature");
    const points = lines.map(({ data }) => data);
    assert.deepEqual(points, [
      [
        [1, 40],
        [50, 65.5],
      ],
    ]);
    const said = await page.locator("#fills-temperature").getAttribute("aria-label");
    assert.match(said, /up to 65\.5 °C\.$/);
    await page.context().close();
    assert.deepEqual(complaints, []);
  }));

test("sweep has a point per phase, and none where the drive was too slow", () =>
  made(async (path) => {
    const page = await open(browser, { path, viewport: { width: 1280, height: 900 } });
    assert.ok(await page.locator("#sweeps").isVisible());
    const [depths] = await marks(page, "sweep-1");
    assert.deepEqual(depths.data, [
      [1, 9000],
      [32, 95_000],
    ]);
    const [rates] = await marks(page, "sweep-2");
    assert.deepEqual(rates.data, [[1000, 250]]);
    const model = await page.evaluate(() => window.fourcorners.page.drives[0].model);
    const said = await page.locator("#sweep-1").getAttribute("aria-label");
    assert.equal(said, `Sweep, IOPS by queue depth: ${model} 9,000 at 1, 95,000 at 32.`);
    await unfold(page, "details[data-of=sweep-2]");
    const table = page.locator("details[data-of=sweep-2] tbody tr");
    const cells = await table.last().locator("td").allTextContents();
    assert.deepEqual(cells, ["50,000", "too slow"]);
    await page.context().close();
    assert.deepEqual(complaints, []);
  }));

test("page without fills and sweeps shows no section for them", () =>
  withData(
    (page) => ({ ...page, fills: [], sweeps: [], caches: null }),
    async (path) => {
      const page = await open(browser, { path });
      for (const id of ["write-cache", "sweeps"])
        assert.ok(!(await page.locator(`#${id}`).isVisible()), id);
      await page.context().close();
    },
  ));
