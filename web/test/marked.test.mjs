// Is the reviewed drive marked among the others, not by colour alone, in every chart, in links and
// on paper?
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, complaints, data, open, picture } from "./bed.mjs";

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 } });
});

const SIGN = "▸ ";

/** The texts of a chart: what stands there, and whether it is bold. */
const texts = (page, id) =>
  page.evaluate((id) => {
    const list = window.fourcorners.charts[id].getZr().storage.getDisplayList(true);
    return list
      .filter((one) => one.type === "tspan" && !one.ignore && !one.invisible)
      .map((one) => ({ text: one.style.text, bold: one.style.font.includes("bold") }));
  }, id);

/** The charts in which several drives stand side by side, and which drives. */
async function charts(page) {
  const { charts, latencies } = await data(page);
  const drives = (entries) => new Set(entries.map((one) => one.drive));
  const all = [
    ...charts.map(({ id, bars }) => [id, drives(bars)]),
    ...latencies.flatMap(({ id, entries }) => [
      [id, drives(entries)],
      [`${id}-distribution`, drives(entries)],
    ]),
  ];
  return all.filter(([, own]) => own.size > 1);
}

/** The colours of a drive's bars in a chart. */
const colours = (page, id, drive) =>
  page.evaluate(
    ([id, drive]) => {
      const chart = window.fourcorners.page.charts.find((one) => one.id === id);
      const [bars] = window.fourcorners.charts[id].getOption().series;
      return chart.bars.flatMap((bar, row) =>
        bar.drive === drive ? [bars.data[row].itemStyle.color] : [],
      );
    },
    [id, drive],
  );

test("a page of one drive marks none, one of several begins with the one real drive", async () => {
  const { drives, reviewed } = await data(page);
  assert.equal(await page.locator("#marking").isVisible(), drives.length > 1);
  const real = drives.flatMap((drive, index) => (drive.simulated ? [] : [index]));
  assert.equal(reviewed, drives.length > 1 && real.length === 1 ? real[0] : null);
  const pressed = await page.locator("#marked button[aria-pressed=true]").allTextContents();
  if (drives.length > 1)
    assert.deepEqual(pressed, [reviewed === null ? "none" : drives[reviewed].model]);
});

test("the marked drive has a sign and bold letters in every chart, others pale", async () => {
  const { drives } = await data(page);
  if (drives.length < 2) return;
  await page.locator("#marked button", { hasText: "none" }).click();
  const before = new Map();
  for (const [id, own] of await charts(page)) {
    assert.ok(
      (await texts(page, id)).every(({ text, bold }) => !text.startsWith(SIGN) && !bold),
      `${id}: none is marked`,
    );
    if (!id.startsWith("latency"))
      for (const drive of own) before.set(`${id} ${drive}`, await colours(page, id, drive));
  }
  for (const marked of [0, drives.length - 1]) {
    await page
      .locator("#marked button")
      .nth(marked + 1)
      .click();
    for (const [id, own] of await charts(page)) {
      const signed = (await texts(page, id)).filter(({ text }) => text.startsWith(SIGN));
      assert.equal(signed.length, own.has(marked) ? 1 : 0, `${id}: ${JSON.stringify(signed)}`);
      for (const { text, bold } of signed)
        assert.ok(
          bold && text.startsWith(SIGN + drives[marked].model.slice(0, 8)),
          `${id}: ${text}`,
        );
      const sentence = await page.locator(`[id="${id}"]`).getAttribute("aria-label");
      assert.ok(sentence.endsWith(`Marked: ${drives[marked].model}.`), sentence);
      if (id.startsWith("latency")) continue;
      for (const drive of own) {
        const same =
          JSON.stringify(await colours(page, id, drive)) ===
          JSON.stringify(before.get(`${id} ${drive}`));
        assert.equal(same, drive === marked, `${id}: the colour of ${drives[drive].model}`);
      }
    }
    const named = await page
      .locator(".marked")
      .evaluateAll((all) =>
        all.map((one) => [
          one.textContent,
          getComputedStyle(one, "::before").content,
          Number(getComputedStyle(one).fontWeight),
        ]),
      );
    assert.ok(named.length > 0);
    for (const [text, sign, weight] of named) {
      assert.ok(text.includes(drives[marked].model), text);
      assert.ok(sign.includes("▸") && weight >= 700, `${text}: ${sign} ${weight}`);
    }
  }
  assert.deepEqual(complaints, []);
});

test("is the mark kept in links, and in the address", async () => {
  const { drives, reviewed } = await data(page);
  if (drives.length < 2) return;
  const last = drives.length - 1;
  const wanted = last === reviewed ? 0 : last;
  await page
    .locator("#marked button")
    .nth(wanted + 1)
    .click();
  assert.equal(await page.evaluate(() => location.hash), `#verdict?marked=${wanted + 1}`);
  const [[id] = []] = await charts(page);
  const link = page.locator(`figure:has([id="${id}"]) .tools a`);
  await link.click();
  const at = await page.evaluate(() => location.hash);
  assert.equal(at, `#${id}?marked=${wanted + 1}`);
  const other = await open(browser, {
    viewport: { width: 390, height: 900 },
    at,
    colorScheme: "dark",
  });
  assert.deepEqual(await other.locator("#marked button[aria-pressed=true]").allTextContents(), [
    drives[wanted].model,
  ]);
  assert.equal(
    (await texts(other, id)).filter(({ text, bold }) => bold && text.startsWith(SIGN)).length,
    1,
  );
  await picture(other, "marked-390-dark");
  // None is a choice too where the page begins with one; else a link says nothing of it.
  await other.locator("#marked button", { hasText: "none" }).click();
  assert.equal(
    await other.evaluate(() => location.hash),
    reviewed === null ? "#verdict" : "#verdict?marked=0",
  );
  await other.context().close();
  assert.deepEqual(complaints, []);
});
