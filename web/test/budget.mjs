// How heavy is a page? Prints {bytes, draw_ms, draw_cpu_ms, nodes, loads_ms}: the file's size; the
// median time from opening it until it is drawn, and the least CPU time of the page's thread for
// that, which a busy machine changes less; and its DOM nodes as it stands then. FOURCORNERS_PAGE
// names it.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

const LOADS = 7;
const path = process.env.FOURCORNERS_PAGE;
if (!path) throw new Error("FOURCORNERS_PAGE names the page that is to be measured");

const browser = await launch();
const loads = [];
const cpu = [];
let nodes = 0;
// The first load warms the browser up, and is not counted.
for (let load = 0; load <= LOADS; load++) {
  const context = await browser.newContext({
    offline: true,
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(pathToFileURL(resolve(path)).href);
  const drawn = await page.evaluate(
    () =>
      new Promise((done) =>
        // The second frame after the last chart: then all of it is on the screen.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            done(performance.getEntriesByName("drawn")[0]?.startTime ?? null),
          ),
        ),
      ),
  );
  if (drawn === null)
    throw new Error(`${path} does not say when it was drawn: make it with this version`);
  const { metrics } = await devtools.send("Performance.getMetrics");
  const busy_s = metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  if (load > 0) {
    loads.push(drawn);
    cpu.push(busy_s * 1000);
  }
  nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await context.close();
}
await browser.close();
loads.sort((a, b) => a - b);
const whole = (ms) => Math.round(ms);
console.log(
  JSON.stringify({
    bytes: statSync(path).size,
    draw_ms: whole(loads[Math.floor(LOADS / 2)]),
    draw_cpu_ms: whole(Math.min(...cpu)),
    nodes,
    loads_ms: loads.map(whole),
  }),
);
