// The drives of a comparison: which runs are read of each, and what they say together.
import { figures, type Figure, type FiguresDocument, type RunRow, type WhichDrive } from "./data";
import { middle, type Value } from "./verdict";

/** A drive: the repetitions of one run. */
export interface Drive {
  /** The run by which it was picked. */
  row: RunRow;
  /** Its place among those that were picked, which gives it a colour, and its letter. */
  place: number;
  letter: string;
  runs: Used[];
  is: WhichDrive;
  figures: Map<string, { figure: Figure; value: Value }>;
}

/** A repetition, and whether it counts. */
export interface Used {
  row: RunRow;
  /**
   * Taken out: by the reader; a copy: the same results as another one's, which is no second
   * measurement.
   */
  how: "counts" | "taken-out" | "copy";
  /** Which run a copy is one of. */
  original: RunRow | null;
  /** What of its figures cannot be, a sentence each. */
  leftOut: string[];
}

export const counting = (drive: Drive): RunRow[] =>
  drive.runs.filter(({ how }) => how === "counts").map(({ row }) => row);

/** Whether both are one drive, however it was run. */
function isSame({ is: a }: Drive, { is: b }: Drive): boolean {
  const equal = (a: (string | null)[], b: (string | null)[]): boolean =>
    JSON.stringify(a) === JSON.stringify(b);
  return equal(a.named, b.named) && (!equal(a.under, b.under) || a.does === b.does);
}

/** How many drives there are among these, of which one may have been run in several ways. */
export const different = (drives: Drive[]): number =>
  drives.reduce<Drive[]>(
    (firsts, one) => (firsts.some((first) => isSame(first, one)) ? firsts : [...firsts, one]),
    [],
  ).length;

const kept = new Map<string, Promise<FiguresDocument>>();

function read(run: RunRow): Promise<FiguresDocument> {
  const reading = kept.get(run.id) ?? figures(run.id);
  kept.set(run.id, reading);
  return reading;
}

/** A drive as it was picked, and what was read of its repetitions. */
interface Picked {
  row: RunRow;
  repetitions: { run: RunRow; document: FiguresDocument }[];
}

async function pick(row: RunRow, all: RunRow[]): Promise<Picked> {
  const runs = all.filter((other) => other.group === row.group).sort((a, b) => a.repeat - b.repeat);
  return {
    row,
    repetitions: await Promise.all(runs.map(async (run) => ({ run, document: await read(run) }))),
  };
}

/**
 * Reads the drives of these runs with their repetitions; `without`: ids of those that the reader
 * took out.
 */
export async function drives(rows: RunRow[], all: RunRow[], without: string[]): Promise<Drive[]> {
  const picked = await Promise.all(rows.map((row) => pick(row, all)));
  // The first run that holds some results, of whichever drive: a real one is another drive in a
  // folder of another name.
  const originals = new Map<string, RunRow>();
  return picked.flatMap(({ row, repetitions }, place): Drive[] => {
    const runs = repetitions.map(({ run, document: { results, left_out } }): Used => {
      const original = results === null ? null : (originals.get(results) ?? null);
      if (results !== null && original === null) originals.set(results, run);
      return {
        row: run,
        how: original ? "copy" : without.includes(run.id) ? "taken-out" : "counts",
        original,
        leftOut: left_out,
      };
    });
    const [first] = repetitions;
    if (!first) return [];
    const counted = repetitions
      .filter((_, at) => runs[at]!.how === "counts")
      .map(({ document }) => document);
    return [
      {
        row,
        place,
        letter: String.fromCharCode(65 + place),
        runs,
        is: first.document.drive,
        figures: together(counted),
      },
    ];
  });
}

/** Every figure of some runs, and what they say of it together. */
function together(documents: FiguresDocument[]): Drive["figures"] {
  const lists = documents.map(
    (document) => new Map(document.figures.map((figure) => [figure.key, figure])),
  );
  const found: Drive["figures"] = new Map();
  for (const figure of lists.flatMap((list) => [...list.values()])) {
    if (found.has(figure.key)) continue;
    const value = middle(lists.flatMap((list) => list.get(figure.key)?.value ?? []));
    if (value) found.set(figure.key, { figure, value });
  }
  return found;
}
