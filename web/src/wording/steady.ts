// The words of the table of steady states.
export const label = "Steady state of each run";
export const columns = [
  "Drive",
  "run",
  "steady state",
  "spread of the last five rounds",
  "drift of the last five rounds",
  "written",
];
export const none = "–";
export const percent = (of: number): string => `${of.toFixed(of < 10 ? 1 : 0)} %`;
/** With its sign. */
export const drift = (of: number): string => `${of < 0 ? "−" : "+"}${percent(Math.abs(of))}`;
