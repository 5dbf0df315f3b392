// Marks of published means at the right edge of a plot with the value upwards: there they cover no
// curve.
import type { CustomSeriesOption } from "echarts/charts";
import type { Shape } from "./across";
import type { DriveMark } from "./data";
import { PUBLISHED, isBound } from "./marks";
import { theme } from "./theme";

/** The marks. */
export function beside(
  marks: DriveMark[],
  colour: (mark: DriveMark) => string = () => theme().text,
): CustomSeriesOption {
  const look = theme();
  return {
    type: "custom",
    name: PUBLISHED,
    z: 5,
    clip: false,
    silent: true,
    tooltip: { show: false },
    encode: { y: [0, 1] },
    data: marks.map((mark) => [mark.low, mark.high]),
    renderItem: (params, api) => {
      const mark = marks[params.dataIndex];
      if (!mark) return null;
      const area = params.coordSys as unknown as { x: number; width: number };
      const right = area.x + area.width;
      const y = (value: number): number => api.coord([0, value])[1] ?? 0;
      return {
        type: "group",
        children: turned(mark, right, y(mark.low), y(mark.high), colour(mark), look.background),
      };
    },
  };
}

/** As across a bar, on its side: out of the plot to the right. */
function turned(
  mark: DriveMark,
  right: number,
  low: number,
  high: number,
  colour: string,
  background: string,
): Shape[] {
  if (isBound(mark)) return [];
  const solid = mark.differs.length === 0;
  const style = { fill: solid ? colour : background, stroke: colour, lineWidth: 1.25 };
  const rect = (x: number, y: number, width: number, height: number): Shape => ({
    type: "rect",
    shape: { x, y, width, height },
    style,
  });
  const end = right + 12;
  const caps = (ys: number[]): Shape[] =>
    mark.fitted ? ys.map((y) => rect(end - 3, y - 5, 4, 10)) : [];
  if (mark.low === mark.high) return [rect(right - 4, low - 2, 16, 4), ...caps([low])];
  return [
    {
      type: "polyline",
      shape: {
        points: [
          [right, low],
          [end, low],
          [end, high],
          [right, high],
        ],
      },
      style: {
        fill: "none",
        stroke: colour,
        lineWidth: 1.5,
        ...(solid ? {} : { lineDash: [3, 2] }),
      },
    },
    ...caps([low, high]),
  ];
}
