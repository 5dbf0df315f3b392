// The drives' facts, what the runs were, and what was not measured.
import { commandLine } from "./command";
import type { DriveData, Page } from "./data";
import { element } from "./findings";
import { folded, plainTable, scroll } from "./tables";
import { clauses } from "./wording/both";
import * as wording from "./wording/page";

export function text(page: Page): void {
  const drives = document.getElementById("drive-facts");
  const runs = document.getElementById("run-facts");
  for (const drive of page.drives) {
    if (drives) {
      folded(drives, wording.factsOf(drive.model, drive.simulated), {
        header: wording.factTable,
        rows: () => drive.facts.map((fact) => [fact.name, fact.value, fact.source]),
      });
    }
    runs?.append(repeat(drive.model, drive.command));
    if (runs) {
      folded(runs, wording.allOf(drive.model), {
        header: wording.runTable,
        rows: () => [
          ...drive.bench.map((fact) => [fact.name, fact.value]),
          [wording.runFacts.seed, drive.seed],
          [wording.runFacts.version, drive.version],
          [wording.runFacts.run, wording.runs(drive.runs)],
          [wording.runFacts.repeat, drive.command],
        ],
      });
    }
  }

  const missing = document.getElementById("missing");
  const rows = page.drives.flatMap((drive) =>
    together(drive).map(({ what, status, reason }) => [
      drive.model,
      what,
      wording.statuses[status],
      reason,
    ]),
  );
  missing?.closest("section")?.toggleAttribute("hidden", rows.length === 0);
  if (rows.length > 0)
    missing?.append(scroll(wording.notMeasured, plainTable(wording.missingTable, rows)));
}

/** What was not measured of a drive: tests that ended alike, and for the same reason, once. */
function together({ missing }: DriveData): DriveData["missing"] {
  const alike = new Map<string, DriveData["missing"][number]>();
  for (const one of missing) {
    const key = JSON.stringify([one.status, one.reason]);
    const before = alike.get(key);
    alike.set(key, before ? { ...before, what: clauses([before.what, one.what]) } : one);
  }
  return [...alike.values()];
}

/** The command that repeats a run, the seed in it. */
function repeat(model: string, command: string): HTMLElement {
  const line = element("p", wording.beforeCommand(model));
  line.append(commandLine(command));
  return line;
}
