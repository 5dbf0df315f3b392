// Is a remark on the figures of a phase below every chart that shows them, and at the bar itself?
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, data, open, picture, withData } from "./bed.mjs";

const SAID = "other programs used 97 % of the CPU and 49 % of the disk traffic";

/** A remark on the first bar of each chart, the first latency, and the first pass. */
function remarked(page) {
  const bars = page.charts.map(({ bars: [bar] }) => ({ ...bar, ...bar.ends[0] }));
  const entries = page.latencies.map(({ entries: [entry] }) => entry);
  const phases = [...bars, ...entries, ...page.curves.slice(0, 1)];
  page.remarks = phases.map(({ drive, test, phase, variant }) => ({
    drive,
    test,
    phase,
    variant,
    text: SAID,
  }));
  return page;
}

for (const width of [1280, 390])
  test(`each remark is at its figure and below its chart at ${width} px`, async () => {
    await withData(remarked, async (path) => {
      const page = await open(browser, { viewport: { width, height: 900 }, path });
      const { charts, latencies, drives } = await data(page);
      const lines = (id) => page.locator(`[id="${id}-remarks"]`).textContent();
      for (const [id, drive] of [
        ...charts.map(({ id, bars }) => [id, bars[0].drive]),
        ...latencies.map(({ id, entries }) => [id, entries[0].drive]),
      ]) {
        const said = await lines(id);
        assert.ok(said.includes(SAID) && said.includes(drives[drive].model), `${id}: ${said}`);
      }
      for (const { id } of charts) {
        const label = await page.evaluate((id) => {
          const [bars, bands] = window.fourcorners.charts[id].getOption().series;
          const series = bars.data[0].label.show ? bars : bands;
          return series.label.formatter({ dataIndex: 0 });
        }, id);
        assert.ok(label.endsWith(" *"), `${id}: ${label}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} px too wide`);
      await picture(page, `remarks-${width}`);
      await page.context().close();
    });
  });

test("a page without remarks has no place for them", async () => {
  const none = (page) => ({ ...page, remarks: [] });
  await withData(none, async (path) => {
    const page = await open(browser, { viewport: { width: 1280, height: 900 }, path });
    assert.equal(await page.locator(".remarks").count(), 0);
    await page.context().close();
  });
});
