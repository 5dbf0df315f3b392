// The recommendations that matter most, a card each.
import type { Page } from "../data";
import { element } from "../findings";
import { names } from "../marked";
import * as wording from "../wording/overview";

export function picks(page: Page): void {
  const place = document.getElementById("picks");
  if (!place) return;
  for (const index of page.picks) {
    const word = page.final_words[index];
    if (!word) continue;
    const card = element("a", "", "card");
    card.href = `#${word.evidence}`;
    card.append(element("span", word.whom, "faint"));
    for (const drive of word.drives)
      card.append(names(element("strong", page.drives[drive]?.model ?? ""), drive));
    if (word.fitted.length > 0) card.append(element("span", wording.fittedPick, "faint"));
    place.append(card);
  }
  place.hidden = place.childElementCount === 0;
}
