// What a person does around a dialogue: keys, filters, tabs, settings, deleting, mistakes.
import { LEASE, LEASE_ANSWERS, talkUntilChoices } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, hydrated, SessionPage } from "./page.ts";

const NOT_FOUND = /нет|не найден/i;
const FIRST = "Сдаю в аренду Lada Vesta за 30 000 рублей в месяц";

test("keyboard: a digit picks a choice, Enter sends", async ({ page }) => {
  const home = await new HomePage(page).open();
  await home.message.fill(LEASE);
  await home.message.press("Enter");
  await page.waitForURL(/\/s\//);
  const session = new SessionPage(page);
  await session.settled({ version: 0, replies: 0 });
  await hydrated(page);
  await talkUntilChoices(session, LEASE_ANSWERS);

  let before = await session.mark();
  const label = await session.choices.first().locator("span").innerText();
  await page.locator("body").press("1");
  await session.settled(before);
  await expect(session.turnsOf("user").last()).toContainText(label);

  // In the field a digit is a digit, and Shift+Enter is a new line.
  before = await session.mark();
  const turns = await session.turnsOf("user").count();
  await session.text.click();
  await page.keyboard.type("1");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("2");
  await expect(session.text).toHaveValue("1\n2");
  await expect(session.turnsOf("user")).toHaveCount(turns);
  await session.text.fill("как обычно");
  await session.text.press("Enter");
  await session.settled(before);
  await expect(session.turnsOf("user").last()).toContainText("как обычно");
});

test("an example starts a session with one click", async ({ page }) => {
  const home = await new HomePage(page).open();
  const words = await home.examples.first().innerText();
  await home.examples.first().click();
  await page.waitForURL(/\/s\//);
  await expect(new SessionPage(page).turnsOf("user").first()).toContainText(words);
});

test("issues: filters by severity and status", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(FIRST);
  const all = await session.issues.count();
  expect(all).toBeGreaterThan(0);

  await session.severity.selectOption("critical");
  await expect(session.issues.and(page.locator(":not([data-severity=critical])"))).toHaveCount(0);
  const critical = await session.issues.count();
  expect(critical).toBeGreaterThan(0);
  expect(critical).toBeLessThanOrEqual(all);

  await session.issueStatus.selectOption("resolved");
  await expect(session.issues.and(page.locator(":not([data-status=resolved])"))).toHaveCount(0);
});

test("theme and language survive a reload", async ({ page }) => {
  const home = await new HomePage(page).open();
  await expect(home.html).toHaveAttribute("lang", "ru");
  const russian = await home.heading.innerText();

  await home.chooseTheme("dark");
  await expect(home.html).toHaveAttribute("data-theme", "dark");
  await home.chooseLanguage("en");
  await expect(home.html).toHaveAttribute("lang", "en");
  await expect(home.heading).not.toHaveText(russian);

  await page.reload();
  await expect(home.html).toHaveAttribute("data-theme", "dark");
  await expect(home.html).toHaveAttribute("lang", "en");
  await expect(home.heading).not.toHaveText(russian);
  await shot(page, "home-dark-en");
});

test("below 900 px the panes are tabs", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(FIRST);
  await expect(session.tabs).toBeHidden();
  await expect(session.result).toBeVisible();
  await expect(session.chat).toBeVisible();

  await page.setViewportSize({ width: 800, height: 900 });
  await session.tab("result").click();
  await expect(session.result).toBeVisible();
  await expect(session.chat).toBeHidden();
  await session.tab("chat").click();
  await expect(session.chat).toBeVisible();
  await expect(session.result).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "nothing is wider than a phone").toBe(0);
  await shot(page, "session-phone");
});

test("markup in a message is shown as text", async ({ page }) => {
  const text = `<img src=x onerror="document.title='hacked'"><b>Сдаю</b> Lada Vesta & {{name}} 🙂`;
  const session = await (await new HomePage(page).open()).start(text);
  for (const reloaded of [false, true]) {
    if (reloaded) await page.reload();
    await expect(session.turnsOf("user").first()).toContainText(text);
    await expect(session.turns.locator(".turn-text").locator("img, b")).toHaveCount(0);
    await expect(page).not.toHaveTitle("hacked");
  }
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of (400|404|413|422)/] });

  test("an empty message shows the limit and sends nothing", async ({ page }) => {
    const home = await new HomePage(page).open();
    await home.message.fill("   ");
    await home.submit.click();
    await expect(home.alert.first()).toContainText(/пуст|64/i);
    await expect(page).toHaveURL(/\/contract(\?.*)?$/);
  });

  test("a message over the limit is refused, and its words stay", async ({ page }) => {
    const home = await new HomePage(page).open();
    const long = "ы".repeat(40_000); // 80 000 bytes in UTF-8
    await home.message.fill(long);
    await home.submit.click();
    await expect(home.alert.first()).toContainText(/64/);
    await expect(home.message).toHaveValue(long);
  });

  test("an unknown session says so", async ({ page }) => {
    const response = await page.goto("/s/AAAAAAAAAAAAAAAAAAAAAA");
    expect(response?.status()).toBe(404);
    await expect(page.locator("h1")).toContainText(NOT_FOUND);
    await expect(page.locator(`main a[href="/"]`)).toBeVisible();
  });

  test("a deleted session is gone", async ({ page }) => {
    page.on("dialog", (dialog) => dialog.accept());
    const home = await new HomePage(page).open();
    const { id } = await home.start(FIRST);

    await home.open();
    await home.row(id).getByRole("button").click();
    await expect(home.row(id)).toHaveCount(0);
    await home.open();
    await expect(home.row(id)).toHaveCount(0);
    expect((await page.goto(`/s/${id}`))?.status()).toBe(404);
    await expect(page.locator("h1")).toContainText(NOT_FOUND);
  });
});
