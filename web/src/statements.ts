// What was printed about the drives, and whether the page's runs agree: below each chart, at the
// end what no chart shows, and all that differs, with its cause.
import { cards } from "./cards";
import type { DriveStatement, Page } from "./data";
import { widest } from "./fills";
import { element } from "./findings";
import { names } from "./marked";
import { linked } from "./sources";
import * as wording from "./wording/statements";

type Kind = wording.StatementKind;
type Column = keyof typeof wording.columns;

const JUDGED: Column[] = ["statement", "printed", "here", "result", "source"];
/** By how much it says that they hold: the strongest tests of a model first. */
const KINDS: Kind[] = ["predicted", "decided", "order", "fitted"];
const DIFFERING: Column[] = ["statement", "printed", "missed", "cause", "source"];

export function statements(page: Page): void {
  const elsewhere: DriveStatement[] = [];
  const below = new Map<HTMLElement, DriveStatement[]>();
  for (const one of page.statements) {
    const figure = one.chart === null ? null : document.getElementById(widest(page, one.chart));
    const place = figure?.closest("figure");
    if (!place) elsewhere.push(one);
    else below.set(place, [...(below.get(place) ?? []), one]);
  }
  for (const [figure, own] of below) figure.append(folded(page, own, figure));
  const rest = document.getElementById("other-statements-table");
  if (elsewhere.length > 0) rest?.append(folded(page, elsewhere));
  rest?.closest("section")?.toggleAttribute("hidden", elsewhere.length === 0);
  every(page);
  const differing = page.statements.filter((one) => !one.holds);
  const place = document.getElementById("differences-table");
  if (differing.length > 0) place?.append(table(page, differing, DIFFERING, wording.differences));
  const ways = [place?.closest("section"), document.getElementById("article-differences")];
  for (const one of ways) one?.toggleAttribute("hidden", differing.length === 0);
}

/** All of them in one table, predictions first. */
function every(page: Page): void {
  const place = document.getElementById("accuracy-table");
  place?.closest("section")?.toggleAttribute("hidden", page.statements.length === 0);
  if (page.statements.length === 0) return;
  const own = [...page.statements].sort((a, b) => rank(a) - rank(b));
  const counted = scores(own);
  if (counted.length > 0) place?.append(element("p", wording.tally(counted)));
  place?.append(fold(page, own, wording.every(own.length)));
}

/** The kinds in order; last what does not count. */
const rank = (one: DriveStatement): number => {
  const kind = kindOf(one);
  return kind === null ? KINDS.length : KINDS.indexOf(kind);
};

type Score = [hold: number, of: number];

/** How many of those that count hold, and how many count. */
export function score(statements: DriveStatement[]): Score {
  const scored = statements.filter((one) => one.scored);
  return [scored.filter((one) => one.holds).length, scored.length];
}

/** Null: it does not count. */
function kindOf({ class: asked, decided_by_fit, origin, scored }: DriveStatement): Kind | null {
  if (!scored) return null;
  if (origin === "fitted") return "fitted";
  if (asked === "sign") return "order";
  return decided_by_fit ? "decided" : "predicted";
}

/** The same of each kind that there is. */
export const scores = (statements: DriveStatement[]): wording.KindScore[] =>
  KINDS.map((kind): wording.KindScore => {
    const [hold, of] = score(statements.filter((one) => kindOf(one) === kind));
    return { kind, hold, of };
  }).filter(({ of }) => of > 0);

/** A table below what it is about. */
function folded(page: Page, own: DriveStatement[], figure?: HTMLElement): HTMLElement {
  // A chart that shows one drive at a time stands above what was published about all of them.
  const ofAll = page.drives.length > 1 && figure?.dataset["buttons"] !== undefined;
  return fold(page, own, wording.summary(scores(own), ofAll));
}

/** A table that is made when it is opened. */
function fold(page: Page, own: DriveStatement[], summary: string): HTMLElement {
  const place = element("div", "", "statements");
  const details = document.createElement("details");
  details.append(element("summary", summary));
  const fill = (): void => {
    if (details.open && details.childElementCount === 1)
      details.append(table(page, own, JUDGED, wording.published));
  };
  details.addEventListener("toggle", fill);
  place.append(details);
  return place;
}

function table(page: Page, own: DriveStatement[], columns: Column[], label: string): HTMLElement {
  const heads = columns.map((name) => ({ name, title: wording.columns[name] }));
  const rows = own.map((one) => columns.map((name) => CELLS[name](page, one)));
  const made = cards(label, heads, rows);
  own.forEach(({ id }, index) => {
    const row = made.tBodies[0]?.rows[index];
    if (row) row.dataset["statement"] = id;
  });
  return made;
}

const CELLS: Record<Column, (page: Page, one: DriveStatement) => Node[]> = {
  statement: (page, one) => {
    const line = document.createElement("div");
    line.append(drive(page, one.drive));
    if (one.against !== null) line.append(wording.versus, drive(page, one.against));
    line.append(wording.afterDrives, one.what);
    return [line, element("div", wording.under(one.conditions, one.note), "faint")];
  },
  printed: (_, one) => [document.createTextNode(wording.quoted(one.printed))],
  here: (_, one) => [document.createTextNode(one.here)],
  result: (_, one) => {
    const verdict = one.holds ? "holds" : "misses";
    const { sign, word } = wording.verdict(one);
    const line = element("span", "", verdict);
    const mark = element("span", sign);
    mark.setAttribute("aria-hidden", "true");
    line.append(mark, " ", word);
    const kind = wording.kind(one);
    return kind === "" ? [line] : [line, element("div", kind, "faint")];
  },
  missed: (_, one) => [
    document.createTextNode(one.here),
    element("div", wording.kind(one), "faint"),
  ],
  cause: (_, one) => [document.createTextNode(wording.cause(one.cause))],
  source: (_, one) => [linked(one.address, one.source)],
};

const drive = (page: Page, index: number): HTMLElement =>
  names(element("strong", page.drives[index]?.model ?? ""), index);
