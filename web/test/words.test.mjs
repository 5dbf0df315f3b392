// Where words may stand in web/src: all that people read is in src/wording, and no code looks into
// text.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { parsers } from "prettier/plugins/typescript";

const SOURCES = new URL("../src/", import.meta.url);

async function parse(name) {
  const text = readFileSync(new URL(name, SOURCES), "utf8");
  return { name, text, tree: await parsers.typescript.parse(text, { filepath: name }) };
}

/** The sources that are written by hand, but for the words themselves. */
const isOwn = (name) =>
  name.endsWith(".ts") && !name.endsWith("generated.ts") && !name.startsWith("wording/");
const names = readdirSync(SOURCES, { recursive: true }).filter(isOwn).sort();
const sources = await Promise.all(names.map(parse));

/** Every node of a tree, with the one above it. */
function* nodes(node, above = null) {
  yield [node, above];
  for (const [key, value] of Object.entries(node)) {
    if (["tokens", "comments"].includes(key)) continue;
    for (const one of [value].flat()) if (typeof one?.type === "string") yield* nodes(one, node);
  }
}

/** What a literal says, a placeholder as 0; null of what is none, or a type or a module. */
function textOf(node, above) {
  const isName = ["TSLiteralType", "ImportDeclaration", "ExportAllDeclaration"];
  if (isName.includes(above?.type)) return null;
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return null;
  return node.quasis.map(({ value }) => value.cooked).join("0");
}

/** A letter beside a space, or a word with a capital: a sentence, or a label. */
const isWords = (text) => /\p{L} | \p{L}/u.test(text) || /^\p{Lu}\p{Ll}/u.test(text);

/** What is written like words, and that nobody reads as such. */
const NO_WORDS = {
  "a figure and its unit": /^0 (MB\/s|IOPS|GB|GiB|s|ms|µs)$/,
  "a font": /sans-serif$|^bold 0$/,
  "a selector": /^:scope > (details|\.statements)$|^#0 button\[aria-pressed=true\]$/,
  "a media query": /^\(prefers-color-scheme: dark\)$/,
  "classes of an element":
    /^(faint (folder|legend)|of-runs faint|letter drive-0|sign (0|whisker))$/,
  "a value of the page's data": /^(at once|up to)$/,
};

test("everything that people read is in src/wording", () => {
  const isNone = (text) => Object.values(NO_WORDS).some((form) => form.test(text));
  const found = sources.flatMap(({ name, tree }) =>
    [...nodes(tree)].flatMap(([node, above]) => {
      const text = textOf(node, above);
      const isFound = text !== null && isWords(text) && !isNone(text);
      return isFound ? [`${name}:${node.loc.start.line}: ${text}`] : [];
    }),
  );
  assert.deepEqual(found, []);
});

/** What looks into a text. */
const LOOKS = [
  "includes",
  "startsWith",
  "endsWith",
  "indexOf",
  "lastIndexOf",
  "search",
  "match",
  "matchAll",
  "split",
  "replace",
  "replaceAll",
  "exec",
  "test",
];
/** Where it may: in what is no sentence, or where all of a text is taken alike. */
const MAY_LOOK = {
  "addresses of pages": [
    'location.hash.slice(1).split("?")',
    'text.split(",")',
    '(given.get("picked") ?? "").split(",")',
    'sort.replace(/^-/, "")',
    'sort.startsWith("-")',
    'query.toString().replaceAll("%2C", ",")',
    "/^[0-9a-f]{16}$/.test(id)",
    "/^https?:\\/\\//.test(address)",
  ],
  "ids of elements, and names of files": [
    'element.closest("figure")?.dataset["buttons"]?.split(" ")',
    'rule.name.replaceAll(" ", "-")',
    'bench.test.replaceAll(/[^a-z0-9]+/gi, "-")',
    'words.replaceAll(/[^a-z0-9]+/g, "-")',
    'words.replaceAll(/[^a-z0-9]+/g, "-").slice(0, 120).replace(/-$/, "")',
  ],
  "lines that end between words": ['command.split(" ")', 'text.split(" ")'],
  "what somebody types to find runs": ["view.text.toLowerCase().split(/\\s+/)"],
  "files of values, and letters that turn a line around": [
    "/^[=+\\-@\\t\\r]/.test(cell)",
    '/[",\\r\\n]/.test(text)',
    "text.replaceAll('\"', '\"\"')",
    'value.replace(TURNS, "\\ufffd")',
    'answer.headers.get("content-type")?.startsWith("text/plain")',
  ],
};

const isPattern = ({ regex, name }) => Boolean(regex) || /^[A-Z_]+$/.test(name ?? "");
const isText = ({ type, value }) => typeof value === "string" || type === "TemplateLiteral";

test("no code looks into text", () => {
  const may = new Set(Object.values(MAY_LOOK).flat());
  const met = new Set();
  const found = sources.flatMap(({ name, text, tree }) =>
    [...nodes(tree)].flatMap(([node]) => {
      const { callee } = node;
      if (node.type !== "CallExpression" || !LOOKS.includes(callee.property?.name)) return [];
      const looks =
        callee.object.regex || node.arguments.some((one) => isText(one) || isPattern(one));
      const call = text.slice(...node.range).replaceAll(/\n\s*/g, "");
      met.add(call);
      return looks && !may.has(call) ? [`${name}:${node.loc.start.line}: ${call}`] : [];
    }),
  );
  assert.deepEqual(found, []);
  assert.deepEqual(
    [...may].filter((call) => !met.has(call)),
    [],
    "nothing else may",
  );
});
