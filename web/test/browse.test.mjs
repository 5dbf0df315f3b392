// Do the pages about many runs show what was measured, and only that? Debian's Chromium looks at
// them: served by `fourcorners browse` from a folder in which all is wrong that can be, and as
// files by a plain web host.
//   FOURCORNERS_BINARY    the program
//   FOURCORNERS_RUNS      a folder with runs of two drives or more, the first of them repeated
//   FOURCORNERS_PICTURES  where pictures of the pages are kept (may be absent)
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  HOSTILE,
  answer,
  at,
  axe,
  binary,
  browse,
  browser,
  growing,
  hold,
  host,
  house,
  idOf,
  lines,
  near,
  open,
  overflow,
  picture,
  ready,
  root,
  served,
  twin,
  updated,
  whole,
} from "./browse.bed.mjs";

let release;
before(() => {
  release = hold(growing);
});
after(() => release?.());

const shown = (page) => page.locator("#rows tr").count();
const THEMES = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["390", { viewport: { width: 390, height: 844 } }],
  ["390-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
];

test("does the list show every run, and name every broken folder with its reason", async () => {
  const page = await open(browser, served.url);
  assert.equal(await shown(page), whole.length + 12);
  assert.match(await page.locator("#broken").innerText(), /^foreign: run\.json: missing field/);
  const row = (text) => page.locator("#rows tr", { hasText: text }).innerText();
  assert.match(await row("Truncated"), /results\.jsonl: the last line is incomplete; left out/);
  assert.match(await row("Missing"), /samples\.jsonl: is missing/);
  assert.match(await row("Growing drive"), /Follow/);
  await page.context().close();
});

test("does a hostile name stay text on every page", async () => {
  const hostile = answer.runs.find((row) => row.folder.startsWith("hostile"));
  const compared = `compare.html?runs=${hostile.id},${idOf(whole[0])}`;
  for (const address of [
    "",
    compared,
    `follow.html?run=${hostile.id}`,
    `run/${hostile.id}.html`,
    `review.html?runs=${hostile.id},${idOf(twin)}`,
  ]) {
    const page = await open(browser, at(address));
    if (address.startsWith("follow"))
      await page.waitForFunction(() => document.body.dataset.ended === "true");
    const text = await page.evaluate(() => document.documentElement.textContent);
    // Not even a line is turned around.
    assert.ok(text.includes(HOSTILE.replace(/[\u202e\u2067]/g, "\ufffd")), address);
    assert.doesNotMatch(text, /[\u202e\u2067]/, address);
    assert.equal(await page.locator("img").count(), 0, address);
    await page.context().close();
  }
});

test("is a view of the list in its address, and its order that of the values", async () => {
  const page = await open(browser, served.url);
  await page.selectOption("#suite", answer.runs[0].suite);
  await page.fill("#text", answer.runs[0].model.split(" ")[0]);
  await page.click("#by-random-write");
  await page.click("#by-random-write");
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "descending");
  const address = page.url();
  assert.match(address, /text=.*suite=.*sort=-random-write/);
  const word = answer.runs[0].model.split(" ")[0].toLowerCase();
  const expected = answer.runs.filter(
    (row) =>
      row.suite === answer.runs[0].suite &&
      `${row.model} ${row.name} ${row.folder}`.toLowerCase().includes(word),
  );
  assert.ok(expected.length > 0 && expected.length < answer.runs.length);
  assert.equal(await shown(page), expected.length);
  const again = await open(browser, address);
  assert.equal(await again.locator("#rows").innerText(), await page.locator("#rows").innerText());
  const speeds = await again.locator('#rows td[data-label="Random write, MB/s"]').allInnerTexts();
  const numbers = speeds.filter((speed) => speed !== "–").map(Number);
  assert.deepEqual(
    numbers,
    [...numbers].sort((a, b) => b - a),
  );
  await again.click("#reset");
  await again.waitForURL(served.url);
  await ready(again);
  assert.equal(await shown(again), answer.runs.length);
  await page.selectOption("#kind", "simulated");
  await page.fill("#text", "no such drive");
  assert.equal(await shown(page), 0);
  assert.match(await page.locator("#status").innerText(), /^0 of/);
  const nothing = await page.locator("#nothing").innerText();
  assert.match(nothing, /text “no such drive” \(no run has it\), simulated or real /);
  assert.match(nothing, /real “simulated” \(\d+ runs have it\), suite /);
  assert.match(nothing, /, suite “.*” \(\d+ runs? ha(s|ve) it\)\./);
  // What was sorted and picked stays.
  await page.click("#clear-filters");
  assert.equal(await shown(page), answer.runs.length);
  assert.equal(await page.locator("#nothing").isVisible(), false);
  assert.match(page.url(), /\?sort=-random-write$/);
  assert.deepEqual([await page.inputValue("#text"), await page.inputValue("#kind")], ["", ""]);
  const foreign = await open(browser, at("?maker=Nobody&year=1999"));
  assert.match(
    await foreign.locator("#nothing").innerText(),
    /maker “Nobody” \(no run has it\), year “1999” \(no run has it\)\./,
  );
  await picture(foreign, "list-nothing-1280");
  await foreign.click("#clear-filters");
  assert.equal(await shown(foreign), answer.runs.length);
  assert.equal(await foreign.locator("#maker option", { hasText: "Nobody" }).count(), 0);
  await foreign.context().close();
  await page.context().close();
  await again.context().close();
});

