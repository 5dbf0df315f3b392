// The frame of a chart: its heading, the choice of its figure, its note, and room below it.
import { element } from "../browse/dom";
import { stateful } from "../links";
import * as wording from "../wording/sweep";
import type { Figure } from "./data";

export interface Place {
  id: string;
  heading(text: string): void;
  /** Explains the chart's signs; empty: hides the line. */
  note(text: string): void;
  /** Shows words in place of the chart; empty: the chart. */
  instead(text: string): void;
  /** Below the chart. */
  below: HTMLElement;
  figure: HTMLElement;
}

/** A place at the end of the page's charts. */
export function place(id: string, kind: string): Place {
  const heading = element("h2");
  const note = element("p", { class: "note" });
  const chart = element("div", { class: "chart", id });
  const instead = element("p", { class: "instead" });
  const figure = element("figure", {}, element("figcaption", {}, heading), note, instead, chart);
  const below = element("div", { class: "below" });
  document.getElementById("charts")?.append(element("section", { class: kind }, figure, below));
  const say = (line: HTMLElement, text: string): void => {
    line.textContent = text;
    line.hidden = text === "";
  };
  return {
    id,
    below,
    figure,
    heading: (text) => (heading.textContent = text),
    note: (text) => say(note, text),
    instead: (text) => {
      say(instead, text);
      figure.toggleAttribute("data-instead", text !== "");
    },
  };
}

/** Offers the other figures of the sweep for a chart; returns the one that is chosen. */
export function choice(
  { id, figure }: Place,
  figures: Figure[],
  first: Figure,
  redraw: () => void,
): () => Figure {
  let chosen = first;
  if (figures.length < 2) return () => chosen;
  const select = element("select", { id: `${id}-figure` });
  for (const one of figures) {
    const option = element("option", {}, wording.clipped(one.label));
    option.selected = one === first;
    select.append(option);
  }
  const choose = (index: number): void => {
    chosen = figures[index] ?? chosen;
    redraw();
  };
  select.addEventListener("change", () => choose(select.selectedIndex));
  const label = element("label", { class: "choice" }, wording.figure, select);
  figure.insertBefore(label, figure.children[1] ?? null);
  stateful({
    charts: [id],
    // A link says only what is not so anyway.
    state: (): Record<string, number> =>
      chosen === first ? {} : { figure: figures.indexOf(chosen) + 1 },
    set: ({ figure: wanted = 0 }) => {
      if (!(wanted - 1 in figures)) return;
      select.selectedIndex = wanted - 1;
      choose(wanted - 1);
    },
  });
  return () => chosen;
}
