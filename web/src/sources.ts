// Where the published figures of the page were printed: each source once, with its addresses.
import type { Page } from "./data";
import { element } from "./findings";
import { beforeAddress } from "./wording/page";

export function sources(page: Page): void {
  const place = document.getElementById("source-list");
  const known = new Map<string, Set<string>>();
  for (const { source, address } of [...page.marks, ...page.statements]) {
    const addresses = known.get(source) ?? new Set();
    if (address !== "") addresses.add(address);
    known.set(source, addresses);
  }
  for (const [source, addresses] of [...known].sort(([a], [b]) => a.localeCompare(b, "en"))) {
    const line = element("li", source);
    for (const address of addresses)
      line.append(
        document.createTextNode(beforeAddress(line.childNodes.length === 1)),
        linked(address),
      );
    place?.append(line);
  }
}

/** An address that can be followed; nothing is fetched before somebody does. */
export function linked(address: string, text = address): HTMLElement {
  if (!/^https?:\/\//.test(address)) return element("span", text);
  const link = document.createElement("a");
  link.href = address;
  link.rel = "noreferrer";
  link.textContent = text;
  return link;
}
