// Tables whose rows a narrow screen shows as cards.

/** A column of cards: its class, and what a narrow screen writes before each of its cells. */
export interface Column {
  name: string;
  title: string;
}

/** On a narrow screen each row is a card, its cells with their columns' titles. */
export function cards(label: string, columns: Column[], rows: Node[][][]): HTMLTableElement {
  const element = document.createElement("table");
  element.className = "cards";
  element.setAttribute("aria-label", label);
  const head = element.createTHead().insertRow();
  for (const { title } of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    head.append(cell);
  }
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    columns.forEach(({ name, title }, index) => {
      const cell = line.insertCell();
      cell.className = name;
      cell.dataset["column"] = title;
      const content = document.createElement("div");
      content.append(...(row[index] ?? []));
      cell.append(content);
    });
  }
  return element;
}
