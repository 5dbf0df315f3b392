// Does the comparison of drives say what `fourcorners compare` says, and can all of it be kept? As
// test/browse.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import {
  VERDICTS,
  answer,
  at,
  axe,
  bars,
  binary,
  browser,
  copied,
  house,
  idOf,
  impossible,
  kept,
  lines,
  longer,
  near,
  open,
  overflow,
  picture,
  root,
  served,
  twin,
  updated,
  whole,
} from "./browse.bed.mjs";

const other = () =>
  answer.runs.find(
    (row) =>
      row.name !== answer.runs.find((first) => first.folder === whole[0]).name &&
      whole.includes(row.folder),
  );

/** All runs of that drive: the page reads each, whichever it is asked for. */
const ofOther = () =>
  answer.runs
    .filter((row) => row.name === other().name && whole.includes(row.folder))
    .map((row) => row.folder);

/** A comparison, drawn. */
async function compared(query, options = {}) {
  const page = await open(browser, at(`compare.html?${query}`), options);
  await page.waitForSelector("table.bench");
  return page;
}

/** A change as a number, from its words. */
function numberOf(text) {
  const times = /^×([\d,.]+)/.exec(text);
  if (times) return (Number(times[1].replaceAll(",", "")) - 1) * 100;
  return Number(/^([+−]?)([\d.]+) %/.exec(text).slice(1, 3).join("").replace("−", "-"));
}

test("bars stand best first; change and verdict are those of the command line", async () => {
  const folders = [whole.slice(0, 2), near, [longer], ofOther()];
  const paths = folders.flat().map((folder) => join(root, folder));
  const answer = JSON.parse(
    execFileSync(binary, ["compare", "--json", "--out", join(house, "compared"), ...paths], {
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const page = await compared(`runs=${folders.map(([first]) => idOf(first)).join(",")}`);
  const shown = await bars(page);
  const [seen, changes, otherwise] = [new Set(), new Set(), new Set()];
  for (const figure of answer.figures) {
    const own = shown.filter(({ key }) => key === figure.key);
    if (figure.values.filter(Boolean).length < 2) continue;
    assert.equal(own.length, folders.length, figure.key);
    const values = own.map(({ drive }) => figure.values["ABCD".indexOf(drive)]);
    const judged = own.map((bar, place) => [bar, values[place]]);
    for (const [bar, value] of judged) {
      if (!value) continue;
      assert.equal(bar.verdict, VERDICTS[value.verdict], `${figure.key} ${bar.drive}`);
      seen.add(bar.verdict);
      if (value.change_percent === null) {
        assert.match(bar.change, /^(reference|no change given.*)$/, `${figure.key} ${bar.drive}`);
        if (value.verdict === "otherwise") otherwise.add(bar.change);
      } else {
        const size = Math.abs(value.change_percent);
        const step = size < 9.95 ? 0.051 : size < 999.5 ? 0.51 : size / 100;
        assert.ok(
          Math.abs(numberOf(bar.change) - value.change_percent) <= step,
          `${figure.key} ${bar.drive}: ${bar.change} for ${value.change_percent}`,
        );
        changes.add(bar.change);
      }
    }
    const places = judged
      .map(([, value]) => value)
      .filter((value) => value && value.verdict !== "otherwise")
      .map(({ value }) => (figure.more_is_better ? -value : value));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
      figure.key,
    );
    const last = own.findLastIndex(({ verdict }) => !["otherwise", "missing"].includes(verdict));
    const first = own.findIndex(({ verdict }) => ["otherwise", "missing"].includes(verdict));
    assert.ok(first < 0 || first > last, `${figure.key}: what cannot be compared comes last`);
  }
  assert.ok(seen.has("level") && seen.has("otherwise") && seen.size >= 3, [...seen].join());
  assert.ok(changes.size > 0);
  assert.deepEqual([...otherwise], ["no change given"]);
  const widths = await page
    .locator('tr[data-key="random-write-4k-qd3 measure "] rect')
    .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("width"))));
  assert.ok(widths.length === 4 && widths.every((width) => width > 0));
  await page.context().close();
});

test("is a change within the noise of repeated runs called that, and another not", async () => {
  const page = await compared(`runs=${idOf(whole[0])},${idOf(near[0])},${other().id}`);
  const of = (drive) =>
    page
      .locator(`tr[data-key="random-write-4k-qd3 measure "][data-drive="${drive}"] .change`)
      .innerText();
  assert.equal(await of("A"), "reference");
  assert.match(await of("B"), /^[+−]1\.0 %, within noise$/);
  assert.match(await of("C"), /^[+−]\d+ %$/);
  await page.context().close();
});

