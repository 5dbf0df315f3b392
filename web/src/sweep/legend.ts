// The legend of a parameter's values, which may be many and long.
import { below } from "../legendrows";
import { theme } from "../theme";
import * as wording from "../wording/sweep";

/** More names are turned over like pages. */
const MOST = 12;
const SCROLLED = 44;
/** Characters of a name. */
const LONG = 32;

const shortened = (name: string): string => wording.clipped(name, LONG);

/** `sign`: pixels of the sign of each name. */
export const legend = (names: string[], sign: number) => ({
  type: names.length > MOST ? ("scroll" as const) : ("plain" as const),
  top: 0,
  left: 0,
  itemWidth: sign,
  itemHeight: 12,
  textStyle: { color: theme().text },
  pageTextStyle: { color: theme().text },
  pageIconColor: theme().text,
  pageIconInactiveColor: theme().line,
  formatter: shortened,
  data: names,
});

/** Where the chart of that id begins below its legend. */
export const underLegend = (id: string, names: string[], sign: number): number =>
  names.length > MOST ? SCROLLED : below(id, names.map(shortened), sign);
