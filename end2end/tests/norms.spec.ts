// Norms: the story of the seed from question to boxed cell, the review queue, a search edited and run again.
import AxeBuilder from "@axe-core/playwright";
import { expect, shot, test } from "./fixtures.ts";
import { STORY, ask, norms } from "./norms.ts";
import { hydrated } from "./page.ts";

test.describe.configure({ timeout: 90_000 });

test("a question, the rows to choose from, the number with its cell boxed", async ({ page }) => {
  await norms(page);
  await ask(page, STORY);
  const answer = page.locator(".norms-answer");
  await expect(answer).toContainText("Значение зависит от условий");
  for (const value of ["20 мм", "25 мм", "30 мм", "40 мм", "70 мм"]) await expect(answer).toContainText(value);
  await hydrated(page);
  await page.locator(".choices button", { hasText: "На открытом воздухе" }).click();
  await expect(answer).toHaveAttribute("data-status", "completed");
  await expect(answer.locator(".answer-words")).toContainText("30 мм");
  await expect(answer.locator(".branches tr[data-chosen]")).toContainText("30 мм");
  const evidence = page.locator("#evidence");
  await expect(evidence).toContainText("табл. 10.1");
  await expect(evidence.locator("rect[data-role=cell]")).toHaveCount(1);
  await expect(evidence.locator("rect[data-role=row]").first()).toBeAttached();
  await expect(evidence.locator("rect[data-role=column]").first()).toBeAttached();
  const image = evidence.locator("svg image");
  const reply = await page.request.get((await image.getAttribute("href"))!);
  expect(reply.headers()["content-type"]).toBe("image/png");
  await shot(page, "norms", { readme: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);

  // Another citation opens its own place.
  await answer.locator(".branches .cite-mark").first().click();
  await expect(evidence).toContainText("строка 1");
  await page.reload();
  await expect(answer.locator(".answer-words")).toContainText("30 мм");
});

test("what is not there goes to the review queue, and a person's decision goes on from there", async ({ page }) => {
  await norms(page);
  await ask(page, "Какая минимальная ширина прохода на лунной станции?");
  await expect(page.locator(".norms-answer")).toContainText("В базе этого нет");
  await page.goto("/norms/reviews");
  await page.getByRole("link", { name: /лунной станции/ }).first().click();
  const form = page.locator("form.review-form");
  await expect(form).toBeVisible();
  await shot(page, "norms-review");
  await form.locator("input[value=other_page]").check();
  await form.locator("input[name=page]").fill("СП 63 п. 10.3.5");
  await form.getByRole("button").click();
  await expect(page.locator(".norms-plan .course")).toContainText("Открыть другое место");

  // The agent still finds no answer to that question there: the person gives one.
  await form.locator("input[value=answer]").check();
  await form.locator("textarea[name=answer]").fill("Таких норм нет.");
  await form.getByRole("button").click();
  await expect(form).toHaveCount(0);
  await expect(page.locator(".norms-answer")).toContainText("Таких норм нет.");
  await expect(page.locator(".norms-answer")).toContainText("Ответ дал проверяющий");
});

test("a search is edited and run again", async ({ page }) => {
  await norms(page);
  await ask(page, STORY);
  const plan = page.locator(".norms-plan");
  await expect(plan.locator("form input[name=keywords]")).toBeVisible();
  const proof = page.locator(".norms-answer a[href*='evidence-pack?version=']");
  const before = await proof.getAttribute("href");
  await plan.locator("form input[name=keywords]").fill("расстояние в свету, стержни арматуры");
  await plan.getByRole("button", { name: "Искать по другим словам" }).click();
  await expect(plan.locator("> ol")).toContainText("расстояние в свету");
  // The same question from another search is another answer, with its own evidence.
  await expect(proof).not.toHaveAttribute("href", before!);
});
