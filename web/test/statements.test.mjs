// Does the page say below each chart what was printed about it and whether these runs agree, and at
// the end all in which they differ, with the cause?
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, complaints, data, open, picture, unfold, withData } from "./bed.mjs";

let page;
before(async () => {
  page = await open(browser, { viewport: { width: 1280, height: 900 } });
});

/** A statement about the first bar of a page's first chart, or about a test without a chart. */
const statement = (data, change) => {
  const [chart] = data.charts;
  const bar = chart?.bars[0];
  return {
    id: "made",
    drive: bar?.drive ?? 0,
    against: null,
    chart: chart?.id ?? null,
    what: "throughput, a test",
    here: "1.05x",
    drive_name: "a drive",
    against_name: null,
    test: bar?.test ?? "",
    phase: bar?.phase ?? "",
    variant: bar?.variant ?? "",
    quantity: "throughput",
    printed: "about as fast",
    value: 1.05,
    unit: "times",
    holds: true,
    class: "number",
    origin: "predicted",
    decided_by_fit: false,
    scored: true,
    set_aside: false,
    source: "A magazine, a title, 1 May 2010",
    address: "https://example.org/a",
    document: null,
    conditions: "sata-3gbps",
    note: "",
    cause: "",
    ...change,
  };
};
const made = (data) => ({
  ...data,
  statements: [
    ...["one", "two", "three"].map((id) => statement(data, { id })),
    statement(data, { id: "missed", holds: false, origin: "fitted", printed: "far slower" }),
    statement(data, { id: "input", class: "input", scored: false }),
    statement(data, { id: "caused", chart: null, holds: false, cause: "no such mechanism" }),
  ],
});

/** The text of a statement's rows, and where the first one is. */
const rowsOf = (page, id) =>
  page.locator(`tr[data-statement="${id}"]`).evaluateAll((rows) =>
    rows.map((row) => ({
      section: row.closest("section").id,
      charts: [...(row.closest("figure")?.querySelectorAll(".chart") ?? [])].map(({ id }) => id),
      said: Object.fromEntries(
        [...row.cells].map((cell) => [cell.className, cell.innerText.trim()]),
      ),
    })),
  );

async function isSaid(page) {
  const { statements, drives } = await data(page);
  await unfold(page, ".statements details");
  for (const one of statements) {
    const all = await rowsOf(page, one.id);
    const rows = all.filter(({ section }) => section !== "accuracy");
    assert.equal(all.length - rows.length, 1, `${one.id} in the table of all`);
    assert.equal(rows.length, one.holds ? 1 : 2, `${one.id}: once, and again if it misses`);
    const [{ section, charts, said }] = rows.filter(({ said }) => said.result !== undefined);
    if (one.chart !== null) assert.ok(charts.includes(one.chart), `${one.id} in ${charts}`);
    else assert.equal(section, "other-statements", one.id);
    assert.ok(said.statement.includes(drives[one.drive].model), said.statement);
    assert.ok(said.printed.includes(one.printed), said.printed);
    assert.equal(said.here, one.here);
    assert.ok(said.result.includes(one.holds ? "holds" : "misses"), said.result);
    assert.equal(said.source, one.source);
  }
  const missed = statements.filter((one) => !one.holds);
  const listed = await page.locator("#differences tbody tr").count();
  assert.equal(listed, missed.length);
  assert.equal(await page.locator("#differences").isVisible(), missed.length > 0);
}

test("every statement is below its chart, and says whether it holds", async () => {
  await isSaid(page);
});

for (const width of [1280, 390])
  for (const colorScheme of ["light", "dark"])
    test(`statements are told in words, ${width} px wide, ${colorScheme}`, async () => {
      await withData(made, async (path) => {
        const viewport = { width, height: 900 };
        const own = await open(browser, { viewport, colorScheme, path });
        const { statements } = await data(own);
        const below = statements.filter((one) => one.chart !== null);
        if (below.length > 0) {
          const summary = own.locator("figure .statements summary").first();
          assert.equal(
            await summary.textContent(),
            "Published: 3 of 4 hold (predicted: 3 of 3, fitted: 0 of 1)",
          );
          // Many are folded away; a key unfolds them.
          const table = own.locator("figure .statements table").first();
          assert.equal(await table.count(), 0);
          await summary.press("Enter");
          await table.waitFor();
        }
        await isSaid(own);
        const causes = await own.locator("#differences .cause").allInnerTexts();
        assert.deepEqual(
          causes.map((cause) => cause.trim()),
          ["cause not known", "no such mechanism"],
        );
        const wide = await own.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        assert.ok(wide <= 0, `${wide} px too wide`);
        await picture(own, `statements-${width}-${colorScheme}`);
        await own.context().close();
      });
      assert.deepEqual(complaints, []);
    });

test("a page without statements has no section of them", async () => {
  await withData(
    (data) => ({ ...data, statements: [] }),
    async (path) => {
      const own = await open(browser, { path });
      for (const id of ["differences", "other-statements"])
        assert.equal(await own.locator(`#${id}`).isVisible(), false, id);
      await own.context().close();
    },
  );
});
