// The four corners: a sorted horizontal bar a drive, best on top, with the published figures as marks.
import { draw, number, table } from "./charts";
import type { Corner, Mark, Page } from "./data";
import { BAR, PUBLISHED, across, clear, explain, label, layout, lines, marksOf, names, spoken, story, textWidth, words } from "./marks";
import { narrow, theme } from "./theme";

const LABEL_FONT = "12px sans-serif";

const marksOfBar = (page: Page, corner: Corner, drive: number): Mark[] => marksOf(page, drive, corner.test, "measure", ["throughput"]);

export function corners(page: Page): void {
  const place = document.getElementById("corner-charts");
  if (!place) return;
  for (const corner of page.corners) {
    const id = `corner-${corner.test}`;
    if (!document.getElementById(id)) {
      const figure = document.createElement("figure");
      const caption = document.createElement("figcaption");
      caption.textContent = `${corner.title}, ${corner.unit}, more is better`;
      const chart = document.createElement("div");
      chart.id = id;
      chart.className = "chart";
      figure.append(caption, chart);
      place.append(figure);
      table(
        figure,
        "Numbers",
        ["Drive", corner.unit, "IOPS", "lowest to highest run", PUBLISHED],
        corner.bars.map((bar) => [
          page.drives[bar.drive]?.model ?? "",
          number(bar.value),
          number(bar.iops),
          bar.low === bar.high ? "one run" : `${number(bar.low)} to ${number(bar.high)}`,
          marksOfBar(page, corner, bar.drive).map((mark) => label(mark, number)).join("; "),
        ]),
      );
      explain(figure, page, corner.bars.flatMap((bar) => marksOfBar(page, corner, bar.drive)), inUnit(corner));
    }
    one(page, corner, id);
  }
}

const inUnit =
  (corner: Corner) =>
  (value: number): string =>
    `${number(value)} ${corner.unit}`;

function one(page: Page, corner: Corner, id: string): void {
  const look = theme();
  const small = narrow();
  const models = corner.bars.map((bar) => page.drives[bar.drive]?.model ?? "");
  const marks = corner.bars.map((bar) => marksOfBar(page, corner, bar.drive));
  const best = corner.bars[0];
  const last = corner.bars.at(-1);
  const sentence =
    best && last
      ? `${corner.title}: ${models[0]} leads with ${number(best.value)} ${corner.unit}; ${models.at(-1)} is last with ${number(last.value)}.`
      : `${corner.title}: nothing measured.`;
  // Fixed, so that the marks' pixels can be told beforehand.
  const grid = { left: small ? 8 : 210, right: 90, top: small ? 20 : 4, bottom: 28, outerBoundsMode: "none" as const };
  const [step, top] = scale(Math.max(...corner.bars.map((bar) => bar.value), ...marks.flat().map((mark) => mark.high)));
  const width = document.getElementById(id)?.clientWidth ?? 0;
  const x = (value: number): number => grid.left + (value / top) * (width - grid.left - grid.right);
  const placed = layout(marks, x, grid.left, width - 4, words(number));
  const height = BAR + placed.below;
  draw(
    id,
    {
      grid,
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (params) => {
          const item = Array.isArray(params) ? params[0] : params;
          const mark = item?.seriesName === PUBLISHED ? placed.placed[item.dataIndex] : undefined;
          if (mark) return lines(story(mark.mark, models[mark.row] ?? "", inUnit(corner)));
          const bar = corner.bars[item?.dataIndex ?? 0];
          return lines([models[item?.dataIndex ?? 0] ?? "", inUnit(corner)(bar?.value ?? 0)]);
        },
      },
      xAxis: {
        type: "value",
        min: 0,
        max: top,
        interval: step,
        axisLabel: { color: look.faint, hideOverlap: true },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "category",
        data: models,
        inverse: true,
        axisLabel: { show: false },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
      },
      series: [
        {
          type: "bar",
          barWidth: BAR,
          barGap: "0%",
          data: corner.bars.map((bar, row) => {
            const start = x(bar.value) + 5;
            const shift = clear(start, textWidth(inUnit(corner)(bar.value), LABEL_FONT), marks[row] ?? [], x) - start;
            return {
              value: bar.value,
              name: models[row] ?? "",
              itemStyle: { color: look.drive(bar.drive) },
              label: { offset: [shift, 0] as [number, number] },
            };
          }),
          label: {
            show: true,
            position: "right",
            color: look.text,
            formatter: (mark) => inUnit(corner)(Number(mark.value)),
          },
        },
        // Room for the labels below each bar.
        { type: "bar", silent: true, barWidth: placed.below, barGap: "0%", data: corner.bars.map(() => 0) },
        across(placed),
        // Beside the bars; on a narrow screen above them.
        names(models, placed, 196, small),
      ],
    },
    sentence + spoken(page, marks.flat(), inUnit(corner)),
    corner.bars.length * (height + (small ? 26 : 14)) + 40,
  );
}

/** Step and end of a scale from 0 that holds a value: steps of 1, 2, 2.5 or 5 times a power of ten. */
export function scale(most: number): [number, number] {
  const rough = Math.max(most, 1e-3) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((times) => times * power >= rough) ?? 10) * power;
  return [step, Math.ceil(most / step) * step];
}
