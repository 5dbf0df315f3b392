// The drives of a comparison: which runs are read of each, and what they say together.
import { figures, type Figure, type Figures, type Row } from "./data";
import { middle, type Value } from "./verdict";

/** A drive: the repetitions of one run. */
export interface Drive {
  /** The run by which it was picked. */
  row: Row;
  letter: string;
  runs: Used[];
  figures: Map<string, { figure: Figure; value: Value }>;
}

/** A repetition, and whether it counts. */
export interface Used {
  row: Row;
  /** Taken out: by the reader; a copy: the same results as another one's, which is no second measurement. */
  how: "counts" | "taken-out" | "copy";
  /** What of its figures cannot be, a sentence each. */
  leftOut: string[];
}

export const counting = (drive: Drive): Row[] => drive.runs.filter(({ how }) => how === "counts").map(({ row }) => row);

const kept = new Map<string, Promise<Figures>>();

function read(run: Row): Promise<Figures> {
  const reading = kept.get(run.id) ?? figures(run.id);
  kept.set(run.id, reading);
  return reading;
}

/** Reads a drive's repetitions; `without`: ids of those that the reader took out. */
export async function drive(row: Row, place: number, all: Row[], without: string[]): Promise<Drive> {
  const repetitions = all.filter((other) => other.group === row.group).sort((a, b) => a.repeat - b.repeat);
  const documents = await Promise.all(repetitions.map(read));
  const results = documents.map((document) => JSON.stringify(document.figures));
  const isCopy = (at: number): boolean =>
    documents[at]!.figures.length > 0 && repetitions.findIndex((other, before) => other.repeat === repetitions[at]!.repeat && results[before] === results[at]) < at;
  const runs = repetitions.map((run, at): Used => {
    const how = isCopy(at) ? "copy" : without.includes(run.id) ? "taken-out" : "counts";
    return { row: run, how, leftOut: documents[at]!.left_out };
  });
  const lists = documents.filter((_, at) => runs[at]!.how === "counts").map((document) => new Map(document.figures.map((figure) => [figure.key, figure])));
  const found: Drive["figures"] = new Map();
  for (const figure of lists.flatMap((list) => [...list.values()])) {
    if (found.has(figure.key)) continue;
    const value = middle(lists.flatMap((list) => list.get(figure.key)?.value ?? []));
    if (value) found.set(figure.key, { figure, value });
  }
  return { row, letter: String.fromCharCode(65 + place), runs, figures: found };
}