/** Median (the lower of two middles) of a figure of the results of a drive's runs. */
const figure = (folders, test, take) => {
  const all = folders.flatMap((folder) =>
    lines(join(root, folder, "results.jsonl"))
      .filter((entry) => entry.test === test && entry.variant === "" && entry.phase === "measure")
      .map((entry) => take(entry.measured)),
  );
  return all.sort((a, b) => a - b)[Math.floor((all.length - 1) / 2)];
};

test("bars of a comparison are the results, and words mark the better one", async () => {
  const [one, other] = [
    answer.runs.find((row) => row.folder === whole[0]),
    answer.runs.find((row) => row.name !== answer.runs[0].name && whole.includes(row.folder)),
  ];
  const page = await open(browser, at(`compare?runs=${one.id},${other.id}`));
  const repeats = (row) =>
    answer.runs.filter((found) => found.group === row.group).map((found) => found.folder);
  assert.ok(repeats(one).length > 1, "the first drive was run more than once");
  for (const test of ["random-read-4k-qd3", "random-write-4k-qd3", "sequential-write-128k"]) {
    const key = `${test} measure `;
    const values = [one, other].map((row) =>
      figure(repeats(row), test, (measured) => measured.throughput_mb_per_s),
    );
    const rows = ["A", "B"].map((drive) =>
      page.locator(`tr[data-key="${key}"][data-drive="${drive}"]`),
    );
    const widths = await Promise.all(
      rows.map(async (row) => Number(await row.locator("rect").getAttribute("width"))),
    );
    assert.ok(
      Math.abs(widths[0] / widths[1] - values[0] / values[1]) < 0.02 * (values[0] / values[1]),
      `${test}: ${widths} for ${values}`,
    );
    const marks = await Promise.all(rows.map((row) => row.locator(".mark").innerText()));
    assert.deepEqual(marks, values[0] > values[1] ? ["★ best", ""] : ["", "★ best"], test);
  }
  // Less is better of latencies.
  const best = page
    .locator('tr[data-key="random-write-4k-qd3 measure max latency"]')
    .filter({ hasText: "★ best" });
  const longest = [one, other].map((row) =>
    figure(repeats(row), "random-write-4k-qd3", (measured) => measured.latency_max_us),
  );
  assert.equal(await best.getAttribute("data-drive"), longest[0] < longest[1] ? "A" : "B");
  assert.match(await page.locator('tr[data-drive="A"] .value').first().innerText(), / runs\)$/);
  await page.context().close();
});

test("are equal drives called not distinguishable", async () => {
  const page = await open(browser, at(`compare.html?runs=${idOf(twin)},${idOf("truncated")}`));
  const marks = new Set(await page.locator(".mark").allInnerTexts());
  assert.deepEqual([...marks], ["≈ no clear difference"]);
  // What is simulated comes out the same again: of a real drive it would be said that one run is
  // not enough.
  assert.doesNotMatch(await page.locator("#notes").innerText(), /Of one run/);
  await page.context().close();
});

