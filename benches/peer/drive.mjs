// Plays the same turns against both servers, checks that their facts are equal, and writes benches/RESULTS.md.
// node drive.mjs PROGRAM [--pairs N] [--turns N] [--sizes 8,59,319] [--seconds N] [--only ours] [--out FILE]

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Arm } from './arm.mjs';
import { FIRST, LEASE, NOTHING, growth, usual } from './dialogue.mjs';
import { model } from './model.mjs';
import { report } from './report.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '5' },
    turns: { type: 'string', default: '40' },
    sizes: { type: 'string', default: '8,59,319' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
});
const program = positionals[0];
const [pairs, turns, seconds] = [options.pairs, options.turns, options.seconds].map(Number);
const sizes = options.sizes.split(',').filter(Boolean).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'legalagi-peer-'));
const llm = await model();
let started = 0;
// A request id counts once in a whole installation, so every request of a run has its own.
let requests = 0;

async function ours(env = {}) {
  const database = join(folder, `ours-${(started += 1)}.db`);
  const plenty = '1000000';
  const variables = {
    LEPTOS_SITE_ADDR: '127.0.0.1:0',
    LEGALAGI_DATABASE_URL: `sqlite://${database}`,
    LEGALAGI_RATE: plenty,
    LEGALAGI_RATE_WRITES: plenty,
    LEGALAGI_LLM_MAX_CALLS_PER_SESSION: plenty,
    LEGALAGI_LLM_MAX_CALLS_PER_DAY: plenty,
    LEGALAGI_LLM_MAX_TOKENS_PER_SESSION: '4000000000',
    LEGALAGI_LLM_MAX_TOKENS_PER_DAY: '4000000000',
    NO_COLOR: '1',
    RUST_LOG: 'legalagi=info',
    ...env,
  };
  return Arm.start('ours', [program, 'serve'], variables, database);
}

const withModel = () => ({ LEGALAGI_LLM_BASE_URL: `${llm.base}/ours/v1`, LEGALAGI_LLM_MODEL: 'scripted' });

async function peer() {
  const database = join(folder, `peer-${(started += 1)}.db`);
  const variables = { PEER_DB: database, PEER_MODEL: `${llm.base}/peer/v1/chat/completions`, NODE_ENV: 'production' };
  const server = new URL('server.mjs', import.meta.url).pathname;
  return Arm.start('peer', [process.execPath, server], variables, database);
}

/** What the performer's answer came to, in the schema that both arms check it by. */
async function recorded(arm, id, seen) {
  const { trace } = await arm.ask('GET', `/api/session/${id}/trace`);
  const own = trace.filter((entry) => entry.step === 'INTERPRET' && entry.outcome === 'accepted').slice(seen);
  return own.map(({ output: { wire, ...output } }) => JSON.stringify(output));
}

/** The last words of the person; how many the history holds depends on what was said between them. */
const user = (state) => state.dialogue.history.filter((turn) => turn.role === 'user').map((turn) => turn.text).slice(-10);

/** A session of one arm that goes on from turn to turn. */
class Talk {
  constructor(arm) {
    Object.assign(this, { arm, id: null, state: null, seen: 0 });
  }

  async say(words, answer) {
    llm.answers[this.arm.name] = answer;
    const [path, name] = this.id ? [`/api/session/${this.id}`, 'message'] : ['/api/session', 'initial_message'];
    const body = { [name]: words, request_id: `r${(requests += 1)}` };
    const told = await this.arm.ask('POST', path, body);
    this.id = told.session_id;
    this.state = told.state;
    return told;
  }

  /** Plays turns; answers of a recorded run stand in for those of the dialogue. */
  async play(list, answers) {
    for (const [number, turn] of list.entries()) await this.say(turn.words, answers?.[number] ?? turn.answer);
  }
}

function equal(left, right) {
  const same =
    isDeepStrictEqual(left.state.domain, right.state.domain) && isDeepStrictEqual(user(left.state), user(right.state));
  if (!same) {
    writeFileSync(join(tmpdir(), 'legalagi-peer-differs.json'), JSON.stringify([left.state, right.state], null, 1));
    throw new Error('the states differ: the run is void (legalagi-peer-differs.json in the temporary folder)');
  }
}

const kilobytes = (state) => Buffer.byteLength(JSON.stringify(state.domain)) / 1024;

/** Turns that bring the facts to a size, and the answers that they had. */
async function grown(talk, size) {
  const list = [{ words: FIRST, answer: NOTHING }];
  await talk.play(list);
  let at = 1;
  while (kilobytes(talk.state) < size) {
    const missing = Math.max(1, Math.ceil(((size - kilobytes(talk.state)) * 1024) / 560));
    const next = [...growth(Math.min(40, missing), at)];
    at += Math.min(40, missing);
    await talk.play(next);
    list.push(...next);
  }
  return list;
}

