// Elements. What runs say becomes text, never markup: there is no other way in these files.

import { noElement } from "../wording/browse";

type Child = Node | string;
type Attributes = Record<string, string | number | boolean | undefined>;

/** An element; a false or undefined attribute is left out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function drawn(tag: string, attributes: Attributes, ...children: Child[]): SVGElement {
  const made = document.createElementNS(SVG, tag);
  set(made, attributes);
  made.append(...children);
  return made;
}

function set(made: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined)
      made.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Text out of a run, isolated: letters that run from right to left turn nothing around it. */
export const said = (text: string): HTMLElement => element("bdi", {}, text);

/** What stands in the page by id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(noElement(id));
  return found as T;
}

/** Puts something in place of all that an element holds; who had the keyboard keeps it. */
export function fill(parent: HTMLElement, ...children: Child[]): void {
  const focused = document.activeElement?.id;
  parent.replaceChildren(...children);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus();
}
