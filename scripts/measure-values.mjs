// Figures of first messages: facts that were read, and values beside them that are no facts of the deal. Counts, never
// cases (tests/blind/README.md). A fact is right where some field of its kind holds its value, whichever field that is;
// a trap is taken where a typed field holds it. Own terms in the person's words count for neither.
//   legalagi serve
//   node scripts/measure-values.mjs http://127.0.0.1:3000
//   node scripts/measure-values.mjs http://127.0.0.1:3000 show    # the looked-at half, case by case
import { readFileSync } from "node:fs";

const [base = "http://127.0.0.1:3000", show] = process.argv.slice(2);
const { cases } = JSON.parse(readFileSync(new URL("../tests/blind/values.json", import.meta.url)));
const figures = new Map();

function count(what, hit) {
  const [had, of] = figures.get(what) ?? [0, 0];
  figures.set(what, [had + Number(hit), of + 1]);
}

async function begin(message) {
  const body = JSON.stringify({ workspace: "contract", initial_message: message });
  const answer = await fetch(`${base}/api/session`, { method: "POST", headers: { "content-type": "application/json" }, body });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.json();
}

// The values inside a recorded one, each with its kind.
function leaves(value) {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === "number") return [["number", String(value)]];
  if (typeof value === "string") return [[/^\d{4}-\d\d-\d\d$/.test(value) ? "date" : "text", value]];
  if (value === null || typeof value !== "object") return [];
  if ("amount" in value) return [["money", String(value.amount).replace(/\.00$/, "")]];
  if ("percent" in value) return [["percent", String(value.percent)]];
  if ("count" in value && "unit" in value) return [["duration", `${value.count} ${value.unit}`]];
  if ("value" in value && "unit" in value) return [["count", String(value.value)]];
  return Object.values(value).flatMap(leaves);
}

// Months and days: «2 years» is «24 month».
function length(text) {
  const [count, word] = text.split(" ");
  const unit = word.replace(/s$/, "").replace(/^(working|calendar)_/, "");
  if (unit === "year") return `${12 * count} month`;
  return unit === "week" ? `${7 * count} day` : `${Number(count)} ${unit}`;
}

const FORMS = new Set(["ооо", "ип", "ао", "пао"]);
const words = (text) => (text.toLowerCase().replaceAll("ё", "е").match(/[а-яa-z0-9]+/g) ?? []).filter((word) => !FORMS.has(word));

function same({ kind, value }, [kept, text]) {
  if (kind === "name") {
    const said = new Set(words(text));
    return kept === "text" && text.length < value.length + 25 && words(value).every((word) => said.has(word));
  }
  if (kind === "day") return kept === "number" && text === value;
  if (kind === "count") return (kept === "number" || kept === "count") && Number(text) === Number(value);
  if (kind === "duration") return kept === kind && length(text) === length(value);
  return kept === kind && (kind === "date" ? text === value : Number(text) === Number(value));
}

for (const { id, half, message, facts, traps } of cases) {
  const { recorded } = await begin(message);
  const typed = recorded.filter((one) => !one.pointer.startsWith("/terms/own"));
  const held = typed.flatMap((one) => leaves(one.value).map((leaf) => ({ leaf, stated: one.support !== "read", at: one.pointer })));
  const lines = [];
  for (const fact of facts) {
    const hits = held.filter(({ leaf }) => same(fact, leaf));
    count(`${half}: facts, right`, hits.length > 0);
    count(`${half}: facts, right without a question`, hits.some((hit) => hit.stated));
    count(`${half}: facts, ${fact.kind}`, hits.length > 0);
    if (hits.length === 0) lines.push(`  missed: ${fact.what} ${fact.value}`);
  }
  for (const trap of traps) {
    const hits = held.filter(({ leaf }) => same(trap, leaf));
    count(`${half}: traps, taken`, hits.length > 0);
    count(`${half}: traps, taken without a question`, hits.some((hit) => hit.stated));
    for (const hit of hits) lines.push(`  taken${hit.stated ? "!" : "?"}: ${trap.value} (${trap.why}) at ${hit.at}`);
  }
  if (show && half === "looked-at" && lines.length) console.log([`${id} ${message}`, ...lines].join("\n"));
}
for (const [what, [n, of]] of [...figures].sort()) console.log(`${what}: ${n} of ${of}`);
