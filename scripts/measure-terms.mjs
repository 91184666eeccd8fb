// Figures of special terms: what of a message in the middle of a conversation is kept, as a clause or as a quotation, and
// which remarks became terms. Counts, never cases (tests/blind/README.md). Words count as kept where six of ten of their
// beginnings stand in what was recorded; a remark is taken where most of an own term is made of it.
//   legalagi serve
//   node scripts/measure-terms.mjs http://127.0.0.1:3000
//   node scripts/measure-terms.mjs http://127.0.0.1:3000 show    # the looked-at half, case by case
import { readFileSync } from "node:fs";

const [base = "http://127.0.0.1:3000", show] = process.argv.slice(2);
const { cases } = JSON.parse(readFileSync(new URL("../tests/blind/terms.json", import.meta.url)));
const figures = new Map();

function count(what, hit) {
  const [had, of] = figures.get(what) ?? [0, 0];
  figures.set(what, [had + Number(hit), of + 1]);
}

async function post(path, body) {
  const answer = await fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function text(session) {
  const answer = await fetch(`${base}/api/session/${session}/export.md?draft=true`);
  return answer.ok ? (await answer.text()).replaceAll("\\", "") : "";
}

const stems = (said) => new Set((said.toLowerCase().replaceAll("ё", "е").match(/[а-яa-z0-9]{2,}/g) ?? []).map((word) => word.slice(0, 5)));
const share = (own, others) => [...own].filter((stem) => others.has(stem)).length / Math.max(1, own.size);

for (const { id, half, opening, said, terms, remarks } of cases) {
  const begun = await post("/api/session", { workspace: "contract", initial_message: opening });
  count(`${half}: kind of contract known after the opening`, begun.recorded.some((one) => one.pointer === "/contract/type"));
  const { recorded } = await post(`/api/session/${begun.session_id}`, { message: said });
  const own = recorded.filter((one) => one.pointer.startsWith("/terms/own"));
  const all = stems(recorded.map((one) => `${one.quote ?? ""} ${one.shown ?? ""}`).join(" "));
  const kept = stems(own.map((one) => one.shown ?? "").join(" "));
  const lines = (await text(begun.session_id)).split("\n");
  for (const { words } of terms) {
    const term = stems(words);
    const stands = lines.filter((line) => share(term, stems(line)) >= 0.55);
    const clause = share(term, kept) >= 0.6 && stands.length > 0 && !stands.some((line) => line.includes("особое условие"));
    count(`${half}: terms, kept`, share(term, all) >= 0.6);
    count(`${half}: terms, a clause without a frame of quotation marks`, clause);
    if (show && half === "looked-at" && !clause) console.log(`${id} ${share(term, all) >= 0.6 ? "quoted or a fact" : "lost"}: ${words}`);
  }
  for (const remark of remarks) {
    const words = stems(remark);
    const taken = own.some((one) => share(stems(one.shown ?? "-"), words) >= 0.6);
    count(`${half}: remarks, taken for a term`, taken);
    if (show && half === "looked-at" && taken) console.log(`${id} taken: ${remark}`);
  }
}
for (const [what, [n, of]] of [...figures].sort()) console.log(`${what}: ${n} of ${of}`);
