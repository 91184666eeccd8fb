// The same desk with plain forms and links.
import { expect, test } from "./fixtures.ts";
import { LEASE } from "./dialogue.ts";
import { HomePage } from "./page.ts";

test("a matter is named, put away, brought back, deleted and brought back", async ({ page }) => {
  const session = await (await new HomePage(page).open({ js: false })).start(LEASE, { js: false });
  const row = page.locator(`.matters [data-session="${session.id}"]`);
  const toast = page.locator("main .toast");
  await page.goto("/matters");
  await row.locator("summary").click();
  await row.locator("input[name=title]").fill("Машина для Ильи");
  await row.locator(".matter-name button").click();
  await expect(row.locator("> a")).toHaveText("Машина для Ильи");
  await expect(toast).toContainText("Название сохранено");

  await row.getByRole("button", { name: /^В архив/ }).click();
  await expect(row).toHaveCount(0);
  await toast.getByRole("button", { name: "Отменить" }).click();
  await expect(row).toHaveCount(1);

  await row.getByRole("button", { name: /^Удалить/ }).click();
  await expect(row).toHaveCount(0);
  await toast.getByRole("button", { name: "Вернуть" }).click();
  await expect(page).toHaveURL(new RegExp(`/s/${session.id}$`));
  await page.goto("/matters?q=Ильи");
  await expect(row).toHaveCount(1);
});

test("a contract is begun from the gallery of types", async ({ page }) => {
  await page.goto("/contract");
  await page.getByRole("link", { name: "Типы договоров" }).last().click();
  await expect(page).toHaveURL(/\/types$/);
  const card = page.locator('.type-card[data-pack="loan"]');
  await expect(card).toContainText("не проверен");
  await card.getByRole("button").click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
  await expect(page.locator(".paper .title").first()).toContainText(/займа/i);
});

test("settings say who answers, what leaves the machine and what is held", async ({ page, request }) => {
  await page.goto("/settings");
  await expect(page.locator("[data-field=performer]")).toContainText("без языковой модели");
  await expect(page.locator("[data-field=outward]")).toContainText("Ничего");
  const status = await (await request.get("/api/status")).json();
  expect(status.performer.is_model).toBe(false);
  expect(status.contracts.length).toBeGreaterThan(15);
  await expect(page.locator("main")).toContainText(`Типов договоров: ${status.contracts.length}`);
  // The language is changed here too.
  await page.locator("main .lang-switch a[hreflang=en]").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings and status");
});
