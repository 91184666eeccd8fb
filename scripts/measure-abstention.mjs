// How often questions that no law answers get no answer, and questions that a law answers get one, over the acts that a
// server holds: counts, and with --show what went wrong.
//   legalagi corpus import ../shared/corpora && legalagi serve
//   node scripts/measure-abstention.mjs http://127.0.0.1:3000
import { readFileSync } from "node:fs";

const [base = "http://127.0.0.1:3000", show] = process.argv.slice(2);
const table = JSON.parse(readFileSync(new URL("../tests/data/law_or_not.json", import.meta.url)));

async function advice(query) {
  const answer = await fetch(`${base}/api/research/get_legal_advice`, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query }),
  });
  if (!answer.ok) throw new Error(`${query}: ${answer.status}`);
  return answer.json();
}

for (const kind of ["other", "law"]) {
  for (const [language, questions] of Object.entries(table[kind])) {
    let right = 0;
    for (const question of questions) {
      const { citations, validation } = await advice(question);
      const cited = (citations ?? []).map((one) => one.address);
      const fits = kind === "law" ? cited.length > 0 : cited.length === 0 && !validation.is_valid;
      right += Number(fits);
      if (show && !fits) console.log(`  ${question} -> ${cited[0] ?? "nothing"}, is_valid ${validation.is_valid}`);
    }
    console.log(`measure: ${kind === "law" ? "answered" : "abstained"}, ${language}: ${right} of ${questions.length}`);
  }
}
