// The words of charts of fills.
import { clauses, listed } from "./both";

export const caption = (title: string, isLog: boolean): string =>
  `${title}, MB/s by GB written${isLog ? " (log scale)" : ""}`;
export const axis = "GB written";
export const table = ["Fill", "GB written", "MB/s"];
export const said = (label: string, verdict: string): string => `${label}: ${verdict}`;
export const fills = (drive: string, title: string, each: string[]): string =>
  `${drive}, ${title}: ${clauses(each)}.`;
export const allDrives = (title: string): string => `Fresh drives: ${title.toLowerCase()}`;
export const each = (title: string, all: string[]): string => `${title}: ${clauses(all)}.`;
export const ofDrives = "All fills";
export const drivesTable = [
  "Drive",
  "which",
  "GB written",
  "cache, GB",
  "cache, MB/s",
  "after it, MB/s",
  "later, MB/s",
  "mean MB/s",
];
/** A drive without a cache that ends, or without a second drop. */
export const none = "–";
export const which = (title: string, label: string): string => listed(title, label);

export const temperature = (title: string): string => `${title}: temperature, °C by GB written`;
export const warmest = (drive: string, celsius: string): string => `${drive} up to ${celsius} °C`;
export const celsius = (value: number): string => `${value.toFixed(1)} °C`;
export const temperatureTable = ["drive", "GB written", "°C"];
