// Which page this is, its frame says; what goes wrong becomes a sentence on it.
import { themeButton } from "../theme";
import { compare } from "./compare";
import { byId } from "./dom";
import { follow, soon } from "./follow";
import { list } from "./list";

const PAGES: Record<string, () => void | Promise<void>> = { list, compare, follow };

function fail(reason: unknown): void {
  byId("status").textContent = reason instanceof Error ? reason.message : String(reason);
  document.body.dataset["failed"] = "true";
}

async function begin(): Promise<void> {
  const name = document.body.dataset["page"] ?? "";
  themeButton(() => {
    if (name === "follow") soon();
  });
  try {
    await PAGES[name]?.();
  } catch (reason) {
    fail(reason);
  }
  document.body.dataset["ready"] = "true";
}

addEventListener("unhandledrejection", (event) => fail(event.reason));
void begin();
