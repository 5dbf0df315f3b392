// The legend of a parameter's values, which may be many and long.
import { below } from "../legendrows";
import { theme } from "../theme";
import * as wording from "../wording/sweep";

/** More names are turned over like pages. */
const MOST = 12;
const SCROLLED = 44;
/** Characters of a name, and pixels of its sign. */
const LONG = 32;
const SIGN = 22;

const shortened = (name: string): string => wording.clipped(name, LONG);

export const legend = (names: string[]) => ({
  type: names.length > MOST ? ("scroll" as const) : ("plain" as const),
  top: 0,
  left: 0,
  itemWidth: SIGN,
  itemHeight: 12,
  textStyle: { color: theme().text },
  pageTextStyle: { color: theme().text },
  pageIconColor: theme().text,
  pageIconInactiveColor: theme().line,
  formatter: shortened,
  data: names,
});

/** Where the chart of that id begins below its legend. */
export const underLegend = (id: string, names: string[]): number =>
  names.length > MOST ? SCROLLED : below(id, names.map(shortened), SIGN);
