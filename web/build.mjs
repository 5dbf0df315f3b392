// Builds web/dist: the same bytes from the same sources.
import { build } from "esbuild";
import { gzipSync } from "fflate";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const common = {
  outdir: "dist",
  bundle: true,
  minify: true,
  charset: "utf8",
  logLevel: "warning",
};
const script = { ...common, format: "iife", target: "es2022", legalComments: "inline" };

/** A file of the packages. */
const text = (file) => readFileSync(new URL(`node_modules/${file}`, import.meta.url), "utf8");
/** A comment in front of a script: the licenses of what it contains. */
const licenses = (...texts) => ({ js: `/*!\n${texts.map((one) => one.trim()).join("\n\n")}\n*/` });
/** Each file of ECharts begins with its license. */
const [, ofECharts] = /\/\*(.*?)\*\//s.exec(text("echarts/lib/echarts.js"));

// ECharts: a global, for both pages that have charts. Compressed, because the program holds it; by
// a locked package, so that every host writes the same bytes.
const charts = await build({
  ...script,
  entryPoints: { charts: "src/echarts.ts" },
  globalName: "echarts",
  banner: licenses(text("echarts/NOTICE"), ofECharts, text("zrender/LICENSE")),
  write: false,
});
// A copy of the sources has none (`cargo xtask test pseudo`).
mkdirSync("dist", { recursive: true });
writeFileSync(
  "dist/charts.js.gz",
  gzipSync(charts.outputFiles[0].contents, { level: 9, mtime: 0 }),
);
// The page of a review and the page of a sweep: all of it is written into them.
await build({
  ...script,
  entryPoints: { page: "src/main.ts", sweep: "src/sweep/main.ts" },
  banner: licenses(text("fflate/LICENSE")),
});
// The pages about many runs: their script and style sheet are served beside them.
await build({ ...script, entryPoints: { browse: "src/browse/main.ts" } });
await build({
  ...common,
  entryPoints: {
    page: "src/page.css",
    browse: "src/browse/browse.css",
    sweep: "src/sweep/sweep.css",
  },
});
