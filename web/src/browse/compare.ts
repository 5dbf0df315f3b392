// Drives side by side, test by test.
import { figures, isSimulated, number, runs, type Figure, type Row, type Runs } from "./data";
import { byId, counted, drawn, element, fill, said } from "./dom";
import { longName, name as named } from "./names";
import { middle, verdicts, type Value, type Verdict } from "./verdict";

/** A drive: the repetitions of one run. */
interface Drive {
  row: Row;
  runs: Row[];
  letter: string;
  figures: Map<string, { figure: Figure; value: Value }>;
}

const MOST_DRIVES = 8;
const WORDS: Record<Verdict, string> = {
  best: "★ best",
  level: "≈ not distinguishable",
  behind: "",
  missing: "not measured",
  otherwise: "not comparable",
};

let all: Runs;
/** Ids of the runs in the address, one a drive. */
let chosen: string[];
const kept = new Map<string, Promise<Figure[]>>();

export async function compare(): Promise<void> {
  all = await runs();
  const given = new URLSearchParams(location.search).getAll("runs").flatMap((ids) => ids.split(","));
  const known = given.filter((id) => all.runs.some((row) => row.id === id));
  const lost = given.filter((id) => id && !known.includes(id)).length;
  byId("lost").textContent = lost === 0 ? "" : `${counted(lost, "run")} of this address ${lost === 1 ? "is" : "are"} not here (any more).`;
  // Repetitions of one run are one drive.
  const first = (id: string, place: number): boolean => known.findIndex((other) => rowOf(other).group === rowOf(id).group) === place;
  chosen = known.filter(first).slice(0, MOST_DRIVES);
  byId("add").addEventListener("click", () => {
    const other = all.runs.find((row) => !chosen.some((id) => rowOf(id).group === row.group));
    if (other) void choose([...chosen, other.id]);
  });
  await choose(chosen);
}

function rowOf(id: string): Row {
  const row = all.runs.find((row) => row.id === id);
  if (!row) throw new Error("There is no such run (any more).");
  return row;
}

async function choose(ids: string[]): Promise<void> {
  chosen = ids;
  history.replaceState(null, "", ids.length > 0 ? `?runs=${ids.join(",")}` : location.pathname);
  const drives = await Promise.all(ids.map(drive));
  pickers();
  fill(byId("notes"), ...notes(drives).map((note) => element("p", { class: "warning" }, said(note))));
  const tables = byTest(drives);
  fill(byId("tests"), ...tables.parts);
  byId("summary").textContent = summary(drives, tables.verdicts);
}

async function drive(id: string, place: number): Promise<Drive> {
  const row = rowOf(id);
  const repetitions = all.runs.filter((other) => other.group === row.group);
  const read = repetitions.map((run) => {
    const reading = kept.get(run.id) ?? figures(run.id);
    kept.set(run.id, reading);
    return reading;
  });
  const lists = await Promise.all(read);
  const found = new Map<string, { figure: Figure; value: Value }>();
  for (const figure of lists.flat()) {
    if (found.has(figure.key)) continue;
    const values = lists.flatMap((list) => list.filter((other) => other.key === figure.key).slice(0, 1).map((other) => other.value));
    const value = middle(values);
    if (value) found.set(figure.key, { figure, value });
  }
  return { row, runs: repetitions, letter: String.fromCharCode(65 + place), figures: found };
}

/** A list a drive, to put another in its place. */
function pickers(): void {
  const firsts = all.runs.filter((row, place) => all.runs.findIndex((other) => other.group === row.group) === place);
  const parts = chosen.map((id, place) => {
    const letter = String.fromCharCode(65 + place);
    const select = element("select", { id: `drive-${place}` });
    for (const row of firsts) {
      const here = row.group === rowOf(id).group;
      if (!here && chosen.some((other) => rowOf(other).group === row.group)) continue;
      const option = element("option", { value: here ? id : row.id }, longName(row, all.runs));
      option.selected = here;
      select.append(option);
    }
    select.addEventListener("change", () => void choose(chosen.map((other, at) => (at === place ? select.value : other))));
    const remove = element("button", { type: "button", id: `remove-${place}`, "aria-label": `Remove drive ${letter}` }, "Remove");
    remove.addEventListener("click", () => {
      void choose(chosen.filter((_, at) => at !== place)).then(() => byId("add").focus());
    });
    const label = element("label", { for: select.id }, element("span", { class: `letter drive-${place}` }, letter), "Drive ");
    return element("div", { class: "picker" }, label, select, remove);
  });
  fill(byId("pickers"), ...parts);
  const groups = new Set(all.runs.map((row) => row.group)).size;
  byId<HTMLButtonElement>("add").disabled = chosen.length >= Math.min(MOST_DRIVES, groups);
}

const name = (row: Row): string => named(row, chosen.map(rowOf));

/** What makes a comparison say less than it seems to. */
function notes(drives: Drive[]): string[] {
  const suites = new Set(drives.map(({ row }) => row.suite));
  const kinds = new Set(drives.map(({ row }) => isSimulated(row)));
  const versions = new Set(drives.flatMap(({ runs }) => runs.map((run) => run.version)));
  const found: string[] = [];
  if (drives.length < 2) return found;
  if (suites.size > 1) found.push(`Different suites: of phases that lasted otherwise than the first drive's nothing is said (${[...suites].join(", ")}).`);
  if (kinds.size > 1) found.push("A model beside a real drive: what a simulation says of a drive is only as good as its data file.");
  if (versions.size > 1) found.push(`Run by different versions of fourcorners (${[...versions].join(", ")}).`);
  const reasons = new Set(drives.filter(({ row }) => !row.comparable).map(({ row }) => row.not_comparable_because));
  for (const reason of reasons) {
    const its = drives.filter(({ row }) => !row.comparable && row.not_comparable_because === reason).map(({ row }) => name(row));
    found.push(`Not comparable with other runs: ${reason} (${its.join(", ")}).`);
  }
  for (const { row, runs } of drives) if (runs.some((run) => run.progress === "running")) found.push(`${name(row)}: its run goes on; this is what was measured so far.`);
  if (drives.every(({ runs }) => runs.length === 1)) found.push("One run of each drive: how far a repetition would lie from it is not known, so even a small difference is called one here. `review --repeat 3` tells.");
  return found;
}

