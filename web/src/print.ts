// On paper: light, as wide as a sheet. What is folded stays so: a sheet is for the outcome.

/** Width of an A4 sheet within its margins, in CSS pixels. */
const SHEET = 690;

/** Draws the page for paper before it is printed, and as it was afterwards. */
export function printing(redraw: () => void): void {
  let restore: (() => void) | null = null;
  const begin = (): void => {
    if (restore) return;
    const root = document.documentElement;
    const before = root.dataset["theme"];
    root.dataset["theme"] = "light";
    document.body.style.width = `${SHEET}px`;
    document.body.classList.add("paper");
    redraw();
    restore = () => {
      document.body.style.width = "";
      document.body.classList.remove("paper");
      if (before === undefined) delete root.dataset["theme"];
      else root.dataset["theme"] = before;
      redraw();
    };
  };
  const end = (): void => {
    restore?.();
    restore = null;
  };
  addEventListener("beforeprint", begin);
  addEventListener("afterprint", end);
}
