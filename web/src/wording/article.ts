// What the page says of the article that it reproduces.

export const charts = "The article's charts";
export const chart = "Its chart";
export const says = "What it says";
export const here = "These runs";
export const passes = "Passes by position";
export const consistency = "Performance consistency";
export const statements = "Statements that hold";
export const held = (hold: number, of: number): string => (of === 0 ? "" : `${hold} of ${of}`);
export const carried = (hold: number, of: number): string => {
  if (of === 0) return "Not covered by these tests.";
  return `${hold} of ${of} ${of === 1 ? "statement behind it" : "statements behind it"} ${
    hold === 1 ? "holds" : "hold"
  }.`;
};
export const heldInAll = (hold: number, of: number): string =>
  `${hold} of ${of} published statements about these tests hold.`;
export const notShown = "Not measured";
export const statementsOnly = "Statements";

export const source = (title: string, by: string, date: string): string =>
  `${title} (${by}, ${date})`;
