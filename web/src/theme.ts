// Colours and sizes, for light and dark.

/**
 * The hues of Okabe and Ito's palette, which the color-blind tell apart, each at a lightness that
 * stands out on white, on dark and on paper: a drive keeps its color wherever its chart is shown.
 */
const DRIVES = [
  "#2b7fc4",
  "#d9622b",
  "#12946d",
  "#b95a9c",
  "#a07d00",
  "#1f93ab",
  "#7d7d7d",
  "#9c6536",
];

export interface Theme {
  text: string;
  faint: string;
  line: string;
  background: string;
  /** Drives that are on no other chart. */
  known: string;
  /** A drive's color, the same on every chart; paler for a share below 1 of it. */
  drive(index: number, share?: number): string;
}

/** The theme in force. */
export function theme(): Theme {
  const dark = isDark();
  const background = dark ? "#17191c" : "#ffffff";
  return {
    text: dark ? "#e8e8e8" : "#1c1c1c",
    faint: dark ? "#a5a5a5" : "#5a5a5a",
    line: dark ? "#3c3f44" : "#dddddd",
    background,
    known: dark ? "#6b6f75" : "#b4b7bb",
    drive: (index, share = 1) =>
      mixed(DRIVES[index % DRIVES.length] ?? "#888888", background, share),
  };
}

/** So much of a colour, the rest of another; both as in #0072b2. */
export function mixed(colour: string, other: string, share: number): string {
  if (share === 1) return colour;
  const part = (of: string, place: number): number => parseInt(of.slice(place, place + 2), 16);
  const parts = [1, 3, 5].map((place) =>
    Math.round(part(colour, place) * share + part(other, place) * (1 - share)),
  );
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The reader's choice, else the system's. */
export function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen) return chosen === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Wires the button that changes between light and dark. */
export function themeButton(redraw: () => void): void {
  const button = document.getElementById("theme");
  button?.addEventListener("click", () => {
    document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
    redraw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}

/** Pixels below which names stand above their bars. */
const NARROW = 460;

/** Whether a chart has no room for names beside its bars. */
export const narrow = (id: string): boolean =>
  (document.getElementById(id)?.clientWidth ?? 0) < NARROW;
