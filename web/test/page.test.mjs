// Does the page show what was measured? The marks of its charts are read back and compared with the
// runs' files.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  browser,
  complaints,
  data as dataOf,
  latenciesOf,
  marks as marksOf,
  open,
  picture,
  press as pressIn,
  runOf,
  runs,
  unfold,
  withData,
} from "./bed.mjs";

const data = () => dataOf(page);
const marks = (id) => marksOf(page, id);
const press = (group, name) => pressIn(page, group, name);

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 } });
});

test("does the page open without an error or a request", () => {
  assert.deepEqual(complaints, []);
});

/** The constant by which Vantage-style suites get their points. */
const POINTS = 75;
const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** A Vantage-style suite's points in a run, or those of all suites. */
const pointsOf = (run, test, variant) => {
  const finished = run.entries.filter((e) => e.variant === variant && e.status === "finished");
  const mean = (test) =>
    geometricMean(
      finished.filter((e) => e.test === test).map((e) => e.measured.throughput_mb_per_s),
    );
  const suites = [
    ...new Set(finished.map((e) => e.test).filter((name) => name.startsWith("vantage-"))),
  ];
  return POINTS * (test ? mean(test) : geometricMean(suites.map(mean)));
};

/** What a chart shows of a phase. */
const figureOf = (chart, measured) => {
  if (chart.unit === "W") return measured.power_mean_w;
  if (chart.unit === "IOPS") return measured.iops_mean;
  if (chart.unit === "µs") return measured.replay.service_mean_us;
  if (chart.section === "response-times") return measured.replay.response_geomean_s;
  if (chart.section === "recorded-use" && chart.unit === "s") return measured.replay.busy_s;
  return chart.section === "recorded-use"
    ? measured.replay.data_rate_mb_per_s
    : measured.throughput_mb_per_s;
};

/** The results that a bar, or an end of a band, can be. */
const resultsOf = (chart, drive, bar, variant) => {
  const its = runs.filter((run) => drive.runs.includes(run.folder));
  if (chart.unit === "points")
    return its.map((run) => pointsOf(run, chart.id === "vantage-points" ? "" : bar.test, variant));
  return its
    .flatMap((run) =>
      run.entries.filter(
        (e) =>
          e.test === bar.test &&
          e.phase === bar.phase &&
          e.variant === variant &&
          e.status === "finished",
      ),
    )
    .flatMap(({ measured }) =>
      chart.section === "recovery" && measured.recovery
        ? measured.recovery.passes_mb_per_s
        : [figureOf(chart, measured)],
    );
};

/** Chooses each kind of data that passes of a section wrote, one after the other. */
const eachKind = async (section, look) => {
  const { curves } = await data();
  const own = curves.filter((curve) => curve.section === section);
  const kinds = [...new Set(own.map((curve) => curve.data))];
  const choose = (which) => page.locator(`#${section}-data button`).nth(which).click();
  for (const [which, kind] of kinds.entries()) {
    if (kinds.length > 1) await choose(which);
    await look(own.filter((curve) => curve.data === kind));
  }
  if (kinds.length > 1) await choose(0);
};

/** How long the bars of a chart are, and how far they go on as bands. */
const ends = async (id) =>
  (await marks(id)).slice(0, 2).map(({ data }) => data.map(([value]) => value));

test("is each row of a bar chart as high as what stands in it, and no higher", async () => {
  const { charts, drives } = await data();
  for (const { id, bars } of charts) {
    const [{ data: placed }, , , printed] = await marks(id);
    for (const [row, bar] of bars.slice(0, -1).entries()) {
      const pitch = placed[row + 1][1] - placed[row][1];
      const labelled = printed.data.some(([, of]) => of === row);
      if (labelled) assert.ok(pitch >= 60, `${id}: ${pitch} px below row ${row}, with a label`);
      else if ([bar, bars[row + 1]].every(({ drive }) => drives[drive].model.length < 50))
        assert.equal(pitch, 36, `${id}: row ${row}`);
    }
  }
});

test("are the bars of every chart equal to the results", async () => {
  const { charts, drives } = await data();
  assert.ok(
    charts.length > 0 || runs.every((run) => run.entries.every((e) => e.test === "consistency")),
  );
  for (const chart of charts) {
    const { id, bars, unit } = chart;
    const [first, rest] = await ends(id);
    const isResult = (bar, variant, shown) =>
      resultsOf(chart, drives[bar.drive], bar, variant).some(
        (value) => Math.abs(value - shown) < 1e-6,
      );
    assert.equal(first.length, bars.length, id);
    for (const [row, bar] of bars.entries()) {
      assert.ok(isResult(bar, bar.variant, first[row]), `${id}: ${first[row]} was measured`);
      const end = first[row] + rest[row];
      const last = bar.ends.at(-1);
      if (last) assert.ok(isResult(bar, last.variant, end), `${id}: a band to ${end}`);
      else assert.equal(rest[row], 0, `${id}: no band`);
      for (const between of bar.ends)
        assert.ok(
          between.value >= bar.value && between.value <= end + 1e-6,
          `${id}: worst to best`,
        );
    }
    const behind = (await texts(page, id)).filter((one) =>
      new RegExp(`\\d ${unit}(,|$| )`).test(one.text),
    );
    assert.equal(behind.length, bars.length, `${id}: each bar has its unit`);
  }
});

