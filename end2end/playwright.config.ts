// Two projects over one server: `js` with the page's program, `nojs` with plain forms only.
// The server is the release build, or in `make test` the program of the tests, on a free port, with a database that is
// gone afterwards.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig, devices } from "@playwright/test";

// Workers load this file again: what is chosen once goes to them through the environment.
const env = process.env;
if (!env.LEGALAGI_E2E_PORT) {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, "127.0.0.1", listening));
  env.LEGALAGI_E2E_PORT = String((probe.address() as { port: number }).port);
  await new Promise((closed) => probe.close(closed));
}
if (!env.LEGALAGI_E2E_FOLDER) {
  const folder = mkdtempSync(join(tmpdir(), "legalagi-e2e-"));
  env.LEGALAGI_E2E_FOLDER = folder;
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
}

const target = resolve(import.meta.dirname, "../target");
const binary = env.LEGALAGI_E2E_BINARY ?? join(target, "release/legalagi");
const address = `127.0.0.1:${env.LEGALAGI_E2E_PORT}`;

// The developer's own keys and settings must not reach the server under test.
for (const name of Object.keys(env)) {
  if (/^(LEGALAGI_(?!E2E_|SHARED$)|LEPTOS_|OPENROUTER_)/.test(name)) delete env[name];
}

// Chromium has no sandbox as root, and looks up hosts of its own at start unless told not to.
const args = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
if (process.getuid?.() === 0) args.push("--no-sandbox");

const browser = {
  ...devices["Desktop Chrome"],
  viewport: { width: 1280, height: 900 },
  locale: "ru-RU",
  timezoneId: "Europe/Moscow",
  launchOptions: { executablePath: env.CHROMIUM || "/usr/bin/chromium", args },
};

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: !!env.CI,
  // Not optimized, on a machine that does other things too: what is waited for comes, only later.
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Beside the tests, one folder: what is in it was looked at and accepted (scripts/pictures.sh).
    toHaveScreenshot: { pathTemplate: "pictures/{arg}{ext}", animations: "disabled", caret: "hide", scale: "css" },
  },
  reporter: env.LEGALAGI_E2E_JSON ? [["list"], ["json", { outputFile: env.LEGALAGI_E2E_JSON }]] : [["list"]],
  use: { baseURL: `http://${address}`, trace: "retain-on-failure", screenshot: "only-on-failure" },
  projects: [
    { name: "js", testIgnore: "**/*.nojs.spec.ts", use: browser },
    { name: "nojs", testMatch: "**/*.nojs.spec.ts", use: { ...browser, javaScriptEnabled: false } },
  ],
  webServer: {
    command: `exec "${binary}" serve`,
    // Not the project's folder: the binary must find everything from anywhere.
    cwd: env.LEGALAGI_E2E_FOLDER,
    env: {
      LEPTOS_SITE_ADDR: address,
      LEPTOS_SITE_ROOT: env.LEGALAGI_E2E_SITE ?? join(target, "site"),
      LEGALAGI_DATABASE_URL: `sqlite://${env.LEGALAGI_E2E_FOLDER}/e2e.db`,
      LEGALAGI_LLM: "builtin",
      RUST_LOG: env.RUST_LOG ?? "warn",
    },
    url: `http://${address}/healthz`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    stdout: "pipe",
    stderr: "pipe",
  },
});
