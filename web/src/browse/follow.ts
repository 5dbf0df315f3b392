// A run as it goes on: IOPS of every second, as they are written.
import { number, parse, type RunRow } from "./data";
import { byId, element, fill, said } from "./dom";
import { scatter, type Second } from "./scatter";
import * as wording from "../wording/browse";

interface Phase {
  name: string;
  /** By their numbers: one that comes twice after the connection was lost counts once. */
  seconds: Map<number, Second>;
  status: string;
  reason: string;
  iops_mean: number | null;
}

let phases = new Map<string, Phase>();
let planned: string[] = [];
/** The phase that the reader chose; else the last with seconds is shown. */
let chosen: string | null = null;
let last: string | null = null;
let waiting = false;

export function follow(): void {
  const id = new URLSearchParams(location.search).get("run") ?? "";
  if (!/^[0-9a-f]{16}$/.test(id)) throw new Error(wording.noRunInAddress);
  byId<HTMLAnchorElement>("page").href = `run/${id}.html`;
  const source = new EventSource(`live/${id}`);
  const on = <T>(name: string, act: (data: T) => void): void =>
    source.addEventListener(name, (event) => {
      act(parse<T>((event as MessageEvent<string>).data));
      soon();
    });
  on<{ run: RunRow; phases: string[] }>("run", ({ run, phases: names }) => {
    planned = names;
    fill(
      byId("title"),
      wording.following[0],
      said(run.model),
      wording.following[1],
      said(run.suite),
    );
    document.title = wording.liveTitle(run.model);
    say(wording.waiting);
  });
  on<{ event: string }>("wall", ({ event }) => say(wording.now(event)));
  on<{ phase: string; seconds: [number, number, number, number, number][] }>(
    "seconds",
    ({ phase, seconds }) => {
      const into = phaseOf(phase);
      last = phase;
      for (const [second, ios, bytes, mean_us, max_us] of seconds)
        into.seconds.set(second, { second, ios, bytes, mean_us, max_us });
    },
  );
  on<{ phase: string; status: string; reason?: string; iops_mean: number | null }>(
    "phase",
    (ended) => {
      Object.assign(phaseOf(ended.phase), {
        status: ended.status,
        reason: ended.reason ?? "",
        iops_mean: ended.iops_mean,
      });
    },
  );
  on<object>("again", () => {
    phases = new Map();
    last = null;
    say(wording.takenUpAgain);
  });
  on<{ finished: boolean; reason?: string }>("end", ({ finished, reason }) => {
    source.close();
    say(reason ? wording.unreadable(reason) : finished ? wording.ended : wording.endedEarly);
    document.body.dataset["ended"] = "true";
  });
  source.addEventListener("error", () => {
    say(source.readyState === EventSource.CLOSED ? wording.notFollowed : wording.connectionLost);
  });
  addEventListener("resize", soon);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  Object.assign(window, {
    fourcorners: { seconds: () => [...(shownPhase()?.seconds.values() ?? [])], redraw: soon },
  });
}

function phaseOf(name: string): Phase {
  const found = phases.get(name) ?? {
    name,
    seconds: new Map<number, Second>(),
    status: "",
    reason: "",
    iops_mean: null,
  };
  phases.set(name, found);
  return found;
}

const say = (sentence: string): void => {
  byId("status").textContent = sentence;
};

/** Draws with the next picture, however many events came before it. */
export function soon(): void {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

const shownPhase = (): Phase | undefined => phases.get(chosen ?? last ?? "");

function draw(): void {
  const done = [...phases.values()].filter((phase) => phase.status !== "").length;
  byId("done").textContent = wording.phasesDone(done, planned.length);
  const phase = shownPhase();
  byId("chart-part").toggleAttribute("hidden", phase === undefined);
  if (phase) {
    const seconds = [...phase.seconds.values()].sort((a, b) => a.second - b.second);
    const now = seconds.at(-1);
    fill(byId("caption"), said(phase.name), wording.secondsCaption);
    const numbers = now
      ? wording.lastSecond(
          now.second,
          number(now.ios),
          number(now.bytes / 1e6),
          number(now.mean_us),
          number(now.max_us),
        )
      : "";
    byId("numbers").textContent = numbers;
    const worst = Math.min(...seconds.map(({ ios }) => ios));
    scatter(
      byId<HTMLCanvasElement>("chart"),
      seconds,
      seconds.length === 0
        ? wording.noSecond
        : wording.seconds(seconds.length, phase.name, numbers, number(worst)),
    );
  }
  fill(
    byId("phases"),
    ...[...phases.values()]
      .filter((phase) => phase.seconds.size > 0 || phase.status !== "")
      .map(button),
  );
}

/** A phase: shows its seconds. */
function button(phase: Phase): HTMLElement {
  const pressed = shownPhase() === phase;
  const made = element(
    "button",
    {
      type: "button",
      id: `phase-${phase.name}`,
      "aria-pressed": String(pressed),
      disabled: phase.seconds.size === 0,
    },
    said(phase.name),
  );
  made.addEventListener("click", () => {
    chosen = phase.name === last ? null : phase.name;
    soon();
  });
  const result = wording.phase(
    phase.status,
    phase.iops_mean === null ? null : number(phase.iops_mean),
  );
  return element(
    "li",
    {},
    made,
    result,
    ...(phase.reason ? [wording.because, said(phase.reason)] : []),
  );
}
