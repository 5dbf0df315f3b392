// The first thing on the page: a row per drive, with what a review is asked for.
import type { Overview, Page, StatementOrigin } from "./data";
import { element } from "./findings";
import { names } from "./marked";
import { number } from "./numbers";
import { plainTable, scroll } from "./tables";
import { score } from "./statements";
import { percent } from "./wording/charts";
import * as wording from "./wording/page";
import { tally } from "./wording/statements";

interface Column {
  title: string;
  of: (row: Overview) => number | null;
  write: (value: number) => string;
}

const speed = (title: string, of: Column["of"]): Column => ({ title, of, write: number });

const COLUMNS: Column[] = [
  speed(wording.overview.randomRead, (row) => row.random_read_mb_per_s),
  speed(wording.overview.randomWrite, (row) => row.random_write_mb_per_s),
  speed(wording.overview.sequentialRead, (row) => row.sequential_read_mb_per_s),
  speed(wording.overview.sequentialWrite, (row) => row.sequential_write_mb_per_s),
  speed(wording.overview.tortured, (row) => row.tortured_mb_per_s),
  speed(wording.overview.trimmed, (row) => row.trimmed_mb_per_s),
  speed(wording.overview.sustained, (row) => row.sustained_iops),
  { title: wording.overview.slow, of: (row) => row.slow_percent, write: percent },
];

export function overview(page: Page): void {
  const place = document.getElementById("overview");
  const columns = COLUMNS.filter(({ of }) => page.overview.some((row) => of(row) !== null));
  place?.toggleAttribute("hidden", columns.length === 0);
  if (!place || columns.length === 0) return;
  const cell = ({ of, write }: Column, row: Overview): string => {
    const value = of(row);
    return value === null ? wording.overview.none : write(value);
  };
  const rows = page.overview.map((row) => [
    page.drives[row.drive]?.model ?? "",
    ...columns.map((column) => cell(column, row)),
  ]);
  const table = plainTable([wording.drive, ...columns.map(({ title }) => title)], rows);
  page.overview.forEach(({ drive }, row) => {
    const name = table.tBodies[0]?.rows[row]?.cells[0];
    if (name) names(name, drive);
  });
  place.append(
    scroll(wording.overview.label, table),
    element("p", wording.overview.units, "faint"),
  );
  const of = (origin: StatementOrigin): [number, number] =>
    score(page.statements.filter((one) => one.origin === origin));
  const [predicted, fitted] = [of("predicted"), of("fitted")];
  if (predicted[1] + fitted[1] > 0) place.append(element("p", tally(predicted, fitted), "faint"));
}