test("has every drive that finished a test its bar in the corners, best on top", async () => {
  const { charts, drives } = await data();
  const corners = charts.filter(({ id }) => id.startsWith("corner-"));
  for (const { id, bars } of corners) {
    const [values] = await ends(id);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => b - a),
      `${id} is sorted`,
    );
    const { test: name, phase } = bars[0];
    const done = drives.filter((drive) =>
      runOf(drive).entries.some(
        (e) => e.test === name && e.phase === phase && e.status === "finished",
      ),
    );
    assert.equal(values.length, done.length, id);
  }
});

test("does the best drive stand on top of every chart", async () => {
  const { charts, latencies } = await data();
  for (const { id, bars, unit, section } of charts) {
    // Behind its ports a drive stands beside itself; the one that recovers first is on top.
    if (["ports", "recovery"].includes(section)) continue;
    const firsts = bars
      .filter((bar, row) => bars.findIndex((other) => other.drive === bar.drive) === row)
      .map((bar) => bar.ends.at(-1)?.value ?? bar.value);
    const less = ["W", "µs", "s"].includes(unit);
    assert.deepEqual(
      firsts,
      firsts.toSorted((a, b) => (less ? a - b : b - a)),
      `${id} is sorted`,
    );
  }
  for (const { id, entries } of latencies)
    assert.deepEqual(
      entries.map((one) => one.max_us),
      entries.map((one) => one.max_us).toSorted((a, b) => a - b),
      id,
    );
});

test("is every test that was run under two conditions shown beside itself", async () => {
  const { charts, drives } = await data();
  const sections = [
    ["data-", "written-data"],
    ["align-", "alignment"],
    ["from-", "used"],
    ["long", "length"],
  ];
  const tests = new Set(charts.flatMap((chart) => chart.bars.map((bar) => bar.test)));
  for (const [index, drive] of drives.entries()) {
    const names = [
      ...new Set(
        runOf(drive)
          .entries.filter(
            (e) => e.phase === "measure" && e.status === "finished" && tests.has(e.test),
          )
          .map((e) => `${e.test} ${e.variant}`),
      ),
    ];
    const part = (name, start) =>
      name
        .split(" ")[1]
        .split("+")
        .find((one) => one.startsWith(start)) ?? "";
    for (const [start, section] of sections) {
      const rest = (name) =>
        `${name.split(" ")[0]} ${name
          .split(" ")[1]
          .split("+")
          .filter((one) => one && !one.startsWith(start))
          .join("+")}`;
      // Traces stand beside themselves in their own sections.
      const shown = charts
        .filter((chart) => [section, "recorded-use", "vantage"].includes(chart.section))
        .flatMap((chart) => chart.bars)
        .filter((bar) => bar.drive === index);
      // A run that was cut has a short and a long test of one length, which says nothing.
      const lasted = (name) =>
        Math.round(
          runOf(drive).entries.find(
            (e) =>
              `${e.test} ${e.variant}` === name && e.phase === "measure" && e.status === "finished",
          ).measured.duration_s,
        );
      const differs = (name, other) => section !== "length" || lasted(name) !== lasted(other);
      for (const name of names.filter(
        (name) =>
          part(name, start) &&
          names.some(
            (other) => other !== name && rest(other) === rest(name) && differs(name, other),
          ),
      )) {
        const [test, variant] = name.split(" ");
        const is = (bar) =>
          bar.test === test &&
          (bar.variant === variant || bar.ends.some((end) => end.variant === variant));
        assert.ok(shown.some(is), `${drive.name}: ${name} is in ${section}`);
      }
    }
  }
});

test("is every price in the table", async () => {
  const { prices, drives } = await data();
  const told = new Set(
    runs.filter((run) => run.header.prices?.length > 0).map((run) => run.header.identity.name),
  );
  assert.equal(new Set(prices.map((row) => drives[row.drive].name)).size, told.size);
  for (const [place, row] of prices.entries()) {
    const { price, price_per_usable_gib } = runOf(drives[row.drive]).header.prices.find(
      (one) => one.currency === row.currency,
    );
    const cells = await page
      .locator("#price-table tbody tr")
      .nth(place)
      .locator("th, td")
      .allTextContents();
    assert.ok(cells[0].includes(drives[row.drive].model), cells.join());
    assert.ok(
      cells.some((cell) => cell === `${price.toFixed(2)} ${row.currency}`),
      cells.join(),
    );
    assert.equal(cells.at(-1), `${price_per_usable_gib.toFixed(2)} ${row.currency}`);
  }
});

/** The published figures of a chart: where each mark lies, in the units of the axis. */
const published = async (id) =>
  (await marks(id)).find((series) => series.name === "published")?.data ?? [];

/** The printed figures of a bar of a chart in this unit. */
const markedOn = (printed, bar, unit) => {
  const quantity = { "MB/s": "throughput", W: "power" }[unit];
  const variants = bar.ends.length > 0 ? bar.ends.map((end) => end.variant) : [bar.variant];
  return printed.filter(
    (m) =>
      m.drive === bar.drive &&
      m.test === bar.test &&
      m.phase === bar.phase &&
      variants.includes(m.variant) &&
      m.quantity === quantity,
  );
};

