// How wide a text will be, and where it has to be broken.

/** Words of a chart, where nothing else is said. */
const FONT = "11px sans-serif";
let measurer: CanvasRenderingContext2D | null = null;

/** In pixels. */
export function textWidth(text: string, font = FONT): number {
  measurer ??= document.createElement("canvas").getContext("2d");
  if (!measurer) return text.length * 7;
  measurer.font = font;
  return measurer.measureText(text).width;
}

/** Lines of whole words, none wider than so many pixels; a word that is wider stands by itself. */
export function wrapped(text: string, width: number, font: string): string[] {
  const found: string[] = [];
  for (const word of text.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, font) <= width)
      found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found;
}
