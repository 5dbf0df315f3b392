// The write caches of all drives in one table.
import { cards } from "./cards";
import type { CacheRow, CacheSize, Page } from "./data";
import { element } from "./findings";
import { names } from "./marked";
import { number } from "./numbers";
import * as wording from "./wording/caches";

/** A column: under which head, its title, and what a row says there. */
interface Column {
  group: keyof typeof wording.groups;
  title: string;
  of: (row: CacheRow) => string;
}

export function caches(page: Page): void {
  const place = document.getElementById("cache-table");
  const table = page.caches;
  if (!place || !table || place.childElementCount > 0) return;
  const speed = (mbPerS: number | null): string =>
    mbPerS === null ? wording.none : number(mbPerS);
  const hasSecond = table.rows.some((row) => row.second_mb_per_s !== null);
  const columns: Column[] = [
    ...table.levels.map((percent, index): Column => ({
      group: "size",
      title: wording.level(percent),
      of: (row) => ofLevel(row, row.levels[index] ?? null),
    })),
    { group: "speed", title: wording.inside, of: (row) => speed(row.cache_mb_per_s) },
    { group: "speed", title: wording.behind, of: (row) => speed(row.after_mb_per_s) },
    ...(hasSecond
      ? [
          {
            group: "speed" as const,
            title: wording.later,
            of: (row: CacheRow) => speed(row.second_mb_per_s),
          },
        ]
      : []),
    { group: "speed", title: wording.whole, of: (row) => speed(row.whole_mb_per_s) },
    ...table.rests_s.map((rest, index): Column => ({
      group: "rest",
      title: wording.rest(rest),
      of: (row) => size(row.rests[index] ?? null),
    })),
  ];
  const made = cards(
    wording.caption,
    [
      { name: "drive", title: wording.drive },
      ...columns.map(({ group, title }) => ({ name: group, title })),
    ],
    table.rows.map((row) => [
      [names(element("strong", page.drives[row.drive]?.model ?? ""), row.drive)],
      ...columns.map(({ of }) => [document.createTextNode(of(row))]),
    ]),
  );
  made.classList.add("caches");
  for (const row of made.tBodies[0]?.rows ?? [])
    columns.forEach(({ group, title }, index) => {
      const cell = row.cells[index + 1];
      if (cell) cell.dataset["column"] = wording.alone[group](title);
    });
  columns.forEach(({ group }, index) =>
    made.tHead?.rows[0]?.cells[index + 1]?.classList.add(group),
  );
  made.tHead?.rows[0]?.cells[0]?.classList.add("drive");
  grouped(made, columns);
  place.append(element("h3", wording.caption), made);
  const ends = table.rows.flatMap((row) => [
    ...row.levels.filter((of) => of && !isLevel(row, of)),
    ...row.rests,
  ]);
  for (const [end, note] of Object.entries(wording.notes))
    if (ends.some((one) => one?.end === end)) place.append(element("p", note, "faint"));
}

/** A row of heads above the columns that they span. */
function grouped(table: HTMLTableElement, columns: Column[]): void {
  const head = table.tHead?.insertRow(0);
  head?.insertCell();
  for (const group of Object.keys(wording.groups) as (keyof typeof wording.groups)[]) {
    const span = columns.filter((column) => column.group === group).length;
    if (span === 0) continue;
    const cell = element("th", wording.groups[group], group);
    cell.colSpan = span;
    cell.scope = "colgroup";
    head?.append(cell);
  }
}

function size(of: CacheSize | null): string {
  if (of === null) return wording.none;
  return wording.size[of.end](number(of.gb));
}

/** A drive that never slows down has no cache whose size could be told. */
const isLevel = (row: CacheRow, { end }: CacheSize): boolean =>
  end === "writes" && row.after_mb_per_s === null;

const ofLevel = (row: CacheRow, of: CacheSize | null): string =>
  of && isLevel(row, of) ? wording.noDrop : size(of);
