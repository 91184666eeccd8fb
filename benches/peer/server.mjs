// The peer: the seed's own plan on its own stack, as plain as it can honestly be written.
// Fastify, ajv (2020-12), fast-json-patch, better-sqlite3 in WAL mode with synchronous FULL; one snapshot row per version.
// Its promise is the same: the words are on disk before the model is asked, the result before the client is answered.

import Ajv2020 from 'ajv/dist/2020.js';
import Database from 'better-sqlite3';
import Fastify from 'fastify';
import patches from 'fast-json-patch';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';

const root = new URL('../../', import.meta.url);
const schema = (name) => JSON.parse(readFileSync(new URL(`schemas/${name}.schema.json`, root)));
const [system, user] = readFileSync(new URL('prompts/interpret-step.md', root), 'utf8').split('<!-- user -->');

const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
const validOutput = ajv.compile(schema('llm_step_output'));
const validState = ajv.compile(schema('pre_skeleton_state'));

const db = new Database(process.env.PEER_DB);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
if (db.pragma('journal_mode', { simple: true }) !== 'wal' || db.pragma('synchronous', { simple: true }) !== 2) {
  throw new Error('the pragmas do not hold');
}
db.exec(`
  CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, version INTEGER NOT NULL, updated_at TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS snapshots (
    session TEXT NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL, PRIMARY KEY (session, version)) STRICT;
  CREATE TABLE IF NOT EXISTS requests (
    session TEXT NOT NULL, id TEXT NOT NULL, hash TEXT NOT NULL, version INTEGER, PRIMARY KEY (session, id)) STRICT;
  CREATE TABLE IF NOT EXISTS traces (session TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
`);
const sql = {
  latest: db.prepare('SELECT state FROM sessions JOIN snapshots ON session = id AND snapshots.version = sessions.version WHERE id = ?'),
  open: db.prepare('INSERT INTO sessions (id, version, updated_at) VALUES (?, 0, ?)'),
  move: db.prepare('UPDATE sessions SET version = ?, updated_at = ? WHERE id = ? AND version = ?'),
  keep: db.prepare('INSERT INTO snapshots (session, version, state) VALUES (?, ?, ?)'),
  seen: db.prepare('SELECT hash, version FROM requests WHERE session = ? AND id = ?'),
  begin: db.prepare('INSERT INTO requests (session, id, hash) VALUES (?, ?, ?)'),
  done: db.prepare('UPDATE requests SET version = ? WHERE session = ? AND id = ?'),
  trace: db.prepare('INSERT INTO traces (session, version, body) VALUES (?, ?, ?)'),
};
const append = db.transaction((id, state, extra) => {
  const { state_version: version, updated_at: at } = state.meta;
  if (version === 0) sql.open.run(id, at);
  else if (sql.move.run(version, at, id, version - 1).changes !== 1) throw fail(409, 'conflict');
  sql.keep.run(id, version, JSON.stringify(state));
  extra?.(version);
});

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const model = new URL(process.env.PEER_MODEL);

/** One call of the model; the content of its answer. */
function complete(messages) {
  const body = JSON.stringify({ model: 'scripted', messages, stream: false });
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request(model, { method: 'POST', agent, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(parts)).choices[0].message.content);
        } catch (error) {
          reject(error);
        }
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

const fail = (statusCode, code) => Object.assign(new Error(code), { statusCode });
const allowed = (path) => path.startsWith('/domain/') || path === '/domain';

/** The words of the person: a turn in the history, on disk before anything else happens. */
function said(state, text, now) {
  state.meta.state_version += 1;
  state.meta.updated_at = now;
  state.meta.status = 'collecting';
  const turn = { id: `t${state.meta.state_version}`, role: 'user', text, at: now };
  remember(state, turn);
}

function remember(state, turn) {
  const { history } = state.dialogue;
  history.push(turn);
  history.splice(0, Math.max(0, history.length - state.control.limits.max_history_turns));
}

