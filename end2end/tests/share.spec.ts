// Two sides over one contract: a link, a copy, a protocol of disagreements, an agreement, the end of the link.
import type { Browser, Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, SharePage, SessionPage } from "./page.ts";

/** The page that the other side gets by the link, in a browser of its own. */
async function follow(browser: Browser, baseURL: string, link: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const response = await page.goto(link);
  return { context, page, status: response!.status() };
}

async function shared(page: Page) {
  const session = await (await new HomePage(page).open()).start(LEASE);
  await session.document.open();
  await session.document.look();
  await session.document.view.getByRole("link", { name: "Согласовать" }).click();
  const share = new SharePage(page);
  await share.create.click();
  await expect(share.fresh).toBeVisible();
  return { share, session };
}

test("the other side answers its way, and the differences become a protocol", async ({ page, browser, baseURL }) => {
  const { share } = await shared(page);
  const link = (await share.fresh.getByRole("link").getAttribute("href"))!;
  expect(link).toMatch(/\/share\/[\w-]{43}$/);
  await shot(page, "share-link");

  const guest = await follow(browser, baseURL!, link);
  const theirs = new SessionPage(guest.page);
  await theirs.document.tab("facts").click();
  await expect(theirs.leaf("/price/rent/amount")).toContainText(/30.000/);
  await expect(theirs.chat).not.toContainText("Хочу сдать");
  await theirs.send("Нет, не 30 000, а 25 000 рублей в месяц");
  await expect(theirs.leaf("/price/rent/amount")).toContainText(/25.000/);

  await share.protocolLink(1).click();
  await expect(share.wording("price.rent")).toContainText(/30.000.*25.000/s);
  await shot(page, "share-protocol");
  for (const format of ["docx", "pdf"] as const) {
    const [download] = await Promise.all([page.waitForEvent("download"), share.file(format).click()]);
    expect(download.suggestedFilename()).toBe(`protocol-of-disagreements.${format}`);
  }
  await share.accept("/price/rent/amount").click();
  await expect(share.wording("price.rent").locator("td").last()).toContainText(/25.000/);
  await expect(share.fact("/price/rent/amount")).toHaveCount(0);

  await share.revoke.click();
  await expect(share.links).toContainText("отозвана");
  expect((await guest.page.goto(link))!.status()).toBe(410);
  await guest.context.close();
});

test("a new link is told once", async ({ page }) => {
  const { share } = await shared(page);
  await page.waitForTimeout(100);
  await page.context().clearCookies({ name: "legalagi_new_link" });
  await page.reload();
  await expect(share.fresh).toHaveCount(0);
  await expect(share.links.locator("li")).toHaveCount(1);
});

test("what changed is shown word by word", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(LEASE);
  await session.send("Нет, не 30 000, а 35 000 рублей в месяц");
  await page.goto(`/s/${session.id}?compare=1..3#compare`);
  const text = session.comparison.locator(".text-changes");
  await expect(text.locator("del").first()).toBeVisible();
  await expect(text.locator("ins").first()).toBeVisible();
  await shot(page, "compare-text");
  const [download] = await Promise.all([page.waitForEvent("download"), text.getByRole("link", { name: /Word/ }).click()]);
  expect(download.suggestedFilename()).toMatch(/v1-v3\.docx$/);
});
