// What is kept of a chart as files: buttons that make them, a caption above the picture. All of it is made in the
// browser, without a request.
import { theme } from "./theme";

/** Room above a picture for its caption, in pixels. */
export const CAPTION = 34;
/** Pixels of a PNG for one of the page. */
export const RATIO = 2;

/** Makes a file of what is shown under a caption; null: there is nothing. */
export type Maker = (caption: string) => Promise<Blob | null>;

/** A button a kind of file. What it is called is asked when it is pressed: other buttons may have changed it. */
export function keeping(caption: () => string, name: () => string, makers: Record<string, Maker>): HTMLDivElement {
  const row = document.createElement("div");
  row.className = "tools";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", `Keep: ${caption()}`);
  for (const [kind, make] of Object.entries(makers)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = kind;
    button.setAttribute("aria-label", `${caption()}, as ${kind}`);
    button.addEventListener("click", () => void make(caption()).then((blob) => blob && save(blob, `${name()}.${kind.toLowerCase()}`)));
    row.append(button);
  }
  return row;
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const SPACE = "http://www.w3.org/2000/svg";

/** A drawing of that size as a file: with its caption above it, and with words for those who do not see it. */
export function framed(inner: Element, width: number, height: number, caption: string, sentence: string): string {
  const look = theme();
  const outer = document.createElementNS(SPACE, "svg");
  const put = (name: string, attributes: Record<string, string | number>, text = ""): void => {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = text;
    outer.append(made);
  };
  outer.setAttribute("width", String(width));
  outer.setAttribute("height", String(height + CAPTION));
  outer.setAttribute("viewBox", `0 0 ${width} ${height + CAPTION}`);
  put("title", {}, caption);
  put("desc", {}, sentence);
  put("rect", { width, height: height + CAPTION, fill: look.background });
  put("text", { x: 8, y: 22, fill: look.text, "font-family": "sans-serif", "font-size": 14, "font-weight": 600 }, caption);
  inner.setAttribute("y", String(CAPTION));
  outer.append(document.importNode(inner, true));
  return new XMLSerializer().serializeToString(outer);
}

export const svgFile = (text: string): Blob => new Blob([text], { type: "image/svg+xml" });
export const csvFile = (text: string): Blob => new Blob([text], { type: "text/csv" });
export const pngFile = (canvas: HTMLCanvasElement): Promise<Blob | null> => new Promise((done) => canvas.toBlob(done, "image/png"));
