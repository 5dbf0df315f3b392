// The frame around each chart.
import type { EChartsType } from "echarts/core";
import type { EChartsOption } from "echarts";
import type { Numbers } from "./tables";
import { captionWith } from "./wording/charts";

/** What dist/charts.js.gz defines. */
declare const echarts: typeof import("./echarts");

/** All charts of the page by id; tests read the marks back from here. */
export const charts: Record<string, EChartsType> = {};

/** What was drawn last into an element. */
export interface Drawn {
  option: EChartsOption;
  /** What a screen reader says. */
  sentence: string;
  numbers: Numbers;
}

const drawn: Record<string, Drawn> = {};
let onFirst: (id: string, element: HTMLElement) => void = () => {};

/** Calls back when a chart is drawn for the first time. */
export function whenFirstDrawn(call: (id: string, element: HTMLElement) => void): void {
  onFirst = call;
}

/** What stands in a chart; of one that was never drawn nothing. */
export const drawnIn = (id: string): Drawn | undefined => drawn[id];

/**
 * Draws an option into the element of that id; `sentence` is what a screen reader says, `numbers`
 * its table.
 */
export function draw(
  id: string,
  option: EChartsOption,
  sentence: string,
  numbers: Numbers,
  height?: number,
): void {
  const element = document.getElementById(id);
  if (!element) return;
  if (height !== undefined) element.style.height = `${height}px`;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", sentence);
  captioned(id);
  const first = !(id in drawn);
  drawn[id] = { option, sentence, numbers };
  let chart = charts[id];
  if (!chart) {
    chart = echarts.init(element, null, { renderer: "canvas" });
    charts[id] = chart;
    new ResizeObserver(() => chart?.resize()).observe(element);
  }
  chart.setOption(
    { animation: false, backgroundColor: "transparent", ...option },
    { notMerge: true },
  );
  chart.resize();
  if (first) onFirst(id, element);
  else element.dispatchEvent(new Event("redrawn"));
}

/** What the buttons say that the figure of a chart names: they change it. */
export function pressed(element: HTMLElement): string[] {
  const rows = element.closest("figure")?.dataset["buttons"]?.split(" ") ?? [];
  const buttons = rows.flatMap((row) => [
    ...document.querySelectorAll(`#${row} button[aria-pressed=true]`),
  ]);
  return buttons.map((button) => button.textContent ?? "");
}

const captionOf = (id: string): HTMLElement | null | undefined =>
  document.getElementById(id)?.closest("figure")?.querySelector("figcaption");

/** Writes the caption of a chart. */
export function caption(id: string, text: string): void {
  const place = captionOf(id);
  if (place) place.textContent = text;
}

/**
 * Names in a chart's caption what its buttons say: they may be out of sight. `what`: that it shows
 * something else now.
 */
export function captioned(id: string, what?: string): void {
  const element = document.getElementById(id);
  const caption = captionOf(id);
  if (!element || !caption?.parentElement?.dataset["buttons"]) return;
  caption.dataset["what"] = what ?? caption.dataset["what"] ?? caption.textContent ?? "";
  caption.textContent = captionWith(pressed(element), caption.dataset["what"]);
}

/**
 * Paints every chart at once: else that is done in the next frame, which comes too late for paper.
 */
export function paintNow(): void {
  for (const chart of Object.values(charts)) chart.getZr().flush();
}

/** The same as SVG, of the size that it has on the page. */
export function svgOf(id: string, background: string): string {
  const chart = charts[id];
  const what = drawn[id];
  if (!chart || !what) return "";
  const copy = echarts.init(null, null, {
    renderer: "svg",
    ssr: true,
    width: chart.getWidth(),
    height: chart.getHeight(),
  });
  copy.setOption({ ...what.option, animation: false, backgroundColor: background });
  const text = copy.renderToSVGString();
  copy.dispose();
  return text;
}

/** A row of buttons of which one is pressed. */
export function buttons(
  place: HTMLElement,
  label: string,
  names: string[],
  pressed: number,
  choose: (index: number) => void,
): void {
  place.replaceChildren();
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", label);
  // One choice is none.
  place.hidden = names.length < 2;
  names.forEach((name, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-pressed", String(index === pressed));
    button.addEventListener("click", () => {
      press(place, index);
      choose(index);
    });
    place.append(button);
  });
}

/** Shows one of a row of buttons as pressed. */
export function press(place: HTMLElement, index: number): void {
  place.querySelectorAll("button").forEach((other, place) => {
    other.setAttribute("aria-pressed", String(place === index));
  });
}