test("is a run that is taken out read no more, put back again, and the address right", async () => {
  const page = await compared(`runs=${idOf(near[0])},${idOf(twin)}`);
  const value = () =>
    page.locator('tr[data-key="random-write-4k-qd3 measure "][data-drive="A"] .value').innerText();
  const of = (folder) =>
    lines(join(root, folder, "results.jsonl")).find(
      (entry) =>
        entry.test === "random-write-4k-qd3" && entry.phase === "measure" && entry.variant === "",
    ).measured.throughput_mb_per_s;
  const list = page.locator(".picker").first().locator(".of-runs");
  for (const folder of near)
    assert.match(await list.innerText(), new RegExp(`${folder} \\(seed 1, repetition \\d, start`));
  assert.match(await value(), /2 runs/);
  await page.click(`#take-${idOf(near[0])}`);
  await page.waitForFunction(() => location.search.includes("without="));
  const left = of(near[1]);
  const shown = left < 99.95 ? left.toFixed(1) : Math.round(left).toLocaleString("en");
  assert.equal(await value(), `${shown} MB/s`);
  assert.match(await list.innerText(), /^1 of 2 runs:/);
  assert.equal(
    await page.evaluate(() => document.activeElement.id),
    `take-${idOf(near[0])}`,
    "who takes out keeps the keyboard",
  );
  assert.ok(
    await page.locator(`#take-${idOf(near[1])}`).isDisabled(),
    "of no run there is nothing to compare",
  );
  const again = await open(browser, page.url());
  assert.equal(await again.locator("#tests").innerText(), await page.locator("#tests").innerText());
  await page.click(`#take-${idOf(near[0])}`);
  await page.waitForFunction(() => !location.search.includes("without="));
  assert.match(await value(), /2 runs/);
  // Nobody can take out all of them by an address.
  const none = await compared(
    `runs=${idOf(near[0])},${idOf(twin)}&without=${near.map(idOf).join(",")}`,
  );
  assert.match(
    await none
      .locator('tr[data-key="random-write-4k-qd3 measure "][data-drive="A"] .value')
      .innerText(),
    /2 runs/,
  );
  for (const opened of [page, again, none]) await opened.context().close();
});

// A drive was best in rows in which the others were "not measured", and once a phase in power.
test("is a drive counted as the best only in figures that all have, and not in power", async () => {
  const page = await compared(`runs=${idOf(whole[0])},${idOf(impossible)},${idOf(other().folder)}`);
  const parts = new Map();
  for (const bar of await bars(page)) parts.set(bar.key, [...(parts.get(bar.key) ?? []), bar]);
  const counts = [...parts]
    .filter(
      ([key, own]) =>
        !key.endsWith(" mean power") &&
        own.every(({ verdict }) => !["otherwise", "missing"].includes(verdict)),
    )
    .map(([, own]) => own);
  assert.ok(counts.length > 0 && counts.length < parts.size, `${counts.length} of ${parts.size}`);
  const text = await page.locator("#summary").innerText();
  assert.equal(
    Number(/Of (\d+) figures? measured on all of them \(without power\)/.exec(text)[1]),
    counts.length,
    text,
  );
  const wanted = ["A", "B", "C"].map(
    (letter) =>
      counts.filter((own) =>
        own.some(({ drive, verdict }) => drive === letter && verdict === "best"),
      ).length,
  );
  assert.deepEqual(
    [...text.matchAll(/ is best in (\d+)/g)].map(([, count]) => Number(count)),
    wanted,
    text,
  );
  await page.context().close();
});

test("does a copied folder count once", async () => {
  const page = await compared(`runs=${idOf(whole[0])},${idOf(twin)}`);
  assert.match(
    await page.locator(".picker").first().locator(".of-runs").innerText(),
    new RegExp(`${copied} .*not a second measurement|${whole[1]} .*not a second measurement`),
  );
  assert.match(
    await page
      .locator('tr[data-key="random-write-4k-qd3 measure "][data-drive="A"] .value')
      .innerText(),
    /\b2 runs\)$/,
  );
  await page.context().close();
});

test("is a drive that was run in two ways one drive, and are suites named", async () => {
  const page = await compared(
    `runs=${updated.map((firmware) => idOf(`firmware-${firmware}`)).join(",")},${idOf(twin)}`,
  );
  assert.match(
    await page.locator("#summary").innerText(),
    /^2 drives compared in 3 configurations, by 3 runs; suite: four-corners\./,
  );
  await page.context().close();
});