const isBound = (mark) => !["", "about"].includes(mark.word);

test("does each published figure stand on the bar that it belongs to", async () => {
  const { charts, marks: printed } = await data();
  for (const { id, bars, unit } of charts) {
    const own = bars.flatMap((bar, row) =>
      markedOn(printed, bar, unit).map((m) => [m.low, row, m.high]),
    );
    const shown = await published(id);
    const sorted = (rows) => rows.toSorted((a, b) => a[1] - b[1] || a[0] - b[0] || a[2] - b[2]);
    assert.deepEqual(sorted(shown), sorted(own), id);
    const [end, pixels] = await page.evaluate(
      ([id, values]) => {
        const chart = window.fourcorners.charts[id];
        return [
          chart.getOption().xAxis[0].max,
          values.map(([low]) => chart.convertToPixel({ xAxisIndex: 0 }, low)),
        ];
      },
      [id, shown],
    );
    const bounds = new Set(
      bars.flatMap((bar) =>
        markedOn(printed, bar, unit)
          .filter(isBound)
          .map((m) => m.low),
      ),
    );
    for (const [low, , high] of shown)
      assert.ok(bounds.has(low) || high <= end, `${id}: ${high} is on the scale to ${end}`);
    // What is drawn is where the axis says: each mark has a rectangle or an outline around that
    // pixel.
    const drawn = await page.evaluate((id) => {
      const list = window.fourcorners.charts[id].getZr().storage.getDisplayList(true);
      return list
        .filter((one) => one.z === 5 && ["rect", "polyline"].includes(one.type))
        .map((one) => one.getBoundingRect())
        .map(({ x, width }) => [x, x + width]);
    }, id);
    for (const [place, pixel] of pixels.entries()) {
      // A bound is told in words.
      if (bounds.has(shown[place][0])) continue;
      assert.ok(
        drawn.some(([from, to]) => from - 1 <= pixel && pixel <= to + 1),
        `${id}: a mark at ${pixel}`,
      );
    }
  }
});

test("do latencies, passes and consistency show their published figures", async () => {
  const { latencies, consistency, drives, marks: printed } = await data();
  const of = (drive, test, phase, variant) =>
    printed.filter(
      (m) => m.drive === drive && m.test === test && m.phase === phase && m.variant === variant,
    );
  const order = (rows) => rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  for (const { id, entries } of latencies) {
    const own = entries.flatMap((l) =>
      of(l.drive, l.test, l.phase, l.variant).filter((m) => m.quantity.startsWith("latency")),
    );
    assert.deepEqual(
      order((await published(id)).map(([low, , high]) => [low, high])),
      order(own.map((m) => [m.low, m.high])),
      id,
    );
  }
  for (const section of ["hd-tach", "idle"]) {
    await eachKind(section, async (curves) => {
      for (const [index, drive] of drives.entries()) {
        const own = curves.filter((curve) => curve.drive === index);
        if (own.length === 0) continue;
        await press(`${section}-buttons`, drive.model);
        // A slowest second is no place of the drive.
        for (const [by, quantities] of [
          ["second", ["throughput", "slowest-second"]],
          ["position", ["throughput"]],
        ]) {
          if (await page.locator(`#${section}-by`).isVisible())
            await press(`${section}-by`, `by ${by}`);
          else if (by === "second") continue;
          for (const op of ["read", "write"]) {
            const all = own
              .filter((curve) => curve.op === op)
              .flatMap((curve) => of(index, curve.test, curve.phase, curve.variant));
            const means = all.filter((m) => quantities.includes(m.quantity));
            assert.deepEqual(
              await published(`${section}-${op}`),
              means.map((m) => [m.low, m.high]),
              `${drive.name} ${op} by ${by}`,
            );
            const said = await page.locator(`#${section}-${op}-published`).textContent();
            for (const mark of means)
              assert.ok(said.includes(mark.text) && said.includes(mark.source), said);
          }
        }
      }
    });
  }
  for (const run of consistency) {
    await press("consistency-drives", drives[run.drive].model);
    await press("consistency-variants", run.label);
    const own = of(run.drive, "consistency", "measure", run.variant);
    assert.equal(await page.locator("#consistency-published div").count(), own.length);
    const said = await page.locator("#consistency-published").textContent();
    for (const mark of own) assert.ok(said.includes(mark.text) && said.includes(mark.source), said);
  }
});

test("is what was printed, where and how, read out and in the tables", async () => {
  const { charts, marks: printed } = await data();
  for (const { id, bars, unit } of charts) {
    const figure = page.locator(`figure:has(#${id})`);
    await unfold(page, `figure:has(#${id}) details`);
    const read = await figure.locator(".chart").getAttribute("aria-label");
    const text = await figure.textContent();
    for (const mark of bars.flatMap((bar) => markedOn(printed, bar, unit))) {
      assert.ok(read.includes(mark.text) && read.includes(mark.source), read);
      for (const part of [mark.text, mark.source, mark.conditions, ...mark.differs])
        assert.ok(text.includes(part), part);
      if (!isBound(mark) && mark.differs.length === 0) {
        const key = mark.fitted ? "published, model fitted to it" : "published, predicted";
        assert.ok(text.includes(key), "the legend");
      }
    }
  }
});

