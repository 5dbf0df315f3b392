// The page of a parameter sweep, of made-up data: does it draw and say what its data says?
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";
import {
  HOSTILE,
  POLICIES,
  SPARE,
  failed,
  hostile,
  html,
  many,
  single,
  sweep,
} from "./sweep.bed.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "fourcorners-sweep-"));
let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** What `look` finds on the page of that data, which may complain of nothing. */
async function shown(data, look, options = {}) {
  const path = join(folder, "sweep.html");
  writeFileSync(path, html(data));
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("dialog", (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(request.url());
  });
  await page.goto(pathToFileURL(path).href + (options.at ?? ""));
  await page.waitForFunction(() => "fourcorners" in window);
  await look(page);
  assert.deepEqual(complaints, []);
  await context.close();
}

/** The values of a chart's series, by the chart's kind. */
const marks = (page, kind) =>
  page.evaluate((kind) => {
    const { charts } = window.fourcorners;
    const id = Object.keys(charts).find((one) => one.includes(kind));
    return charts[id].getOption().series.map(({ type, name, data }) => ({
      type,
      name,
      data: data.map((one) => one.value ?? one),
    }));
  }, kind);

/** The lines of the tooltip of a mark. */
async function tipOf(page, kind, mark) {
  await page.evaluate(
    ([kind, mark]) => {
      const { charts } = window.fourcorners;
      const id = Object.keys(charts).find((one) => one.includes(kind));
      charts[id].dispatchAction({ type: "showTip", ...mark });
    },
    [kind, mark],
  );
  const tip = page.locator(".tip:visible").last();
  await tip.waitFor();
  return tip.locator("div").allTextContents();
}

const headings = (page) => page.locator("h2").allTextContents();
const rowsOf = (page, section) =>
  page
    .locator(`${section} tbody tr`)
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
const isNear = (one, other) => assert.ok(Math.abs(one - other) < 1e-9 * Math.abs(other), `${one}`);

test("page names its charts by their labels and says the facts", () =>
  shown(sweep(), async (page) => {
    assert.deepEqual(await headings(page), [
      "Write amplification by spare area and GC policy",
      "p99.9 latency by spare area and GC policy",
      "Pareto front of usable capacity and random write IOPS",
      "Parameters and figures by write amplification",
      "Failed points",
      "Points",
    ]);
    assert.equal(
      await page.locator("#facts").textContent(),
      "45 points, 1 failed, fourcorners 0.9.0",
    );
    assert.equal(await page.locator("#command").textContent(), sweep().command);
  }));

test("lines are means of the points that differ in the seed only", () =>
  shown(sweep(), async (page) => {
    const series = await marks(page, "lines");
    const lines = series.filter(({ type }) => type === "line");
    assert.deepEqual(
      lines.map(({ name }) => name),
      POLICIES,
    );
    const wa = sweep().figures[0].values;
    lines.forEach(({ data }, policy) => {
      assert.deepEqual(
        data.map(([at]) => at),
        SPARE,
      );
      data.forEach(([, value], at) => {
        const first = (at * POLICIES.length + policy) * 3;
        isNear(value, mean(wa.slice(first, first + 3).filter((one) => one !== null)));
      });
    });
    assert.equal(series.filter(({ type }) => type === "custom").length, 3, "a band each");
    const tip = await tipOf(page, "lines", { seriesIndex: 0, dataIndex: 0 });
    assert.deepEqual(tip.slice(0, 4), [
      "Mean of 3 points",
      "Spare area: 7 %",
      "GC policy: greedy",
      "Seed: 1, 2, 3",
    ]);
    assert.match(tip[4], /^Write amplification: [\d.]+ \([\d.]+ to [\d.]+\)$/);
  }));

test("line breaks where every point of a place failed", () =>
  shown(
    (() => {
      const data = sweep();
      // All seeds of 12 % and greedy.
      for (const point of [9, 10, 11]) data.figures.forEach(({ values }) => (values[point] = null));
      return data;
    })(),
    async (page) => {
      const [line] = await marks(page, "lines");
      assert.equal(line.data[1][1], "-");
      const [, crosses] = await marks(page, "heat-map");
      assert.deepEqual(crosses.data, [[1, 0]]);
      assert.match(await page.locator("figure .note").nth(1).textContent(), /×: no value/);
    },
  ));

