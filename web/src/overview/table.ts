// The figures of the first screen as a table, a row per drive, folded away below its charts.
import type { Overview, Page } from "../data";
import { number } from "../numbers";
import { folded } from "../tables";
import { percent } from "../wording/charts";
import * as wording from "../wording/overview";

interface Column {
  title: string;
  of: (row: Overview) => number | null;
  write: (value: number) => string;
}

const speed = (title: string, of: Column["of"]): Column => ({ title, of, write: number });
const { columns: titles } = wording;

const COLUMNS: Column[] = [
  speed(titles.randomRead, (row) => row.random_read_mb_per_s),
  speed(titles.randomWrite, (row) => row.random_write_mb_per_s),
  speed(titles.sequentialRead, (row) => row.sequential_read_mb_per_s),
  speed(titles.sequentialWrite, (row) => row.sequential_write_mb_per_s),
  speed(titles.clean, (row) => row.clean_mb_per_s),
  speed(titles.tortured, (row) => row.tortured_mb_per_s),
  speed(titles.trimmed, (row) => row.trimmed_mb_per_s),
  speed(titles.sustained, (row) => row.sustained_iops),
  { title: titles.slow, of: (row) => row.slow_percent, write: percent },
];

/** Adds it; false: these runs have none of its figures. */
export function overviewTable(page: Page, place: HTMLElement): boolean {
  const columns = COLUMNS.filter(({ of }) => page.overview.some((row) => of(row) !== null));
  if (columns.length === 0) return false;
  const cell = ({ of, write }: Column, row: Overview): string => {
    const value = of(row);
    return value === null ? wording.none : write(value);
  };
  const details = folded(place, wording.asTable, {
    header: [wording.drive, ...columns.map(({ title }) => title)],
    rows: () =>
      page.overview.map((row) => [
        page.drives[row.drive]?.model ?? "",
        ...columns.map((column) => cell(column, row)),
      ]),
  });
  details.id = "overview-table";
  return true;
}
