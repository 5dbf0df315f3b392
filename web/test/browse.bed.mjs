// A folder of runs with all that can be wrong in one, programs that show it, and a browser that
// lets nothing pass.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, afterEach } from "node:test";
import { createRequire } from "node:module";
import { launch } from "./browser.mjs";

export const binary = process.env.FOURCORNERS_BINARY;
const given = process.env.FOURCORNERS_RUNS;
export const pictures = process.env.FOURCORNERS_PICTURES;
assert.ok(
  binary && given,
  "FOURCORNERS_BINARY is the program, FOURCORNERS_RUNS a folder with runs of two drives or more",
);

export const house = mkdtempSync(join(tmpdir(), "browse-"));
/** The folder that is browsed. */
export const root = join(house, "runs");
export const lines = (path) =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A name that would be markup in every way, and turns its line around. */
export const HOSTILE =
  '</script><script>alert(1)</script>"><img src=x onerror="alert(1)">' + "'\u202e\u2067drows <!--";

const names = readdirSync(given)
  .filter((name) => existsSync(join(given, name, "run.json")))
  .sort();
/** The runs that were given, by folder. */
export const whole = names;

/** A copy of the first run, its header changed. */
export function variant(name, change, within = root) {
  cpSync(join(given, names[0]), join(within, name), { recursive: true });
  const path = join(within, name, "run.json");
  const header = JSON.parse(readFileSync(path, "utf8"));
  change(header);
  writeFileSync(path, JSON.stringify(header));
  return join(within, name);
}

/** What was measured in a run, changed. */
export function measured(run, change) {
  const path = join(run, "results.jsonl");
  const entries = lines(path);
  for (const entry of entries) if (entry.measured) change(entry.measured, entry);
  writeFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
  return run;
}

mkdirSync(root);
for (const name of names) cpSync(join(given, name), join(root, name), { recursive: true });
variant("hostile-<img src=x onerror=alert(1)>", (header) => {
  header.identity.model = HOSTILE;
  header.identity.name = HOSTILE;
  header.suite = HOSTILE;
  header.not_comparable = [{ because: "earlier", text: HOSTILE }];
  header.facts = [{ name: HOSTILE, value: HOSTILE, source: HOSTILE }];
  header.bench = header.facts;
  header.command = HOSTILE;
});
/** As the first, to the last figure. */
export const twin = "twin";
variant(twin, (header) => {
  header.identity.model = "Twin of the first";
});
/** Two runs of one drive, on either side of the first one's speeds. */
export const near = ["near-1", "near-2"];
for (const [place, name] of near.entries()) {
  const path = variant(name, (header) => {
    header.identity.model = "Near the first";
    header.repeat = place + 1;
  });
  measured(path, (its) => (its.throughput_mb_per_s *= place === 0 ? 0.99 : 1.01));
}
/** A copy of the second run of the first drive, as a folder that was copied. */
export const copied = "copied";
cpSync(join(given, names[1]), join(root, copied), { recursive: true });
/** The first drive's work, but for longer. */
export const longer = "longer";
const lasting = variant(longer, (header) => {
  header.identity.model = "Measured for longer";
});
measured(lasting, (its) => (its.duration_s += 1));
/** What no drive can have: a speed, a price, a capacity. */
export const impossible = "impossible";
const beyond = variant(impossible, (header) => {
  header.identity.model = "Impossible drive";
  header.identity.capacity = 2 ** 62;
  header.prices = [{ currency: "EUR", price: 1e308, price_per_usable_gib: 1e308 }];
});
measured(beyond, (its, { test }) => {
  if (test === "random-write-4k-qd3") its.throughput_mb_per_s = 1e308;
});
/** One drive before and after an update of its firmware. */
export const updated = ["0009", "0309"];
for (const firmware of updated)
  variant(`firmware-${firmware}`, (header) => {
    header.identity.model = "Updated drive";
    header.identity.firmware = firmware;
  });
appendFileSync(
  join(
    variant("truncated", (header) => (header.identity.model = "Truncated")),
    "results.jsonl",
  ),
  '{"schema_version":1,"te',
);
rmSync(
  join(
    variant("missing", (header) => (header.identity.model = "Missing")),
    "samples.jsonl",
  ),
);
writeFileSync(
  join(
    variant("foreign", () => {}),
    "run.json",
  ),
  '{"what": "another program\'s"}',
);
/** A run of which nothing was measured yet. */
export const growing = variant("growing", (header) => {
  header.identity.model = "Growing drive";
});
for (const file of ["results.jsonl", "samples.jsonl", "positions.jsonl", "histograms.jsonl"])
  writeFileSync(join(growing, file), "");

