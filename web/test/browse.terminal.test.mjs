// Do the terminal and the browser answer alike of the same folders? As test/browse.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import {
  VERDICTS,
  bars,
  binary,
  browse,
  browser,
  house,
  kept,
  measured,
  open,
  variant,
} from "./browse.bed.mjs";

const [here, there] = ["here", "there"].map((name) => join(house, name));
for (const folder of [here, there]) mkdirSync(folder);

/** A run of a real drive, of which `header` is changed. */
const real = (name, change, within = here) =>
  variant(
    name,
    (header) => {
      Object.assign(header.identity, {
        kind: "block-device",
        name: "/dev/sdb",
        model: "Real drive",
        serial: "1",
      });
      change(header);
    },
    within,
  );
const simulated = (name, model, change = () => {}) =>
  variant(
    name,
    (header) => {
      header.identity.model = model;
      change(header);
    },
    here,
  );
const faster = (run, times) => measured(run, (its) => (its.throughput_mb_per_s *= times));

/** Folders as they are given to both. */
const CASES = {
  "two drives of one model with different serial numbers": [
    real("serial-1", () => {}),
    faster(
      real("serial-2", (header) => (header.identity.serial = "2")),
      1.05,
    ),
  ],
  "one drive at two ports": ["sata-300", "sata-600"].map((port) =>
    simulated(`port-${port}`, "At two ports", (header) => {
      header.request.port = port;
      header.request.behaviour_sha256 = port;
    }),
  ),
  "a drive file and its copy with one number changed": ["one", "other"].map((does) =>
    simulated(
      `changed-${does}`,
      "Changed drive",
      (header) => (header.request.behaviour_sha256 = does),
    ),
  ),
  "lengths of no whole second, and spans that differ by less than can be read": [59.6, 60.4].map(
    (seconds, at) =>
      measured(simulated(`lasted-${seconds}`, `Lasted ${seconds} s`), (its, entry) => {
        if (entry.test.startsWith("random-read")) its.duration_s = seconds;
        if (entry.test.startsWith("random-write")) its.span_bytes = 2 ** 33 + at * 4096;
      }),
  ),
  "repetitions of which one is a copy": [
    simulated("repeated-1", "Repeated drive"),
    faster(
      simulated("repeated-2", "Repeated drive", (header) => (header.repeat = 2)),
      1.01,
    ),
    join(here, "repeated-copy"),
    simulated("beside-repeated", "Beside it"),
  ],
  "figures that are equal, of results that are not": [
    simulated("alike-1", "Alike"),
    measured(simulated("alike-2", "Alike"), (its) => (its.latency_p50_us += 1)),
    simulated("beside-alike", "Beside them"),
  ],
  "a real drive's run in two folders": [
    real("original", (header) => (header.identity.model = "Copied drive")),
    join(here, "a-copy"),
    faster(
      real("beside-copies", (header) => (header.identity.model = "Other drive")),
      0.9,
    ),
  ],
  "reviews of one name in two places": [
    real("review", (header) => (header.identity.model = "Drive in two places")),
    faster(
      real("review", (header) => (header.identity.model = "Drive in two places"), there),
      1.1,
    ),
  ],
};
cpSync(join(here, "repeated-2"), join(here, "repeated-copy"), { recursive: true });
cpSync(join(here, "original"), join(here, "a-copy"), { recursive: true });

let served, runs;
before(async () => {
  served = await browse(here, there);
  ({ runs } = await (await fetch(new URL("runs.json", served.url))).json());
});
after(() => served?.end());

/** The run of a folder. Those that have one name are known by the folder around them too. */
function idOf(path) {
  const found = runs.filter(({ folder }) => path.endsWith(`/${folder}`));
  assert.equal(found.length, 1, path);
  return found[0].id;
}

/** Drives, and ways in which they were run, of the sentences that both begin with. */
const counted = (title) => {
  const ways = /in (\d) configurations/.exec(title)?.[1];
  const drives = /(\d) drives? compared/.exec(title)?.[1] ?? "1";
  return [Number(drives), Number(ways ?? drives)];
};

/** Whose single runs a note names. */
const singles = (notes) =>
  notes.map((note) => /^Of one run nobody knows .*? \((.*)\)\./.exec(note)?.[1]).find(Boolean) ??
  "";

/** The lines of a file of numbers, each as its cells. */
const cells = (csv) =>
  csv
    .toString()
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell));

for (const [name, folders] of Object.entries(CASES)) {
  test(`do terminal and browser say the same of ${name}`, async () => {
    const answer = JSON.parse(
      execFileSync(binary, ["compare", "--json", "--out", join(house, "compared"), ...folders], {
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    const page = await open(
      browser,
      new URL(`compare.html?runs=${folders.map(idOf).join(",")}`, served.url).href,
    );
    await page.waitForSelector("table.bench");
    const shown = await bars(page);
    // A letter stands for whom was picked, also where nothing of it counts.
    const letters = [...new Set(shown.map(({ drive }) => drive))].sort();
    assert.equal(letters.length, answer.drives.length, "as many drives");
    const numbers = [];
    for (const test of new Set(answer.figures.map(({ test }) => test))) {
      if ((await page.locator(`table[data-test="${test}"]`).count()) > 0)
        numbers.push(...cells(await kept(page, test, "CSV")));
    }
    assert.equal(numbers.length, shown.length);
    let compared = 0;
    for (const figure of answer.figures) {
      for (const [drive, value] of figure.values.entries()) {
        const at = shown.findIndex((bar) => bar.key === figure.key && bar.drive === letters[drive]);
        if (figure.values.filter(Boolean).length < 2)
          assert.equal(at, -1, "a figure of one drive is left out");
        if (!value || at < 0) continue;
        const said = numbers[at].slice(6, 11).map((cell) => (cell === "" ? null : Number(cell)));
        assert.deepEqual(
          said,
          [value.value, value.low, value.high, value.runs, value.change_percent],
          `${figure.key} ${letters[drive]}`,
        );
        assert.equal(shown[at].verdict, VERDICTS[value.verdict], `${figure.key} ${letters[drive]}`);
        // A drive that was measured otherwise is so in words that the first drive's are not.
        if (value.verdict === "otherwise")
          assert.match(numbers[at][12], /not comparable: .*(s|end|GiB|bytes)/);
        compared += 1;
      }
    }
    assert.ok(compared > 0);
    const notes = await page.locator("#notes p").allInnerTexts();
    assert.equal(singles(notes), singles(answer.notes));
    const copies = (notes) =>
      notes
        .filter((note) => note.includes("the two count as one"))
        .map((note) =>
          note
            .match(/ run (\S+) is a copy of (\S+):/)
            .slice(1)
            .map((path) => basename(path)),
        );
    const runsOf = await page.locator(".picker .copy").allInnerTexts();
    const said = runsOf.map((text) => text.match(/^(\S+) .*the same results as (\S+),/).slice(1));
    assert.deepEqual(
      said.map((one) => one.map((path) => basename(path))),
      copies(answer.notes),
    );
    const review = await open(browser, new URL(answer.page, "file:///").href);
    const title = await review.locator("h1").innerText();
    assert.deepEqual(
      counted(await page.locator("#summary p").first().innerText()),
      counted(title),
      title,
    );
    for (const opened of [page, review]) await opened.context().close();
  });
}
