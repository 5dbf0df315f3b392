// Colours and sizes, for light and dark.

/** Okabe and Ito's palette, told apart by the colour-blind; the yellow is darker on white. */
const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#a8518a", "#8a6d00", "#2a7f9e", "#5b5b5b", "#7a3b00"];
const DARK = ["#56b4e9", "#ff9248", "#2ec9a0", "#e08fc4", "#f0e442", "#9ad0f5", "#bdbdbd", "#e6b17a"];

export interface Theme {
  text: string;
  faint: string;
  line: string;
  background: string;
  /** A drive's colour, the same on every chart. */
  drive(index: number): string;
}

/** The theme in force. */
export function theme(): Theme {
  const dark = isDark();
  const palette = dark ? DARK : LIGHT;
  return {
    text: dark ? "#e8e8e8" : "#1c1c1c",
    faint: dark ? "#a5a5a5" : "#5a5a5a",
    line: dark ? "#3c3f44" : "#dddddd",
    background: dark ? "#17191c" : "#ffffff",
    drive: (index) => palette[index % palette.length] ?? "#888888",
  };
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
