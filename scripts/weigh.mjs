// What a browser loads before a page is alive: program, glue, style, the small script; all as they are sent, with brotli.
// Fails over the budget.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

const BUDGET = 80 * 1024;
const site = process.argv[2];
const files = ["legalagi.wasm", "legalagi.js", "legalagi.css"].map((name) => join(site, "pkg", name));
files.push("assets/desk/desk.js");

const size = (file) => (existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : brotliCompressSync(readFileSync(file))).length;
const whole = files.map(size).reduce((sum, bytes) => sum + bytes, 0);
const words = `    page: ${(whole / 1024).toFixed(1)} KB with brotli, of ${BUDGET / 1024} KB`;
console.log(words);
if (whole > BUDGET) {
  console.error("The page is heavier than its budget: docs/adr/0059.");
  process.exit(1);
}
