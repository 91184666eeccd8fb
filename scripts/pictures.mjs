// Makes the pictures of a folder small: at most 256 colours each, which the comparison's tolerance does not notice.
// Fails when all of them together are heavier than the repository wants to carry.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const MOST = 4 * 1024 * 1024;
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function chunks(file) {
  const found = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    found.push({ kind: file.toString("latin1", at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

function chunk(kind, data) {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(kind, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}

/** Rows of pixels as the browser writes them: 8 bits, RGB or RGBA, filtered. */
function pixels(file) {
  const all = chunks(file);
  const head = all.find(({ kind }) => kind === "IHDR").data;
  const [width, height, depth, type] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9]];
  if (depth !== 8 || (type !== 2 && type !== 6)) return null;
  const size = type === 2 ? 3 : 4;
  const packed = inflateSync(Buffer.concat(all.filter(({ kind }) => kind === "IDAT").map(({ data }) => data)));
  const line = width * size;
  const out = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = packed[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const left = x < size ? 0 : out[y * line + x - size];
      const up = y === 0 ? 0 : out[(y - 1) * line + x];
      const corner = x < size || y === 0 ? 0 : out[(y - 1) * line + x - size];
      const guess = left + up - corner;
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      const add = [0, left, up, (left + up) >> 1, paeth][filter];
      out[y * line + x] = (packed[y * (line + 1) + 1 + x] + add) & 255;
    }
  }
  return { width, height, size, out };
}

/** The most frequent colours, and for every other one the nearest of them. */
function reduced({ width, height, size, out }) {
  const counts = new Map();
  const colour = (at) => (out[at] << 16) | (out[at + 1] << 8) | out[at + 2];
  for (let at = 0; at < out.length; at += size) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1);
  // One colour of each small cube first, so that a rare but distinct one keeps its place.
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([one]) => one);
  const palette = [];
  const cubes = new Set();
  for (const step of [4, 3, 0]) {
    for (const one of byCount) {
      if (palette.length === 256) break;
      const cube = `${step}:${(one >> 16) >> step}:${((one >> 8) & 255) >> step}:${(one & 255) >> step}`;
      if (cubes.has(cube) || palette.includes(one)) continue;
      cubes.add(cube);
      palette.push(one);
    }
  }
  const nearest = new Map();
  const index = (one) => {
    let found = nearest.get(one);
    if (found === undefined) {
      let least = Infinity;
      palette.forEach((other, n) => {
        const red = (one >> 16) - (other >> 16);
        const green = ((one >> 8) & 255) - ((other >> 8) & 255);
        const blue = (one & 255) - (other & 255);
        const far = 3 * red * red + 6 * green * green + blue * blue;
        if (far < least) [least, found] = [far, n];
      });
      nearest.set(one, found);
    }
    return found;
  };
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = index(colour((y * width + x) * size));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]));
  return Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", colours), chunk("IDAT", deflateSync(rows, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

const folder = process.argv[2];
let whole = 0;
for (const name of readdirSync(folder).filter((name) => name.endsWith(".png"))) {
  const path = join(folder, name);
  const found = pixels(readFileSync(path));
  if (found) writeFileSync(path, reduced(found));
  whole += statSync(path).size;
}
console.log(`    pictures: ${Math.round(whole / 1024)} KB`);
if (whole > MOST) {
  console.error("The pictures are heavier than 4 MB: take fewer, or smaller ones.");
  process.exit(1);
}