test("are values that no drive can have left out, and named", async () => {
  const page = await compared(`runs=${idOf(impossible)},${idOf(twin)}`);
  const notes = await page.locator("#notes").innerText();
  const why = "impossible speed of 1e308 MB/s; left out";
  const where = "Impossible drive: results.jsonl: random-write-4k-qd3 measure";
  assert.ok(notes.includes(`${where}: ${why}`), notes);
  const text = await page.locator("#tests").innerText();
  assert.doesNotMatch(text, /\d{12}|1e\+?308|Infinity|NaN/);
  const list = await open(browser, served.url);
  const row = list.locator("#rows tr", { hasText: "Impossible drive" });
  // Its next test of the kind, or nothing.
  assert.match(
    await row.locator('td[data-label="Random write, MB/s"]').innerText(),
    /^(–|\d{1,4}(\.\d+)?)$/,
  );
  assert.equal(await row.locator('td[data-label="Capacity"]').innerText(), "not known");
  assert.match(await row.innerText(), /run\.json: impossible capacity of \d+ sectors/);
  for (const opened of [page, list]) await opened.context().close();
});

test("can each test be kept as PNG, SVG and CSV, with what the page says", async () => {
  const id = "random-write-4k-qd3";
  for (const colorScheme of ["light", "dark"]) {
    const page = await compared(`runs=${idOf(whole[0])},${idOf(near[0])},${other().id}`, {
      colorScheme,
    });
    const tables = await page.locator("table.bench").count();
    assert.equal(await page.locator("section.test .tools").count(), tables, "each has its buttons");
    const shown = (await bars(page)).filter(({ key }) => key.startsWith(`${id} `));
    const table = (await kept(page, id, "CSV")).toString().trim().split("\r\n");
    assert.equal(table.length, shown.length + 1);
    assert.match(table[0], /^Figure,Unit,Better,Letter,Drive,Suite,Value,/);
    shown.forEach((bar, row) =>
      assert.ok(table[row + 1].includes(`,${bar.drive},`), table[row + 1]),
    );
    // In a file numbers are whole.
    const first = lines(join(root, other().folder, "results.jsonl")).find(
      (entry) => entry.test === id && entry.phase === "measure" && entry.variant === "",
    );
    assert.ok(
      table.some((line) => line.includes(`,${first.measured.throughput_mb_per_s},`)),
      table.join("\n"),
    );
    const drawing = (await kept(page, id, "SVG")).toString();
    const drawn = await page.evaluate((text) => {
      const svg = new DOMParser().parseFromString(text, "image/svg+xml");
      const of = (name) => [...svg.querySelectorAll(name)];
      return {
        error: of("parsererror").length,
        texts: of("text").map((one) => one.textContent),
        widths: of("rect.value").map((one) => Number(one.getAttribute("width"))),
      };
    }, drawing);
    assert.equal(drawn.error, 0);
    for (const { text, change } of shown)
      for (const said of [text, change]) assert.ok(drawn.texts.includes(said), said);
    const onPage = await page
      .locator(`table[data-test="${id}"] rect`)
      .evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("width"))));
    assert.equal(drawn.widths.length, onPage.length);
    drawn.widths.forEach((width, place) =>
      assert.ok(
        Math.abs(width / 320 - onPage[place] / 100) < 0.001,
        `${width} for ${onPage[place]}`,
      ),
    );
    const png = await kept(page, id, "PNG");
    assert.equal(png.subarray(1, 4).toString(), "PNG");
    assert.equal(png.readUInt32BE(16), 2 * Number(/width="(\d+)"/.exec(drawing)[1]));
    const colours = await page.evaluate(async (base64) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), {
        width: image.width,
        height: image.height,
      });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      const found = {};
      for (let place = 0; place < data.length; place += 4) {
        const colour = [...data.subarray(place, place + 3)].join();
        found[colour] = (found[colour] ?? 0) + 1;
      }
      return found;
    }, png.toString("base64"));
    // The bars of A, and the ground.
    assert.ok(
      colours["0,114,178"] > 1000 &&
        colours[colorScheme === "dark" ? "23,25,28" : "255,255,255"] > 10_000,
      JSON.stringify(colours).slice(0, 300),
    );
    await page.context().close();
  }
});

test("is the comparison readable between the widths, also with what was taken out", async () => {
  for (const width of [390, 700, 1000, 1010, 1160, 1280]) {
    const ids = [near[0], longer, impossible, whole[0]].map(idOf);
    const query = `runs=${ids.join(",")}&without=${idOf(near[1])}`;
    const page = await compared(query, { viewport: { width, height: 900 } });
    await picture(page, `taken-out-${width}`);
    assert.deepEqual(await axe(page), [], String(width));
    assert.ok((await overflow(page)) <= 0, `${width}`);
    await page.context().close();
  }
});
