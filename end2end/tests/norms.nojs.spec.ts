// Norms without the page's program: the whole story by forms and links.
import { expect, test } from "./fixtures.ts";
import { STORY, ask, norms } from "./norms.ts";

test("the story by forms and links alone", async ({ page }) => {
  await norms(page, { js: false });
  await ask(page, STORY);
  await page.locator(".choices button", { hasText: "На открытом воздухе" }).click();
  await expect(page.locator(".norms-answer .answer-words")).toContainText("30 мм");
  const pack = page.getByRole("link", { name: "Скачать доказательства (ZIP)" });
  const file = await page.request.get((await pack.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toBe("application/zip");
  await expect(page.locator("#evidence rect[data-role=cell]")).toHaveCount(1);
  await page.locator("#evidence a", { hasText: "Открыть страницу" }).click();
  await expect(page.locator("main.page-image rect[data-role=cell]")).toHaveCount(1);
});
