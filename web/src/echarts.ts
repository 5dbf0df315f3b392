// ECharts, cut down to what both pages draw. The program embeds it once, as dist/charts.js.gz; each
// page holds it before its own script.
import { BarChart, CustomChart, HeatmapChart, LineChart } from "echarts/charts";
import { ParallelChart, ScatterChart } from "echarts/charts";
import { GridComponent, LegendComponent, ParallelComponent } from "echarts/components";
import { TooltipComponent, VisualMapContinuousComponent } from "echarts/components";
import { use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer, SVGRenderer } from "echarts/renderers";

use([
  BarChart,
  CustomChart,
  HeatmapChart,
  LineChart,
  ParallelChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  ParallelComponent,
  TooltipComponent,
  VisualMapContinuousComponent,
  LabelLayout,
  CanvasRenderer,
  SVGRenderer,
]);

export { init } from "echarts/core";
