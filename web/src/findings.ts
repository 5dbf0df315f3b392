// What was found: warnings, the headline, every finding with its rule, and the final words.
import { names } from "./marked";
import type { FinalWord, Page, Rule } from "./data";
import * as wording from "./wording/page";

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text: string,
  className = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function link(text: string, to: string): HTMLAnchorElement {
  const made = element("a", text);
  made.href = `#${to}`;
  return made;
}

/**
 * A link with a full stop; of a list only what stands before its colon is one, and what follows a
 * line each.
 */
function linked({ text, list, evidence }: FinalWord): Node[] {
  if (!list) return [link(text, evidence), document.createTextNode(wording.afterPart(true))];
  const item = (text: string, place: number): Node =>
    element("span", text + wording.afterPart(place + 1 === list.items.length), "part");
  return [
    link(list.head, evidence),
    document.createTextNode(wording.beforeList),
    ...list.items.map(item),
  ];
}

const idOf = (rule: Rule): string => `rule-${rule.name.replaceAll(" ", "-")}`;

/** `rule: torture`, behind what it decided. */
function ruleOf(rule: Rule): HTMLElement {
  const made = element("small", wording.ruleAround[0], "faint");
  made.append(link(rule.name, idOf(rule)), wording.ruleAround[1]);
  return made;
}

export function findings(page: Page): void {
  warnings(page);
  headline(page);
  judgements(page);
  finalWords(page);
  rules(page);
}

function warnings(page: Page): void {
  const place = document.getElementById("warnings");
  for (const warning of page.warnings) {
    const line = element("p", "", "warning");
    line.append(
      element("strong", wording.note(warning.whose)),
      warning.text,
      " ",
      element("span", warning.remedy, "remedy"),
    );
    place?.append(line);
  }
}

function headline(page: Page): void {
  const place = document.getElementById("verdicts");
  for (const { drive, parts } of page.headlines) {
    const item = element("li", "");
    item.append(
      names(element("strong", page.drives[drive]?.model ?? ""), drive),
      wording.afterDrive,
    );
    parts.forEach((part, index) =>
      item.append(link(part.text, part.evidence), wording.afterPart(index + 1 === parts.length)),
    );
    place?.append(item);
  }
  for (const { subject, text, evidence } of page.highlights) {
    const item = element("li", "");
    item.append(element("strong", subject), wording.afterDrive);
    item.append(link(text, evidence), wording.afterPart(true));
    place?.append(item);
  }
}

function judgements(page: Page): void {
  const place = document.getElementById("findings");
  page.drives.forEach((drive, index) => {
    const own = page.judgements.filter((judgement) => judgement.drive === index);
    if (own.length === 0) return;
    const list = document.createElement("ul");
    for (const judgement of own) {
      const item = element("li", "");
      item.append(link(judgement.text, judgement.evidence), ruleOf(judgement.rule));
      list.append(item);
    }
    place?.append(names(element("h3", drive.model), index), list);
  });
}

function finalWords(page: Page): void {
  const place = document.getElementById("final-words-list");
  for (const word of page.final_words) {
    const body = element("dd", "");
    body.append(...linked(word), ruleOf(word.rule));
    if (word.not_measured.length > 0)
      body.append(element("small", wording.nothingSaid(word.not_measured), "faint"));
    place?.append(element("dt", word.whom), body);
  }
}

/** Every rule once, where links to it lead. */
function rules(page: Page): void {
  const place = document.getElementById("rules");
  const all = [...page.judgements, ...page.final_words].map((one) => one.rule);
  const seen = new Set<string>();
  for (const rule of all) {
    // Two rules of one name decide about several drives and about one: both stand under it.
    const key = `${rule.name}: ${rule.says}`;
    if (seen.has(key)) continue;
    const item = element("li", "");
    if (!document.getElementById(idOf(rule))) item.id = idOf(rule);
    item.append(element("strong", rule.name), wording.ruleSays(rule.says));
    place?.append(item);
    seen.add(key);
  }
}
