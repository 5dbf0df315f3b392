// Numbers and times as people read them.

/**
 * 12,345 or 0.123: as many digits as are worth reading. What is little is not nothing (2.2e-7), and
 * almost one not one (0.99999978).
 */
export function number(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.0005) return String(Number(value.toPrecision(2)));
  const short = size < 1 && size >= 0.9995 ? 1 - Math.floor(Math.log10(1 - size)) : 3;
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : short;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
}

/** A count on an axis: 1K, 2.5M. */
export function short(count: number): string {
  if (count >= 1e6) return `${number(count / 1e6)}M`;
  return count >= 1000 ? `${number(count / 1000)}K` : number(count);
}

/** Microseconds in the unit that reads best. */
export function time(us: number): string {
  if (us >= 1e6) return `${number(us / 1e6)} s`;
  if (us >= 1e3) return `${number(us / 1e3)} ms`;
  return `${number(us)} µs`;
}
