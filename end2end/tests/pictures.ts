// What the tests of pictures share: a server that nobody else uses, the sizes, and the one way a picture is compared.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test as base } from "./fixtures.ts";
import { serve } from "./server.ts";

const folder = join(import.meta.dirname, "../pictures");
const hand = join(folder, "BROWSER");
const anew = !!process.env.LEGALAGI_E2E_PICTURES;

export const SIZES = {
  wide: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
};
export type Size = keyof typeof SIZES;

/** The version of the browser, the system, and how both draw letters that are no part of the pages. */
async function signature(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 400, height: 60 } });
  await page.setContent("<p style='font:16px sans-serif'>Ж ✓ ▾ ○ § <code>norm://</code> <b>1 ₽</b></p>");
  const drawn = createHash("sha256").update(await page.screenshot()).digest("hex").slice(0, 16);
  await page.close();
  return `Chromium ${browser.version()}\n${platform()}\n${drawn}\n`;
}

export const test = base.extend<{ theme: string }, { site: string; hand: string }>({
  // Lists hold what the pictures' own tests began, and nothing of tests that run meanwhile.
  site: [async ({}, use) => serve(use), { scope: "worker", timeout: 90_000 }],
  hand: [async ({ browser }, use) => use(await signature(browser)), { scope: "worker" }],
  baseURL: async ({ site }, use) => use(site),
  theme: ["light", { option: true }],
  context: async ({ context, site, theme }, use) => {
    await context.addCookies([{ name: "theme", value: theme, url: site }]);
    await use(context);
  },
});

/** Pictures of another browser, or of another machine's letters, are not compared: the test says so and is skipped. */
export function comparable(now: string) {
  if (anew) return writeFileSync(hand, now);
  // Beside other tests a busy machine shows a page between two states now and then: comparing is asked for.
  test.skip(!process.env.LEGALAGI_E2E_COMPARE, "pictures are compared by: make pictures ARGS=--compare");
  const then = readFileSync(hand, "utf8");
  const words = (one: string) => one.trim().split("\n").join(", ");
  test.skip(now !== then, `pictures were taken by ${words(then)}; this is ${words(now)}. To accept new ones: make pictures`);
}

/** What another run shows differently is not seen: hours of the clock, matters that other tests began. */
const HIDDEN = `time { visibility: hidden !important; } * { caret-color: transparent !important; }
  .session-list > :not(h2), .app-recent ul:not(:has([aria-current])), .app-recent li:not(:has([aria-current])) { display: none !important; }`;

/** Compares what is in sight, or one part of the page, at a size. */
export async function picture(page: Page, name: string, size: Size, part?: Locator) {
  // The policy of the pages takes no style element.
  await page.evaluate(async (rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
    // Days, one figure for all of them: rows are as wide on any day.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const words = texts.currentNode.nodeValue!;
      const other = words.replace(/\b\d{2}\.\d{2}\.20\d{2}\b/g, "01.02.2030").replace(/\b20\d{2}-\d{2}-\d{2}\b/g, "2030-02-01");
      if (other !== words) texts.currentNode.nodeValue = other;
    }
    // Nothing has the focus by chance.
    (document.activeElement as HTMLElement | null)?.blur();
    await document.fonts.ready;
  }, HIDDEN);
  const file = `${name}-${size}.png`;
  if (part) await expect(part).toHaveScreenshot(file, { maxDiffPixelRatio: 0.0003 });
  else await expect(page).toHaveScreenshot(file, { maxDiffPixelRatio: 0.0003 });
}
