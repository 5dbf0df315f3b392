// ECharts, cut down to what the page draws, and the frame around each chart.
import { BarChart, CustomChart, LineChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import type { EChartsOption } from "echarts";

use([
  BarChart,
  CustomChart,
  LineChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  CanvasRenderer,
]);

/** All charts of the page by id; tests read the marks back from here. */
export const charts: Record<string, EChartsType> = {};

/** Draws an option into the element of that id; `sentence` is what a screen reader says. */
export function draw(id: string, option: EChartsOption, sentence: string, height?: number): void {
  const element = document.getElementById(id);
  if (!element) return;
  if (height !== undefined) element.style.height = `${height}px`;
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", sentence);
  let chart = charts[id];
  if (!chart) {
    chart = init(element, null, { renderer: "canvas" });
    charts[id] = chart;
    new ResizeObserver(() => chart?.resize()).observe(element);
  }
  chart.setOption({ animation: false, backgroundColor: "transparent", ...option }, { notMerge: true });
  chart.resize();
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
  names.forEach((name, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-pressed", String(index === pressed));
    button.addEventListener("click", () => {
      place.querySelectorAll("button").forEach((other, place) => {
        other.setAttribute("aria-pressed", String(place === index));
      });
      choose(index);
    });
    place.append(button);
  });
}

/** A table for those who want the numbers, folded away. */
export function table(place: HTMLElement, summary: string, header: string[], rows: string[][]): void {
  const details = document.createElement("details");
  const title = document.createElement("summary");
  title.textContent = summary;
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.append(plainTable(header, rows));
  details.append(title, scroll);
  place.querySelector(":scope > details")?.remove();
  place.append(details);
}

/** A table; every cell is text. */
export function plainTable(header: string[], rows: string[][]): HTMLTableElement {
  const element = document.createElement("table");
  // Where a narrow screen would break numbers, the table is scrolled instead.
  if (header.length > 4) element.className = "wide";
  const head = element.createTHead().insertRow();
  for (const text of header) {
    const cell = document.createElement("th");
    cell.scope = "col";
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

/** 12,345 or 0.123: as many digits as are worth reading. */
export function number(value: number): string {
  if (value === 0) return "0";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}

/** Microseconds in the unit that reads best. */
export function time(us: number): string {
  if (us >= 1e6) return `${number(us / 1e6)} s`;
  if (us >= 1e3) return `${number(us / 1e3)} ms`;
  return `${number(us)} µs`;
}
