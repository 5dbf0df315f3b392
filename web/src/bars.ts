// The four corners: a sorted horizontal bar a drive, best on top.
import { draw, number, table } from "./charts";
import type { Corner, Page } from "./data";
import { narrow, theme } from "./theme";

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
        ["Drive", corner.unit, "IOPS", "lowest to highest run"],
        corner.bars.map((bar) => [
          page.drives[bar.drive]?.model ?? "",
          number(bar.value),
          number(bar.iops),
          bar.low === bar.high ? "one run" : `${number(bar.low)} to ${number(bar.high)}`,
        ]),
      );
    }
    one(page, corner, id);
  }
}

function one(page: Page, corner: Corner, id: string): void {
  const look = theme();
  const small = narrow();
  const names = corner.bars.map((bar) => page.drives[bar.drive]?.model ?? "");
  const best = corner.bars[0];
  const last = corner.bars.at(-1);
  const sentence =
    best && last
      ? `${corner.title}: ${names[0]} leads with ${number(best.value)} ${corner.unit}; ${names.at(-1)} is last with ${number(last.value)}.`
      : `${corner.title}: nothing measured.`;
  draw(
    id,
    {
      grid: { left: small ? 4 : 210, right: 90, top: small ? 20 : 4, bottom: 28 },
      tooltip: { trigger: "item", valueFormatter: (value) => `${number(Number(value))} ${corner.unit}` },
      xAxis: {
        type: "value",
        min: 0,
        axisLabel: { color: look.faint, hideOverlap: true },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "category",
        data: names,
        inverse: true,
        axisLabel: { color: look.text, show: !small, width: 200, overflow: "break" },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
      },
      series: [
        {
          type: "bar",
          barMaxWidth: 22,
          barMinWidth: 10,
          data: corner.bars.map((bar) => ({
            value: bar.value,
            name: page.drives[bar.drive]?.model ?? "",
            itemStyle: { color: look.drive(bar.drive) },
          })),
          label: {
            show: true,
            position: "right",
            color: look.text,
            formatter: (mark) => `${number(Number(mark.value))} ${corner.unit}`,
          },
        },
        // On a narrow screen the names stand above their bars.
        ...(small
          ? [
              {
                type: "bar" as const,
                silent: true,
                barGap: "-100%",
                barMaxWidth: 22,
                itemStyle: { color: "transparent" },
                data: corner.bars.map(() => 0),
                label: {
                  show: true,
                  position: [2, -16] as [number, number],
                  color: look.text,
                  fontSize: 11,
                  formatter: (mark: { dataIndex: number }) => names[mark.dataIndex] ?? "",
                },
              },
            ]
          : []),
      ],
    },
    sentence,
    corner.bars.length * (small ? 48 : 36) + 40,
  );
}
