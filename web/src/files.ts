// What is kept of a chart as files: buttons that make them, a caption above the picture, and below
// it what its signs mean. All of it is made in the browser, without a request.
import { wrapped } from "./textwidth";
import { theme } from "./theme";
import { keeping as label, keptAs } from "./wording/both";

/** Pixels of a PNG for one of the page. */
export const RATIO = 2;

/** Makes a file of what is shown under a caption; null: there is nothing. */
export type Maker = (caption: string) => Promise<Blob | null>;

/**
 * A button a kind of file. What it is called is asked when it is pressed: other buttons may have
 * changed it.
 */
export function keeping(
  caption: () => string,
  name: () => string,
  makers: Record<string, Maker>,
): HTMLDivElement {
  const row = document.createElement("div");
  row.className = "tools";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", label(caption()));
  for (const [kind, make] of Object.entries(makers)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = kind;
    button.setAttribute("aria-label", keptAs(caption(), kind));
    button.addEventListener(
      "click",
      () =>
        void make(caption()).then((blob) => blob && save(blob, `${name()}.${kind.toLowerCase()}`)),
    );
    row.append(button);
  }
  return row;
}

/** Words as the name of a file. */
export function fileName(of: string[]): string {
  const words = of.join("-").toLowerCase();
  return words
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 120)
    .replace(/-$/, "");
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const SPACE = "http://www.w3.org/2000/svg";

/** A line of a picture beside its drawing. */
export interface Line {
  text: string;
  /** Of its foot, from the picture's top. */
  y: number;
  size: number;
  weight: number;
}

/** Where a drawing stands in its picture, and what stands above and below. */
export interface Frame {
  /** Of the drawing's top. */
  top: number;
  height: number;
  lines: Line[];
}

const CAPTION = { size: 14, weight: 600, step: 19 };
const NOTE = { size: 11, weight: 400, step: 15 };

/** The frame of a drawing of that size: its caption, and notes, in as many lines as they need. */
export function frame(width: number, height: number, caption: string, notes: string[]): Frame {
  const lines: Line[] = [];
  let y = 4;
  const add = (text: string, { size, weight, step }: typeof CAPTION): void => {
    for (const line of wrapped(text, width - 16, `${weight} ${size}px sans-serif`))
      lines.push({ text: line, y: (y += step), size, weight });
  };
  add(caption, CAPTION);
  const top = (y += 11);
  y += height;
  for (const note of notes) add(note, NOTE);
  return { top, height: notes.length > 0 ? y + 8 : y, lines };
}

/** A drawing as a file: with its caption and notes, and with words for those who do not see it. */
export function framed(
  inner: Element,
  width: number,
  of: Frame,
  caption: string,
  sentence: string,
): string {
  const look = theme();
  const outer = document.createElementNS(SPACE, "svg");
  const put = (name: string, attributes: Record<string, string | number>, text = ""): void => {
    const made = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = text;
    outer.append(made);
  };
  outer.setAttribute("width", String(width));
  outer.setAttribute("height", String(of.height));
  outer.setAttribute("viewBox", `0 0 ${width} ${of.height}`);
  put("title", {}, caption);
  put("desc", {}, sentence);
  put("rect", { width, height: of.height, fill: look.background });
  for (const { text, y, size, weight } of of.lines)
    put(
      "text",
      {
        x: 8,
        y,
        fill: look.text,
        "font-family": "sans-serif",
        "font-size": size,
        "font-weight": weight,
      },
      text,
    );
  inner.setAttribute("y", String(of.top));
  outer.append(document.importNode(inner, true));
  return new XMLSerializer().serializeToString(outer);
}

export const svgFile = (text: string): Blob => new Blob([text], { type: "image/svg+xml" });
export const csvFile = (text: string): Blob => new Blob([text], { type: "text/csv" });
export const pngFile = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((done) => canvas.toBlob(done, "image/png"));
