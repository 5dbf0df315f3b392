// The four corners of all drives in one chart: random and sequential down, read and write across;
// below one real drive, in gray, what was published of drives that readers know.
import { caption, draw } from "../charts";
import type { Known, Mark, Overview, Page } from "../data";
import { nameOf, share } from "../marked";
import { lines } from "../marks";
import { number } from "../numbers";
import { TITLE_FONT, grid, panels, titles } from "../panels";
import { textWidth, wrapped } from "../textwidth";
import { narrow, theme } from "../theme";
import { inUnit, unit } from "../unit";
import { figure, story } from "../wording/marks";
import * as wording from "../wording/overview";

const ID = "overview-corners";
const BAR = 14;
const ROW = 22;
const FONT = "12px sans-serif";
const NAME_WIDTH = 150;
const NAME_LINE = 14;
/** Between a bar and the figure behind it, in pixels. */
const LABEL_GAP = 6;

interface Corner {
  title: string;
  of: (row: Overview) => number | null;
  published: (known: Known) => Mark | null;
  bytes: number;
}

/** A row of bars: a drive of the page, or a known one. */
interface Row {
  name: string;
  color: string;
  /** MB/s; null: none. */
  speed: (corner: Corner) => number | null;
  published: (corner: Corner) => Mark | null;
}

const CORNERS: Corner[] = [
  {
    title: wording.corners.randomRead,
    of: (row) => row.random_read_mb_per_s,
    published: (known) => known.random_read,
    bytes: 4096,
  },
  {
    title: wording.corners.randomWrite,
    of: (row) => row.random_write_mb_per_s,
    published: (known) => known.random_write,
    bytes: 4096,
  },
  {
    title: wording.corners.sequentialRead,
    of: (row) => row.sequential_read_mb_per_s,
    published: (known) => known.sequential_read,
    bytes: 131_072,
  },
  {
    title: wording.corners.sequentialWrite,
    of: (row) => row.sequential_write_mb_per_s,
    published: (known) => known.sequential_write,
    bytes: 131_072,
  },
];

/** Whether any corner was measured. */
export const hasCorners = (page: Page): boolean =>
  CORNERS.some(({ of }) => page.overview.some((row) => of(row) !== null));

/** The drives of the page, then the known ones. */
function rowsOf(page: Page): Row[] {
  const look = theme();
  const own = page.overview.map((row) => ({
    name: nameOf(page, row.drive),
    color: look.drive(row.drive, share(row.drive, page.overview)),
    speed: (corner: Corner) => corner.of(row),
    published: () => null,
  }));
  const known = page.known.map((drive) => ({
    name: drive.model,
    color: look.known,
    speed: (corner: Corner) => {
      // A bar to a bound gives the scale, and its label says that it is one.
      const mark = corner.published(drive);
      return mark ? (mark.word === "up to" ? mark.high : mark.low) : null;
    },
    published: (corner: Corner) => corner.published(drive),
  }));
  return [...own, ...known];
}