test("another figure is chosen by keyboard, and by a link", async () => {
  await shown(sweep(), async (page) => {
    const select = page.locator("#spare-area-heat-map-2-figure");
    await select.focus();
    await page.keyboard.press("ArrowDown");
    assert.equal((await headings(page))[1], "Usable capacity by spare area and GC policy");
    const [cells] = await marks(page, "heat-map");
    isNear(cells.data[0][2], 256 / 1.07);
    await page.locator(".menu").nth(1).locator("summary").first().click();
    const link = page.locator("figure").nth(1).locator("a");
    await link.focus();
    assert.equal(await link.getAttribute("href"), "#spare-area-heat-map-2?figure=4");
  });
  await shown(
    sweep(),
    async (page) => {
      assert.equal((await headings(page))[1], "Usable capacity by spare area and GC policy");
    },
    { at: "#spare-area-heat-map-2?figure=4" },
  );
});

test("Pareto front holds the points that none dominates, and its line has steps", async () => {
  const data = many(600);
  const [, iops, p99] = data.figures.map(({ values }) => values);
  const points = [...iops.keys()];
  const dominates = (a, b) =>
    iops[a] >= iops[b] && p99[a] <= p99[b] && (iops[a] > iops[b] || p99[a] < p99[b]);
  const best = points.filter((point) => !points.some((other) => dominates(other, point)));
  best.sort((a, b) => iops[a] - iops[b]);
  await shown(data, async (page) => {
    const front = (await marks(page, "pareto")).find(({ type }) => type === "line");
    assert.deepEqual(
      front.data,
      best.map((point) => [iops[point], p99[point]]),
    );
    const listed = await rowsOf(page, ".below");
    assert.deepEqual(
      listed.map(([point]) => Number(point)),
      best,
    );
  });
});

test("brush on an axis leaves its points in the table", () =>
  shown(sweep(), async (page) => {
    const brush = (intervals) =>
      page.evaluate((intervals) => {
        const { charts } = window.fourcorners;
        const id = Object.keys(charts).find((one) => one.includes("parallel"));
        charts[id].dispatchAction({ type: "axisAreaSelect", parallelAxisId: "0", intervals });
      }, intervals);
    await brush([[19, 30]]);
    assert.equal(await page.locator("#selected").textContent(), "18 of 45 points selected");
    const rows = await rowsOf(page, "#points");
    assert.deepEqual([...new Set(rows.map(([, spare]) => spare))], ["20", "28"]);
    await brush([]);
    assert.equal(await page.locator("#selected").textContent(), "");
    assert.equal((await rowsOf(page, "#points")).length, 45);
  }));

test("mouse brushes an axis", () =>
  shown(sweep(), async (page) => {
    const chart = page.locator("#spare-area-parallel-4");
    await chart.scrollIntoViewIfNeeded();
    const { x, y } = await chart.boundingBox();
    await page.mouse.move(x + 58, y + 80);
    await page.mouse.down();
    await page.mouse.move(x + 58, y + 150, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => document.getElementById("selected").textContent !== "");
    assert.match(await page.locator("#selected").textContent(), /^\d of 45 points selected$/);
  }));

test("table is sorted by its heads, and what is missing comes last", () =>
  shown(sweep(), async (page) => {
    const head = page.locator("#points th button", { hasText: "p99.9 latency" });
    const column = async () => (await rowsOf(page, "#points")).map((cells) => cells[6]);
    await head.focus();
    await page.keyboard.press("Enter");
    const number = (text) => Number(text.replace(",", ""));
    const up = await column();
    assert.deepEqual(up.slice(-2), ["–", "–"]);
    assert.ok(
      up.slice(0, -2).every((text, at, all) => at === 0 || number(all[at - 1]) <= number(text)),
    );
    assert.equal(
      await page.locator("#points th[aria-sort]").getAttribute("aria-sort"),
      "ascending",
    );
    await page.keyboard.press("Enter");
    const down = await column();
    assert.deepEqual(down.slice(-2), ["–", "–"]);
    assert.equal(down[0], up.at(-3));
  }));

test("failed points stand with their reasons", () =>
  shown(sweep(), async (page) => {
    const rows = await rowsOf(page, "#failed");
    assert.deepEqual(rows, [
      ["10", "the run stopped: no free superblock is left", "12", "greedy", "2"],
    ]);
  }));