test("only drives whose repetitions overlap are called not distinguishable", async () => {
  const page = await open(browser, at(`compare.html?runs=${idOf(near[1])},${idOf(whole[0])}`));
  const row = (test, drive) =>
    page.locator(`tr[data-key="${test} measure "][data-drive="${drive}"]`);
  for (const test of ["random-read-4k-qd3", "random-write-4k-qd3", "sequential-write-128k"]) {
    for (const drive of ["A", "B"])
      assert.equal(
        await row(test, drive).locator(".mark").innerText(),
        "≈ no clear difference",
        test,
      );
    // From the lowest to the highest of the two.
    assert.match(await row(test, "A").locator(".value").innerText(), / to .*2 runs\)$/);
    assert.equal(await row(test, "A").locator("path.range").count(), 1);
  }
  assert.match(await page.locator("#summary").innerText(), /without a clear difference/);
  const other = answer.runs.find(
    (row) => row.name !== answer.runs[0].name && whole.includes(row.folder),
  );
  await page.selectOption("#drive-1", other.id);
  await page.waitForFunction(
    (model) => document.querySelector('tr[data-drive="B"] th')?.textContent.includes(model),
    other.model,
  );
  assert.deepEqual(
    await page.locator('tr[data-key="random-write-4k-qd3 measure "] .mark').allInnerTexts(),
    ["★ best", ""],
  );
  await page.context().close();
});

// Its runs were taken for repetitions of each other, and what the update changed for their noise.
test("names tell a drive from itself before an update of its firmware", async () => {
  const ids = updated.map((firmware) => idOf(`firmware-${firmware}`));
  const page = await open(browser, at(`compare?runs=${ids.join(",")}`));
  const heads = await page
    .locator('table[data-test="random-read-4k-qd3"] tbody')
    .first()
    .locator("th[scope=row]")
    .allInnerTexts();
  assert.deepEqual(
    heads.map((head) => head.replace(/^[AB]\s*/, "")),
    updated.map((firmware) => `Updated drive (firmware ${firmware})`),
  );
  const options = await page.locator("#drive-0 option").allInnerTexts();
  assert.ok(
    options.some(
      (option) => option.startsWith("Updated drive: ") && option.includes("firmware 0009"),
    ),
    options.join("; "),
  );
  await page.context().close();
});

test("can drives be added, exchanged and removed, the address following", async () => {
  const page = await open(browser, at("compare.html"));
  for (const count of [1, 2, 3]) {
    await page.click("#add");
    await page.waitForSelector(`#drive-${count - 1}`);
  }
  assert.equal(new URL(page.url()).searchParams.get("runs").split(",").length, 3);
  await page.selectOption("#drive-1", idOf(twin));
  await page.waitForFunction((id) => location.search.split(",")[1] === id, idOf(twin));
  await page.waitForSelector('tr[data-drive="C"]');
  await page.click("#remove-0");
  await page.waitForFunction(() => document.querySelectorAll(".picker").length === 2);
  assert.equal(await page.evaluate(() => document.activeElement.id), "add");
  const again = await open(browser, page.url());
  assert.equal(await again.locator("#tests").innerText(), await page.locator("#tests").innerText());
  const lost = await open(browser, at(`compare.html?runs=0123456789abcdef,${idOf(twin)}`));
  assert.match(await lost.locator("#lost").innerText(), /^1 run in this URL does not exist here/);
  for (const opened of [page, again, lost]) await opened.context().close();
});

test("does the keyboard alone lead from the list to a comparison and back", async () => {
  const page = await open(browser, served.url);
  const focused = () => page.evaluate(() => document.activeElement.id);
  const until = async (wanted) => {
    for (let presses = 0; presses < 200; presses += 1) {
      await page.keyboard.press("Tab");
      const id = await focused();
      if (id.startsWith(wanted)) return id;
    }
    assert.fail(`the keyboard never reaches ${wanted}`);
  };
  await until("text");
  await page.keyboard.type("simulated-no");
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press("Backspace");
  await until("by-drive");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "by-drive", "who sorts keeps the keyboard");
  for (const _ of [1, 2]) {
    const id = await until("pick-");
    await page.keyboard.press("Space");
    assert.equal(await focused(), id, "who picks keeps the keyboard");
  }
  await until("compare");
  await page.keyboard.press("Enter");
  await page.waitForURL(/compare\.html\?runs=/);
  await page.waitForSelector("table.bench");
  await page.goBack();
  await ready(page);
  assert.equal(await page.locator("#rows input:checked").count(), 2, "what was picked is kept");
  await page.context().close();
});

