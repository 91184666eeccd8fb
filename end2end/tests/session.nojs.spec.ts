// Without the page's program: forms and links are enough to talk.
import { LEASE, LEASE_ANSWERS, talkUntilChoices } from "./dialogue.ts";
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
  const session = await home.start(LEASE, { js: false });
  await talkUntilChoices(session, LEASE_ANSWERS);
  const before = await session.mark();
  const turns = await session.turnsOf("user").count();
  await session.choices.first().click();
  await session.settled(before);
  await expect(session.turnsOf("user")).toHaveCount(turns + 1);
});

test("a fact is edited, versions are compared, a copy is opened: all with plain forms", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start("Хочу сдать в аренду Lada Vesta 2021 года за 30 000 рублей в месяц", { js: false });
  const first = await session.versionNumber();
  const card = await session.whence("/price/rent/amount");
  await card.locator("form.edit-fact input[name=value]").fill("35000.00");
  await card.locator("form.edit-fact button").click();
  await expect(session.leaf("/price/rent/amount")).toContainText(/35.000/);

  await session.versions.locator("> summary").click();
  await session.versions.locator("select[name=from]").selectOption(String(first));
  await session.versions.locator("form.compare-form button").click();
  const row = session.comparison.locator("tr[data-pointer='/price/rent/amount']");
  await expect(row).toContainText(/30.000/);
  await expect(row).toContainText(/35.000/);

  const { id } = session;
  await session.versionRow(first).locator("form.fork-form button").click();
  await page.waitForURL((url) => url.pathname.startsWith("/s/") && !url.pathname.endsWith(id));
  await session.document.tab("facts").click();
  await expect(session.leaf("/price/rent/amount")).toContainText(/30.000/);
  await expect(page.locator(".replay-form")).toHaveCount(0);
});

test("where a fact comes from is shown by a plain link", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  await expect(home.replayFile, "opening a file needs scripts").toBeHidden();
  const session = await home.start("Хочу сдать в аренду Lada Vesta 2021 года за 30 000 рублей в месяц", { js: false });
  const card = await session.whence("/object/year");
  await card.locator("a.to-chat").click();
  await expect(session.marked).toContainText("2021");
});

test("a card is filled in, a fact is changed under its turn, the last turn is taken back: all with plain forms", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start(LEASE, { js: false });
  await expect(session.notes.first()).toContainText("Записал");
  await session.cardFold.click();
  await session.cardField("/object/vin").fill("XTAGFL113M0000001");
  await session.cardSend.click();
  await expect(session.leaf("/object/vin")).toContainText("XTAGFL113M0000001");

  const rent = session.notes.first().locator('[data-fact="/price/rent"]');
  await rent.locator("summary").click();
  await rent.locator("input[type=text]").fill("35 000");
  await rent.locator("button").click();
  await expect(session.leaf("/price/rent/amount")).toContainText(/35.000/);

  await session.undo.click();
  await expect(session.leaf("/price/rent/amount")).toContainText(/30.000/);
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of (400|422)/] });

  test("a card with a wrong number comes back with what was typed and the reason", async ({ page }) => {
    const home = await new HomePage(page).open({ js: false });
    const session = await home.start(LEASE, { js: false });
    await session.cardFold.click();
    await session.cardField("/object/vin").fill("XTA");
    await session.cardSend.click();
    await expect(session.cardField("/object/vin")).toHaveValue("XTA");
    await expect(session.card.locator(".problem")).toBeVisible();
  });

  test("an empty message comes back with the limit", async ({ page }) => {
    const home = await new HomePage(page).open({ js: false });
    await home.message.fill("   ");
    await home.submit.click();
    await expect(home.alert.first()).toContainText(/пуст|64/i);
  });
});
