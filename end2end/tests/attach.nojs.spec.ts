// The composer takes a file with plain forms too.
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

test("a file goes along with words", async ({ page }) => {
  const session = await (await new HomePage(page).open({ js: false })).start(LEASE, { js: false });
  const facts = "Арендодатель: Иванов Иван Иванович.\nАрендатор: Петров Пётр Петрович.\n";
  await page.locator("#chat-file").setInputFiles({ name: "стороны.txt", mimeType: "text/plain", buffer: Buffer.from(facts) });
  await session.text.fill("Вот стороны");
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(3);
  await expect(session.turnsOf("user").nth(2)).toContainText("Иванов Иван Иванович");
  // Words alone go by the same button.
  await session.text.fill("Залог 10 000 рублей");
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(4);
});

test.describe("refusals", () => {
  test.use({ expectedErrors: [/400/] });
  test("a file that cannot be read says why, and what was typed stays", async ({ page }) => {
    const session = await (await new HomePage(page).open({ js: false })).start(LEASE, { js: false });
    await page.locator("#chat-file").setInputFiles({ name: "скан.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 nothing") });
    await session.text.fill("Вот скан");
    await session.submit.click();
    await expect(page.locator(".failure-region")).toContainText("Файл повреждён");
    await expect(session.text).toHaveValue("Вот скан");
    await expect(session.turnsOf("user")).toHaveCount(1);
  });
});
