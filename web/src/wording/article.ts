// What the page says of the article that it reproduces.

export const charts = "The article's charts";
export const chart = "Its chart";
export const says = "What it says";
export const here = "These runs";
export const passes = "Passes by position";
export const consistency = "Performance consistency";
export const statements = "Held";
export const held = (hold: number, of: number): string => (of === 0 ? "" : `${hold} of ${of}`);
export const carried = (hold: number, of: number): string => {
  if (of === 0) return "No test here speaks of it.";
  return `${hold} of ${of} ${of === 1 ? "statement that carries" : "statements that carry"} it ${
    hold === 1 ? "holds" : "hold"
  }.`;
};
export const heldInAll = (hold: number, of: number): string =>
  `${hold} of the ${of} published statements about these tests hold.`;
export const notShown = "Not measured";
export const statementsOnly = "Statements";

export const source = (title: string, by: string, date: string): string =>
  `${title} (${by}, ${date})`;
