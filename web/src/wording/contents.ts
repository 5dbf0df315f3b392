// The names of the page's subjects, and the sections that each may begin with.
export const subjects: [name: string, ids: string[]][] = [
  ["Overview", ["verdict"]],
  ["Article", ["article"]],
  ["Recommendations", ["final-words"]],
  ["Consistency", ["consistency", "steady-state"]],
  ["SNIA PTS", ["snia"]],
  ["Write cache", ["write-cache"]],
  [
    "Speed",
    ["corners", "quick-look", "fill-level", "written-data", "alignment", "used", "length", "ports"],
  ],
  ["Queue depth", ["sweeps"]],
  ["Aging", ["hd-tach", "recovery", "idle"]],
  ["Latency", ["latency"]],
  ["Recorded use", ["response-times", "recorded-use", "vantage"]],
  ["Power", ["power"]],
  ["Accuracy", ["accuracy", "differences", "other-statements", "sources"]],
  ["Drives", ["drives"]],
  ["Setup", ["bench"]],
];