/** One step: prompt, model, both schemas, allow-list, patch on a copy, issues, the question. */
async function step(state, text, now) {
  const variables = {
    state_json: JSON.stringify(state.domain, null, 1),
    issues: JSON.stringify(state.issues),
    recent: state.dialogue.history.slice(-10).map((turn) => `${turn.role}: ${turn.text}`).join('\n'),
  };
  const asked = `${user}\n${variables.state_json}\n${variables.issues}\n${variables.recent}\n${text}`;
  const raw = await complete([{ role: 'system', content: system }, { role: 'user', content: asked }]);
  const output = JSON.parse(raw);
  if (!validOutput(output)) throw fail(502, ajv.errorsText(validOutput.errors));
  const { ops } = output.patch;
  if (!ops.every((op) => allowed(op.path) && (op.from === undefined || allowed(op.from)))) throw fail(502, 'path');
  const next = patches.applyPatch(patches.deepClone(state), ops, true).newDocument;
  for (const { op, issue } of output.issue_updates ?? []) {
    const at = next.issues.findIndex((one) => one.id === issue.id);
    const standing = { ...issue, status: { resolve: 'resolved', dismiss: 'dismissed' }[op] ?? issue.status };
    if (at < 0) next.issues.push(standing);
    else next.issues[at] = standing;
  }
  next.meta.state_version += 1;
  next.meta.updated_at = now;
  if (output.next_action.kind === 'ask_user') {
    const question = output.next_action.ask_user.question_text;
    const id = `q${next.meta.state_version}`;
    remember(next, { id: `t${next.meta.state_version}`, role: 'assistant', text: question, at: now });
    const print = createHash('sha256').update(question.toLowerCase()).digest('hex');
    next.dialogue.asked.push({ id, text: question, at: now, semantic_fingerprint: print });
  }
  if (!validState(next)) throw fail(502, ajv.errorsText(validState.errors));
  return { next, output, trace: JSON.stringify({ prompt: system + asked, raw, output }) };
}

async function turn(id, state, text, request, now) {
  const hash = createHash('sha256').update(text).digest('hex');
  append(id, state, () => request && sql.begin.run(id, request, hash));
  const { next, output, trace } = await step(state, text, now);
  append(id, next, (version) => {
    sql.trace.run(id, version, trace);
    if (request) sql.done.run(version, id, request);
  });
  return { session_id: id, state: next, next_action: output.next_action };
}

const words = { type: 'string', minLength: 1, maxLength: 65536 };
const request_id = { type: 'string', maxLength: 100 };
const body = (name) => ({
  body: { type: 'object', required: [name], additionalProperties: false, properties: { [name]: words, request_id } },
});
const app = Fastify({ bodyLimit: 262144 });
const lanes = new Set();

app.post('/api/session', { schema: body('initial_message') }, async (request, reply) => {
  const id = randomBytes(16).toString('base64url');
  const now = new Date().toISOString();
  const meta = {
    session_id: id,
    schema_id: 'schema://legalagi/pre_skeleton_state',
    schema_version: '1.0.0',
    stage: 'pre_skeleton',
    locale: { language: 'ru', jurisdiction: 'RU' },
    status: 'collecting',
    created_at: now,
    updated_at: now,
    state_version: -1,
  };
  const control = {
    limits: { max_questions_per_run: 3, max_loops: 6, max_history_turns: 40 },
    checks: { require_user_confirmation_for_assumptions: true },
    flags: {},
  };
  const state = { meta, domain: {}, issues: [], dialogue: { history: [], asked: [] }, control };
  said(state, request.body.initial_message, now);
  reply.code(201);
  return turn(id, state, request.body.initial_message, request.body.request_id, now);
});

app.post('/api/session/:id', { schema: body('message') }, async (request) => {
  const { id } = request.params;
  const { message, request_id: own } = request.body;
  const seen = own && sql.seen.get(id, own);
  if (seen) throw fail(409, 'seen');
  if (lanes.has(id)) throw fail(409, 'busy');
  lanes.add(id);
  try {
    const now = new Date().toISOString();
    const state = current(id);
    said(state, message, now);
    return await turn(id, state, message, own, now);
  } finally {
    lanes.delete(id);
  }
});

function current(id) {
  const row = sql.latest.get(id);
  if (!row) throw fail(404, 'not_found');
  return JSON.parse(row.state);
}

app.get('/api/session/:id', async (request) => ({ session_id: request.params.id, state: current(request.params.id) }));

process.on('SIGTERM', () => app.close().then(() => db.close()).then(() => process.exit(0)));
console.error(`ready on ${await app.listen({ host: '127.0.0.1', port: Number(process.env.PEER_PORT ?? 0) })}`);