test("does the page end with the sources of its published figures", async () => {
  const { marks: printed } = await data();
  const listed = await page.locator("#source-list li").allTextContents();
  assert.equal(listed.length, new Set(printed.map((mark) => mark.source)).size);
  for (const { source, address } of printed)
    assert.ok(
      listed.some((line) => line.startsWith(source) && line.includes(address)),
      source,
    );
  assert.equal(await page.locator("#sources").isVisible(), printed.length > 0);
});

/** Rectangles of all texts of a chart, in its pixels. */
const texts = (other, id) =>
  other.evaluate((id) => {
    const list = window.fourcorners.charts[id].getZr().storage.getDisplayList(true);
    return list
      .filter((one) => one.type === "tspan" && !one.ignore && !one.invisible)
      .map((one) => {
        const box = one.getBoundingRect().clone();
        if (one.transform) box.applyTransform(one.transform);
        return { text: one.style.text, x: box.x, y: box.y, width: box.width, height: box.height };
      });
  }, id);

test("does each drive's button show its curves by position", async () => {
  const { drives } = await data();
  for (const section of ["hd-tach", "idle"]) {
    await eachKind(section, async (curves) => {
      for (const [index, drive] of drives.entries()) {
        const own = curves.filter((curve) => curve.drive === index);
        if (own.length === 0) continue;
        await press(`${section}-buttons`, drive.model);
        for (const op of ["read", "write"]) {
          const series = (await marks(`${section}-${op}`)).filter(
            (one) => !["published", "mean"].includes(one.name),
          );
          assert.equal(series.length, own.filter((curve) => curve.op === op).length);
          for (const one of series) {
            const {
              test: name,
              phase,
              variant,
            } = own.find((curve) => curve.op === op && curve.state === one.name);
            const zones = runOf(drive).positions.filter(
              (zone) =>
                zone.test === name &&
                zone.phase === phase &&
                zone.variant === variant &&
                zone.duration_ns > 0,
            );
            assert.equal(one.data.length, zones.length, `${drive.name} ${one.name} ${op}`);
            for (const [place, [gb, mbPerS]] of one.data.entries()) {
              const zone = zones[place];
              assert.ok(Math.abs(mbPerS - (zone.bytes * 1e3) / zone.duration_ns) < 0.01);
              assert.ok(Math.abs(gb - (zone.offset_bytes + zone.bytes / 2) / 1e9) < 0.001);
            }
          }
        }
      }
    });
  }
});

test("each drive's button shows every second of its passes, or the ends of each step", async () => {
  const { curves, drives } = await data();
  for (const section of ["hd-tach", "idle"]) {
    const passes = curves.filter((curve) => curve.section === section);
    if (passes.every((curve) => curve.seconds.lowest.length === 0)) continue;
    await press(`${section}-by`, "by second");
    await eachKind(section, async (all) => {
      for (const [index, drive] of drives.entries()) {
        if (!all.some((curve) => curve.drive === index)) continue;
        await press(`${section}-buttons`, drive.model);
        for (const op of ["read", "write"]) {
          const caption = await page
            .locator(`figure:has(#${section}-${op}) figcaption`)
            .textContent();
          assert.ok(caption.includes("by second"), caption);
          const drawn = (await marks(`${section}-${op}`)).filter(
            (one) => !["published", "mean"].includes(one.name),
          );
          for (const state of new Set(drawn.map((one) => one.name))) {
            const curve = all.find(
              (curve) => curve.drive === index && curve.op === op && curve.state === state,
            );
            const is = (line) =>
              line.test === curve.test &&
              line.phase === curve.phase &&
              line.variant === curve.variant;
            const its = runs.filter((run) => drive.runs.includes(run.folder));
            const run = its.find((run) =>
              run.entries.some(
                (entry) => is(entry) && entry.measured?.throughput_mb_per_s === curve.mean_mb_per_s,
              ),
            );
            const whole = Math.floor(run.entries.find(is).measured.duration_s);
            const speeds = run.samples
              .filter((line) => is(line) && line.second < whole)
              .map((line) => line.bytes / 1e6);
            const { step_s: step } = curve.seconds;
            const parts = Array.from({ length: Math.ceil(speeds.length / step) }, (_, at) =>
              speeds.slice(at * step, (at + 1) * step),
            );
            // One line of every second, or the slowest and the fastest of each step, which goes on
            // to its end.
            const wanted =
              step === 1
                ? [speeds]
                : [Math.min, Math.max]
                    .map((of) => parts.map((part) => of(...part)))
                    .map((line) => [...line, line.at(-1)]);
            // A pass of less than a second has none.
            if (speeds.length === 0) continue;
            const lines = drawn
              .filter((one) => one.name === state && one.data.every((point) => point.length === 2))
              .filter((one) => one.data.length > 0);
            assert.equal(lines.length, wanted.length, `${drive.name} ${state} ${op}`);
            for (const [which, { data: points }] of lines.entries()) {
              assert.equal(points.length, wanted[which].length, `${drive.name} ${state} ${op}`);
              for (const [at, [second, mbPerS]] of points.entries()) {
                assert.ok(
                  Math.abs(mbPerS - wanted[which][at]) <= 0.051,
                  `${drive.name} ${state} ${op}: ${mbPerS} is not ${wanted[which][at]}`,
                );
                assert.equal(second, at * step);
              }
            }
          }
        }
      }
    });
    await press(`${section}-by`, "by position");
  }
});

