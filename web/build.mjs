// Builds web/dist: one script and one style sheet, the same bytes from the same sources.
import { build } from "esbuild";
import { copyFile, mkdir } from "node:fs/promises";

await mkdir("dist", { recursive: true });
await build({
  entryPoints: ["src/main.ts"],
  outfile: "dist/page.js",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  logLevel: "warning",
});
await copyFile("src/page.css", "dist/page.css");
// The pages about many runs: a script and a style sheet of their own, served beside them.
await build({
  entryPoints: { browse: "src/browse/main.ts" },
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  logLevel: "warning",
});
await build({ entryPoints: { browse: "src/browse/browse.css" }, outdir: "dist", bundle: true, minify: true, charset: "utf8", logLevel: "warning" });
