// HD Tach: speed by position, clean, tortured and trimmed, one drive at a time.
import { buttons, draw, number, table } from "./charts";
import type { Curve, Page } from "./data";
import { narrow, theme } from "./theme";

const STATES = ["clean", "tortured", "trimmed"] as const;
const DASHES = { clean: "solid", tortured: "solid", trimmed: "dashed" } as const;
let chosen = 0;

export function hdTach(page: Page): void {
  const place = document.getElementById("hd-tach-buttons");
  const withCurves = page.drives.map((_, drive) => drive).filter((drive) => page.curves.some((c) => c.drive === drive));
  if (!place || withCurves.length === 0) return;
  if (place.childElementCount === 0) {
    buttons(place, "Drive", withCurves.map((drive) => page.drives[drive]?.model ?? ""), chosen, (index) => {
      chosen = index;
      both(page, withCurves[index] ?? 0);
    });
  }
  both(page, withCurves[chosen] ?? 0);
}

function both(page: Page, drive: number): void {
  for (const op of ["read", "write"] as const) one(page, drive, op);
  const place = document.getElementById("hd-tach-numbers");
  if (place) {
    table(
      place,
      "Numbers of this drive",
      ["State", "", "mean MB/s", "lowest", "highest"],
      page.curves
        .filter((curve) => curve.drive === drive)
        .map((curve) => [
          curve.state,
          curve.op,
          number(curve.mean_mb_per_s),
          number(curve.min_mb_per_s),
          number(curve.max_mb_per_s),
        ]),
    );
  }
}

function one(page: Page, drive: number, op: "read" | "write"): void {
  const look = theme();
  const curves = STATES.map((state) =>
    page.curves.find((curve) => curve.drive === drive && curve.op === op && curve.state === state),
  ).filter((curve): curve is Curve => curve !== undefined);
  // The same scale for every drive, so that buttons compare.
  const highest = Math.max(1, ...page.curves.flatMap((curve) => curve.points.map((point) => point[1])));
  const colours = { clean: look.drive(0), tortured: look.drive(1), trimmed: look.drive(2) };
  const model = page.drives[drive]?.model ?? "";
  const said = curves.map((curve) => `${curve.state} ${number(curve.mean_mb_per_s)} MB/s on average`).join(", ");
  draw(
    `hd-tach-${op}`,
    {
      grid: { left: 54, right: 16, top: 34, bottom: 44 },
      legend: { top: 0, left: 0, textStyle: { color: look.text } },
      tooltip: { trigger: "axis", valueFormatter: (value) => `${number(Number(value))} MB/s` },
      xAxis: {
        type: "value",
        name: "GB from the start of the drive",
        nameLocation: "middle",
        nameGap: 26,
        nameTextStyle: { color: look.faint },
        max: Math.ceil(page.drives[drive]?.capacity_gb ?? 0),
        axisLabel: { color: look.faint, hideOverlap: true },
        splitLine: { lineStyle: { color: look.line } },
      },
      yAxis: {
        type: "value",
        name: narrow() ? "" : "MB/s",
        min: 0,
        max: Math.ceil(highest / 100) * 100,
        axisLabel: { color: look.faint },
        splitLine: { lineStyle: { color: look.line } },
      },
      series: curves.map((curve) => ({
        type: "line" as const,
        name: curve.state,
        showSymbol: false,
        lineStyle: { width: 2, type: DASHES[curve.state], color: colours[curve.state] },
        itemStyle: { color: colours[curve.state] },
        data: curve.points,
      })),
    },
    `${model}, ${op} speed by position: ${said}.`,
  );
}
