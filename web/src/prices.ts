// What a GB costs: a table, cheapest first.
import { names } from "./marked";
import { plainTable, scroll } from "./tables";
import type { Page } from "./data";
import * as wording from "./wording/page";

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

const money = (price: number | null, currency: string): string =>
  price === null ? wording.nandNotKnown : `${price.toLocaleString("en-US", CENTS)} ${currency}`;
const gib = (size: number | null): string =>
  size === null ? wording.notKnown : `${size.toFixed(1)} GiB`;

export function prices(page: Page): void {
  const place = document.getElementById("price-table");
  if (!place || place.childElementCount > 0 || page.prices.length === 0) return;
  const rows = page.prices.map((row) => [
    page.drives[row.drive]?.model ?? "",
    row.year === null ? wording.notKnown : String(row.year),
    money(row.price, row.currency),
    gib(row.nand_gib),
    gib(row.usable_gib),
    money(row.per_nand_gb, row.currency),
    money(row.per_nand_gib, row.currency),
    money(row.per_usable_gib, row.currency),
  ]);
  const table = plainTable(wording.priceTable, rows);
  page.prices.forEach(({ drive }, row) => {
    const name = table.tBodies[0]?.rows[row]?.cells[0];
    if (name) names(name, drive);
  });
  place.append(scroll(wording.prices, table));
}
