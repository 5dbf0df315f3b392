// Does the page open with what was found, end with which drive for whom, and does every link of
// both lead to its evidence?
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, complaints, data, open, unfold } from "./bed.mjs";

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 } });
});

/** Waits until a link has led to this element. */
const arrived = (id) =>
  page.waitForFunction((id) => {
    const focused = document.activeElement;
    return (
      focused !== document.body &&
      (focused?.id === id || focused?.querySelector(`[id="${id}"]`) !== null)
    );
  }, id);

test("is there a headline for every drive, above everything else", async () => {
  const { drives, headlines } = await data(page);
  assert.equal(headlines.length, drives.length);
  const said = await page.locator("#verdicts li").allTextContents();
  for (const [place, { drive, parts }] of headlines.entries()) {
    assert.ok(parts.length > 0);
    assert.equal(
      said[place],
      `${drives[drive].model}: ${parts.map((part) => part.text).join("; ")}.`,
    );
  }
  const first = await page.locator("main section").first().getAttribute("id");
  assert.equal(first, "verdict");
});

test("links of findings and final words lead to chart and drive, or to the rule", async () => {
  const { drives } = await data(page);
  const links = page.locator("#verdict a, #final-words a");
  await unfold(page, "#verdict details");
  const seen = new Set();
  for (const link of await links.all()) {
    const href = await link.getAttribute("href");
    if (!(await link.isVisible())) continue;
    if (seen.has(href)) continue;
    seen.add(href);
    await link.click();
    const [id, query] = href.slice(1).split("?");
    await arrived(id);
    const target = page.locator(`[id="${id}"]`);
    assert.equal(await target.isVisible(), true, id);
    const drive = Number(new URLSearchParams(query).get("drive"));
    if (drive > 0)
      assert.ok(
        (await target.getAttribute("aria-label")).startsWith(drives[drive - 1].model),
        `${id} shows drive ${drive}`,
      );
    await page.evaluate(() => document.activeElement.blur());
  }
  assert.ok(seen.size > 0);
});

test("has every finding and every final word a rule that is told", async () => {
  const { judgements, final_words: words } = await data(page);
  await unfold(page, "#verdict details");
  const rules = await page.locator("#rules").textContent();
  for (const { rule } of [...judgements, ...words]) assert.ok(rules.includes(rule.says), rule.name);
  assert.equal(await page.locator("#findings li").count(), judgements.length);
  const said = await page.locator("#final-words dd").allTextContents();
  assert.equal(said.length, words.length);
  for (const [place, word] of words.entries()) {
    for (const part of [word.text, ...word.not_measured])
      assert.ok(said[place].includes(part), part);
    const lines = page.locator("#final-words dd").nth(place).locator(".part");
    assert.equal(await lines.count(), word.list?.items.length ?? 0, word.whom);
  }
});

test("does every warning say what to do", async () => {
  const { warnings } = await data(page);
  const said = await page.locator(".warning").allTextContents();
  assert.equal(said.length, warnings.length);
  for (const [place, { whose, text, remedy }] of warnings.entries()) {
    assert.ok(remedy.length > 20, text);
    for (const part of [whose, text, remedy]) assert.ok(said[place].includes(part), part);
  }
});
