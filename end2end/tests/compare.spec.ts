// Two runs of a question about norms side by side, over the invented rules that come with the program.
import AxeBuilder from "@axe-core/playwright";
import { expect, shot, test } from "./fixtures.ts";
import { ask } from "./norms.ts";
import { FLOOR, HEIGHT, demo, searchAgain } from "./compare.ts";
import { hydrated } from "./page.ts";
import { TrialHomePage } from "./trial.ts";

test.describe.configure({ timeout: 90_000 });

test("a search by other words is compared with the run before it", async ({ page }) => {
  await demo(page);
  await ask(page, FLOOR);
  const answer = page.locator(".norms-answer");
  await expect(answer).toContainText("прил. А");
  await expect(page.locator(".run-line a.to-compare")).toHaveCount(0);
  await hydrated(page);
  await searchAgain(page, HEIGHT);
  await page.locator(".run-line a.to-compare").click();
  await page.waitForURL(/\/s\/[\w-]{22}\/compare/);

  const headline = page.locator(".compare-headline");
  await expect(headline).toContainText("→");
  const places = page.locator("section[data-part=sources]");
  await expect(places.locator("tr[data-fate=gained]").first()).toContainText("4.2.2");
  await expect(places.locator("tr[data-fate=lost]").first()).toContainText("прил. А");
  await expect(page.locator("section[data-part=words] ins").first()).toBeVisible();
  await expect(page.locator("section[data-part=words] del").first()).toBeVisible();
  await expect(page.locator("tr[data-row=run]")).toContainText(HEIGHT);
  await expect(page.locator("tr[data-row=performer]")).toContainText("без языковой модели");
  await shot(page, "norms-compare", { readme: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);

  // The other way round.
  const said = await headline.innerText();
  await page.getByRole("link", { name: "Поменять местами" }).click();
  await expect(headline).not.toHaveText(said);
  await expect(places.locator("tr[data-fate=lost]").first()).toContainText("4.2.2");
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shot(page, "norms-compare-narrow");
});

test("a number of several is left after the condition is chosen", async ({ page }) => {
  await demo(page);
  await ask(page, "Какую нагрузку на пол принимают для мешков?");
  await hydrated(page);
  await page.locator(".choices button", { hasText: "П2" }).click();
  await expect(page.locator(".norms-answer")).toHaveAttribute("data-status", "completed");
  await page.locator(".run-line a.to-compare").click();
  await expect(page.locator(".compare-headline")).toContainText("Из чисел осталось 2");
  const numbers = page.locator("section[data-part=numbers]");
  await expect(numbers.locator("tr[data-fate=same]")).toContainText("П2");
  await expect(numbers.locator("tr[data-fate=lost]")).toHaveCount(2);
  await expect(page.locator("tr[data-row=run]")).toContainText("ответ на уточнение");
});

test("the same question in another session is compared with this one", async ({ page }) => {
  await demo(page);
  await ask(page, FLOOR);
  const first = new URL(page.url()).pathname;
  await ask(page, FLOOR);
  await page.goto(`${new URL(page.url()).pathname}/compare`);
  await expect(page.locator("main .empty")).toBeVisible();
  await hydrated(page);
  await page.locator("select[name=with]").selectOption(first.split("/").pop()!);
  await page.getByRole("button", { name: "Сравнить с другим делом" }).click();
  await expect(page.locator(".compare-headline")).toContainText("Ответы не различаются");
  await expect(page.locator("section[data-part=words] :is(ins, del)")).toHaveCount(0);
});

test("two branches of a trial, and its judge with the sides swapped", async ({ page }) => {
  const trial = await (await new TrialHomePage(page).open()).start();
  await trial.tell();
  await trial.confirm();
  const first = trial.id;
  await trial.round(1).locator("form.fork-gate button").click();
  await page.waitForURL((url) => !url.pathname.endsWith(first) && /^\/s\/[\w-]{22}$/.test(url.pathname));
  await hydrated(page);
  await trial.settleSoon();
  const second = trial.id;
  await page.goto(`/prefs?lang=ru&back=/s/${second}`);
  await page.locator(".run-line a.to-compare").click();
  await expect(page.locator("main .empty")).toContainText("Выберите вторую ветку");
  await page.locator("select[name=with]").selectOption(first);
  await page.locator("#with button").click();
  await expect(page.locator(".compare-headline")).toContainText("раунд 2");
  await expect(page.locator("section[data-round='1'] tr[data-differs]")).toHaveCount(0);
  await shot(page, "trial-compare");
  await page.goto(`/s/${second}`);
  await page.locator("a.to-audit").click();
  await expect(page.locator("section[data-part=swap] .compare-headline")).toHaveAttribute("data-fair", "true");
  await page.locator("select[name=round]").selectOption("1");
  await page.locator("input[name=law_as_of]").fill("2024-01-01");
  await page.getByRole("button", { name: "Проверить" }).click();
  await expect(page.locator("section[data-part=law]")).toContainText("01.01.2024");
  await expect(page.locator("main > h2")).toHaveText("Раунд 1");
  await shot(page, "trial-audit");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);
});
