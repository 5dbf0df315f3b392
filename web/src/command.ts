// A command as code.

/** A command whose line ends between its words, never within one that fits. */
export function commandLine(command: string): HTMLElement {
  const code = document.createElement("code");
  code.className = "command";
  for (const [place, word] of command.split(" ").entries()) {
    if (place > 0) code.append(" ");
    const part = document.createElement("span");
    part.textContent = word;
    code.append(part);
  }
  return code;
}