test("a line goes from the lowest to the highest of a few repeated runs", async () => {
  const { charts, drives } = await data();
  for (const chart of charts) {
    const { id, section } = chart;
    // Passes of a recovery are all of one run.
    const bars = section === "recovery" ? [] : chart.bars;
    const wanted = bars.flatMap((bar, row) =>
      (bar.ends.length > 0 ? bar.ends : [bar]).flatMap(({ variant }) => {
        const values = resultsOf(chart, drives[bar.drive], bar, variant);
        return Math.min(...values) < Math.max(...values)
          ? [[Math.min(...values), row, Math.max(...values)]]
          : [];
      }),
    );
    const shown = (await marks(id)).find((series) => series.name === "repeats").data;
    assert.equal(shown.length, wanted.length, id);
    for (const [at, range] of shown.entries())
      for (const [place, value] of range.entries())
        assert.ok(Math.abs(value - wanted[at][place]) < 1e-6, `${id}: ${range}`);
    assert.equal(
      await page.locator(`figure:has(#${id}) .sign.whisker`).count(),
      wanted.length > 0 ? 1 : 0,
      id,
    );
    // What the line is, is said of the runs that finished the bar's phase, which may be fewer than
    // the drive has.
    await unfold(page, `figure:has(#${id}) details`);
    const text = await page.locator(`figure:has(#${id})`).textContent();
    for (const [, row] of wanted) {
      const bar = bars[row];
      const several = (bar.ends.length > 0 ? bar.ends : [bar]).map(
        ({ variant }) => resultsOf(chart, drives[bar.drive], bar, variant).length,
      );
      const tip = await page.evaluate(
        ([id, dataIndex]) => {
          const chart = window.fourcorners.charts[id];
          chart.dispatchAction({ type: "showTip", seriesIndex: 0, dataIndex });
          return document.getElementById(id).textContent;
        },
        [id, row],
      );
      for (const count of several.filter((count) => count > 1)) {
        for (const said of [text, tip])
          assert.ok(
            said.includes(`of ${count} runs`),
            `${id}: ${count} runs of ${drives[bar.drive].model}: ${said}`,
          );
      }
    }
  }
});

test("are the latencies of every drive where the results say", async () => {
  const { latencies, drives } = await data();
  for (const { id, entries } of latencies) {
    const [means, , worst] = await marks(id);
    for (const [row, entry] of entries.entries()) {
      const measured = runOf(drives[entry.drive]).entries.find(
        (e) => e.test === entry.test && e.phase === entry.phase && e.variant === entry.variant,
      ).measured;
      assert.deepEqual(
        [means.data[row][0], worst.data[row][0]],
        [measured.latency_mean_us, measured.latency_max_us].map((us) => Math.max(us, 0.001)),
        `${id} ${row}`,
      );
    }
  }
});

test("does every curve of latencies show how many writes took at least so long", async () => {
  const { latencies, drives } = await data();
  const axes = new Set();
  for (const { id, entries } of latencies) {
    const curves = await marks(`${id}-distribution`);
    assert.equal(curves.length, entries.length + 1, "each drive, and the longest writes");
    for (const [place, entry] of entries.entries()) {
      const is = (one) =>
        one.test === entry.test && one.phase === entry.phase && one.variant === entry.variant;
      const own = runs.filter((run) => drives[entry.drive].runs.includes(run.folder));
      // The same repetition as the marks above.
      const run = own.find((run) =>
        run.entries.some((one) => is(one) && one.measured?.latency_max_us === entry.max_us),
      );
      const counts = latenciesOf(run.histograms.find(is));
      const all = run.entries.find(is).measured.ios;
      const points = curves[place].data;
      for (const [us, share] of points) {
        const longer = counts
          .filter(([ns]) => ns >= us * 1000 - 0.5)
          .reduce((sum, [, ios]) => sum + ios, 0);
        assert.ok(
          Math.abs(share * all - longer) < 1e-6 * all + 0.5,
          `${id}: ${share} of ${all} took ${us} µs, not ${longer}`,
        );
      }
      assert.equal(points[0][1], 1, "all of them");
      const [longest] = points.at(-1);
      assert.ok(
        longest <= entry.max_us && longest >= entry.max_us * 0.999,
        `${longest} µs, and the longest took ${entry.max_us}`,
      );
      assert.deepEqual(curves.at(-1).data[place], points.at(-1), "the longest has a sign");
      // No step leaves out what can be seen: between two points there is nothing, or little.
      for (const [at, [us, share]] of points.slice(1).entries()) {
        const between = counts.filter(
          ([ns]) => ns > points[at][0] * 1000 + 0.5 && ns < us * 1000 - 0.5,
        );
        const missing = between.reduce((sum, [, ios]) => sum + ios, 0) / all;
        assert.ok(
          missing === 0 || us <= points[at][0] * 1.08 || missing <= 0.08 * (share + missing),
          `${id}: ${missing} of all between ${points[at][0]} and ${us} µs`,
        );
      }
      const sentence = await page.locator(`[id="${id}-distribution"]`).getAttribute("aria-label");
      assert.ok(sentence.includes(drives[entry.drive].model), sentence);
    }
    axes.add(
      await page.evaluate((id) => {
        const { xAxis, yAxis } = window.fourcorners.charts[id].getOption();
        return JSON.stringify([xAxis, yAxis].map(([axis]) => [axis.type, axis.min, axis.max]));
      }, `${id}-distribution`),
    );
    const [from, to] = await page.evaluate(
      (id) => [
        window.fourcorners.charts[id].getOption().xAxis[0].min,
        window.fourcorners.charts[id].getOption().xAxis[0].max,
      ],
      `${id}-distribution`,
    );
    for (const { data } of curves)
      for (const [us] of data) assert.ok(from <= us && us <= to, `${id}: ${us} µs is on the scale`);
  }
  assert.ok(axes.size <= 1, [...axes].join("\n"));
});

