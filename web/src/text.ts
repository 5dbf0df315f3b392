// Everything that is text: the verdicts, the drives' facts, what the runs were.
import { plainTable } from "./charts";
import type { Page } from "./data";

function element<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, className = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function text(page: Page): void {
  const warnings = document.getElementById("warnings");
  for (const warning of page.warnings) warnings?.append(element("p", warning, "warning"));

  const verdicts = document.getElementById("verdicts");
  page.drives.forEach((drive, index) => {
    const item = element("li", "");
    item.append(element("strong", drive.model), document.createTextNode(": "));
    const judgements = page.judgements.filter((judgement) => judgement.drive === index);
    judgements.forEach((judgement, place) => {
      const link = element("a", judgement.text);
      link.href = `#${judgement.evidence}`;
      item.append(link, document.createTextNode(place + 1 < judgements.length ? "; " : "."));
    });
    if (judgements.length === 0) item.append("nothing to judge: see what is missing below.");
    verdicts?.append(item);
  });

  const rules = document.getElementById("rules");
  for (const rule of new Set(page.judgements.map((judgement) => judgement.rule))) rules?.append(element("li", `${rule}.`));

  const drives = document.getElementById("drive-facts");
  for (const drive of page.drives) {
    const details = document.createElement("details");
    details.append(element("summary", `${drive.model} (${drive.simulated ? "simulated" : "real"}): facts and where they are from`));
    details.append(scroll(plainTable(["What", "Value", "From"], drive.facts.map((f) => [f.name, f.value, f.source]))));
    drives?.append(details);
  }

  const runs = document.getElementById("run-facts");
  for (const drive of page.drives) {
    const rows = [
      ...drive.bench.map((fact) => [fact.name, fact.value]),
      ["Seed", String(drive.seed)],
      ["fourcorners", drive.version],
      ["Run", drive.runs.join(", ")],
      ["Repeat it with", drive.command],
    ];
    const details = document.createElement("details");
    details.append(element("summary", drive.model), scroll(plainTable(["What", "Value"], rows)));
    runs?.append(details);
  }

  const missing = document.getElementById("missing");
  const rows = page.drives.flatMap((drive) => drive.missing.map((m) => [drive.model, m.what, m.status, m.reason]));
  if (rows.length === 0) missing?.append(element("p", "Nothing: every test was run to its end."));
  else missing?.append(scroll(plainTable(["Drive", "Test", "", "Why"], rows)));
}

function scroll(table: HTMLTableElement): HTMLDivElement {
  const place = element("div", "", "scroll");
  place.append(table);
  return place;
}
