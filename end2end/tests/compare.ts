// What the specs of the comparison share: the invented rules, a question, a search by other words.
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { SearchPage } from "./page.ts";

const rules = join(import.meta.dirname, "../../knowledge/demo-corpus/warehouse-norms.md");

/** Answered from annex А. */
export const FLOOR = "Какое требование к полу склада?";
/** Leads to clause 4.2.2. */
export const HEIGHT = "высота помещения";

/** Imports the invented rules; adding them again changes nothing. */
export async function demo(page: Page, { js = true } = {}) {
  const search = await new SearchPage(page).open({ js });
  await search.add([rules]);
  await expect(search.editions).not.toHaveCount(0);
}

export async function searchAgain(page: Page, words: string) {
  const plan = page.locator(".norms-plan");
  await plan.locator("form input[name=keywords]").fill(words);
  await plan.getByRole("button", { name: "Искать по другим словам" }).click();
  await expect(plan.locator("> ol")).toContainText(words.split(",")[0]);
  await expect(page.locator(".norms-answer")).toHaveAttribute("data-status", /completed|human_review|awaiting_user/);
}
