// Below each chart: it as PNG, SVG and CSV, a link to it as it stands, and its numbers as a table. All of it is made in the
// browser, without a request.
import { charts, drawnIn, svgOf } from "./charts";
import { linkTo } from "./links";
import { csv, folded } from "./tables";
import { theme } from "./theme";

/** Room above a picture for its caption, in pixels. */
const CAPTION = 34;
/** Pixels of a PNG for one of the page. */
const RATIO = 2;

/** Adds the row of tools and the table below a chart. */
export function dress(id: string, element: HTMLElement): void {
  const figure = element.closest("figure");
  if (!figure) return;
  const row = document.createElement("div");
  row.className = "tools";
  row.setAttribute("role", "group");
  const caption = captionOf(element);
  row.setAttribute("aria-label", `Keep: ${caption}`);
  for (const [kind, file] of [["PNG", png], ["SVG", svg], ["CSV", table]] as const) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = kind;
    button.setAttribute("aria-label", `${caption}, as ${kind}`);
    button.addEventListener("click", () => void file(id, captionOf(element)).then((blob) => blob && save(blob, `${nameOf(id)}.${kind.toLowerCase()}`)));
    row.append(button);
  }
  const link = document.createElement("a");
  link.textContent = "Link";
  link.setAttribute("aria-label", `Link to ${caption}`);
  link.href = linkTo(id);
  // The buttons may have changed it.
  for (const event of ["pointerdown", "focus", "click"]) link.addEventListener(event, () => (link.href = linkTo(id)), { capture: true });
  row.append(link);
  const numbers = {
    header: drawnIn(id)?.numbers.header ?? [],
    rows: () => drawnIn(id)?.numbers.rows() ?? [],
    long: drawnIn(id)?.numbers.long ?? false,
  };
  const details = folded(row, "Numbers", numbers);
  details.dataset["of"] = id;
  // What was printed folds away beside it.
  row.append(...figure.querySelectorAll<HTMLElement>(":scope > details"));
  figure.append(row);
  // Buttons change what a table says: it is made anew when it is opened the next time.
  element.addEventListener("redrawn", () => {
    numbers.header = drawnIn(id)?.numbers.header ?? [];
    details.querySelector(".scroll")?.remove();
    if (details.open) details.dispatchEvent(new Event("toggle"));
  });
}

/** What a figure is called, with what its buttons say. */
function captionOf(element: HTMLElement): string {
  const caption = element.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
  const pressed = element.closest("section")?.querySelectorAll(".buttons button[aria-pressed=true]") ?? [];
  const shared = element.closest("figure")?.dataset["buttons"] !== undefined;
  return [...(shared ? [...pressed].map((button) => button.textContent ?? "") : []), caption].join(", ");
}

const nameOf = (id: string): string => linkTo(id).slice(1).replaceAll(/[^a-z0-9]+/gi, "-");

async function png(id: string, caption: string): Promise<Blob | null> {
  const chart = charts[id];
  if (!chart) return null;
  const look = theme();
  const drawn = chart.renderToCanvas({ pixelRatio: RATIO, backgroundColor: look.background });
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height + CAPTION * RATIO;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.fillStyle = look.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = look.text;
  context.font = `600 ${14 * RATIO}px sans-serif`;
  context.fillText(caption, 8 * RATIO, 22 * RATIO, canvas.width - 16 * RATIO);
  context.drawImage(drawn, 0, CAPTION * RATIO);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

async function svg(id: string, caption: string): Promise<Blob | null> {
  const look = theme();
  const inner = new DOMParser().parseFromString(svgOf(id, look.background), "image/svg+xml").documentElement;
  const [width, height] = [Number(inner.getAttribute("width")), Number(inner.getAttribute("height"))];
  if (!(width > 0)) return null;
  const space = "http://www.w3.org/2000/svg";
  const outer = document.createElementNS(space, "svg");
  const put = (parent: Element, name: string, attributes: Record<string, string | number>): Element => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    parent.append(made);
    return made;
  };
  outer.setAttribute("width", String(width));
  outer.setAttribute("height", String(height + CAPTION));
  outer.setAttribute("viewBox", `0 0 ${width} ${height + CAPTION}`);
  put(outer, "title", {}).textContent = caption;
  put(outer, "desc", {}).textContent = drawnIn(id)?.sentence ?? "";
  put(outer, "rect", { width, height: height + CAPTION, fill: look.background });
  const line = put(outer, "text", { x: 8, y: 22, fill: look.text, "font-family": "sans-serif", "font-size": 14, "font-weight": 600 });
  line.textContent = caption;
  inner.setAttribute("y", String(CAPTION));
  outer.append(document.importNode(inner, true));
  return new Blob([new XMLSerializer().serializeToString(outer)], { type: "image/svg+xml" });
}

async function table(id: string): Promise<Blob | null> {
  const numbers = drawnIn(id)?.numbers;
  return numbers ? new Blob([csv(numbers)], { type: "text/csv" }) : null;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