/** Holds the lock that a run in progress holds; ends when it is told to. */
export function hold(run) {
  const held = spawn("flock", ["-o", "-x", join(run, "run.json"), "sleep", "3600"], {
    detached: true,
    stdio: "ignore",
  });
  return () => process.kill(-held.pid);
}

/** Starts `fourcorners browse`; its address, and how to end it. */
export async function browse(...more) {
  const server = spawn(binary, ["browse", root, "--port", "0", ...more], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) found(text.split("\n")[0]);
    });
    server.on("exit", (code) => failed(new Error(`it ended with ${code}`)));
  });
  return { url, end: () => server.kill() };
}

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};
/** A web host that knows nothing but files; below a path, as sites often are. */
export async function host(folder) {
  const server = createServer((request, response) => {
    const path = decodeURI(new URL(request.url, "http://x").pathname);
    const file = resolve(folder, `.${path.replace(/^\/ssd/, "").replace(/\/$/, "/index.html")}`);
    try {
      assert.ok(path.startsWith("/ssd/") && file.startsWith(folder));
      const bytes = readFileSync(file);
      response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/ssd/`, end: () => server.close() };
}

/** The file that a button of a test's table makes. */
export async function kept(page, test, kind) {
  const section = page.locator("section.test", { has: page.locator(`table[data-test="${test}"]`) });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.locator(".tools button", { hasText: kind }).click(),
  ]);
  assert.equal(download.suggestedFilename(), `comparison-${test}.${kind.toLowerCase()}`);
  return readFileSync(await download.path());
}

/** What the page says of every bar, in its order. */
export const bars = (page) =>
  page.locator("tr[data-key]").evaluateAll((all) =>
    all.map((row) => ({
      key: row.dataset.key,
      drive: row.dataset.drive,
      verdict: row.className,
      change: row.querySelector(".change").textContent,
      text: row.querySelector(".value").textContent,
    })),
  );

/** What the terminal calls the verdicts. */
export const VERDICTS = {
  best: "best",
  "not-distinguishable": "level",
  behind: "behind",
  otherwise: "otherwise",
  alone: "alone",
};

/** What pages complained of, and what they asked of others. */
const complaints = [];

/** A page that lets nothing pass: no error, no warning, no dialog, no request to anybody else. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const { origin, protocol } = new URL(address);
  const own = protocol === "file:" ? "file:" : origin;
  page.on("pageerror", (error) => complaints.push(`${page.url()}: error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      complaints.push(`${page.url()}: console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`${page.url()}: dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    if (!request.url().startsWith(`${own}/`) && !/^(data|blob):/.test(request.url()))
      complaints.push(`request: ${request.url()}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(address);
  await ready(page);
  return page;
}

/** A page of the browser has drawn what it was made from; a review page its charts. */
export const ready = (page) =>
  page.waitForFunction(() => document.body.dataset.ready === "true" || "fourcorners" in window);

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
/** What axe-core finds: rules, each with the elements. */
export async function axe(page) {
  // The page's own policy allows no other script: this one comes from outside of it.
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axeSource });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `
      const ofNode = (node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "");
      const ofRule = ({ id, nodes }) => id + ": " + nodes.map(ofNode).slice(0, 5).join("; ");
      axe
        .run(document, { resultTypes: ["violations"] })
        .then(({ violations }) => JSON.stringify(violations.map(ofRule)));
    `,
    awaitPromise: true,
    returnByValue: true,
  });
  return JSON.parse(result.value);
}

/** Whether something is wider than the window. */
export const overflow = (page) =>
  page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);

export const picture = async (page, name) => {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
};

/**
 * What all files of tests work with, in one process: a browser, a server, and what that says of its
 * runs.
 */
export const browser = await launch();
export const served = await browse();
export const at = (path) => new URL(path, served.url).href;
export const answer = await (await fetch(at("runs.json"))).json();
export const idOf = (folder) => answer.runs.find((row) => row.folder === folder).id;

after(async () => {
  await browser.close();
  served.end();
  rmSync(house, { recursive: true, force: true });
});
afterEach(() => {
  assert.deepEqual(complaints.splice(0), []);
});
