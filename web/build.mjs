// Builds web/dist: one script and one style sheet, the same bytes from the same sources.
import { build } from "esbuild";

const common = {
  outdir: "dist",
  bundle: true,
  minify: true,
  charset: "utf8",
  logLevel: "warning",
};
const script = { ...common, format: "iife", target: "es2022" };

// The page: both are written into it.
await build({ ...script, entryPoints: { page: "src/main.ts" }, legalComments: "inline" });
await build({ ...common, entryPoints: { page: "src/page.css" } });
// The pages about many runs: a script and a style sheet of their own, served beside them.
await build({ ...script, entryPoints: { browse: "src/browse/main.ts" } });
await build({ ...common, entryPoints: { browse: "src/browse/browse.css" } });
// The page of a parameter sweep: both are written into it.
await build({
  ...script,
  entryPoints: { sweep: "src/sweep/main.ts" },
  legalComments: "inline",
});
await build({ ...common, entryPoints: { sweep: "src/sweep/sweep.css" } });
