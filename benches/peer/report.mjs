// The figures as a table of Markdown.

import { cpus, loadavg } from 'node:os';

const sorted = (list) => [...list].sort((a, b) => a - b);
const median = (list) => sorted(list)[Math.floor(list.length / 2)];
const ms = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const times = (value) => `${value < 10 ? value.toFixed(2) : value.toFixed(1)}×`;
const range = (list, show) => `${show(median(list))} (${show(Math.min(...list))}–${show(Math.max(...list))})`;

/** The page; `result` as drive.mjs gathers it. */
export function report(result, versions) {
  const lines = [
    '# Beside the peer',
    '',
    'Written by `make bench-peer` (`benches/peer/drive.mjs`); what stands in it was measured in one run. The peer is the plan',
    'that the project began with, on its own stack and as plain as it can honestly be written (`benches/peer/server.mjs`):',
    `Node ${process.versions.node}, ${Object.entries(versions).map(([name, version]) => `${name} ${version}`).join(', ')}. Both keep the promise`,
    '«words first» with SQLite in WAL mode and `synchronous=FULL`: two commits a turn with a model.',
    '',
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores; the server on the first, driver and scripted model on the other;`,
    `load at the end ${loadavg()[0].toFixed(2)}. CPU is user and system time of the server's process and of all below it.`,
    'The same turns in the same order: ours, then the peer, in pairs; the median with the smallest and the largest of the pairs.',
    '',
    '**What is equal.** After each pair the facts (`/domain`) and the last ten messages of the person are compared; a difference,',
    'an error or a call too many makes the run void. The scripted model answers our server in its dialogue form and the peer',
    'with the `llm_step_output` that our server made of that answer.',
    '',
    '**What is not.** Per turn our server also reads the message by its own rules (so that a model can invent nothing), keeps',
    'the origin and the quote of every fact, decides issues, question and level by the pack, drafts the contract for the',
    'answer, and keeps events and operations. The peer does none of that: it validates, patches, and stores.',
    '',
    '## A turn with a model',
    '',
    '| facts | ours, CPU | peer, CPU | ours / peer | ours, wall | peer, wall |',
    '|---|---|---|---|---|---|',
  ];
  for (const { facts, rows } of result.sizes) {
    const own = rows.map((row) => row[0].cpu);
    const walls = [0, 1].map((arm) => (rows[0][arm] ? `${ms(median(rows.map((row) => row[arm].wall)))} ms` : '–'));
    const beside = rows[0][1] ? rows.map((row) => row[1].cpu) : null;
    const ratio = beside ? range(rows.map((row) => row[0].cpu / row[1].cpu), times) : '–';
    lines.push(
      `| ${facts.toFixed(0)} KB | ${range(own, ms)} ms | ${beside ? `${range(beside, ms)} ms` : '–'} | ${ratio} | ${walls[0]} | ${walls[1]} |`,
    );
  }
  lines.push('', '## Reading a session, `GET /api/session/{id}`', '', '| facts | ours, CPU | peer, CPU | ours / peer |', '|---|---|---|---|');
  for (const { facts, reads } of result.sizes) {
    const other = reads[1] === undefined ? ['–', '–'] : [`${ms(reads[1])} ms`, times(reads[0] / reads[1])];
    lines.push(`| ${facts.toFixed(0)} KB | ${ms(reads[0])} ms | ${other.join(' | ')} |`);
  }
  lines.push('', '## Turns that are on disk', '', '| clients | ours, turns/s | peer, turns/s | ours / peer | CPU a turn, ours | peer |', '|---|---|---|---|---|---|');
  for (const [own, other] of result.durable) {
    const beside = other ? [other.rate.toFixed(0), times(own.rate / other.rate)] : ['–', '–'];
    lines.push(`| ${own.clients} | ${own.rate.toFixed(0)} | ${beside.join(' | ')} | ${ms(own.cpu)} ms | ${other ? `${ms(other.cpu)} ms` : '–'} |`);
  }
  lines.push('', '## Without a model', '');
  lines.push(`A turn of a lease by the built-in performer, HTTP and both commits included: ${range(result.builtin.rounds, ms)} ms CPU.`);
  lines.push('', '## Disk and memory', '', '| facts | ours, bytes a turn | peer, bytes a turn |', '|---|---|---|');
  for (const { facts, rows } of result.sizes) {
    const bytes = (arm) => (rows[0][arm] ? `${(rows.reduce((sum, row) => sum + row[arm].disk, 0) / rows.length / 1024).toFixed(1)} KB` : '–');
    lines.push(`| ${facts.toFixed(0)} KB | ${bytes(0)} | ${bytes(1)} |`);
  }
  const idle = result.idle.map((value) => `${value.toFixed(0)} MB`);
  lines.push('', `Just started: ours ${idle[0]}${idle[1] ? `, peer ${idle[1]}` : ''}. Bytes are those of database and log together.`, '');
  return lines.join('\n');
}
