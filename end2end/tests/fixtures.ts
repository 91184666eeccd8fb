// `test` for every spec: a page that logs an error or asks another origin for anything fails its test.
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test as base } from "@playwright/test";

type Options = {
  /** Errors that the test provokes on purpose; the browser logs every answer of 400 and above. */
  expectedErrors: RegExp[];
};

export const test = base.extend<Options & { quietPage: void }>({
  expectedErrors: [[], { option: true }],
  quietPage: [
    async ({ page, baseURL, expectedErrors }, use) => {
      const errors: string[] = [];
      const strangers: string[] = [];
      page.on("console", (message) => {
        // Leptos reports a page that differs from the server's as a warning in some builds.
        if (message.type() === "error" || /hydrat/i.test(message.text())) {
          errors.push(`${message.text()} (${message.location().url})`);
        }
      });
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (/^(http|ws)/.test(url.protocol) && url.origin !== new URL(baseURL!).origin) strangers.push(request.url());
      });
      await use();
      expect(errors.filter((error) => !expectedErrors.some((known) => known.test(error))), "errors in the console").toEqual([]);
      expect(strangers, "requests to other origins").toEqual([]);
    },
    { auto: true },
  ],
});

const here = import.meta.dirname;
const shots = join(here, "../shots");
const images = join(here, "../../docs/img");

/**
 * A picture of the page in end2end/shots/. With `readme` and LEGALAGI_E2E_README=1 a copy goes to docs/img/, which is
 * committed; otherwise a test run leaves the work tree as it was.
 */
export async function shot(page: Page, name: string, { readme = false } = {}) {
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(shots, ".gitignore"), "*\n");
  const path = join(shots, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  if (readme && process.env.LEGALAGI_E2E_README) {
    mkdirSync(images, { recursive: true });
    copyFileSync(path, join(images, `${name}.png`));
  }
}

export { expect };
