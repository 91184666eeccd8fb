// Completes the site folder beside the page's own files: style sheet, public files, and a .br and .gz of each file
// worth compressing, so that the server sends them without compressing anything at run time.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const site = process.argv[2];
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".wasm", ".webmanifest", ".xml"]);

const files = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : [];
const compressed = (file) => file.endsWith(".br") || file.endsWith(".gz");

// A file that left public/ must leave the site too. pkg/ belongs to the build.
for (const file of files(site)) {
  const name = relative(site, file).replace(/\.(br|gz)$/, "");
  if (!name.startsWith("pkg") && !existsSync(join("public", name))) rmSync(file);
}
if (existsSync("public")) cpSync("public", site, { recursive: true, preserveTimestamps: true });
cpSync("style/main.css", join(site, "pkg/legalagi.css"), { preserveTimestamps: true });

// A compressed file carries its source's time: a source replaced by an older one is seen as well.
const seconds = (file) => (existsSync(file) ? Math.floor(statSync(file).mtimeMs / 1000) : null);

let before = 0;
let after = 0;
for (const file of files(site).filter((file) => !compressed(file) && COMPRESSIBLE.has(extname(file)))) {
  if (seconds(`${file}.br`) !== seconds(file) || seconds(`${file}.gz`) !== seconds(file)) {
    const body = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }));
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
    const { atime, mtime } = statSync(file);
    for (const end of [".br", ".gz"]) utimesSync(file + end, atime, mtime);
  }
  before += statSync(file).size;
  after += statSync(`${file}.br`).size;
}
console.log(`    site: ${Math.round(before / 1024)} KB, ${Math.round(after / 1024)} KB with brotli`);
