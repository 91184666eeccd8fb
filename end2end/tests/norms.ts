// What the norms specs share: where the building codes are, the steps of a question.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { SearchPage } from "./page.ts";

const shared = process.env.LEGALAGI_SHARED ?? join(import.meta.dirname, "../../../shared");
const code = join(shared, "corpora/ru-construction-norms/Свод правил 63.13330.2018.json");

export const STORY = "Какая минимальная толщина защитного слоя бетона для плиты перекрытия?";

/** Imports the code of practice that the story is about; without it the test is skipped, visibly. */
export async function norms(page: Page, { js = true } = {}) {
  test.skip(!existsSync(code), "the shared corpora are not here (LEGALAGI_SHARED)");
  const search = await new SearchPage(page).open({ js });
  await search.add([code]);
  await expect(search.editions.filter({ hasText: "63.13330" })).not.toHaveCount(0);
}

export async function ask(page: Page, question: string) {
  await page.goto("/norms");
  await page.locator("form.start-form textarea[name=message]").fill(question);
  await page.locator("form.start-form button[type=submit]").click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
}