test("CSV holds every point, with all digits", () =>
  shown(many(300), async (page) => {
    const downloaded = page.waitForEvent("download");
    await page.locator("#points > .tools button").click();
    const download = await downloaded;
    assert.equal(download.suggestedFilename(), "spare-area-points.csv");
    const lines = readFileSync(await download.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    assert.equal(lines.length, 301);
    const { parameters, figures } = many(300);
    const expected = [...parameters, ...figures].map(({ values }) => values[7]);
    assert.deepEqual(lines[8].split(",").map(Number), [7, ...expected]);
    assert.equal((await rowsOf(page, "#points")).length, 200);
    assert.equal(
      await page.locator("#points > p.faint").textContent(),
      "100 more in results.parquet",
    );
  }));

test("chart is kept as a picture that says it is simulated", () =>
  shown(sweep(), async (page) => {
    for (const [index, id] of ["lines-1", "heat-map-2", "pareto-3", "parallel-4"].entries()) {
      const menu = page.locator("figure .menu").nth(index);
      await menu.locator("summary").first().click();
      const downloaded = page.waitForEvent("download");
      await menu.locator("button", { hasText: "SVG" }).click();
      const download = await downloaded;
      assert.equal(download.suggestedFilename(), `spare-area-${id}-simulated.svg`);
      const svg = readFileSync(await download.path(), "utf8");
      assert.match(svg, /<title>[A-Z]/i);
      assert.ok(svg.includes(">Simulated</text>"), id);
      assert.ok(svg.match(/<(path|polyline)/g).length > 15, id);
    }
  }));

test("one point of one parameter is drawn in every chart", () =>
  shown(single(), async (page) => {
    for (const kind of ["lines", "heat-map", "pareto", "parallel"]) {
      const [{ data }] = await marks(page, kind);
      assert.equal(data.length, 1, kind);
    }
  }));

test("page of a sweep that failed says so in place of charts", () =>
  shown(failed(), async (page) => {
    assert.equal(await page.locator(".chart:visible").count(), 0);
    assert.deepEqual(await page.locator(".instead").allTextContents(), [
      "No point has a value of write amplification.",
      "No point has a value of p99.9 latency.",
      "No point has values of both usable capacity and random write IOPS.",
      "No point has a value of write amplification.",
    ]);
    assert.equal((await rowsOf(page, "#failed")).length, 45);
  }));

/** The story: where every point had the same first figure, its name began at the right edge. */
test("names on the Pareto front stay within the chart", () => {
  const { figures } = sweep();
  const alike = (one) => ({ ...one, values: one.values.map((value) => value && 300) });
  const data = figures.map((one) => (one.key === "capacity" ? alike(one) : one));
  return shown(sweep({ figures: data }), async (page) => {
    const [all, beyond] = await page.evaluate(() => {
      const { charts } = window.fourcorners;
      const chart = charts[Object.keys(charts).find((one) => one.includes("pareto"))];
      const drawn = chart.getZr().storage.getDisplayList();
      const texts = drawn.filter(({ type }) => type === "tspan");
      const right = (text) => {
        const rect = text.getBoundingRect().clone();
        if (text.transform) rect.applyTransform(text.transform);
        return rect.x + rect.width;
      };
      const beyond = texts.filter((text) => right(text) > chart.getWidth());
      return [texts, beyond].map((some) => some.map(({ style }) => style.text));
    });
    assert.match(all.join("; "), /50 %, greedy/);
    assert.deepEqual(beyond, []);
  });
});

/** The story: two points with the same spare area made a wedge between their neighbors. */
test("points drawn at random have ranges of their own", () =>
  shown(sweep({ is_drawn: true }), async (page) => {
    const note = await page.locator(".note").first().textContent();
    assert.match(note, /whiskers: minimum to maximum/);
  }));

test("10,000 points are drawn", () =>
  shown(many(), async (page) => {
    const [{ data }] = await marks(page, "parallel");
    assert.equal(data.length, 10_000);
    assert.equal(await page.locator("#facts").textContent(), "10,000 points, fourcorners 0.9.0");
  }));

test("names of markup stay text, also in tooltips", () =>
  shown(hostile(), async (page) => {
    assert.equal(await page.locator("h1").textContent(), HOSTILE);
    const tip = await tipOf(page, "heat-map", { seriesIndex: 0, dataIndex: 0 });
    assert.ok(tip[1].startsWith("</script><script>"), tip[1]);
    assert.equal(await page.locator("img").count(), 0);
  }));

for (const [name, data] of Object.entries({ sweep, single, failed, hostile })) {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ]) {
    test(`page of ${name} fits ${width} px, ${colorScheme}, and axe-core finds nothing`, () =>
      shown(
        data(),
        async (page) => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${wide}`);
          await page
            .locator(".menu")
            .evaluateAll((menus) => menus.forEach((menu) => (menu.open = true)));
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() =>
            window.axe.run(document, { resultTypes: ["violations"] }),
          );
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`),
            [],
          );
        },
        { viewport: { width, height: 900 }, colorScheme },
      ));
  }
}

test("theme changes by keyboard, and paper is light", () =>
  shown(
    sweep(),
    async (page) => {
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      await page.locator("#theme").focus();
      await page.keyboard.press("Enter");
      assert.equal(await background(), "rgb(23, 25, 28)");
      await page.pdf();
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
      assert.equal(await background(), "rgb(255, 255, 255)");
      await page.evaluate(() => dispatchEvent(new Event("afterprint")));
      assert.equal(await background(), "rgb(23, 25, 28)");
    },
    { colorScheme: "light" },
  ));