test("every link leads somewhere, and every button works without a complaint", async () => {
  const two = `${idOf(whole[0])},${idOf(twin)}`;
  for (const address of [
    `?picked=${two}`,
    `compare.html?runs=${two}`,
    `follow.html?run=${idOf(twin)}`,
    `run/${idOf(twin)}.html`,
  ]) {
    const page = await open(browser, at(address));
    const links = await page
      .locator("a[href]")
      .evaluateAll((all) => [
        ...new Set(
          all.filter((link) => !link.getAttribute("href").startsWith("#")).map((link) => link.href),
        ),
      ]);
    assert.ok(links.length > 0, address);
    // Sources of published figures are elsewhere, where no test asks.
    for (const link of links.filter((link) => link.startsWith(at(""))))
      assert.equal((await fetch(link)).status, 200, link);
    // Behind a chart's name stand the buttons that are to be pressed.
    const anchors = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) =>
        all
          .map((link) => link.getAttribute("href").slice(1))
          .filter((id) => !document.getElementById(id.split("?")[0])),
      );
    assert.deepEqual(anchors, [], address);
    if (!address.startsWith("run/")) await pressAll(page, address);
    await page.context().close();
  }
});

/** Presses every button of a page, as long as it is there. */
async function pressAll(page, address) {
  const ids = await page
    .locator("button[id]:visible:enabled")
    .evaluateAll((all) => all.map((button) => button.id));
  assert.ok(ids.length > 0, address);
  const state = () => page.evaluate(() => document.documentElement.outerHTML + location.href);
  for (const id of ids) {
    const button = page.locator(`[id="${id}"]`);
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
    const before = await state();
    await button.click();
    await page
      .waitForFunction(
        (before) => document.documentElement.outerHTML + location.href !== before,
        before,
        { timeout: 5000 },
      )
      .catch(() => assert.fail(`${address}: ${id} does nothing`));
    await ready(page);
  }
}

test("do review pages draw under the server's policy", async () => {
  for (const address of [
    `run/${idOf(whole[0])}.html`,
    `review.html?runs=${idOf(whole[0])},${idOf(twin)}`,
  ]) {
    const page = await open(browser, at(address));
    assert.ok(
      await page.evaluate(() => Object.keys(window.fourcorners.charts).length > 0),
      address,
    );
    await page.click("nav a");
    await page.waitForURL(/\/index\.html$/);
    await page.context().close();
  }
});

// The story: the list was read again only while a run in it went on, so one that began later never
// came; nor its suite among the choices.
test("does a run that begins later come into the list, and who is typing stay there", async () => {
  const page = await open(browser, served.url);
  const before = await shown(page);
  await page.locator("#text").focus();
  const later = join(root, "later");
  cpSync(join(root, whole[0]), later, { recursive: true });
  const header = JSON.parse(readFileSync(join(later, "run.json"), "utf8"));
  writeFileSync(join(later, "run.json"), JSON.stringify({ ...header, suite: "later-suite" }));
  await page.waitForFunction(
    (count) => document.querySelectorAll("#rows tr").length === count,
    before + 1,
    { timeout: 15_000 },
  );
  assert.equal(await page.locator("#suite option", { hasText: "later-suite" }).count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), "text");
  await page.locator("#suite").selectOption("later-suite");
  assert.equal(await shown(page), 1);
  rmSync(later, { recursive: true });
  await page.waitForFunction(() => document.querySelectorAll("#rows tr").length === 0, null, {
    timeout: 15_000,
  });
  assert.equal(await page.locator("#suite").inputValue(), "later-suite");
  await page.context().close();
});

