// Can everybody use the page: with a keyboard, with a screen reader, on paper, and whatever a drive
// calls itself?
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { browser, complaints, open, picture, unfold, withData } from "./bed.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const [width, scheme] of [
  [1280, "light"],
  [390, "dark"],
]) {
  test(`does axe-core find nothing at ${width} px, ${scheme}`, async () => {
    const page = await open(browser, { viewport: { width, height: 900 }, colorScheme: scheme });
    await unfold(page, "details:not([data-long]):not([hidden])");
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
      window.axe.run(document, { resultTypes: ["violations"] }),
    );
    const said = found.violations.map(({ id, help, nodes }) => {
      const [{ html, failureSummary }] = nodes;
      return `${id}: ${help}: ${nodes.length}, first ${html.slice(0, 200)} ${failureSummary}`;
    });
    assert.deepEqual(said, []);
    await page.context().close();
  });
}

test("the tab key reaches every button, link and table, in order and in sight", async () => {
  const page = await open(browser, { viewport: { width: 1280, height: 900 }, folded: true });
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll("button, a[href], summary, [tabindex='0']")].filter(
      (one) => one.checkVisibility(),
    );
    all.forEach((one, place) => (one.dataset.place = String(place)));
    return all.length;
  });
  const reached = [];
  for (let press = 0; press < wanted; press++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => ({
        place: Number(document.activeElement.dataset.place),
        seen: getComputedStyle(document.activeElement).outlineStyle !== "none",
      })),
    );
  }
  assert.deepEqual(
    reached.map(({ place }) => place),
    [...Array(wanted).keys()],
  );
  assert.ok(
    reached.every(({ seen }) => seen),
    "the focus can be seen",
  );
  await page.context().close();
});

test("do buttons, tables and the theme work by keyboard alone", async () => {
  const page = await open(browser, { viewport: { width: 1280, height: 900 }, folded: true });
  await page.locator("#theme").focus();
  const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.keyboard.press("Enter");
  assert.notEqual(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
    before,
  );
  for (const group of ["consistency-drives", "hd-tach-buttons", "hd-tach-by"]) {
    const last = page.locator(`#${group} button`).last();
    if ((await last.count()) === 0 || !(await last.isVisible())) continue;
    await last.focus();
    await page.keyboard.press("Space");
    assert.equal(await last.getAttribute("aria-pressed"), "true");
  }
  const menu = page.locator("details.menu > summary").first();
  await menu.focus();
  await page.keyboard.press("Enter");
  const summary = page.locator("details[data-of] summary").first();
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.locator("details[data-of][open] table").first().waitFor();
  await page.context().close();
  assert.deepEqual(complaints, []);
});

// Charts were as wide as a sheet, and painted as wide as the screen until the next frame: paper had
// the left part of them.
test("paper gets the whole page, light and without buttons; the screen is as before", async () => {
  const page = await open(browser, {
    viewport: { width: 1280, height: 900 },
    colorScheme: "dark",
    folded: true,
  });
  const state = () =>
    page.evaluate(() => ({
      background: getComputedStyle(document.body).backgroundColor,
      open: [...document.querySelectorAll("details")].filter((one) => one.open).length,
      width: document.querySelector(".chart").clientWidth,
    }));
  const before = await state();
  await page.evaluate(() => {
    addEventListener("beforeprint", () => {
      window.onPaper = {
        background: getComputedStyle(document.body).backgroundColor,
        widest: Math.max(
          ...[...document.querySelectorAll(".chart canvas")].map((one) => one.clientWidth),
        ),
        unpainted: Object.entries(window.fourcorners.charts)
          .filter(([id, chart]) => {
            const picture = () => document.querySelector(`[id="${id}"] canvas`)?.toDataURL();
            const there = picture();
            chart.getZr().flush();
            return document.getElementById(id).checkVisibility() && picture() !== there;
          })
          .map(([id]) => id),
        empty: Object.keys(window.fourcorners.charts).filter(
          (id) =>
            document.getElementById(id).checkVisibility() &&
            window.fourcorners.charts[id].getWidth() < 200,
        ),
      };
    });
  });
  const pdf = await page.pdf({
    format: "A4",
    margin: { top: "12mm", bottom: "12mm", left: "13mm", right: "13mm" },
  });
  const paper = await page.evaluate(() => window.onPaper);
  assert.equal(paper.background, "rgb(255, 255, 255)");
  assert.ok(paper.widest > 300 && paper.widest <= 690, `${paper.widest} px`);
  assert.deepEqual(paper.empty, []);
  assert.deepEqual(paper.unpainted, [], "what is on paper is painted for it");
  const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  assert.ok(pages > 1 && pages <= 12, `${pages} pages`);
  await page.waitForFunction(() => document.body.style.width === "");
  assert.deepEqual(await state(), before);
  await page.emulateMedia({ media: "print" });
  const buttons = await page
    .locator("button")
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
  assert.equal(buttons, 0);
  // A section's introduction began on one sheet and ended on the next, with its chart.
  const torn = await page
    .locator("section > h2, section > p, section > .buttons")
    .evaluateAll((all) =>
      all
        .filter(
          (one) =>
            one.checkVisibility() &&
            (getComputedStyle(one).breakAfter !== "avoid" ||
              (one.tagName === "P" && getComputedStyle(one).breakInside !== "avoid")),
        )
        .map((one) => one.textContent),
    );
  assert.deepEqual(torn, []);
  await page.context().close();
});

/** Everything in the page's data that is no name of ours. */
const OURS = new Set([
  "id",
  "section",
  "unit",
  "state",
  "op",
  "test",
  "phase",
  "variant",
  "quantity",
  "word",
  "evidence",
  "chart",
  "class",
  "origin",
  "end",
]);

function hostile(value, key, text) {
  if (typeof value === "string") return OURS.has(key) ? value : `${value}${text}`;
  if (Array.isArray(value)) return value.map((one) => hostile(one, key, text));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, hostile(one, name, text)]),
    );
  return value;
}

for (const [name, text] of [
  ["markup", `<img src=x onerror=alert(1)></script><script>alert(2)</script>"'><b>`],
  ["a formula, controls and right-to-left marks", "=1+1\u202e\u0007\u0000{{data}}<!--"],
  ["a long word", "W".repeat(300)],
]) {
  test(`is ${name} in every name, sentence, fact and file name only text`, async () => {
    await withData(
      (data) => hostile(data, "", text),
      async (path) => {
        const page = await open(browser, { viewport: { width: 390, height: 900 }, path });
        await unfold(page, "details:not([hidden])");
        // Ours are the last two: ECharts and the page's own.
        const others = "body script:not([type]):not(:nth-last-of-type(-n + 2))";
        const injected = await page.locator(`img, b, iframe, ${others}`).count();
        assert.equal(injected, 0);
        const first = await page.locator("#verdicts").textContent();
        assert.ok(first.includes(text.replaceAll("\u0000", "\u0000")), "it is there as text");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} px too wide`);
        await picture(page, `hostile-${name.replaceAll(/\W+/g, "-")}`, false);
        await page.context().close();
      },
    );
    assert.deepEqual(complaints, []);
  });
}