function byTest(drives: Drive[]): { parts: HTMLElement[]; verdicts: Verdict[][] } {
  const keys = new Map(drives.flatMap((drive) => [...drive.figures].map(([key, { figure }]) => [key, figure] as const)).reverse());
  // In the order in which the first drive that has it was measured.
  const ordered = [...new Set(drives.flatMap((drive) => [...drive.figures.keys()]))];
  const tests = [...new Set(ordered.map((key) => keys.get(key)!.test))];
  const all_verdicts: Verdict[][] = [];
  const alone: string[] = [];
  const parts: HTMLElement[] = [];
  for (const test of tests) {
    const bodies: HTMLElement[] = [];
    for (const key of ordered.filter((key) => keys.get(key)!.test === test)) {
      const figure = keys.get(key)!;
      const values = drives.map((drive) => drive.figures.get(key)?.value ?? null);
      if (drives.length > 1 && values.filter(Boolean).length < 2) {
        alone.push(key);
        continue;
      }
      const ways = drives.map((drive) => way(drive, figure));
      const found = verdicts(values, figure.more_is_better, ways);
      all_verdicts.push(found);
      bodies.push(body(drives, figure, values, found));
    }
    if (bodies.length === 0) continue;
    const caption = element("caption", {}, said(title(test)));
    parts.push(element("table", { class: "bench", "data-test": test }, caption, ...bodies));
  }
  if (drives.length === 0) parts.push(element("p", {}, "Add drives to compare, or pick runs in the list."));
  if (alone.length > 0) parts.push(element("p", { class: "faint" }, `${counted(alone.length, "figure")} left out, measured of one of the drives only.`));
  return { parts, verdicts: all_verdicts };
}

const title = (test: string): string => (test === "price" ? "Price" : (all.tests[test] ?? test));

/** One figure: a bar a drive, all on one scale. */
function body(drives: Drive[], figure: Figure, values: (Value | null)[], found: Verdict[]): HTMLElement {
  const most = Math.max(...values.map((value) => value?.high ?? 0), Number.MIN_VALUE);
  const better = figure.more_is_better ? "more is better" : "less is better";
  const heading = [said(figure.label || "over the whole test"), element("span", { class: "faint" }, ` (${[figure.unit, better].filter(Boolean).join(", ")})`)];
  const head = element("tr", {}, element("th", { scope: "rowgroup", colspan: 4 }, ...heading));
  const rows = drives.map((drive, place) => {
    const [value, verdict] = [values[place] ?? null, found[place] ?? "missing"];
    const letter = element("span", { class: `letter drive-${place}`, "aria-hidden": "true" }, drive.letter);
    const alone = drives.length < 2;
    return element(
      "tr",
      { class: alone ? "" : verdict, "data-key": figure.key, "data-drive": drive.letter },
      element("th", { scope: "row" }, letter, said(name(drive.row))),
      element("td", { class: "bar" }, ...(value ? [bar(value, most, place)] : [])),
      element("td", { class: "value" }, value ? text(value, figure.unit) : ""),
      element("td", { class: "mark" }, alone ? "" : verdict === "otherwise" ? `${WORDS[verdict]}: ${way(drive, figure)}` : WORDS[verdict]),
    );
  });
  return element("tbody", {}, head, ...rows);
}

/** How long the phase of a drive lasted, and over what it went. */
function way(drive: Drive, { key }: Figure): string {
  const figure = drive.figures.get(key)?.figure;
  const length = figure?.timed_s == null ? "until its end" : `${number(figure.timed_s)} s`;
  return figure?.span_bytes == null ? length : `${length}, over ${number(figure.span_bytes / 2 ** 30)} GiB`;
}

function text(value: Value, unit: string): string {
  const [low, high] = [number(value.low), number(value.high)];
  const range = value.runs > 1 ? ` (${low === high ? "" : `${low} to ${high}, `}${value.runs} runs)` : "";
  return `${number(value.value)}${unit && ` ${unit}`}${range}`;
}

/** The value as a bar, and from the lowest to the highest run as a line on it. */
function bar(value: Value, most: number, place: number): SVGElement {
  const share = (part: number): number => Math.round((10_000 * Math.max(part, 0)) / most) / 100;
  const parts: SVGElement[] = [drawn("rect", { class: `drive-${place}`, width: share(value.value), height: 10 })];
  if (value.runs > 1) {
    const [low, high] = [share(value.low), share(value.high)];
    parts.push(drawn("path", { class: "range", d: `M${low} 2V8M${low} 5H${high}M${high} 2V8` }));
  }
  return drawn("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, ...parts);
}

function summary(drives: Drive[], found: Verdict[][]): string {
  if (drives.length < 2) return "";
  const best = drives.map((drive, place) => `${name(drive.row)} is best in ${found.filter((verdict) => verdict[place] === "best").length}`);
  const level = found.filter((verdict) => verdict.includes("level")).length;
  return `Of ${counted(found.length, "figure")}, ${best.join(", ")}; in ${level} the best are not distinguishable.`;
}
