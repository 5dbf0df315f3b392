// The page's sections, as links that stay in sight.
import { element } from "./findings";
import * as wording from "./wording/contents";

/** Adds a link to the first section of each subject that the page shows. */
export function contents(): void {
  const place = document.getElementById("contents");
  for (const [name, ids] of wording.subjects) {
    const id = ids.find((one) => document.getElementById(one)?.hidden === false);
    if (id === undefined) continue;
    const link = element("a", name);
    link.href = `#${id}`;
    place?.append(link);
  }
}
