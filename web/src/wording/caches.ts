// The words of the table of write caches.
import type { CacheEnd } from "../generated";
import { listed } from "./both";

export const caption = "Write cache of each drive";
export const drive = "Drive";
/** Above the columns. */
export const groups = {
  size: "Size by fill level, GB",
  speed: "Speed, MB/s",
  rest: "Back after idle time, GB",
};
/** A column's title without the heads above it. */
export const alone: Record<keyof typeof groups, (title: string) => string> = {
  size: (title) => listed("GB", title),
  speed: (title) => listed("MB/s", title),
  rest: (title) => `GB back, ${title}`,
};
export const level = (percent: number): string =>
  percent === 0 ? "fresh" : percent === 100 ? "full" : `${percent} % full`;
/** 10 s, 1 min, 3 h. */
export function rest(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.round(seconds)} s`;
}
export const inside = "in cache";
export const behind = "after it";
export const later = "later";
export const whole = "whole drive";
export const none = "–";
export const size: Record<CacheEnd, (gb: string) => string> = {
  full: (gb) => gb,
  whole: (gb) => `${gb} (all)`,
  writes: (gb) => `${gb} or more`,
  occupied: () => "occupied",
};
export const noDrop = "no drop";
/** Below the table. */
export const notes: Partial<Record<CacheEnd, string>> = {
  writes:
    "Or more: the test stopped writing before the cache was full, so its size is not known. " +
    "After idle time it writes for a minute.",
  occupied: "Occupied: no write was at cache speed; data of earlier fills takes the cache's space.",
};
