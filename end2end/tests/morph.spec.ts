// The program of the page: what a person did stays while the page follows the server.
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage, hydrated, SessionPage } from "./page.ts";

const VIN = "VIN XTAGFL113M0000001, госномер А123ВС777";

test("another tab's turn comes, and words that are being typed stay", async ({ page, context }) => {
  const session = await (await new HomePage(page).open()).start(LEASE);
  const other = new SessionPage(await context.newPage());
  await other.page.goto(`/s/${session.id}?view=facts`);
  await hydrated(other.page);
  await other.text.pressSequentially("ещё не отправлено");
  const branch = other.domain.locator("details").first();
  await branch.locator("summary").first().click();
  await expect(branch).not.toHaveAttribute("open", "");
  await other.text.focus();
  await session.send(VIN);
  await expect(other.leaf("/object/vin")).toContainText("XTAGFL113M0000001");
  await expect(other.text).toHaveValue("ещё не отправлено");
  await expect(other.text).toBeFocused();
  await expect(branch, "what was closed stays closed").not.toHaveAttribute("open", "");
  await other.page.close();
});

test("the browser's steps lead through the views, and the page is never loaded anew", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(LEASE);
  await page.evaluate(() => Object.assign(globalThis, { same: true }));
  await session.document.open();
  await session.document.choose("act");
  await page.locator(".app-nav a[href='/research']").click();
  await expect(page).toHaveURL(/\/research$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Lada");
  await page.goBack();
  await expect(session.document.paper).toHaveAttribute("data-part", "act");
  await page.goBack();
  await expect(session.document.paper).toHaveAttribute("data-part", "contract");
  await page.goBack();
  await expect(session.domain).toBeVisible();
  await page.goForward();
  await expect(session.document.paper).toBeVisible();
  expect(await page.evaluate(() => "same" in globalThis)).toBe(true);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] });

  test("words that did not get through come back, and go out once there is one", async ({ page, context }) => {
    const session = await (await new HomePage(page).open()).start(LEASE);
    await context.setOffline(true);
    await session.text.fill(VIN);
    await session.submit.click();
    await expect(session.alert.first()).toContainText("Нет связи");
    await expect(session.text).toHaveValue(VIN);
    await expect(session.turnsOf("user")).toHaveCount(1);
    await context.setOffline(false);
    const before = await session.mark();
    await session.submit.click();
    await session.settled(before);
    await expect(session.turnsOf("user")).toHaveCount(2);
    await expect(session.alert).toHaveCount(0);
  });
});
