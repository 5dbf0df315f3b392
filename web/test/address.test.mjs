// Does an address lead to what it names, and a wrong one nowhere?
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, complaints, data, open, press } from "./bed.mjs";

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 } });
});
const marked = () => page.locator("#marked button[aria-pressed=true]");

test("can the address of a chart be kept, with its buttons", async () => {
  const { consistency, drives } = await data(page);
  const last = consistency.at(-1);
  // Of one run there is nothing to press.
  if (consistency.length < 2) return;
  await press(page, "consistency-drives", drives[last.drive].model);
  await press(page, "consistency-variants", last.label);
  const at = await page.evaluate(() => location.hash);
  assert.match(at, /^#consistency-all\?drive=\d+&spare=\d+$/);
  const other = await open(browser, { viewport: { width: 1280, height: 900 }, at });
  const sentence = (page) => page.locator("#consistency-all").getAttribute("aria-label");
  assert.equal(await sentence(other), await sentence(page));
  assert.ok((await sentence(other)).startsWith(`${drives[last.drive].model}, ${last.label}`));
  await other.waitForFunction(() => scrollY > 0);
  // So can that of every chart, by the link below it.
  await other.locator("figure:has(#consistency-late) .tools a").click();
  assert.equal(await other.evaluate(() => location.hash), at.replace("-all", "-late"));
  await other.context().close();
  assert.deepEqual(complaints, []);
});

for (const at of [
  "#nothing",
  "#consistency-all?drive=999&spare=-1",
  "#%E0%A4%A",
  "#consistency-all?drive=x",
  "#__proto__",
  "#theme",
  "#consistency-all?marked=999",
  "#verdict?marked=-1",
  "#verdict?marked=x",
]) {
  test(`does a wrong address, ${at}, leave the page as it is`, async () => {
    const viewport = { width: 1280, height: 900 };
    const other = await open(browser, { viewport, at, folded: true });
    assert.equal(await other.locator("h1").isVisible(), true);
    const pressed = other.locator("#marked button[aria-pressed=true]");
    assert.deepEqual(await pressed.allTextContents(), await marked().allTextContents());
    await other.context().close();
    assert.deepEqual(complaints, []);
  });
}
