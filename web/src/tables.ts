// Tables: every cell is text, never markup.
import { number } from "./numbers";

/** A number is written with as many digits as are worth reading; in a file whole. */
export type Cell = string | number | null;

/** The numbers of a chart; the rows are made when somebody wants them. */
export interface Numbers {
  header: string[];
  rows: () => Cell[][];
  /** Too many to print. */
  long?: boolean;
}

/** What a cell shows. */
export function shown(cell: Cell): string {
  if (cell === null) return "";
  return typeof cell === "number" ? number(cell) : cell;
}

/** A table for those who want the numbers, folded away, and made when it is opened. */
export function folded(place: HTMLElement, summary: string, numbers: Numbers): HTMLDetailsElement {
  const details = document.createElement("details");
  const title = document.createElement("summary");
  title.textContent = summary;
  details.append(title);
  if (numbers.long) details.dataset["long"] = "";
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) fill(details, summary, numbers);
  });
  place.append(details);
  return details;
}

function fill(details: HTMLDetailsElement, summary: string, numbers: Numbers): void {
  details.append(
    scroll(
      summary,
      plainTable(
        numbers.header,
        numbers.rows().map((row) => row.map(shown)),
      ),
    ),
  );
}

/** A place in which what is wide can be scrolled, also by keyboard. */
export function scroll(label: string, content: HTMLElement): HTMLDivElement {
  const place = document.createElement("div");
  place.className = "scroll";
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", label);
  place.append(content);
  return place;
}

/** A table with a head. */
export function plainTable(header: string[], rows: string[][]): HTMLTableElement {
  const element = document.createElement("table");
  // Where a narrow screen would break numbers, the table is scrolled instead.
  if (header.length > 4) element.className = "wide";
  const head = element.createTHead().insertRow();
  for (const text of header) {
    // A head without a name is no head of anything.
    const cell = document.createElement(text === "" ? "td" : "th");
    if (cell instanceof HTMLTableCellElement && text !== "") cell.scope = "col";
    cell.textContent = text;
    head.append(cell);
  }
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((text) => (line.insertCell().textContent = text));
  }
  return element;
}

/**
 * RFC 4180. A text that a spreadsheet would take for a formula is quoted by an apostrophe, as they
 * do it.
 */
export function csv(numbers: Numbers): string {
  const field = (cell: Cell): string => {
    const text =
      cell === null
        ? ""
        : typeof cell === "string" && /^[=+\-@\t\r]/.test(cell)
          ? `'${cell}`
          : String(cell);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [numbers.header, ...numbers.rows()]
    .map((row) => row.map(field).join(",") + "\r\n")
    .join("");
}
