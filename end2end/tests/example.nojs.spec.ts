// A new installation: the example corpus is connected by a button, its examples are answered and marked; no scripts.
import { expect } from "./fixtures.ts";
import { ResearchPage } from "./page.ts";
import { test } from "./server.ts";

test("the first start has something to try", async ({ page }) => {
  await page.goto("/");
  const research = page.locator(".home-card[data-workspace=research]");
  await expect(research.locator("button")).toHaveCount(0);
  await page.getByRole("button", { name: "Подключить учебный корпус" }).click();
  await expect(page.locator(".example-mark")).toContainText("Подключён учебный корпус");
  await expect(page.locator(".example-offer")).toHaveCount(0);

  await research.locator("button.example").click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
  await expect(page.locator(".session-notes")).toContainText("Учебный пример");
  await expect(new ResearchPage(page).answer).toContainText("кроме разгрузки");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("a[data-format=md]").click()]);
  let text = "";
  for await (const chunk of await file.createReadStream()) text += chunk;
  expect(text).toContain("УЧЕБНЫЙ ПРИМЕР");

  await page.goto("/norms");
  await page.locator(".examples button").first().click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
  await expect(page.locator(".session-notes")).toContainText("Учебный пример");
  await expect(page.locator(".norms-answer")).toContainText("1,5");
});