const ROWS = ["hd-tach-buttons", "idle-buttons", "consistency-drives"];

// A link to the third drive's passes showed the first drive's consistency below them.
test("a drive chosen in one row is chosen in all, and named above each chart", async () => {
  for (const row of ROWS) {
    for (const model of (await page.locator(`#${row} button`).allTextContents()).reverse()) {
      await press(row, model);
      for (const other of ROWS) {
        const offered = await page.locator(`#${other} button`).allTextContents();
        if (!offered.includes(model)) continue;
        assert.deepEqual(
          await page.locator(`#${other} button[aria-pressed=true]`).allTextContents(),
          [model],
          `${row}, ${other}`,
        );
        const captions = await page
          .locator(`figure[data-buttons~="${other}"]:not([hidden]):has(canvas) figcaption`)
          .allTextContents();
        for (const caption of captions)
          assert.ok(caption.startsWith(model), `${other}: ${caption} is of ${model}`);
      }
    }
  }
});

test("stays a row of buttons where it is when charts above it change", async () => {
  if ((await page.locator("#consistency-drives button").count()) < 2) return;
  for (const which of [1, 0]) {
    const button = page.locator("#consistency-drives button").nth(which);
    await button.scrollIntoViewIfNeeded();
    const top = (one) => one.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top(button);
    await button.click();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    assert.ok(Math.abs((await top(button)) - before) < 2, `${before} became ${await top(button)}`);
  }
});

test("the mean or median that findings name is drawn, with its figure", async () => {
  const { consistency, drives } = await data();
  const means = async (id, all, word = "mean") => {
    const top = await page.evaluate(
      (id) => window.fourcorners.charts[id].getOption().yAxis[0].max,
      id,
    );
    const wanted = all.filter((value) => value !== null && value > 0 && value <= top);
    const drawn = (await marks(id)).find((one) => one.name === "mean").data.map(([value]) => value);
    assert.deepEqual(
      drawn.toSorted((a, b) => a - b),
      wanted.toSorted((a, b) => a - b),
      id,
    );
    const labels = (await texts(page, id)).filter(({ text }) => text.startsWith(`${word} `));
    assert.equal(labels.length, wanted.length, id);
    for (const [place, { text, y }] of labels.entries()) {
      const figure = Number(text.slice(word.length + 1).replaceAll(",", ""));
      assert.ok(
        wanted.some((value) => Math.abs(figure / value - 1) < 0.01),
        `${id}: ${text}`,
      );
      for (const other of labels.slice(place + 1))
        assert.ok(
          Math.abs(other.y - y) >= 11,
          `${id}: ${text} and ${other.text} lie on each other`,
        );
    }
  };
  for (const section of ["hd-tach", "idle"]) {
    await eachKind(section, async (curves) => {
      for (const [index, { model }] of drives.entries()) {
        const own = curves.filter((curve) => curve.drive === index);
        if (own.length === 0) continue;
        await press(`${section}-buttons`, model);
        for (const op of ["read", "write"])
          await means(
            `${section}-${op}`,
            own.filter((curve) => curve.op === op).map((curve) => curve.mean_mb_per_s),
          );
      }
    });
  }
  for (const run of consistency) {
    await press("consistency-drives", drives[run.drive].model);
    await press("consistency-variants", run.label);
    for (const id of ["consistency-late", "consistency-linear"])
      await means(id, [run.end?.median ?? null], "median");
  }
});

test("does the torture's plot show every second of the chosen drive", async () => {
  const { torture, drives } = await data();
  const finished = runs.filter((run) =>
    run.entries.some(
      (e) => e.test === "torture" && e.phase === "torture" && e.status === "finished",
    ),
  );
  assert.equal(torture.length, drives.filter((drive) => finished.includes(runOf(drive))).length);
  for (const { drive, iops } of torture) {
    await press("hd-tach-buttons", drives[drive].model);
    const of = new Map(
      runOf(drives[drive])
        .samples.filter((s) => s.test === "torture" && s.phase === "torture" && s.variant === "")
        .map((s) => [s.second, s.ios]),
    );
    const [shown, none] = await marks("torture-iops");
    assert.equal(shown.data.length + none.data.length, iops.length);
    for (const [second, value] of shown.data) assert.equal(value, of.get(second));
    for (const [second] of none.data) assert.equal(of.get(second), 0);
  }
});

