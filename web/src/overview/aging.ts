// Aging of all drives in one chart: sequential writes of the whole drive when it is clean, after
// torture, and after TRIM.
import { scale } from "../bars";
import { draw } from "../charts";
import type { Overview, Page } from "../data";
import { isMarked, nameOf, share } from "../marked";
import { number } from "../numbers";
import { names, reachOfName, rowAxis, stacked, valueAxis } from "../rows";
import { narrow, theme } from "../theme";
import { percent } from "../wording/charts";
import * as wording from "../wording/overview";

const ID = "overview-aging";
/** As the recommendation without TRIM has it. */
const UNEQUAL = 1.5;
/** Room for the loss behind the plot. */
const RIGHT = 70;

const STATES = [
  {
    name: wording.aging.clean,
    symbol: "circle",
    hollow: true,
    of: (r: Overview) => r.clean_mb_per_s,
  },
  {
    name: wording.aging.tortured,
    symbol: "circle",
    hollow: false,
    of: (r: Overview) => r.tortured_mb_per_s,
  },
  {
    name: wording.aging.trimmed,
    symbol: "diamond",
    hollow: true,
    of: (r: Overview) => r.trimmed_mb_per_s,
  },
];

const aged = (page: Page): Overview[] =>
  page.overview.filter((row) => row.clean_mb_per_s !== null && row.tortured_mb_per_s !== null);

/** Whether any drive was tortured. */
export const hasAging = (page: Page): boolean => aged(page).length > 0;

const loss = (row: Overview): string => {
  const [clean, tortured] = [row.clean_mb_per_s ?? 0, row.tortured_mb_per_s ?? 0];
  const lost = clean > 0 ? (1 - tortured / clean) * 100 : 0;
  return lost < 1 ? wording.aging.noLoss : wording.aging.loss(percent(lost));
};

/** What torture wrote, as a multiple of the capacity; 0: not known. */
function timesWritten(page: Page, drive: number): number {
  const torture = page.torture.find((one) => one.drive === drive);
  return (torture?.share_of_lbas ?? 0) * (torture?.times_written ?? 0);
}

/** Whether torture wrote more of one drive than drives that are ranked may differ by. */
export function areUnequal(page: Page): boolean {
  const times = aged(page).map(({ drive }) => timesWritten(page, drive));
  const known = times.filter((one) => one > 0);
  return known.length > 1 && Math.max(...known) > Math.min(...known) * UNEQUAL;
}

export function aging(page: Page): void {
  const all = aged(page);
  if (all.length === 0) return;
  const look = theme();
  const small = narrow(ID);
  const models = all.map(({ drive }) => page.drives[drive]?.model ?? "");
  const titles = all.map(({ drive }) => nameOf(page, drive));
  // The same time writes unequal shares of drives, and what is lost depends on the share.
  const written = all.map(({ drive }) => {
    const times = timesWritten(page, drive);
    if (times >= 1) return wording.aging.wroteTimes(number(times));
    return times > 0 ? wording.aging.wrotePart(percent(times * 100)) : "";
  });
  const rows = stacked(
    titles.map((title, row) => {
      const reach = small ? 0 : reachOfName(title, written[row]) + 2;
      return small ? { up: 28, down: 14 } : { up: Math.max(14, reach), down: Math.max(14, reach) };
    }),
  );
  const speeds = all.flatMap((row) => STATES.flatMap(({ of }) => of(row) ?? []));
  const [step, top] = scale(Math.max(...speeds));
  const box = { left: small ? 8 : 210, right: RIGHT, top: 26, bottom: 26 };
  const color = (row: Overview): string => look.drive(row.drive, share(row.drive, all));
  draw(
    ID,
    {
      grid: { ...box, outerBoundsMode: "none" },
      legend: {
        top: 0,
        left: 0,
        textStyle: { color: look.text },
        itemWidth: 12,
        selectedMode: false,
        data: STATES.map(({ name, hollow, symbol }) => ({
          name,
          icon: symbol,
          itemStyle: hollow
            ? { color: look.background, borderColor: look.text, borderWidth: 2 }
            : { color: look.text },
        })),
      },
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (params) => {
          const item = Array.isArray(params) ? params[0] : params;
          const speed = (item?.value as number[] | undefined)?.[0] ?? 0;
          const model = models[item?.dataIndex ?? 0] ?? "";
          return wording.aging.tip(model, item?.seriesName ?? "", number(speed));
        },
      },
      xAxis: valueAxis(step, top),
      yAxis: rowAxis(rows),
      series: [
        // The way from clean to tortured, and what it costs.
        ...all.map((row, index) => ({
          type: "line" as const,
          silent: true,
          showSymbol: false,
          lineStyle: { color: color(row), width: 3, opacity: 0.55 },
          data: [row.clean_mb_per_s, row.tortured_mb_per_s].map((speed) => [
            speed ?? 0,
            rows.middles[index] ?? 0,
          ]),
        })),
        ...STATES.map(({ name, symbol, hollow, of }) => ({
          type: "scatter" as const,
          name,
          symbol,
          symbolSize: symbol === "diamond" ? 12 : 11,
          z: symbol === "diamond" ? 5 : 4,
          data: all.map((row, index) => ({
            value: [of(row) ?? Number.NaN, rows.middles[index] ?? 0],
            itemStyle: hollow
              ? { color: look.background, borderColor: color(row), borderWidth: 2 }
              : { color: color(row) },
          })),
        })),
        {
          type: "scatter",
          silent: true,
          symbolSize: 0,
          clip: false,
          data: all.map((_, index) => [top, rows.middles[index] ?? 0]),
          label: {
            show: true,
            position: "right",
            color: look.text,
            fontSize: 12,
            formatter: ({ dataIndex }) => {
              const row = all[dataIndex];
              return row ? loss(row) : "";
            },
          },
        },
        names(
          titles.map((text, row) => ({
            text,
            below: written[row] ?? "",
            bold: isMarked(all[row]?.drive ?? -1),
          })),
          rows,
          small,
        ),
      ],
    },
    wording.aging.sentence(
      all.map((row, index) =>
        [
          models[index],
          ...STATES.map(({ name, of }) => wording.aging.state(name, number(of(row) ?? 0))),
        ].join(" "),
      ),
    ),
    {
      header: wording.aging.table,
      rows: () =>
        all.map((row, index) => [
          models[index] ?? "",
          row.clean_mb_per_s,
          row.tortured_mb_per_s,
          row.trimmed_mb_per_s,
          loss(row),
        ]),
    },
    rows.height + box.top + box.bottom,
  );
}
