// The list of runs: filtered, sorted, and picked from.
import { runs, type RunRow, type RunsDocument } from "./data";
import { byId, element, fill, said } from "./dom";
import {
  CHOICES,
  COLUMNS,
  asked,
  fromAddress,
  shown,
  toAddress,
  values,
  type Choice,
  type Column,
  type View,
} from "./filters";
import { line } from "./row";
import * as wording from "../wording/browse";

/**
 * The list is read again after so many ms, and when the page is seen again: runs begin, go on and
 * end.
 */
const AGAIN_MS = 5000;

let all: RunsDocument;
let view: View;

export async function list(): Promise<void> {
  view = fromAddress(location.search);
  all = await runs();
  wire();
  draw();
  if (!all.live) return;
  setInterval(() => void reload(), AGAIN_MS);
  document.addEventListener("visibilitychange", () => void reload());
}

/** Whether text of a row is marked, which drawing the rows anew would undo. */
function isMarking(): boolean {
  const selection = getSelection();
  return (
    selection !== null && !selection.isCollapsed && byId("rows").contains(selection.anchorNode)
  );
}

async function reload(): Promise<void> {
  if (document.hidden || isMarking()) return;
  try {
    const next = await runs();
    if (isMarking() || JSON.stringify(next) === JSON.stringify(all)) return;
    all = next;
    CHOICES.forEach(offer);
    for (const id of drawnRows.keys())
      if (!all.runs.some((row) => row.id === id)) drawnRows.delete(id);
    // All at once: who looks at the last of them stays there.
    draw(Infinity);
  } catch {
    // What was read stays; the next time may succeed.
  }
}

function wire(): void {
  const text = byId<HTMLInputElement>("text");
  text.value = view.text;
  text.addEventListener("input", () => change({ text: text.value }));
  for (const choice of CHOICES) {
    const select = byId<HTMLSelectElement>(choice);
    offer(choice);
    select.addEventListener("blur", () => offer(choice));
    select.addEventListener("change", () =>
      change({ chosen: { ...view.chosen, [choice]: select.value } }),
    );
  }
  const sort = byId<HTMLSelectElement>("sort");
  sort.append(
    ...COLUMNS.map((column) => element("option", { value: column }, wording.columns[column])),
  );
  sort.addEventListener("change", () => change({ sort: sort.value as Column }));
  byId("direction").addEventListener("click", () => change({ descending: !view.descending }));
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("reset").addEventListener("click", () => {
    location.assign(location.pathname);
  });
}

/**
 * The values that can be chosen now; a list that somebody is choosing from waits until it is left.
 */
function offer(choice: Choice): void {
  const select = byId<HTMLSelectElement>(choice);
  if (document.activeElement === select) return;
  const wanted = values(all.runs, choice);
  // One that occurs in no run (any more) is shown as chosen all the same: the list is empty for it.
  const chosen = view.chosen[choice] ?? "";
  if (chosen && !wanted.includes(chosen)) wanted.push(chosen);
  const [any, ...offered] = select.options;
  if (offered.map((option) => option.value).join("\n") === wanted.join("\n")) return;
  select.replaceChildren(
    ...(any ? [any] : []),
    ...wanted.map((value) => element("option", { value }, value)),
  );
  select.value = chosen;
}

function change(part: Partial<View>): void {
  view = { ...view, ...part };
  keep();
  draw();
}

/** The view stands in the address. */
const keep = (): void => history.replaceState(null, "", toAddress(view) || location.pathname);

/**
 * Rows that are drawn before the reader sees any, and then at a time: a thousand at once are half a
 * second without an answer.
 */
const AT_FIRST = 40;
const AT_A_TIME = 150;
/** Rows as they were drawn last, with what they were made from. */
const drawnRows = new Map<string, { json: string; row: HTMLElement }>();
let later = 0;

/** Draws the list; of its rows so many, and the others in the pauses after. */
function draw(atFirst = AT_FIRST): void {
  const rows = shown(all.runs, view);
  byId<HTMLSelectElement>("sort").value = view.sort;
  byId("direction").textContent = view.descending ? wording.order.down : wording.order.up;
  byId("status").textContent =
    all.runs.length === 0 ? wording.noRuns : wording.shownOf(rows.length, all.runs.length);
  fill(
    byId("head"),
    element(
      "tr",
      { role: "row" },
      element("th", { role: "columnheader", scope: "col" }, wording.compare),
      ...COLUMNS.map(head),
    ),
  );
  const focused = rows.findIndex((row) =>
    drawnRows.get(row.id)?.row.contains(document.activeElement),
  );
  drawRows(rows, Math.max(atFirst, focused + 1));
  byId("runs").toggleAttribute("hidden", rows.length === 0);
  nothing(rows);
  const broken = all.broken.map(({ folder, reason }) =>
    element("li", {}, said(folder), wording.because, said(reason)),
  );
  fill(byId("broken"), ...broken);
  byId("broken-part").toggleAttribute("hidden", broken.length === 0);
  tray();
}

