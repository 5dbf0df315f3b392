// Can each chart be kept as PNG, SVG and CSV, offline, and does its table hold what is drawn?
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { browser, complaints, data, marks, open, press, unfold } from "./bed.mjs";

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  await unfold(page, "#why:not([hidden])");
  await unfold(page, "details.menu");
});

const chartIds = () =>
  page.evaluate(() =>
    Object.keys(window.fourcorners.charts).filter(
      (id) => document.getElementById(id).offsetParent !== null,
    ),
  );

/**
 * Presses a tool of a chart, and returns the file that it makes, caught on its way to the browser:
 * Chromium loses some of a hundred downloads in a few seconds.
 */
async function kept(id, kind) {
  const base64 = await page.evaluate(
    async ([id, kind]) => {
      const made = new Promise((done) => (window.caught = done));
      const tools = [
        ...document.getElementById(id).closest("figure").querySelectorAll(".tools button"),
      ];
      tools.find((one) => one.textContent === kind).click();
      const bytes = new Uint8Array(await (await made).arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    },
    [id, kind],
  );
  return Buffer.from(base64, "base64");
}

/** Makes files known to `kept` instead of saving them. */
const catchFiles = () =>
  page.evaluate(() => {
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      window.caught?.(blob);
      return make(blob);
    };
    HTMLAnchorElement.prototype.click = () => {};
  });

/** Fields of RFC 4180. */
function fields(text) {
  const rows = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    const row = rows.at(-1);
    if (quoted && c === '"' && text[at + 1] === '"') row[row.length - 1] += text[++at];
    else if (c === '"') quoted = !quoted;
    else if (!quoted && c === ",") row.push("");
    else if (!quoted && c === "\r") continue;
    else if (!quoted && c === "\n") rows.push([""]);
    else row[row.length - 1] += c;
  }
  return rows.filter((row) => row.length > 1);
}

test("does each kind of file reach the disk under the chart's name", async () => {
  const [id] = await chartIds();
  for (const [kind, first] of [
    ["PNG", "\x89PNG"],
    ["SVG", "<svg "],
    ["CSV", ""],
  ]) {
    const button = page.locator(`figure:has([id="${id}"]) .tools button`, { hasText: kind });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    assert.match(download.suggestedFilename(), new RegExp(`^[a-z0-9-]+\\.${kind.toLowerCase()}$`));
    const bytes = readFileSync(await download.path());
    assert.ok(bytes.length > 50 && bytes.toString("latin1").startsWith(first), kind);
  }
});

test("is every chart kept as PNG, SVG and CSV", async () => {
  await catchFiles();
  const ids = await chartIds();
  assert.ok(ids.length > 0);
  for (const id of ids) {
    const png = await kept(id, "PNG");
    assert.equal(png.subarray(1, 4).toString(), "PNG", id);
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(width >= 400 && height >= 200, `${id}: ${width} x ${height}`);
    const svg = (await kept(id, "SVG")).toString();
    const parsed = await page.evaluate((svg) => {
      const read = new DOMParser().parseFromString(svg, "image/svg+xml");
      const shapes = read.querySelectorAll("path, rect, circle, polyline, text").length;
      return {
        fault: read.querySelector("parsererror")?.textContent ?? "",
        title: read.querySelector("title")?.textContent,
        shapes,
        scripts: read.querySelectorAll("script").length,
      };
    }, svg);
    assert.equal(parsed.fault, "", id);
    assert.ok(
      parsed.title.length > 5 && parsed.shapes > 5 && parsed.scripts === 0,
      `${id}: ${JSON.stringify(parsed)}`,
    );
    const rows = fields((await kept(id, "CSV")).toString());
    assert.ok(rows.length > 1 && rows.every((row) => row.length === rows[0].length), id);
  }
  assert.deepEqual(complaints, []);
});

