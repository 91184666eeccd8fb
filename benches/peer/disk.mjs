// What a turn leaves on disk: plays turns against our server alone and prints bytes of the database and of its log.
// node disk.mjs PROGRAM [--turns N] [--sizes 9,59] [--keep FOLDER]
//
// The database is measured after the server has ended, which folds the log into the file and removes it; the log is
// measured just before that, and it begins empty, so it holds whatever the turns wrote.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Arm } from './arm.mjs';
import { FIRST, LEASE, NOTHING, growth, usual } from './dialogue.mjs';
import { model } from './model.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    turns: { type: 'string', default: '30' },
    sizes: { type: 'string', default: '9,59' },
    keep: { type: 'string' },
  },
});
const turns = Number(options.turns);
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'legalagi-disk-'));
const llm = await model();
let requests = 0;

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const size = (file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

async function start(database, env) {
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
  return Arm.start('ours', [positionals[0], 'serve'], variables, database);
}

/** A session that goes on from server to server. */
class Talk {
  id = null;

  async say(arm, { words, answer }) {
    llm.answers.ours = answer;
    const [path, name] = this.id ? [`/api/session/${this.id}`, 'message'] : ['/api/session', 'initial_message'];
    const told = await arm.ask('POST', path, { [name]: words, request_id: `r${(requests += 1)}` });
    this.id = told.session_id;
    return told.state;
  }
}

/** Plays what prepares, then measures the turns in a server of their own. */
async function measured(name, env, prepare, list) {
  const database = join(folder, `${name}.db`);
  const first = await start(database, env);
  const talk = await prepare(first);
  await first.stop();
  const before = size(database);
  const arm = await start(database, env);
  const cpu = arm.spent();
  let [state, after] = [null, talk];
  for (const turn of list) {
    // A list that begins anew opens a session of its own.
    if (turn.fresh) after = new Talk();
    state = await after.say(arm, turn);
  }
  const spent = (arm.spent() - cpu) / list.length;
  const log = size(`${database}-wal`) / list.length;
  await arm.stop();
  const row = (size(database) - before) / list.length;
  const facts = kilobytes(Buffer.byteLength(JSON.stringify(state.domain)));
  console.log(`${name}: facts ${facts}, ${kilobytes(row)} of database and ${kilobytes(log)} of log a turn, ${spent.toFixed(1)} ms CPU`);
}

try {
  const lease = LEASE.map((words, number) => ({ words, fresh: number === 0 }));
  const many = Array.from({ length: Math.ceil(turns / LEASE.length) }, () => lease).flat();
  const once = async (arm) => {
    const talk = new Talk();
    for (const turn of lease) await talk.say(arm, turn);
    return talk;
  };
  await measured('built-in', { LEGALAGI_LLM: 'builtin' }, once, many);
  const withModel = { LEGALAGI_LLM_BASE_URL: `${llm.base}/ours/v1`, LEGALAGI_LLM_MODEL: 'scripted' };
  for (const wanted of options.sizes.split(',').filter(Boolean).map(Number)) {
    const grown = async (arm) => {
      const talk = new Talk();
      let state = await talk.say(arm, { words: FIRST, answer: NOTHING });
      const facts = () => Buffer.byteLength(JSON.stringify(state.domain)) / 1024;
      for (let at = 1; facts() < wanted; ) {
        const missing = Math.min(40, Math.max(1, Math.ceil(((wanted - facts()) * 1024) / 560)));
        for (const turn of growth(missing, at)) state = await talk.say(arm, turn);
        at += missing;
      }
      return talk;
    };
    const list = Array.from({ length: turns }, (_, number) => usual(number));
    await measured(`model-${wanted}`, withModel, grown, list);
  }
} finally {
  llm.close();
  if (!options.keep) rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