async function atSize(size, arms) {
  const [own, other] = arms.map((arm) => new Talk(arm));
  const setup = await grown(own, size);
  if (other) {
    await other.play(setup, await recorded(own.arm, own.id, 0));
    equal(own, other);
  }
  own.seen = setup.length;
  const facts = kilobytes(own.state);
  const rows = [];
  let disk = [0, 0];
  for (let pair = 0; pair <= pairs; pair += 1) {
    const list = Array.from({ length: turns }, (_, number) => usual(pair * turns + number));
    const costs = [];
    for (const [index, talk] of [own, other].entries()) {
      if (!talk) continue;
      const answers = index === 1 ? await recorded(own.arm, own.id, own.seen) : undefined;
      const calls = llm.calls[talk.arm.name];
      const [cpu, bytes, clock] = [talk.arm.spent(), talk.arm.disk(), performance.now()];
      await talk.play(list, answers);
      const wall = (performance.now() - clock) / turns;
      costs.push({ cpu: (talk.arm.spent() - cpu) / turns, wall, disk: (talk.arm.disk() - bytes) / turns });
      const made = llm.calls[talk.arm.name] - calls;
      if (made !== turns) throw new Error(`${talk.arm.name}: ${made} calls for ${turns} turns`);
    }
    if (other) equal(own, other);
    own.seen += turns;
    // The first pair warms both up: caches, compilers, connections.
    if (pair > 0) rows.push(costs);
    console.error(`${size} KB, pair ${pair}:`, JSON.stringify(costs));
  }
  const reads = [];
  for (const talk of [own, other].filter(Boolean)) {
    const many = size > 100 ? 100 : 400;
    await talk.arm.ask('GET', `/api/session/${talk.id}`);
    const cpu = talk.arm.spent();
    for (let number = 0; number < many; number += 1) await talk.arm.ask('GET', `/api/session/${talk.id}`);
    reads.push((talk.arm.spent() - cpu) / many);
  }
  return { size, facts, rows, reads, turns: setup.length + (pairs + 1) * turns };
}

/** Turns that are on disk, by so many clients, each in a session of its own. */
async function durable(clients, arm, plain) {
  llm.answers[arm.name] = plain;
  const talks = Array.from({ length: clients }, () => new Talk(arm));
  await Promise.all(talks.map((talk) => talk.say(FIRST, plain)));
  const [until, cpu, clock] = [performance.now() + seconds * 1000, arm.spent(), performance.now()];
  let done = 0;
  const client = async (talk) => {
    for (let number = 0; performance.now() < until; number += 1) {
      await talk.say(usual(number).words, plain);
      done += 1;
    }
  };
  await Promise.all(talks.map(client));
  const time = (performance.now() - clock) / 1000;
  return { clients, rate: done / time, cpu: (arm.spent() - cpu) / done };
}

/** A lease by the built-in performer: no model, no peer. */
async function builtin(sessions) {
  const arm = await ours({ LEGALAGI_LLM: 'builtin' });
  const play = async () => {
    const talk = new Talk(arm);
    for (const words of LEASE) await talk.say(words);
  };
  for (let number = 0; number < 10; number += 1) await play();
  const rounds = [];
  for (let round = 0; round < 5; round += 1) {
    const cpu = arm.spent();
    for (let number = 0; number < sessions; number += 1) await play();
    rounds.push((arm.spent() - cpu) / (sessions * LEASE.length));
  }
  const memory = arm.memory();
  await arm.stop();
  return { rounds, memory };
}

const alone = options.only === 'ours';
const result = { sizes: [], durable: [], options: { pairs, turns, seconds }, idle: [] };
try {
  for (const size of sizes) {
    const arms = alone ? [await ours(withModel())] : [await ours(withModel()), await peer()];
    if (result.idle.length === 0) result.idle = arms.map((arm) => arm.memory());
    result.sizes.push(await atSize(size, arms));
    for (const arm of arms) await arm.stop();
  }
  if (seconds > 0) {
    const arms = alone ? [await ours(withModel())] : [await ours(withModel()), await peer()];
    // The peer's model says in its own form that nothing is to be done.
    const question = { kind: 'proceed_to_gate' };
    const none = { output_id: 'o', step: 'INTERPRET', patch: { format: 'json_patch', ops: [] }, next_action: question, rationale: 'Ничего.' };
    const plain = [NOTHING, JSON.stringify(none)];
    for (const clients of [1, 8, 64]) {
      const row = [];
      for (const [index, arm] of arms.entries()) row.push(await durable(clients, arm, plain[index]));
      console.error('durable', JSON.stringify(row));
      result.durable.push(row);
    }
    for (const arm of arms) await arm.stop();
  }
  result.builtin = await builtin(20);
  console.error('built-in', JSON.stringify(result.builtin));
  if (options.out) {
    const lock = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')).dependencies;
    writeFileSync(options.out, report(result, lock));
  }
} finally {
  llm.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