// The caption of a small chart was cut in an SVG and squeezed in a PNG; pictures of the torture
// were "by position".
test("every picture has the whole caption, with the chosen drive and no other button", async () => {
  for (const id of await chartIds()) {
    const [texts, width, caption, buttons] = await page.evaluate(
      ([svg, id]) => {
        const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
        const lines = [...read.children].filter((one) => one.tagName === "text");
        const context = document.createElement("canvas").getContext("2d");
        const texts = lines.map((one) => {
          const [weight, size] = ["font-weight", "font-size"].map((name) => one.getAttribute(name));
          context.font = `${weight} ${size}px sans-serif`;
          return [one.textContent, context.measureText(one.textContent).width];
        });
        const figure = document.getElementById(id).closest("figure");
        const names = (figure.dataset.buttons ?? "").split(" ").filter(Boolean);
        const pressed = names.flatMap((name) =>
          [...document.querySelectorAll(`#${name} button[aria-pressed=true]`)].map(
            (one) => one.textContent,
          ),
        );
        return [
          texts,
          Number(read.getAttribute("width")),
          figure.querySelector("figcaption").textContent,
          pressed,
        ];
      },
      [(await kept(id, "SVG")).toString(), id],
    );
    assert.ok(
      texts
        .map(([text]) => text)
        .join(" ")
        .startsWith(caption),
      `${id}: ${JSON.stringify(texts)}`,
    );
    // Also on the page, where the buttons are out of sight.
    if (buttons.length > 0)
      assert.ok(caption.startsWith(`${buttons.join(", ")}: `), `${id}: ${caption}`);
    for (const [text, wide] of texts)
      assert.ok(wide <= width - 16 || !text.includes(" "), `${id}: ${text}`);
  }
});

test("holds a file of bars what the bars show", async () => {
  const { charts, drives } = await data(page);
  for (const { id, bars, unit } of charts) {
    const [head, ...rows] = fields((await kept(id, "CSV")).toString());
    assert.equal(head[2], unit);
    const wanted = bars.flatMap((bar) =>
      (bar.ends.length > 0 ? bar.ends : [bar]).map((part) => [
        drives[bar.drive].model,
        String(part.value),
      ]),
    );
    assert.deepEqual(
      rows.map((row) => [row[0], row[2]]),
      wanted,
      id,
    );
  }
});

test("holds a file of seconds every second that is drawn", async () => {
  const { consistency } = await data(page);
  if (consistency.length === 0) return;
  const shown = (await marks(page, "consistency-all"))
    .filter((one) => one.name !== "published")
    .flatMap((series) => series.data);
  const [, ...rows] = fields((await kept("consistency-all", "CSV")).toString());
  assert.equal(rows.length, shown.length);
  const known = new Map(rows.map(([second, iops]) => [Number(second), Number(iops)]));
  for (const [second, iops] of shown)
    assert.ok(
      known.get(second) === iops || (known.get(second) === 0 && iops === 1),
      `second ${second}`,
    );
});

test("has every chart a sentence and a table that can be opened", async () => {
  for (const id of await chartIds()) {
    const sentence = await page.locator(`[id="${id}"]`).getAttribute("aria-label");
    assert.ok(sentence?.length > 20, id);
    const details = page.locator(`details[data-of="${id}"]`);
    await details.locator("summary").click();
    await details.locator("table").waitFor();
    const [heads, cells] = await details.evaluate((one) => [
      one.querySelectorAll("th").length,
      one.querySelectorAll("td").length,
    ]);
    assert.ok(heads > 1 && cells > 0, id);
    await details.locator("summary").click();
  }
});

test("is why the writes fall drawn from the seconds of the NAND", async () => {
  const { why, drives } = await data(page);
  for (const own of why) {
    await press(page, "consistency-drives", drives[own.drive].model);
    const label = (await data(page)).consistency.find(
      (run) => run.drive === own.drive && run.variant === own.variant,
    ).label;
    await press(page, "consistency-variants", label);
    for (const [id, values] of [
      ["why-amplification", own.write_amplification],
      ["why-free", own.free_superblocks],
      ["why-moved", own.moved_units_per_s],
      ["why-erases", own.erases_per_s],
      ["why-stalls", own.stalls],
      ["why-stalled", own.stalled_ms],
    ]) {
      if (values.every((value) => value === null)) continue;
      const [series] = await marks(page, id);
      assert.deepEqual(
        series.data,
        values.map((value, step) => [step * own.step_s, value]),
        `${id} of ${drives[own.drive].name}`,
      );
    }
  }
  assert.equal(await page.locator("#why").isVisible(), why.length > 0);
});
