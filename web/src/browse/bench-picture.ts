// A test of a comparison as a drawing by itself, to be kept: the table's rows, its bars and its
// words.
import { frame, framed } from "../files";
import { textWidth } from "../textwidth";
import { theme } from "../theme";
import type { Bench } from "./bench";
import { drawn } from "./dom";
import { listed } from "../wording/both";
import * as wording from "../wording/compare";

/**
 * Heights of a row and of a figure's heading, width of the bars, room between columns, in pixels.
 */
const ROW = 24;
const HEAD = 32;
const BARS = 320;
const GAP = 16;
const LETTER = 30;
const FONT = "13px sans-serif";

const width = (text: string, font = FONT): number => textWidth(text, font);

/** As many letters as fit. */
function cut(text: string, most: number): string {
  if (width(text) <= most) return text;
  let end = text.length;
  while (end > 1 && width(`${text.slice(0, end)}…`) > most) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** The drawing, and its size. */
export function picture(
  bench: Bench,
  caption: string,
): { svg: string; width: number; height: number } {
  const look = theme();
  const bars = bench.parts.flatMap((part) => part.bars);
  const column = (texts: string[]): number =>
    Math.ceil(Math.max(0, ...texts.map((text) => width(text, `bold ${FONT}`)))) + GAP;
  const names = new Map(bars.map(({ name }) => [name, cut(name, 360)]));
  const atBar = 8 + LETTER + column([...names.values()]);
  const atValue = atBar + BARS + GAP;
  const atChange = atValue + column(bars.map(({ text }) => text));
  const atMark = atChange + column(bars.map(({ change }) => change));
  const headings = bench.parts.map((part) => wording.heading(part.heading, part.direction));
  const whole = Math.max(
    atMark + column(bars.map(({ mark }) => mark)),
    8 + column([caption, ...headings]),
  );
  const parts: SVGElement[] = [];
  const put = (
    x: number,
    y: number,
    text: string,
    more: Record<string, string | number> = {},
  ): void => {
    parts.push(
      drawn(
        "text",
        { x, y, fill: look.text, "font-family": "sans-serif", "font-size": 13, ...more },
        text,
      ),
    );
  };
  let y = 0;
  bench.parts.forEach((part, at) => {
    put(8, y + 22, headings[at] ?? "", { fill: look.faint, "font-weight": 600 });
    y += HEAD;
    for (const bar of part.bars) {
      const middle = y + ROW / 2;
      const colour = colourOf(bar.drive.place);
      parts.push(
        drawn("rect", { x: 8, y: y + 2, width: 22, height: ROW - 4, rx: 3, fill: colour }),
      );
      put(19, middle + 5, bar.drive.letter, {
        fill: "#ffffff",
        "text-anchor": "middle",
        "font-weight": 600,
      });
      const weight = { "font-weight": bar.judged.verdict === "best" ? 700 : 400 };
      put(8 + LETTER, middle + 5, names.get(bar.name) ?? "", weight);
      if (bar.value) {
        const x = (value: number): number => atBar + (BARS * Math.max(value, 0)) / part.most;
        parts.push(
          drawn("rect", {
            x: atBar,
            y: y + 4,
            width: BARS,
            height: ROW - 8,
            fill: look.line,
            opacity: 0.4,
          }),
        );
        parts.push(
          drawn("rect", {
            class: "value",
            x: atBar,
            y: y + 4,
            width: x(bar.value.value) - atBar,
            height: ROW - 8,
            fill: colour,
          }),
        );
        if (bar.value.runs > 1) {
          const [low, high] = [x(bar.value.low), x(bar.value.high)];
          parts.push(
            drawn("path", {
              d: `M${low} ${middle - 5}v10M${low} ${middle}H${high}M${high} ${middle - 5}v10`,
              stroke: look.text,
              "stroke-width": 1.5,
              fill: "none",
            }),
          );
        }
      }
      put(atValue, middle + 5, bar.text, weight);
      put(atChange, middle + 5, bar.change, weight);
      put(atMark, middle + 5, bar.mark, weight);
      y += ROW;
    }
  });
  const height = y + 10;
  const inner = drawn("svg", { width: whole, height, viewBox: `0 0 ${whole} ${height}` }, ...parts);
  const sentence = wording.drawing(
    bench.parts.map((part, at) => ({
      heading: headings[at] ?? "",
      bars: part.bars.map((bar) => listed(bar.name, bar.text, bar.change, bar.mark)),
    })),
  );
  const around = frame(whole, height, caption, []);
  return {
    svg: framed(inner, whole, around, caption, sentence),
    width: whole,
    height: around.height,
  };
}

/** The colour that a drive has on the page. */
function colourOf(place: number): string {
  const letter = document.querySelector(`.letter.drive-${place}`);
  return letter ? getComputedStyle(letter).backgroundColor : "#5b5b5b";
}