/** Of a list that is empty for what was asked: what that is, and a way back. */
function nothing(rows: RunRow[]): void {
  const place = byId("nothing");
  place.toggleAttribute("hidden", rows.length > 0 || all.runs.length === 0);
  if (place.hidden) return;
  const parts = asked(all.runs, view).flatMap(({ of, value, meet }, index) => [
    wording.beforeFilter(of, index === 0),
    said(wording.quoted(value)),
    wording.afterFilter(meet),
  ]);
  const clear = element("button", { type: "button", id: "clear-filters" }, wording.clearFilters);
  clear.addEventListener("click", () => {
    byId<HTMLInputElement>("text").value = "";
    change({ text: "", chosen: {} });
    for (const choice of CHOICES) {
      byId<HTMLSelectElement>(choice).value = "";
      offer(choice);
    }
    byId("text").focus();
  });
  fill(place, element("p", {}, wording.nothingShown, ...parts, wording.end), clear);
}

function drawRows(rows: RunRow[], atFirst: number): void {
  clearTimeout(later);
  fill(byId("rows"), ...rows.slice(0, atFirst).map(drawnRow));
  const more = (from: number): void => {
    byId("runs").setAttribute("aria-busy", String(from < rows.length));
    if (from >= rows.length) return;
    later = setTimeout(() => {
      byId("rows").append(...rows.slice(from, from + AT_A_TIME).map(drawnRow));
      more(from + AT_A_TIME);
    });
  };
  more(atFirst);
}

/** A run's row: the one that was drawn before, if nothing in it has changed. */
function drawnRow(row: RunRow): HTMLElement {
  const json = JSON.stringify(row);
  const before = drawnRows.get(row.id);
  if (before?.json === json) return before.row;
  const made = line(row, pick(row), all.live);
  drawnRows.set(row.id, { json, row: made });
  return made;
}

function head(column: Column): HTMLElement {
  const sorted = view.sort === column;
  const button = element(
    "button",
    { type: "button", id: `by-${column}`, class: "head" },
    wording.columns[column],
  );
  if (sorted)
    button.append(
      element(
        "span",
        { "aria-hidden": "true" },
        view.descending ? wording.arrow.down : wording.arrow.up,
      ),
    );
  button.addEventListener("click", () =>
    change({ sort: column, descending: sorted && !view.descending }),
  );
  const order = view.descending ? "descending" : "ascending";
  return element(
    "th",
    { role: "columnheader", scope: "col", "aria-sort": sorted ? order : undefined },
    button,
  );
}

function pick(row: RunRow): HTMLElement {
  const box = element("input", {
    type: "checkbox",
    id: `pick-${row.id}`,
    "aria-label": wording.compareRun(row.model, row.suite, row.folder),
  });
  box.checked = view.picked.includes(row.id);
  box.addEventListener("change", () => {
    const others = view.picked.filter((id) => id !== row.id);
    view = { ...view, picked: box.checked ? [...others, row.id] : others };
    keep();
    tray();
  });
  return box;
}

/** What can be done with the runs that were picked. */
function tray(): void {
  const picked = view.picked.filter((id) => all.runs.some((row) => row.id === id));
  const runs = picked.join(",");
  const clear = element("button", { type: "button", id: "clear" }, wording.pickNone);
  clear.addEventListener("click", () => {
    // Also in rows that are not shown just now.
    for (const { row } of drawnRows.values()) row.querySelector("input")!.checked = false;
    view = { ...view, picked: [] };
    keep();
    tray();
    byId("text").focus();
  });
  const compare = element(
    "a",
    { href: `compare.html?runs=${runs}`, id: "compare", class: "button" },
    wording.compareTests,
  );
  const review = element(
    "a",
    { href: `review.html?runs=${runs}`, id: "review", class: "button" },
    wording.reviewPage,
  );
  const parts: (Node | string)[] = [element("span", {}, wording.picked(picked.length))];
  if (picked.length > 1) parts.push(compare);
  else parts.push(element("span", { class: "faint" }, wording.pickAnother));
  if (all.live) parts.push(review);
  fill(byId("tray"), ...parts, clear);
  byId("tray").toggleAttribute("hidden", picked.length === 0);
}
