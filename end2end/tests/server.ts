// A server of its own for a test.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test as base } from "./fixtures.ts";

async function freePort() {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", listening));
  const { port } = probe.address() as { port: number };
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** A server with a new database, for tests that must not meet what others made meanwhile; gone afterwards. */
export async function serve(use: (address: string) => Promise<void>, more: Record<string, string> = {}) {
  const own = mkdtempSync(join(tmpdir(), "legalagi-own-"));
  const address = `127.0.0.1:${await freePort()}`;
  const target = resolve(import.meta.dirname, "../../target");
  const binary = process.env.LEGALAGI_E2E_BINARY ?? join(target, "release/legalagi");
  const server: ChildProcess = spawn(binary, ["serve"], {
    cwd: own,
    stdio: "inherit",
    env: {
      ...process.env,
      LEPTOS_SITE_ADDR: address,
      LEPTOS_SITE_ROOT: process.env.LEGALAGI_E2E_SITE ?? join(target, "site"),
      LEGALAGI_DATABASE_URL: `sqlite://${own}/own.db`,
      LEGALAGI_LLM: "builtin",
      RUST_LOG: "warn",
      ...more,
    },
  });
  const gone = new Promise((exit) => server.once("exit", exit));
  try {
    await expect(async () => expect((await fetch(`http://${address}/healthz`)).ok).toBe(true)).toPass({ timeout: 60_000 });
    await use(`http://${address}`);
  } finally {
    server.kill("SIGTERM");
    await gone;
    rmSync(own, { recursive: true, force: true });
  }
}

/** `test` over a server that nobody else uses. */
export const test = base.extend<{ site: string }>({
  site: [async ({}, use) => serve(use), { timeout: 90_000 }],
  baseURL: async ({ site }, use) => use(site),
});