test("does each button of the consistency plots show the right seconds", async () => {
  const { consistency, drives, late_from_s: late } = await data();
  for (const [index, drive] of drives.entries()) {
    const own = consistency.filter((run) => run.drive === index);
    if (own.length === 0) continue;
    await press("consistency-drives", drive.model);
    for (const run of own) {
      await press("consistency-variants", run.label);
      const entry = runOf(drive).entries.find(
        (e) => e.test === "consistency" && e.variant === run.variant,
      );
      const samples = runOf(drive)
        .samples.filter((s) => s.test === "consistency" && s.variant === run.variant)
        .slice(0, Math.floor(entry.measured.duration_s));
      assert.deepEqual(
        run.iops,
        samples.map((sample) => sample.ios),
      );
      for (const [id, from, top] of [
        ["consistency-all", 0, Infinity],
        ["consistency-late", late, Infinity],
        ["consistency-linear", late, 40000],
      ]) {
        const [shown, none, beyond] = await marks(id);
        const all = samples.filter((sample) => sample.second >= from);
        assert.equal(
          shown.data.length + none.data.length + beyond.data.length,
          all.length,
          `${drive.name} ${run.label} ${id}`,
        );
        const of = new Map(samples.map((sample) => [sample.second, sample.ios]));
        for (const [second, iops] of shown.data) assert.equal(iops, of.get(second));
        for (const [second] of none.data) assert.equal(of.get(second), 0);
        for (const [second] of beyond.data) assert.ok(of.get(second) > top);
      }
      const pressed = await page
        .locator("#consistency-variants button[aria-pressed=true]")
        .allTextContents();
      assert.deepEqual(pressed, [run.label]);
    }
  }
});

test("all drives share the logarithmic scales of the consistency test", async () => {
  const { consistency, drives } = await data();
  const scales = new Set();
  for (const [index, drive] of drives.entries()) {
    if (!consistency.some((run) => run.drive === index)) continue;
    await press("consistency-drives", drive.model);
    scales.add(
      await page.evaluate(() =>
        JSON.stringify(
          ["consistency-all", "consistency-late"].map((id) => {
            const { xAxis, yAxis } = window.fourcorners.charts[id].getOption();
            return [xAxis[0].min, xAxis[0].max, yAxis[0].type, yAxis[0].min, yAxis[0].max];
          }),
        ),
      ),
    );
  }
  assert.ok(scales.size <= 1, [...scales].join("\n"));
});

test("do the steady state's charts show every round, the last five, and both rules", async () => {
  const { steady, drives } = await data();
  const seconds = 60;
  for (const [index, run] of steady.entries()) {
    const said = await page.locator(`#steady-charts figure`).nth(index).textContent();
    assert.ok(said.includes(drives[run.drive].model) && said.includes(run.sentence), said);
    const { entries, samples } = runOf(drives[run.drive]);
    const is = (one) => one.test === run.test && one.variant === run.variant;
    const { measured } = entries.find((entry) => is(entry) && entry.status === "finished");
    const ios =
      measured.steady_state?.round_ios ??
      Array.from({ length: Math.floor(Math.floor(measured.duration_s) / seconds) }, (_, round) =>
        samples
          .filter((one) => is(one) && Math.floor(one.second / seconds) === round)
          .reduce((sum, one) => sum + one.ios, 0),
      );
    assert.deepEqual(
      run.rounds,
      ios.map((count) => count / run.round_s),
    );
    if (ios.length < 5) {
      assert.equal(await page.locator(`#steady-${index}`).count(), 0);
      continue;
    }
    const [before, last, beyond, band, average, fitted] = (await marks(`steady-${index}`)).map(
      (series) => series.data,
    );
    const shown = [...before, ...last, ...beyond].toSorted(([a], [b]) => a - b);
    assert.deepEqual(
      shown.map(([round]) => round),
      ios.map((_, round) => round + 1),
    );
    for (const [round, iops] of [...before, ...last]) assert.equal(iops, run.rounds[round - 1]);
    for (const [round, top] of beyond) assert.ok(run.rounds[round - 1] > top);
    // The rules once more, from what is drawn.
    const five = run.rounds.slice(-5);
    assert.deepEqual(
      last.map(([, iops]) => iops),
      five,
    );
    const mean = five.reduce((sum, iops) => sum + iops, 0) / 5;
    const slope = five.reduce((sum, iops, place) => sum + (place - 2) * iops, 0) / 10;
    const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * mean, `${a} is not ${b}`);
    const [[from, low, to, high]] = band;
    assert.deepEqual([from, to], [ios.length - 4.5, ios.length + 0.5]);
    near(high - low, 0.2 * mean);
    near((high + low) / 2, mean);
    for (const [, iops] of average) near(iops, mean);
    near(fitted[1][1] - fitted[0][1], 4 * slope);
    near((fitted[1][1] + fitted[0][1]) / 2, mean);
    const allowed =
      Math.max(...five) - Math.min(...five) <= high - low && Math.abs(4 * slope) <= mean / 10;
    assert.equal(run.reached_at_round !== null, allowed, run.sentence);
    assert.ok(
      allowed
        ? run.sentence.startsWith("Steady state reached") || run.verdict === "not confirmed"
        : run.sentence.startsWith("Steady state not reached"),
      run.sentence,
    );
  }
});

