// Below each chart, in a menu: it as PNG, SVG and CSV, a link to it as it stands, its numbers as a
// table.
import { charts, drawnIn, pressed, svgOf } from "./charts";
import { RATIO, csvFile, fileName, frame, framed, keeping, pngFile, svgFile } from "./files";
import { linkTo } from "./links";
import { PUBLISHED } from "./marks";
import { REPEATED } from "./repeats";
import { csv, folded } from "./tables";
import { theme } from "./theme";
import * as wording from "./wording/page";

/** Adds the row of tools and the table below a chart. */
export function dress(id: string, element: HTMLElement): void {
  const figure = element.closest("figure");
  if (!figure) return;
  const row = keeping(
    () => captionOf(element),
    () => nameOf(id),
    {
      PNG: (caption) => png(id, caption),
      SVG: (caption) => svg(id, caption),
      CSV: () => table(id),
    },
  );
  const caption = captionOf(element);
  const link = document.createElement("a");
  link.textContent = wording.link;
  link.setAttribute("aria-label", wording.linkTo(caption));
  link.href = linkTo(id);
  // The buttons may have changed it.
  for (const event of ["pointerdown", "focus", "click"])
    link.addEventListener(event, () => (link.href = linkTo(id)), { capture: true });
  row.append(link);
  const numbers = {
    header: drawnIn(id)?.numbers.header ?? [],
    rows: () => drawnIn(id)?.numbers.rows() ?? [],
    long: drawnIn(id)?.numbers.long ?? false,
  };
  const details = folded(row, wording.numbers, numbers);
  details.dataset["of"] = id;
  // What was printed folds away beside it.
  row.append(...figure.querySelectorAll<HTMLElement>(":scope > details"));
  const menu = document.createElement("details");
  menu.className = "menu";
  const summary = document.createElement("summary");
  summary.textContent = wording.tools;
  summary.setAttribute("aria-label", wording.toolsOf(caption));
  menu.append(summary, row);
  figure.insertBefore(menu, figure.querySelector(":scope > .statements"));
  // Buttons change what a table says: it is made anew when it is opened the next time.
  element.addEventListener("redrawn", () => {
    numbers.header = drawnIn(id)?.numbers.header ?? [];
    details.querySelector(".scroll")?.remove();
    if (details.open) details.dispatchEvent(new Event("toggle"));
  });
}

/** That drives are models, which a picture says too when it has left its page; empty: none is. */
const badge = (): string => document.getElementById("badge")?.textContent ?? "";

/** What a figure is called. */
const captionOf = (element: HTMLElement): string =>
  element.closest("figure")?.querySelector("figcaption")?.textContent ?? "";

/** A file's name: the chart's, and what its buttons say. */
function nameOf(id: string): string {
  const element = document.getElementById(id);
  const simulated = badge() === "" ? [] : [wording.simulatedFile];
  const words = [id, ...(element ? pressed(element) : []), ...simulated];
  return fileName(words);
}

/** What signs of a chart mean, for a picture that leaves its page. */
function notes(id: string): string[] {
  const series = [drawnIn(id)?.option.series ?? []].flat();
  const has = (name: string): boolean =>
    series.some((one) => one.name === name && Array.isArray(one.data) && one.data.length > 0);
  return [
    ...(badge() === "" ? [] : [badge()]),
    ...(has(PUBLISHED) ? [wording.publishedNote] : []),
    ...(has(REPEATED) ? [wording.repeatedNote] : []),
  ];
}

async function png(id: string, caption: string): Promise<Blob | null> {
  const chart = charts[id];
  if (!chart) return null;
  const look = theme();
  const drawn = chart.renderToCanvas({ pixelRatio: RATIO, backgroundColor: look.background });
  const around = frame(drawn.width / RATIO, drawn.height / RATIO, caption, notes(id));
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = Math.ceil(around.height * RATIO);
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = look.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = look.text;
  for (const { text, y, size, weight } of around.lines) {
    context.font = `${weight} ${size * RATIO}px sans-serif`;
    context.fillText(text, 8 * RATIO, y * RATIO);
  }
  context.drawImage(drawn, 0, around.top * RATIO);
  return pngFile(canvas);
}

async function svg(id: string, caption: string): Promise<Blob | null> {
  const look = theme();
  const inner = new DOMParser().parseFromString(
    svgOf(id, look.background),
    "image/svg+xml",
  ).documentElement;
  const [width, height] = [
    Number(inner.getAttribute("width")),
    Number(inner.getAttribute("height")),
  ];
  if (!(width > 0)) return null;
  return svgFile(
    framed(
      inner,
      width,
      frame(width, height, caption, notes(id)),
      caption,
      drawnIn(id)?.sentence ?? "",
    ),
  );
}

async function table(id: string): Promise<Blob | null> {
  const numbers = drawnIn(id)?.numbers;
  return numbers ? csvFile(csv(numbers)) : null;
}
