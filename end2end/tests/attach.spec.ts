// The composer of a contract takes a file: by its button and by dropping it, with words or without.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, hydrated } from "./page.ts";

const FACTS = "Арендодатель: Иванов Иван Иванович.\nАрендатор: Петров Пётр Петрович.\n";
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const chosen = (page: Page) => page.locator(".attach-chosen");

async function begun(page: Page) {
  const session = await (await new HomePage(page).open()).start(LEASE);
  return session;
}

/** Drops a file on a place, as a person does who drags it from a folder. */
async function drop(page: Page, place: string, name: string, text: string) {
  const data = await page.evaluateHandle(([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name, { type: "text/plain" }));
    return data;
  }, [name, text]);
  await page.dispatchEvent(place, "dragover", { dataTransfer: data });
  await expect(page.locator(".question-form[data-dropping]")).toBeVisible();
  await page.dispatchEvent(place, "drop", { dataTransfer: data });
  await expect(page.locator(".question-form[data-dropping]")).toHaveCount(0);
}

test("a file goes along with words, and its facts are read", async ({ page }) => {
  const session = await begun(page);
  await page.locator("#chat-file").setInputFiles(file("стороны.txt", FACTS));
  await expect(chosen(page)).toContainText("стороны.txt");
  await session.text.fill("Вот стороны");
  await shot(page, "attach");
  expect((await new AxeBuilder({ page }).include(".question-form").analyze()).violations).toEqual([]);
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(3);
  await expect(session.turnsOf("user").nth(1)).toContainText("Вот стороны");
  await expect(session.turnsOf("user").nth(2)).toContainText("Иванов Иван Иванович");
  await expect(session.domain).toContainText("Иванов Иван Иванович");
  await expect(chosen(page)).toBeHidden();
  await expect(session.text).toHaveValue("");
  // The next words go alone, as ever.
  await session.text.fill("Залог 10 000 рублей");
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(4);
});

test("a file is dropped on the dialogue, taken away, dropped again and sent without words", async ({ page }) => {
  const session = await begun(page);
  await drop(page, ".chat-history", "первый.txt", "не то");
  await expect(chosen(page)).toContainText("первый.txt");
  await chosen(page).getByRole("button").click();
  await expect(chosen(page)).toBeHidden();
  await drop(page, "#chat-text", "стороны.txt", FACTS + "слово ".repeat(400));
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(2);
  // A long one is folded, and opens.
  const long = session.turnsOf("user").nth(1).locator("details.turn-long");
  await expect(long.locator("summary")).toContainText("ещё знаков");
  await expect(long.locator(".turn-text")).toBeHidden();
  await long.locator("summary").click();
  await expect(long.locator(".turn-text")).toBeVisible();
});

test.describe("refusals", () => {
  test.use({ expectedErrors: [/400/] });
  test("a file that cannot be read says why, and what was typed stays", async ({ page }) => {
    const session = await begun(page);
    await page.locator("#chat-file").setInputFiles({ name: "скан.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 nothing") });
    await session.text.fill("Вот скан");
    await session.submit.click();
    await expect(page.locator(".failure-region")).toContainText("Файл повреждён");
    await expect(session.text).toHaveValue("Вот скан");
    await expect(session.turnsOf("user")).toHaveCount(1);
    await expect(session.submit).toBeEnabled();
    await chosen(page).getByRole("button").click();
    await session.submit.click();
    await expect(session.turnsOf("user")).toHaveCount(2);
    await page.reload();
    await hydrated(page);
    await expect(session.text).toHaveValue("");
  });
});
