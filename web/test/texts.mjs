// Prints every text that a page shows or says, one per line: FOURCORNERS_PAGE.
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(pathToFileURL(process.env.FOURCORNERS_PAGE).href);
await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
await page.waitForLoadState("networkidle");
// Charts are drawn when they come into sight.
await page.emulateMedia({ media: "print" });
await page.emulateMedia({ media: "screen" });
const texts = await page.evaluate(async () => {
  for (const chart of document.querySelectorAll(".chart")) {
    chart.scrollIntoView();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }
  // Facts, and commands that repeat a run, are data of the catalogue and of runs.
  const hidden = "script, style, #drive-facts td, #run-facts td, #run-facts code";
  const shown = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (data.trim() && !parent.closest(hidden)) shown.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt", "value"]) {
    for (const it of document.querySelectorAll(`body [${name}]`)) shown.push(it.getAttribute(name));
  }
  return shown;
});
console.log(texts.join("\n"));
await browser.close();