test("all that was not measured is said with its reason, each reason once a drive", async () => {
  const { drives } = await data();
  const rows = await page
    .locator("#missing tbody tr")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  for (const drive of drives) {
    const own = rows.filter(([model]) => model === drive.model);
    for (const { what, status, reason } of drive.missing) {
      assert.ok(
        own.some(
          ([, tests, how, why]) =>
            tests.split("; ").includes(what) && how === status && why === reason,
        ),
        `${drive.name}: ${what}`,
      );
    }
    const same = drives.filter((other) => other.model === drive.model).length;
    assert.ok(
      own.length <=
        same * new Set(drive.missing.map(({ status, reason }) => `${status} ${reason}`)).size ||
        same > 1,
      drive.name,
    );
  }
});

test("has every chart a sentence for a screen reader", async () => {
  const labels = await page
    .locator(".chart[role=img]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.ok(
    labels.length > 0 && labels.every((label) => label && label.length > 20),
    JSON.stringify(labels),
  );
});

// Texts lie where they do in either scheme.
for (const [width, scheme] of [
  [1280, "light"],
  [390, "dark"],
  [3840, "light"],
]) {
  test(`is the page readable at ${width} px, ${scheme}`, async () => {
    const other = await open(browser, { viewport: { width, height: 900 }, colorScheme: scheme });
    const [content, window_] = await other.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    assert.ok(content <= window_, `${content} px of content in ${window_}`);
    const background = await other.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(background, scheme === "dark" ? "rgb(23, 25, 28)" : "rgb(255, 255, 255)");
    await unfold(other, "#why:not([hidden])");
    const ids = () =>
      other.evaluate(() =>
        Object.keys(window.fourcorners.charts).filter((id) =>
          document.getElementById(id).checkVisibility(),
        ),
      );
    for (const id of await ids()) {
      const all = (await texts(other, id)).filter((one) => one.text.trim() !== "");
      assert.ok(all.length > 2, `${id} has texts`);
      const wide = await other.evaluate((id) => document.getElementById(id).clientWidth, id);
      for (const [place, a] of all.entries()) {
        assert.ok(a.x >= -1 && a.x + a.width <= wide + 1, `${id}: "${a.text}" is cut off`);
        for (const b of all.slice(place + 1)) {
          const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
          const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
          assert.ok(across <= 0.5 || down <= 2, `${id}: "${a.text}" lies on "${b.text}"`);
        }
      }
    }
    await picture(other, `page-${width}-${scheme}`);
    await other.locator("#theme").click();
    const changed = await other.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.notEqual(changed, background, "the button changes the scheme");
    await other.context().close();
    assert.deepEqual(complaints, []);
  });
}

test("known drives stand below one real drive, as published", async () => {
  const { drives, known } = await data();
  assert.equal(known.length > 0, drives.length === 1 && !drives[0].simulated);
  const said = await page.locator("#overview-corners").getAttribute("aria-label");
  for (const drive of known) {
    assert.ok(said.includes(drive.model), said);
    const marks = [drive.random_read, drive.random_write].filter(Boolean);
    assert.ok(marks.length > 0);
  }
});

// Beside a slow drive, the longest bar is a known drive's, and "up to 260" behind it was once cut
// off: the room for it was a share of the longest bar, not of the text.
for (const width of [1280, 390])
  test(`figures behind the bars of a known drive fit at ${width} px`, () =>
    withData(
      (page) => ({
        ...page,
        overview: page.overview.map((row) =>
          Object.fromEntries(
            Object.entries(row).map(([key, value]) =>
              key.endsWith("_mb_per_s") && value !== null ? [key, value / 1000] : [key, value],
            ),
          ),
        ),
      }),
      async (path) => {
        const other = await open(browser, { path, viewport: { width, height: 900 } });
        const wide = await other.locator("#overview-corners").evaluate((one) => one.clientWidth);
        for (const { text, x, width } of await texts(other, "overview-corners"))
          assert.ok(x + width <= wide + 1, `"${text}" is cut off`);
        await other.context().close();
      },
    ));

test("level passes are a sentence, all others a chart", async () => {
  const { curves, drives } = await data();
  for (const [drive, { model }] of drives.entries()) {
    const own = curves.filter((curve) => curve.drive === drive && curve.section === "hd-tach");
    if (own.length === 0) continue;
    await press("hd-tach-buttons", model);
    if (await page.locator("#hd-tach-by").isVisible()) await press("hd-tach-by", "by position");
    for (const op of ["read", "write"]) {
      const shown = own.filter((curve) => curve.op === op);
      const level = page.locator(`#hd-tach-${op}-flat`);
      if (!(await level.isVisible())) continue;
      const kinds = [...new Set(shown.map((curve) => curve.data))].map((kind) =>
        shown.filter((curve) => curve.data === kind).map((curve) => curve.mean_mb_per_s),
      );
      const isLevel = (means) => Math.max(...means) < Math.min(...means) * 1.05;
      assert.ok(kinds.some(isLevel), `${model} ${op}: ${JSON.stringify(kinds)}`);
      const box = await page.locator(`#hd-tach-${op}`).boundingBox();
      assert.ok(box.x < 0, "the chart is out of sight");
    }
  }
});
