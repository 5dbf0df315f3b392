// Colours and sizes, for light and dark.

/** Okabe and Ito's palette, told apart by the colour-blind; the yellow is darker on white. */
const LIGHT = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#a8518a",
  "#8a6d00",
  "#2a7f9e",
  "#5b5b5b",
  "#7a3b00",
];
const DARK = [
  "#56b4e9",
  "#ff9248",
  "#2ec9a0",
  "#e08fc4",
  "#f0e442",
  "#9ad0f5",
  "#bdbdbd",
  "#e6b17a",
];

export interface Theme {
  text: string;
  faint: string;
  line: string;
  background: string;
  /** A drive's colour, the same on every chart; paler for a share below 1 of it. */
  drive(index: number, share?: number): string;
}

/** The theme in force. */
export function theme(): Theme {
  const dark = isDark();
  const palette = dark ? DARK : LIGHT;
  const background = dark ? "#17191c" : "#ffffff";
  return {
    text: dark ? "#e8e8e8" : "#1c1c1c",
    faint: dark ? "#a5a5a5" : "#5a5a5a",
    line: dark ? "#3c3f44" : "#dddddd",
    background,
    drive: (index, share = 1) =>
      mixed(palette[index % palette.length] ?? "#888888", background, share),
  };
}

/** So much of a colour, the rest of another; both as in #0072b2. */
function mixed(colour: string, other: string, share: number): string {
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

export const narrow = (): boolean => innerWidth < 640;
