// Research: sources are added in the page, a question is answered from them, every quotation opens its place.
import AxeBuilder from "@axe-core/playwright";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, shot, test } from "./fixtures.ts";
import { ResearchPage, SearchPage } from "./page.ts";

// Invented rules that come with the program; adding them again changes nothing.
const DEMO = ["warehouse-rules-1.md", "warehouse-rules-2.md", "warehouse-norms.md", "pravyla-skladu.md"].map((name) =>
  join(import.meta.dirname, "../../knowledge/demo-corpus", name),
);

const QUESTION = "Какой ширины должен быть главный проход склада?";

async function sources(page: Page) {
  const search = await new SearchPage(page).open();
  await search.add(DEMO);
  await expect(search.editions).not.toHaveCount(0);
  return search;
}

test("sources are found by words and by address, and open at the place", async ({ page }) => {
  const search = await sources(page);
  await search.find("ширина главного прохода");
  await expect(search.hits.first()).toContainText("Штабели и проходы");
  await expect(search.hits.first().locator("mark").first()).toBeVisible();
  await shot(page, "search");
  await search.hits.first().getByRole("link").first().click();
  await expect(page.locator(".source-page article")).toContainText("не меньше двух метров");
  await expect(page.locator(".source-page mark").first()).toBeVisible();
  await page.getByRole("link", { name: /^→/ }).click();
  await expect(page.locator(".source-page article h1")).not.toContainText("Штабели");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);
});

test("a question is answered with quotations that were checked", async ({ page }) => {
  await sources(page);
  const research = await new ResearchPage(page).open();
  await research.ask(QUESTION);
  await expect(research.answer).toContainText("не меньше двух метров");
  await expect(research.verdict).toHaveAttribute("data-state", "valid");
  await expect(research.verdicts.first()).toHaveAttribute("data-verdict", "VERIFIED");
  await shot(page, "research", { readme: true });
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);

  // The passage shows on hover, the place opens on click.
  const cite = research.cites.first();
  await cite.hover();
  await expect(cite.locator(".passage")).toBeVisible();
  await cite.getByRole("link").click();
  await expect(page.locator(".source-page mark").first()).toBeVisible();
  await page.goBack();

  for (const format of ["docx", "md"] as const) {
    const [download] = await Promise.all([page.waitForEvent("download"), research.file(format).click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^answer-v\\d+\\.${format}$`));
  }
});

test("a step can be edited, and what follows it runs again", async ({ page }) => {
  await sources(page);
  const research = await new ResearchPage(page).open();
  await research.ask(QUESTION);
  await expect(research.verdict).toBeVisible();
  const step = await research.step("synthesize_answer");
  const output = JSON.parse(await step.output.inputValue());
  output.answer_text = output.answer_text.replace("двух метров", "пяти метров");
  await step.output.fill(JSON.stringify(output));
  await step.save.click();
  await expect(research.verdict).toHaveAttribute("data-state", "invalid");
  await expect(research.answer.locator("del").first()).toBeVisible();
  await shot(page, "research-altered");
  await (await research.step("synthesize_answer")).again.click();
  await expect(research.verdict).toHaveAttribute("data-state", "valid");
});

test("a document of one's own is reviewed beside the sources", async ({ page }) => {
  await sources(page);
  const research = await new ResearchPage(page).open();
  await research.ask(QUESTION);
  await expect(research.verdict).toBeVisible();
  const text = [
    "Договор хранения. Хранитель хранит вещи поклажедателя в течение шести месяцев.",
    "Цена хранения составляет 5 000 рублей в месяц, оплата до 10 числа каждого месяца.",
    "За просрочку оплаты начисляется пеня 0,1 % за каждый день просрочки.",
  ].join("\n");
  await research.attach({ name: "хранение.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expect(research.documents).toContainText("хранение.txt");
  await research.follow("Какие ключевые условия в документе? Выдели их.");
  await expect(research.answer).toContainText("5 000 рублей");
  await expect(research.answer.locator("table")).toContainText("хранение.txt");
  await shot(page, "research-document");
});

test("a sequence of steps is built, kept and run", async ({ page }) => {
  await sources(page);
  const research = await new ResearchPage(page).open();
  await research.ask("Построй последовательность: найти источники и написать ответ");
  const sequences = page.locator("#sequences");
  await expect(sequences).toHaveAttribute("open", "");
  await sequences.getByLabel("Название").fill("Источники и ответ");
  await sequences.getByRole("button", { name: "Сохранить последовательность" }).click();
  await expect(sequences).toContainText("Источники и ответ");
  await research.follow(QUESTION);
  await expect(research.answer).toContainText("не меньше двух метров");
  await page.reload();
  await sequences.locator("summary").click();
  await sequences.getByRole("button", { name: "Выполнить" }).first().click();
  await expect(page.locator(".research-steps > summary")).toContainText("4 / 7");
  await expect(research.answer).toContainText("не меньше двух метров");
});
