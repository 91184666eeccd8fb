// A server under measurement: started on a core of its own, asked over HTTP, its processor time read from /proc.

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import http from 'node:http';
import { cpus } from 'node:os';

const TICK = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const fields = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');

function children(pid) {
  const own = (task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return readdirSync(`/proc/${pid}/task`).flatMap(own);
}

/** Milliseconds of user and system time of a process and of all below it, those that have ended included. */
function spent(pid) {
  const ticks = fields(pid).slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
  return children(pid).reduce((sum, child) => sum + spent(child), ticks * TICK);
}

export class Arm {
  /** Starts a server and waits until it says that it listens. */
  static async start(name, [program, ...args], env, database) {
    const pinned = cpus().length > 1 ? ['taskset', '-c', '0'] : [];
    const [first, ...rest] = [...pinned, program, ...args];
    const child = spawn(first, rest, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    let log = '';
    const base = await new Promise((ready, failed) => {
      child.stderr.on('data', (part) => {
        log += part;
        // eslint-disable-next-line no-control-regex
        const found = log.replace(/\u001b\[[0-9;]*m/g, '').match(/ready on (\S+)/);
        if (found) ready(found[1].replace(/[^0-9]+$/, ''));
      });
      child.on('exit', (code) => failed(new Error(`${name} ended with ${code}: ${log}`)));
    });
    return Object.assign(new Arm(), { name, child, base, database, agent: new http.Agent({ keepAlive: true, maxSockets: 128 }) });
  }

  /** Processor time so far, milliseconds. */
  spent() {
    return spent(this.child.pid);
  }

  /** Resident memory, megabytes. */
  memory() {
    return Number(readFileSync(`/proc/${this.child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;
  }

  /** Bytes of the database and its log. */
  disk() {
    return ['', '-wal'].map((end) => this.database + end).filter(existsSync).reduce((sum, path) => sum + statSync(path).size, 0);
  }

  /** One request; the parsed answer. Anything but 2xx makes the run void. */
  ask(method, path, body) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const request = http.request(this.base + path, { method, agent: this.agent, headers }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          const answer = Buffer.concat(parts).toString();
          if (response.statusCode >= 300) reject(new Error(`${this.name} ${path}: ${response.statusCode} ${answer.slice(0, 600)}`));
          else resolve(JSON.parse(answer));
        });
      });
      request.on('error', reject);
      request.end(text);
    });
  }

  /** Ends the server as an operator does. */
  async stop() {
    this.agent.destroy();
    const ended = new Promise((done) => this.child.on('exit', done));
    this.child.removeAllListeners('exit');
    this.child.on('exit', () => {});
    const gone = new Promise((done) => this.child.once('close', done));
    this.child.kill('SIGTERM');
    await Promise.race([gone, ended]);
  }
}
