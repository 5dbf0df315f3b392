// The words of the pages about many runs: the list, what goes wrong, and a run in progress.
import type { Progress } from "../browse/generated";
import type { Choice, Column } from "../browse/filters";
import { listed } from "./both";

/** One of a number of things: `1 run`, `2 runs`. */
export const counted = (count: number, what: keyof typeof things): string =>
  `${count} ${count === 1 ? things[what].one : things[what].many}`;
const things = {
  drive: { one: "drive", many: "drives" },
  figure: { one: "figure", many: "figures" },
  phase: { one: "phase", many: "phases" },
  run: { one: "run", many: "runs" },
  second: { one: "second", many: "seconds" },
};

/** A run's port, seed and so on, where they tell it from others. */
export const port = (name: string): string => `port ${name}`;
export const firmware = (version: string): string => `firmware ${version}`;
export const seed = (seed: string): string => `seed ${seed}`;
export const repetition = (repeat: number): string => `repetition ${repeat}`;
export const begun = (day: string, time: string): string => `started ${day} ${time} UTC`;
export const kinds = { simulated: "simulated", real: "real" };
export const model = (name: string, apart: string): string => `${name} (${apart})`;
export const amongAll = (model: string, what: string[]): string => `${model}: ${listed(...what)}`;

// What goes wrong.

export const tooManyRuns =
  "Too many runs for a page opened from disk. Serve its folder: " +
  "python3 -m http.server --directory FOLDER";
export const noAnswer = "The server does not answer. Is `fourcorners browse` still running?";
export const status = (address: string, code: number): string => `${address}: status ${code}`;
export const newer = (address: string): string =>
  `${address} was written by a newer fourcorners; reload this page.`;
export const noElement = (id: string): string => `the page has no ${id}`;

// The list of runs.

export const columns: Record<Column, string> = {
  drive: "Drive",
  suite: "Suite",
  year: "Year",
  capacity: "Capacity",
  "random-read": "Random read, MB/s",
  "random-write": "Random write, MB/s",
  "sequential-read": "Sequential read, MB/s",
  "sequential-write": "Sequential write, MB/s",
  started: "Started (UTC)",
  state: "State",
};
export const compare = "Compare";
export const order = { up: "Lowest first", down: "Highest first" };
export const arrow = { up: " ▲", down: " ▼" };
export const noRuns = "No runs yet.";
export const shownOf = (shown: number, all: number): string =>
  `${shown === all ? "" : `${shown} of `}${counted(all, "run")}`;
const filters: Record<Choice | "text", string> = {
  text: "text",
  maker: "maker",
  year: "year",
  capacity: "capacity",
  kind: "simulated or real",
  suite: "suite",
};
/** Around each filter of a list that is empty for them: its value stands between. */
export const nothingShown = "No run matches the filters: ";
export const beforeFilter = (of: Choice | "text", isFirst: boolean): string =>
  `${isFirst ? "" : ", "}${filters[of]} `;
export const quoted = (value: string): string => `“${value}”`;
export const afterFilter = (meet: number): string =>
  meet === 0 ? " (no run has it)" : ` (${counted(meet, "run")} ${meet === 1 ? "has" : "have"} it)`;
export const end = ".";
export const clearFilters = "Clear filters";
export const notComparable = " (not comparable)";
export const none = "–";
export const notKnown = "not known";
export const warningSign = "⚠ ";
export const because = ": ";

export const done = (finished: number, planned: number): string =>
  planned > 0 ? `${finished} of ${planned}` : `${finished}`;
export const failed = (count: number): string => `${count} failed`;
export const follow = "Follow";
export const afterFollow = (done: string): string => ` (${done})`;
/** `running`: on a page that is not told how the run goes on. */
export const progress = (of: Progress, done: string, skipped: number): string => {
  switch (of) {
    case "running":
      return `running when this page was written (${done})`;
    case "ended-early":
      return `ended early (${done})`;
    case "finished":
      return skipped > 0 ? `finished, ${skipped} skipped` : "finished";
  }
};

export const compareRun = (model: string, suite: string, folder: string): string =>
  `Compare ${listed(model, suite, folder)}`;
export const picked = (count: number): string => `${counted(count, "run")} picked`;
export const pickAnother = "pick another to compare";
export const pickNone = "Clear selection";
export const compareTests = "Compare test by test";
export const reviewPage = "One review page";

// A run in progress.

export const noRunInAddress = "This URL names no run. Choose a run in progress from the list.";
/** Before the drive, and between it and the suite. */
export const following: [before: string, between: string] = ["Following ", ", "];
export const liveTitle = (model: string): string => `${model}: Four Corners, live`;
export const waiting = "Waiting for the first second.";
export const now = (event: string): string => `Now: ${event}`;
export const takenUpAgain = "The run was resumed; unfinished phases start over.";
export const unreadable = (reason: string): string => `The run can no longer be read: ${reason}.`;
export const ended = "The run has finished.";
export const endedEarly = "The run ended early; `review --resume` resumes it.";
export const notFollowed =
  "This run cannot be followed: it was deleted, or the server refused the request.";
export const connectionLost = "Connection lost; reconnecting.";
export const phasesDone = (done: number, planned: number): string =>
  planned > 0
    ? `${done} of ${counted(planned, "phase")} finished.`
    : `${counted(done, "phase")} finished.`;
export const secondsCaption = ": IOPS of every second (log scale)";
export const lastSecond = (
  second: number,
  iops: string,
  mbPerS: string,
  mean: string,
  max: string,
): string =>
  `Second ${second}: ${iops} IOPS, ${mbPerS} MB/s, mean latency ${mean} µs, ` + `max ${max} µs.`;
export const noSecond = "No data yet.";
export const seconds = (count: number, phase: string, last: string, worst: string): string =>
  `${counted(count, "second")} of ${phase}. ${last} Worst second: ${worst} IOPS.`;
/** How a phase ended, as its run says it; empty: it has not. */
export const phase = (status: string, iops: string | null): string =>
  ` ${status === "" ? "running" : status}${iops === null ? "" : `, ${iops} IOPS`}`;
