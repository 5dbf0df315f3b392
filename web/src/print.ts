// On paper: light, as wide as a sheet, and with the tables that fit on one unfolded.

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
    const opened: HTMLDetailsElement[] = [];
    // What opens may hold charts that are drawn now, with tables of their own.
    for (let depth = 0; depth < 2; depth++) {
      for (const details of document.querySelectorAll<HTMLDetailsElement>(
        "details:not([open]):not([data-long])",
      )) {
        details.open = true;
        details.dispatchEvent(new Event("toggle"));
        opened.push(details);
      }
    }
    redraw();
    restore = () => {
      for (const details of opened) details.open = false;
      document.body.style.width = "";
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
