// What the page says of the article that it reproduces.

export const charts = "The article's charts";
export const chart = "Its chart";
export const says = "What it says";
export const here = "These runs";
export const passes = "Passes by position";
export const consistency = "Performance consistency";
export const statements = "Held";
export const held = (hold: number, of: number): string => (of === 0 ? "" : `${hold} of ${of}`);
export const heldInAll = (hold: number, of: number): string =>
  `${hold} of the ${of} published statements about these tests hold.`;
export const notShown = "Not measured";
export const statementsOnly = "Statements";

export const source = (title: string, by: string, date: string): string =>
  `${title} (${by}, ${date})`;
