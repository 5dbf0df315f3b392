// What the page's tests have in common: the page in Debian's Chromium, offline, and the runs'
// files.
//   FOURCORNERS_PAGE       the page's path
//   FOURCORNERS_RUNS       the runs' folders, separated by colons
//   FOURCORNERS_PICTURES   where screenshots are kept; test-results if not said
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";
import { launch } from "./browser.mjs";

export const pagePath = process.env.FOURCORNERS_PAGE;
const runPaths = (process.env.FOURCORNERS_RUNS ?? "").split(":").filter(Boolean);
assert.ok(
  pagePath && runPaths.length > 0,
  "FOURCORNERS_PAGE and FOURCORNERS_RUNS name what is to be looked at",
);

const lines = (path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
export const runs = runPaths.map((path) => ({
  folder: basename(path),
  header: JSON.parse(readFileSync(`${path}/run.json`, "utf8")),
  entries: lines(`${path}/results.jsonl`),
  samples: lines(`${path}/samples.jsonl`),
  positions: lines(`${path}/positions.jsonl`),
  histograms: lines(`${path}/histograms.jsonl`),
}));
/** The first run of a drive of the page; a drive behind two ports is two drives there. */
export const runOf = (drive) => runs.find((run) => drive.runs.includes(run.folder));

/**
 * All latencies of a phase, [ns, I/Os] each, shortest first: HdrHistogram V2 of three digits from 1
 * ns, read as its format is described, without any library that the program uses.
 */
export function latenciesOf(line) {
  const bytes = Buffer.from(line.hdr_v2_base64, "base64");
  assert.equal(bytes.readUInt32BE(0), 0x1c849313);
  const counts = [];
  let place = 0;
  for (let at = 40; at < bytes.length;) {
    let [zigzag, shift] = [0n, 0n];
    for (let more = true; more; at++) {
      const last = shift === 56n;
      zigzag |= BigInt(last ? bytes[at] : bytes[at] & 127) << shift;
      more = !last && bytes[at] > 127;
      shift += 7n;
    }
    const value = Number((zigzag >> 1n) ^ -(zigzag & 1n));
    if (value < 0) place -= value;
    else {
      const bucket = Math.max(0, Math.floor(place / 1024) - 1);
      counts.push([(place - bucket * 1024) * 2 ** bucket, value]);
      place += 1;
    }
  }
  return counts;
}

/**
 * The one browser of all files of tests, which run in one process. A file opens its page in
 * `before`, not while it is imported: else the tests of the file that is ready first are over, and
 * the browser closed, while another still opens its page.
 */
export const browser = await launch();
after(() => browser.close());

/** What the page complained about, and each request that was no file of its own. */
export const complaints = [];

/**
 * A page in a context of its own. `at` is what the address says behind the file; `path` another
 * file.
 */
export async function open(browser, { at = "", path = pagePath, folded = false, ...options }) {
  const context = await browser.newContext({ offline: true, ...options });
  const opened = await context.newPage();
  opened.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  opened.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`console: ${message.text()}`);
  });
  opened.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  opened.on("request", (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  await opened.goto(pathToFileURL(resolve(path)).href + at);
  await opened.waitForFunction(() => "fourcorners" in window);
  if (!folded) {
    // What is folded away is drawn when it is opened.
    await unfold(opened, "details.fold, #steady-rounds");
    await unfold(opened, "details.menu");
    await opened.waitForFunction(() =>
      window.fourcorners.page.charts.every(({ id }) => id in window.fourcorners.charts),
    );
  }
  return opened;
}

/** Opens what is folded away, and waits until it is drawn. */
export async function unfold(page, which = "details") {
  await page.locator(which).evaluateAll((all) => all.forEach((one) => (one.open = true)));
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** What the page was made of, which stays the same. As text: handing over objects takes 0.6 s. */
export function data(page) {
  if (!asked.has(page)) {
    const text = page.evaluate(() => JSON.stringify(window.fourcorners.page));
    asked.set(page, text.then(JSON.parse));
  }
  return asked.get(page);
}
const asked = new WeakMap();

/** The marks of a chart: one array of values for each series. */
export const marks = (page, id) =>
  page.evaluate((id) => {
    const chart = window.fourcorners.charts[id];
    return chart.getOption().series.map((series) => ({
      name: series.name,
      data: series.data.map((mark) =>
        mark !== null && typeof mark === "object" && "value" in mark ? mark.value : mark,
      ),
    }));
  }, id);

/** Keeps a screenshot for people to look at. */
export async function picture(page, name, fullPage = true) {
  const folder = process.env.FOURCORNERS_PICTURES ?? "test-results";
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

/** What `look` makes of the path of a copy of the page whose data `change` has changed. */
export async function withData(change, look) {
  const html = readFileSync(pagePath, "utf8");
  const begin = html.indexOf('id="data">') + 'id="data">'.length;
  const end = html.indexOf("</script>", begin);
  const there = JSON.parse(inflateSync(Buffer.from(html.slice(begin, end), "base64")));
  const made = deflateSync(JSON.stringify(change(there))).toString("base64");
  const folder = mkdtempSync(join(tmpdir(), "fourcorners-page-"));
  try {
    const path = join(folder, "changed.html");
    writeFileSync(path, html.slice(0, begin) + made + html.slice(end));
    return await look(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Presses a button of a row; a row of one is not shown, as what it offers is. */
export async function press(page, row, name) {
  const buttons = page.locator(`#${row} button`);
  if ((await buttons.count()) > 1) await buttons.filter({ hasText: name }).first().click();
}
