// Is a list of many runs usable, and a site that is opened from a disk? As test/browse.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "node:test";
import {
  HOSTILE,
  answer,
  at,
  axe,
  binary,
  browse,
  browser,
  house,
  near,
  open,
  overflow,
  root,
  served,
  whole,
} from "./browse.bed.mjs";

test("the list tells runs of one drive apart; the keyboard sorts them by begin", async () => {
  const page = await open(browser, served.url);
  for (const folder of near)
    assert.equal(await page.locator("#rows tr", { hasText: folder }).count(), 1, folder);
  const texts = await page.locator("#rows tr").allInnerTexts();
  assert.equal(new Set(texts).size, texts.length, "no two rows say the same");
  for (const order of ["ascending", "descending"]) {
    for (
      let presses = 0;
      presses < 200 && (await page.evaluate(() => document.activeElement.id)) !== "by-started";
      presses += 1
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), order);
    assert.equal(await page.evaluate(() => document.activeElement.id), "by-started");
    const begun = await page.locator('#rows td[data-label="Started (UTC)"]').allInnerTexts();
    const known = begun.filter((text) => text !== "–");
    assert.deepEqual(
      known,
      [...known].sort((a, b) => (order === "ascending" ? 1 : -1) * a.localeCompare(b)),
    );
  }
  await page.context().close();
});

/** The list of a thousand runs, from before its first row on. */
async function thousand(options = {}) {
  const rows = Array.from({ length: 1000 }, (_, number) => {
    const row = answer.runs[number % answer.runs.length];
    return {
      ...row,
      id: number.toString(16).padStart(16, "0"),
      group: String(number),
      folder: `run-${number}`,
      started: new Date(1.7e12 + number * 6e4).toISOString(),
    };
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.route("**/runs.json", (route) =>
    route.fulfill({ json: { ...answer, live: false, runs: rows, broken: [] } }),
  );
  await page.addInitScript(() => {
    // How many rows there were each time that some came.
    window.counts = [];
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() =>
        window.counts.push(document.querySelectorAll("#rows tr").length),
      ).observe(document.getElementById("rows"), { childList: true });
    });
  });
  await page.goto(at("?sort=started"));
  return page;
}
const whole_list = (page) =>
  page.waitForFunction(
    () =>
      document.querySelectorAll("#rows tr").length === 1000 &&
      document.getElementById("runs").getAttribute("aria-busy") === "false",
  );

test("the first of a thousand runs are drawn before the others, and all in the end", async () => {
  const page = await thousand();
  await page.waitForFunction(() => document.body.dataset.ready === "true");
  await whole_list(page);
  const counts = await page.evaluate(() => window.counts);
  assert.ok(counts[0] > 0 && counts[0] <= 50 && counts.length > 4, counts.join());
  // The reader's own search finds what is far down; nothing is there twice, and in order.
  assert.equal(await page.evaluate(() => window.find("run-997")), true);
  const folders = await page.locator("#rows .folder").allInnerTexts();
  assert.deepEqual(
    folders,
    Array.from({ length: 1000 }, (_, number) => `run-${number}`),
  );
  assert.deepEqual(await axe(page), []);
  await page.context().close();
});

test("does the keyboard stay where it is in a list of a thousand", async () => {
  const page = await thousand();
  await whole_list(page);
  const id = `pick-${(700).toString(16).padStart(16, "0")}`;
  await page.locator(`#${id}`).focus();
  await page.keyboard.press("Space");
  const focused = () => page.evaluate(() => document.activeElement.id);
  assert.equal(await focused(), id);
  assert.equal(await page.locator("#rows tr").count(), 1000, "picking draws nothing anew");
  assert.match(await page.locator("#tray").innerText(), /^1 run picked/);
  // What is typed while rows are still to come: only what matches stays.
  await page.fill("#text", "run-99");
  assert.equal(await page.locator("#rows tr").count(), 11);
  await page.fill("#text", "");
  await page.fill("#text", "run-5");
  await page.waitForFunction(
    () => document.getElementById("runs").getAttribute("aria-busy") === "false",
  );
  assert.equal(await page.locator("#rows tr").count(), 111);
  await page.fill("#text", "");
  await whole_list(page);
  assert.ok(await page.locator(`#${id}`).isChecked());
  await page.click("#clear");
  assert.ok(!(await page.locator(`#${id}`).isChecked()));
  assert.doesNotMatch(page.url(), /picked/);
  await page.context().close();
});

test("is a list readable between the widths", async () => {
  for (const width of [390, 800, 1160, 1170, 1280]) {
    const page = await open(browser, served.url, { viewport: { width, height: 900 } });
    assert.ok((await overflow(page)) <= 0, `${width}`);
    await page.context().close();
  }
});

test("a site on a disk filters, compares and shows runs, and asks nobody", async () => {
  const out = join(house, "from-disk");
  execFileSync(binary, ["site", out, root], { stdio: "ignore" });
  const page = await open(browser, pathToFileURL(join(out, "index.html")).href);
  assert.equal(await page.locator("#rows tr").count(), answer.runs.length);
  const text = await page.locator("#rows").innerText();
  assert.ok(text.includes(HOSTILE.replace(/[\u202e\u2067]/g, "\ufffd")));
  assert.equal(await page.locator("img").count(), 0);
  await page.selectOption("#maker", { index: 1 });
  assert.ok((await page.locator("#rows tr").count()) < answer.runs.length);
  await page.click("#reset");
  await page.waitForURL(/index\.html$/);
  await page.waitForFunction(() => document.body.dataset.ready === "true");
  for (const folder of [whole[0], near[0]])
    await page.locator("#rows tr", { hasText: folder }).locator("input").check();
  assert.match(page.url(), /picked=/);
  await page.click("#compare");
  await page.waitForSelector("table.bench");
  assert.match(await page.locator("#summary").innerText(), /^2 drives compared/);
  // As it is when the same files come from a host.
  assert.match(
    await page
      .locator('tr[data-key="random-write-4k-qd3 measure "][data-drive="B"] .change')
      .innerText(),
    /within noise$/,
  );
  await page.click("nav a");
  await page.waitForURL(/index\.html$/);
  await page.locator("#rows a").first().click();
  await page.waitForFunction(() => "fourcorners" in window);
  await page.click("nav a");
  await page.waitForURL(/index\.html$/);
  await page.context().close();
});
