// Figures of answers over the acts that a server holds: counts, never cases (tests/blind/README.md).
//   legalagi corpus import ../shared/corpora && legalagi serve
//   node scripts/measure-held.mjs http://127.0.0.1:3000
import { readFileSync } from "node:fs";

const base = process.argv[2] ?? "http://127.0.0.1:3000";
const set = (name) => JSON.parse(readFileSync(new URL(`../tests/blind/${name}`, import.meta.url)));
const figures = new Map();

function count(what, right) {
  const [had, of] = figures.get(what) ?? [0, 0];
  figures.set(what, [had + Number(right), of + 1]);
}

async function post(path, body) {
  const answer = await fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// Passed: something is established, nothing is contradicted, and no quotation or sentence stays open.
function passes(claims) {
  const green = (claim) => claim.support === "verbatim" || claim.support === "supported";
  const open = (claim) => ["quotation", "sentence"].includes(claim.kind) && !green(claim);
  return claims.some(green) && !claims.some((claim) => claim.support === "contradicted" || open(claim));
}

const citations = set("held_citations.json");
for (const { answer, kind, expect, half } of citations.cases) {
  if (expect === "either") continue;
  const { claims } = await post("/api/check/answer", { answer });
  count(`${half}: ${kind}, ${expect === "pass" ? "passed" : "refused"}`, passes(claims) === (expect === "pass"));
}

// «ЦПК України ст. 354» and «ЦПК ст. 354 ч. 1» are one article: the first letters of the act and the number.
function article(text) {
  const act = text.trim().replace(/^(?:п|ч|абз)\.\s*\S+\s*/, "").slice(0, 2).toUpperCase();
  const number = /(?:ст\.?\s*|статт\S+\s*|제\s*)(\d+(?:[.-]\d+)*)/.exec(text)?.[1];
  return number ? `${act} ${number}` : null;
}

for (const name of ["questions.json", "questions2.json"]) {
  const questions = set(name);
  for (const one of questions.cases) await ask(one, `${one.half}, ${questions.date}`);
}

async function ask({ question, articles, held }, half) {
  const answer = await post("/api/research/get_legal_advice", { query: question });
  const cited = (answer.citations ?? []).map((one) => article(one.address));
  if (!held) {
    count(`${half}: act not held, nothing cited`, cited.length === 0);
    return;
  }
  const wanted = new Set(articles.map(article));
  const found = await fetch(`${base}/api/search?limit=5&q=${encodeURIComponent(question.slice(0, 400))}`).then((r) => r.json());
  const hits = (Array.isArray(found) ? found : found.hits ?? []).map((hit) => article(hit.address ?? hit.title ?? ""));
  count(`${half}: first place cited is right`, wanted.has(cited[0]));
  count(`${half}: a right place is cited`, cited.some((one) => wanted.has(one)));
  count(`${half}: search, first`, wanted.has(hits[0]));
  count(`${half}: search, among five`, hits.slice(0, 5).some((one) => wanted.has(one)));
}

for (const [what, [right, of]] of [...figures].sort()) console.log(`measure: ${what}: ${right} of ${of}`);
