// Which runs are shown, and in what order: it stands in the address, so that it can be passed on.
import { capacity, gigabytes, isSimulated, type RunRow } from "./data";

/** What can be chosen in lists. */
export const CHOICES = ["maker", "year", "capacity", "kind", "suite"] as const;
export type Choice = (typeof CHOICES)[number];

export const COLUMNS = [
  "drive",
  "suite",
  "year",
  "capacity",
  "random-read",
  "random-write",
  "sequential-read",
  "sequential-write",
  "started",
  "state",
] as const;
export type Column = (typeof COLUMNS)[number];

export interface View {
  text: string;
  chosen: Partial<Record<Choice, string>>;
  sort: Column;
  descending: boolean;
  /** Ids of the runs that were picked to be compared. */
  picked: string[];
}

/** What a run is in each of the lists; empty: it is nothing there. */
export function choiceOf(row: RunRow, choice: Choice): string {
  switch (choice) {
    case "maker":
      return row.maker ?? "";
    case "year":
      return row.year === null ? "" : String(row.year);
    case "capacity":
      return capacity(row);
    case "kind":
      return isSimulated(row) ? "simulated" : "real";
    case "suite":
      return row.suite;
  }
}

/** What a column sorts by. */
function keyOf(row: RunRow, column: Column): string | number | null {
  switch (column) {
    case "drive":
      return row.model.toLowerCase();
    case "suite":
      return row.suite;
    case "year":
      return row.year;
    case "capacity":
      return row.capacity_bytes || null;
    case "random-read":
      return row.random_read_mb_per_s;
    case "random-write":
      return row.random_write_mb_per_s;
    case "sequential-read":
      return row.sequential_read_mb_per_s;
    case "sequential-write":
      return row.sequential_write_mb_per_s;
    case "started":
      return row.started;
    case "state":
      return row.progress;
  }
}

/** What a view asks of runs, a part each, and how many runs meet that alone. */
export function asked(
  rows: RunRow[],
  view: View,
): { of: Choice | "text"; value: string; meet: number }[] {
  const only = (part: Partial<View>): number =>
    shown(rows, { ...view, text: "", chosen: {}, ...part }).length;
  const chosen = CHOICES.flatMap((choice) => {
    const value = view.chosen[choice];
    return value ? [{ of: choice, value, meet: only({ chosen: { [choice]: value } }) }] : [];
  });
  const text = view.text.trim();
  return text === ""
    ? chosen
    : [{ of: "text" as const, value: text, meet: only({ text }) }, ...chosen];
}

/**
 * The runs of a view, in its order; what has no value of the sorted column comes last either way.
 */
export function shown(rows: RunRow[], view: View): RunRow[] {
  const words = view.text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (row: RunRow): boolean => {
    const text = [row.model, row.name, row.folder, row.suite, row.port ?? "", row.maker ?? ""]
      .join(" ")
      .toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      CHOICES.every(
        (choice) => !view.chosen[choice] || choiceOf(row, choice) === view.chosen[choice],
      )
    );
  };
  const sign = view.descending ? -1 : 1;
  const order = (a: RunRow, b: RunRow): number => {
    const [left, right] = [keyOf(a, view.sort), keyOf(b, view.sort)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (left === right)
      return (
        a.model.localeCompare(b.model) ||
        (a.started ?? "").localeCompare(b.started ?? "") ||
        a.repeat - b.repeat ||
        a.folder.localeCompare(b.folder)
      );
    return left < right ? -sign : sign;
  };
  return rows.filter(matches).sort(order);
}

/** The values of a list that occur, in order. */
export function values(rows: RunRow[], choice: Choice): string[] {
  const found = new Map(rows.map((row) => [choiceOf(row, choice), row]));
  found.delete("");
  const all = [...found.keys()];
  if (choice === "capacity")
    return all.sort((a, b) => gigabytes(found.get(a)!) - gigabytes(found.get(b)!));
  return all.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

export function fromAddress(query: string): View {
  const given = new URLSearchParams(query);
  const sort = given.get("sort") ?? "";
  const column = COLUMNS.find((name) => name === sort.replace(/^-/, ""));
  const chosen = CHOICES.flatMap((choice) =>
    given.get(choice) ? [[choice, given.get(choice)]] : [],
  );
  return {
    text: given.get("text") ?? "",
    chosen: Object.fromEntries(chosen),
    sort: column ?? "drive",
    descending: column !== undefined && sort.startsWith("-"),
    picked: (given.get("picked") ?? "").split(",").filter(Boolean),
  };
}

/** As it is put into the address; empty for the list as it is at first. */
export function toAddress(view: View): string {
  const query = new URLSearchParams();
  if (view.text) query.set("text", view.text);
  for (const choice of CHOICES) if (view.chosen[choice]) query.set(choice, view.chosen[choice]);
  if (view.sort !== "drive" || view.descending)
    query.set("sort", (view.descending ? "-" : "") + view.sort);
  if (view.picked.length > 0) query.set("picked", view.picked.join(","));
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}
