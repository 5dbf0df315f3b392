// The tables of a comparison: a test each, with bars, and the files that can be kept of it.
import { csv } from "../tables";
import { RATIO, csvFile, keeping, pngFile, svgFile } from "../files";
import { numbers, type Bar, type Bench, type Part } from "./bench";
import { picture } from "./bench-picture";
import { drawn, element, said } from "./dom";
import type { Value } from "./verdict";
import { afterHeading } from "../wording/compare";

export function table(bench: Bench): HTMLElement {
  const caption = element("caption", {}, said(bench.title));
  // The rows begin with a heading over all columns, which says nothing of their widths.
  const columns = element(
    "colgroup",
    {},
    ...["name", "bar", "value", "change", "mark"].map((name) =>
      element("col", { class: `for-${name}` }),
    ),
  );
  const drawing = element(
    "table",
    { class: "bench", "data-test": bench.test },
    caption,
    columns,
    ...bench.parts.map(body),
  );
  const makers = {
    PNG: (caption: string) => raster(picture(bench, caption)),
    SVG: async (caption: string) => svgFile(picture(bench, caption).svg),
    CSV: async () => csvFile(csv(numbers(bench))),
  };
  const name = `comparison-${bench.test.replaceAll(/[^a-z0-9]+/gi, "-")}`;
  return element(
    "section",
    { class: "test" },
    drawing,
    keeping(
      () => bench.title,
      () => name,
      makers,
    ),
  );
}

/** A drawing as it would be seen, in pixels. */
async function raster({
  svg,
  width,
  height,
}: {
  svg: string;
  width: number;
  height: number;
}): Promise<Blob | null> {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * RATIO, height * RATIO];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return pngFile(canvas);
}

function body(part: Part): HTMLElement {
  const heading = [
    said(part.heading),
    element("span", { class: "faint" }, afterHeading(part.direction)),
  ];
  const head = element("tr", {}, element("th", { scope: "rowgroup", colspan: 5 }, ...heading));
  const rows = part.bars.map((one) =>
    element(
      "tr",
      {
        class: one.mark || one.change ? one.judged.verdict : "",
        "data-key": part.figure.key,
        "data-drive": one.drive.letter,
      },
      element(
        "th",
        { scope: "row" },
        element(
          "span",
          { class: `letter drive-${one.drive.place}`, "aria-hidden": "true" },
          one.drive.letter,
        ),
        said(one.name),
      ),
      element("td", { class: "bar" }, ...(one.value ? [bar(one, one.value, part.most)] : [])),
      element("td", { class: "value" }, one.text),
      element("td", { class: "change" }, one.change),
      element("td", { class: "mark" }, one.mark),
    ),
  );
  return element("tbody", {}, head, ...rows);
}

/** The value as a bar, and the interval of its runs as a line on it. */
function bar({ drive: { place } }: Bar, value: Value, most: number): SVGElement {
  const share = (part: number): number => Math.round((10_000 * Math.max(part, 0)) / most) / 100;
  const parts: SVGElement[] = [
    drawn("rect", { class: `drive-${place}`, width: share(value.value), height: 10 }),
  ];
  if (value.runs > 1) {
    const [low, high] = [share(value.low), share(value.high)];
    parts.push(drawn("path", { class: "range", d: `M${low} 2V8M${low} 5H${high}M${high} 2V8` }));
  }
  return drawn(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...parts,
  );
}