export function corners(page: Page): void {
  const place = document.getElementById(ID);
  if (!place) return;
  const look = theme();
  const small = narrow(ID);
  const shown = CORNERS.filter(({ of }) => page.overview.some((row) => of(row) !== null));
  const rows = rowsOf(page);
  // A long name without a blank is cut, so that bars have room.
  const cut = Math.min(NAME_WIDTH, place.clientWidth * (small ? 0.4 : 0.26));
  const names = rows.map(({ name }) => wrapped(name, cut, FONT));
  const most = Math.max(1, ...names.map((lines) => lines.length));
  const row = Math.max(ROW, most * NAME_LINE + 4);
  const widths = names.flat().map((line) => textWidth(line, FONT));
  const nameWidth = 8 + Math.min(Math.ceil(Math.max(...widths)), Math.ceil(cut));
  const value = (corner: Corner, of: Row): number | null => {
    const speed = of.speed(corner);
    return speed === null ? null : inUnit(speed, corner.bytes).value;
  };
  const format = (corner: Corner) => (speed: number) => number(inUnit(speed, corner.bytes).value);
  /** What stands behind a bar. */
  const written = (corner: Corner, of: Row): string => {
    const mark = of.published(corner);
    if (mark) return figure(mark, format(corner));
    const speed = value(corner, of);
    return speed === null ? "" : number(speed);
  };
  const [columns, right] = small ? [1, 8] : [2, 14];
  const room = (place.clientWidth - nameWidth) / columns - right;
  const heads = shown.map(({ title, bytes }) => {
    const its = inUnit(0, bytes).unit;
    const text = its === unit() ? title : `${title}, ${its}`;
    return { bold: wrapped(text, room, TITLE_FONT), plain: [] };
  });
  const laid = panels(
    shown.length,
    columns,
    place.clientWidth,
    rows.length * row,
    { left: 0, right, lines: Math.max(...heads.map(({ bold }) => bold.length)), bottom: 8 },
    nameWidth,
  );
  /** End of a corner's scale at which each bar and the figure behind it lie within the panel. */
  const top = (corner: Corner, width: number): number =>
    Math.max(
      1e-9,
      ...rows.map((of) => {
        const behind = LABEL_GAP + textWidth(written(corner, of), FONT);
        return ((value(corner, of) ?? 0) * width) / Math.max(1, width - behind);
      }),
    );
  const said = shown.map((corner) => {
    const each = rows
      .filter((of) => written(corner, of) !== "")
      .map((of) => `${of.name} ${written(corner, of)}`);
    return `${corner.title}, ${inUnit(0, corner.bytes).unit}: ${each.join(", ")}`;
  });
  caption(ID, wording.corners.caption(unit(), page.known.length > 0));
  draw(
    ID,
    {
      grid: laid.each.map(grid),
      tooltip: {
        trigger: "item",
        confine: true,
        formatter: (params) => {
          const item = Array.isArray(params) ? params[0] : params;
          const corner = shown[item?.seriesIndex ?? 0];
          const of = rows[item?.dataIndex ?? 0];
          if (!corner || !of) return "";
          const its = inUnit(0, corner.bytes).unit;
          const said = `${written(corner, of)} ${its}`;
          const mark = of.published(corner);
          return lines(mark ? story(mark, of.name, said) : [said]);
        },
      },
      xAxis: shown.map((corner, index) => ({
        type: "value" as const,
        gridIndex: index,
        min: 0,
        max: top(corner, laid.each[index]?.width ?? 0),
        show: false,
      })),
      yAxis: shown.map((_, index) => ({
        type: "category" as const,
        gridIndex: index,
        inverse: true,
        data: names.map((lines) => lines.join("\n")),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: look.line } },
        axisLabel: {
          show: small || index % 2 === 0,
          color: look.text,
          fontSize: 12,
          lineHeight: NAME_LINE,
          interval: 0,
          width: nameWidth - 6,
          overflow: "truncate" as const,
        },
      })),
      series: [
        ...shown.map((corner, index) => ({
          type: "bar" as const,
          xAxisIndex: index,
          yAxisIndex: index,
          barWidth: BAR,
          data: rows.map((of) => ({
            value: value(corner, of) ?? Number.NaN,
            itemStyle: { color: of.color },
          })),
          label: {
            show: true,
            position: "right" as const,
            color: look.text,
            fontSize: 12,
            formatter: ({ dataIndex }: { dataIndex: number }): string => {
              const of = rows[dataIndex];
              return of ? written(corner, of) : "";
            },
          },
        })),
        ...titles(heads),
      ],
    },
    wording.corners.sentence(said),
    {
      header: wording.corners.table(unit()),
      rows: () =>
        shown.flatMap((corner) =>
          rows
            .filter((of) => written(corner, of) !== "")
            .map((of) => [
              of.name,
              corner.title,
              of.published(corner) ? written(corner, of) : value(corner, of),
            ]),
        ),
    },
    laid.height,
  );
}
