// Links to a chart with the state of its buttons: #consistency-all?drive=2&spare=1. Numbers count
// from 1.

/** A group of charts that buttons change together. */
export interface Stateful {
  /** Ids of its charts. */
  charts: string[];
  /** What its buttons say now. */
  state: () => Record<string, number>;
  /** Presses them. What is not offered leaves things as they are. */
  set: (state: Record<string, number>) => void;
}

const groups: Stateful[] = [];

/** What belongs to every chart of the page. */
export interface Everywhere extends Omit<Stateful, "charts"> {
  /** The name of its state in links. */
  key: string;
}

const ofAll: Everywhere[] = [];

/** Makes a state part of every link. */
export function everywhere(one: Everywhere): void {
  ofAll.push(one);
}

/** Makes the state of a group of charts part of links to them. */
export function stateful(group: Stateful): void {
  groups.push(group);
}

/** The link to a chart as it stands. */
export function linkTo(id: string): string {
  const state: Record<string, number> = Object.assign(
    {},
    groups.find((group) => group.charts.includes(id))?.state(),
    ...ofAll.map((one) => one.state()),
  );
  const query = new URLSearchParams(
    Object.entries(state).map(([key, value]) => [key, String(value)]),
  ).toString();
  return query === "" ? `#${id}` : `#${id}?${query}`;
}

/** The address now names this chart and its state, without a new step in the history. */
export function rewrite(id: string): void {
  try {
    history.replaceState(null, "", linkTo(id));
  } catch {
    // A page within another one has no address of its own to change.
  }
}

/** Goes where the address says, now and whenever it changes. */
export function followAddress(): void {
  addEventListener("hashchange", go);
  // A link to where one already is changes no address.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (link instanceof HTMLAnchorElement && link.hash === location.hash) go();
  });
  go();
}

function go(): void {
  const [name = "", query = ""] = location.hash.slice(1).split("?");
  if (name === "") return;
  const state: Record<string, number> = {};
  for (const [key, value] of new URLSearchParams(query)) {
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= 0) state[key] = number;
  }
  const element = document.getElementById(decoded(name));
  if (!element) return;
  for (
    let place = element.closest("details");
    place;
    place = place.parentElement?.closest("details") ?? null
  )
    place.open = true;
  if (element instanceof HTMLDetailsElement) element.open = true;
  for (const one of ofAll) if (one.key in state) one.set(state);
  if (Object.keys(state).length > 0)
    groups.find((group) => group.charts.includes(element.id))?.set(state);
  const target = element.closest("figure") ?? element;
  // Folded charts are drawn once they are open.
  requestAnimationFrame(() => {
    target.scrollIntoView();
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
