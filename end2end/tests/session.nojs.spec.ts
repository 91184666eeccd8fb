// Without the page's program: forms and links are enough to talk.
import { expect, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

test("first message and two answers with plain forms", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start("Хочу сдать в аренду Lada Vesta 2021 года за 30 000 рублей в месяц", { js: false });
  await expect(session.domain).toContainText("Vesta");

  for (const [index, answer] of ["Иванов Иван Иванович, физлицо", "как обычно"].entries()) {
    await session.send(answer);
    await expect(session.turnsOf("user")).toHaveCount(index + 2);
    await expect(session.turnsOf("user").last()).toContainText(answer);
  }
  await expect(session.question).not.toBeEmpty();
});

test("a choice is a plain button", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start("Сдаю в аренду Lada Vesta за 30 000 рублей в месяц", { js: false });
  const before = await session.mark();
  await session.choices.first().click();
  await session.settled(before);
  await expect(session.turnsOf("user")).toHaveCount(2);
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of (400|422)/] });

  test("an empty message comes back with the limit", async ({ page }) => {
    const home = await new HomePage(page).open({ js: false });
    await home.message.fill("   ");
    await home.submit.click();
    await expect(home.alert.first()).toContainText(/пуст|64/i);
  });
});