test("is a run followed as it is written, and its end told", async () => {
  const page = await open(browser, at(`follow.html?run=${idOf("growing")}`));
  const template = lines(join(root, whole[0], "samples.jsonl"))[0];
  const consistency = { test: "consistency", variant: "", phase: "measure" };
  const write = (second, ios) =>
    appendFileSync(
      join(growing, "samples.jsonl"),
      `${JSON.stringify({ ...template, ...consistency, second, ios })}\n`,
    );
  for (let second = 0; second < 30; second += 1)
    write(second, second === 7 ? 0 : 20_000 - 600 * second);
  await page.waitForFunction(() => window.fourcorners.seconds().length === 30);
  write(30, 5);
  await page.waitForFunction(() => window.fourcorners.seconds().length === 31);
  assert.match(await page.locator("#numbers").innerText(), /^Second 30: 5 IOPS/);
  assert.match(
    await page.locator("#chart").getAttribute("aria-label"),
    /^31 seconds of consistency measure\. .*Worst second: 0 IOPS/,
  );
  // Something was drawn: at the place of second 7, a triangle at the bottom edge.
  const drawn = await page.evaluate(() => {
    const canvas = document.getElementById("chart");
    const { data, width, height } = canvas
      .getContext("2d")
      .getImageData(0, 0, canvas.width, canvas.height);
    const x = Math.round(80 + ((width - 80 - 12) * 7) / 31);
    let points = 0;
    for (let place = 3; place < data.length; place += 4) if (data[place] > 128) points += 1;
    return { points, triangle: data[((height - 30) * width + x) * 4 + 3] };
  });
  assert.ok(drawn.points > 200 && drawn.triangle > 128, JSON.stringify(drawn));
  for (const [name, options] of THEMES) {
    const other = await open(browser, page.url(), options);
    await other.waitForFunction(() => window.fourcorners.seconds().length === 31);
    await picture(other, `follow-${name}`);
    assert.deepEqual(await axe(other), [], name);
    assert.ok((await overflow(other)) <= 0, name);
    await other.context().close();
  }
  const list = await open(browser, served.url);
  await list.locator("#rows a", { hasText: "Follow" }).click();
  await list.waitForFunction(() => window.fourcorners?.seconds().length === 31);
  await list.context().close();
  release();
  release = undefined;
  await page.waitForFunction(() => document.body.dataset.ended === "true");
  assert.match(await page.locator("#status").innerText(), /ended early/);
  await page.context().close();
});

test("is every page readable narrow, dark, and to axe-core", async () => {
  const two = `${idOf(whole[0])},${idOf(twin)}`;
  for (const [page_name, address] of [
    ["list", `?picked=${two}`],
    [
      "compare",
      `compare.html?runs=${two},${answer.runs.find((row) => row.name !== answer.runs[0].name).id}`,
    ],
  ]) {
    for (const [name, options] of THEMES) {
      const page = await open(browser, at(address), options);
      if (page_name === "compare") await page.waitForSelector("table.bench");
      await picture(page, `${page_name}-${name}`);
      assert.deepEqual(await axe(page), [], `${page_name} ${name}`);
      assert.ok((await overflow(page)) <= 0, `${page_name} ${name} is wider than the window`);
      await page.context().close();
    }
  }
});

test("does the token open the server once, and stay out of the address", async () => {
  const guarded = await browse("--token", "correct-horse-battery");
  assert.equal((await fetch(new URL("/", guarded.url))).status, 401);
  const page = await open(browser, guarded.url);
  assert.equal(new URL(page.url()).search, "");
  assert.ok((await shown(page)) > 0);
  await page.context().close();
  guarded.end();
});

test("does the static site show the same by files alone", async () => {
  const out = join(house, "site");
  execFileSync(binary, ["site", out, root], { stdio: "ignore" });
  const plain = await host(out);
  const page = await open(browser, plain.url);
  const { runs } = JSON.parse(readFileSync(join(out, "runs.json"), "utf8"));
  assert.equal(await shown(page), runs.length);
  assert.equal(await page.locator("#rows a", { hasText: "Follow" }).count(), 0);
  const [one, other] = [runs[0], runs.find((row) => row.group !== runs[0].group)];
  for (const row of [one, other]) await page.locator(`[id="pick-${row.id}"]`).check();
  assert.equal(await page.locator("#review").count(), 0, "nobody makes pages there");
  await page.click("#compare");
  await page.waitForSelector("table.bench");
  const marks = await page.locator(".mark").allInnerTexts();
  assert.ok(marks.some((mark) => mark !== ""));
  await page.goBack();
  await ready(page);
  await page.locator(`[id="run-${one.id}"]`).click();
  await page.waitForFunction(() => "fourcorners" in window);
  assert.ok(await page.evaluate(() => Object.keys(window.fourcorners.charts).length > 0));
  await page.click("nav a");
  await page.waitForURL(/\/ssd\/index\.html$/);
  for (const id of runs.map((row) => row.id))
    assert.equal((await fetch(new URL(`run/${id}.html`, plain.url))).status, 200);
  await page.context().close();
  plain.end();
});
