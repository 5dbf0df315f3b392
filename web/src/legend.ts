// What marks of published figures mean, in words below a chart.
import type { DriveMark, Page } from "./data";
import { type Format, isBound, named, unnamed } from "./marks";
import { folded } from "./tables";
import * as wording from "./wording/marks";

/** What the marks mean, and a table of them, below a chart; once. */
export function explain(
  place: HTMLElement,
  page: Page,
  marks: DriveMark[],
  format: Format,
  name: (mark: DriveMark) => string = unnamed,
): void {
  if (marks.length === 0) return;
  place.append(legend(marks));
  folded(place, wording.publishedFigures, {
    header: wording.table,
    rows: () =>
      marks.map((mark) => [
        page.drives[mark.drive]?.model ?? "",
        named(mark, format, name),
        wording.origin(mark.fitted),
        mark.text,
        mark.source,
        mark.conditions,
      ]),
  });
}

function legend(marks: DriveMark[]): HTMLElement {
  const line = document.createElement("p");
  line.className = "faint legend";
  const keys: [keyof typeof wording.legend, (mark: DriveMark) => boolean][] = [
    ["solid", (mark) => !isBound(mark) && !mark.fitted && mark.differs.length === 0],
    ["fitted", (mark) => !isBound(mark) && mark.fitted],
    ["hollow", (mark) => !isBound(mark) && mark.differs.length > 0],
    ["range", (mark) => mark.low < mark.high],
  ];
  for (const [kind, is] of keys) {
    if (!marks.some(is)) continue;
    const key = document.createElement("span");
    key.append(sign(kind), document.createTextNode(wording.legend[kind]));
    line.append(key, document.createTextNode(" "));
  }
  line.hidden = line.childElementCount === 0;
  return line;
}

/** Marks in words in the element of that id, which hides without any. */
export function said(id: string, marks: DriveMark[], text: (mark: DriveMark) => string): void {
  const place = document.getElementById(id);
  if (!place) return;
  place.replaceChildren(
    ...marks.map((mark) => {
      const line = document.createElement("div");
      if (!isBound(mark)) line.append(sign(mark.differs.length === 0 ? "solid" : "hollow"));
      line.append(document.createTextNode(text(mark)));
      return line;
    }),
  );
  place.toggleAttribute("hidden", marks.length === 0);
}

/** A small picture of a mark, for those who see. */
function sign(kind: string): HTMLElement {
  const made = document.createElement("span");
  made.className = `sign ${kind}`;
  made.setAttribute("aria-hidden", "true");
  return made;
}
