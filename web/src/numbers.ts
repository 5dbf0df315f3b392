// Numbers and times as people read them.

/** 12,345 or 0.123: as many digits as are worth reading. */
export function number(value: number): string {
  if (value === 0) return "0";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}

/** Microseconds in the unit that reads best. */
export function time(us: number): string {
  if (us >= 1e6) return `${number(us / 1e6)} s`;
  if (us >= 1e3) return `${number(us / 1e3)} ms`;
  return `${number(us)} µs`;
}
