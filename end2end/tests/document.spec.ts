// The document beside the dialogue: it appears with the first answer, follows every turn and leads back to its facts.
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LEASE, LEASE_ANSWERS, talkUntilReady } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

const RENT = "/price/rent";
const VIN = "XTAGFL113M0000001";

const lease = async (page: Page) => (await new HomePage(page).open()).start(LEASE);

async function serious(page: Page) {
  // While a text is being made anew the old one stands faded.
  await expect(page.locator(".document-view[aria-busy=true]")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter((found) => found.impact === "serious" || found.impact === "critical")
    .map((found) => `${found.id}: ${found.nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join(" | ")}`);
}

test("the document follows the dialogue", async ({ page }) => {
  const session = await lease(page);
  const { document } = session;
  await document.open();
  await expect(page).not.toHaveURL(/view=facts/);
  await expect(session.domain).toBeHidden();
  await expect(document.paper.locator(".title").first()).toContainText(/договор аренды/i);

  // The rent, in digits and words, with where it comes from.
  const rent = document.fact(RENT).first();
  await expect(rent).toContainText(/30.000.\(тридцать тысяч\).рублей.00.копеек/);
  await expect(rent).toHaveAttribute("data-origin", "stated");
  await shot(page, "document-draft");

  // The next answer fills its place at once.
  await expect(document.paper).not.toContainText(VIN);
  const missing = await document.banner.getByRole("link").count();
  await session.send(`VIN ${VIN}, госномер А123ВС777`);
  await expect(document.paper).toContainText(VIN);
  await expect(document.fact("/object/vin").first()).toHaveAttribute("data-changed", "true");
  expect(await document.banner.getByRole("link").count()).toBeLessThan(missing);

  // The address is enough to come back to the same view.
  await page.reload();
  await expect(document.paper).toContainText(VIN);
  await document.tab("facts").click();
  await expect(document.view).toHaveCount(0);
  await expect(session.domain).toBeVisible();
  await page.goBack();
  await expect(document.paper).toContainText(VIN);
});

test("a fact shows where it comes from and can be corrected in place", async ({ page }) => {
  const session = await lease(page);
  const { document } = session;
  await document.open();
  await document.fact(RENT).first().click();
  await expect(document.card).toContainText(/30.000/);
  await expect(document.card).toBeFocused();
  await expect(session.marked).toContainText("30 000");
  await shot(page, "document-fact");

  const form = document.card.locator("form.edit-fact");
  await form.locator("input[name=value]").fill("35000.00");
  await form.locator("button[data-op=set]").click();
  const reopens = form.locator(".reopens");
  const corrected = document.fact(RENT).first().filter({ hasText: "тридцать пять тысяч" });
  await expect(reopens.or(corrected).first()).toBeVisible();
  if (await reopens.isVisible()) await form.locator("button[data-op=set]").click();
  await expect(corrected).toHaveAttribute("data-origin", "confirmed");

  await document.card.getByRole("link", { name: /закрыть/i }).click();
  await expect(document.card).toHaveCount(0);
  await expect(document.fact(RENT).first()).toBeFocused();
});

test("a placeholder leads to what fills it", async ({ page }) => {
  const session = await lease(page);
  const { document } = session;
  await document.open();
  const open = (await session.question.innerText()).trim();

  // What is being asked leads to the question.
  await document.banner.getByRole("link", { name: /VIN/ }).click();
  await expect(session.about).toHaveCount(0);
  expect(open).toContain("VIN");
  await expect(session.text).toBeFocused();

  // Anything else says what the next words are about, and how it would be asked.
  const lessor = document.paper.locator("a.run-missing[data-pointer='/parties/lessor/name']").first();
  await lessor.click();
  await expect(session.about).toContainText("Арендодатель");
  await expect(session.about).toContainText("?");
  await expect(session.text).toBeFocused();
  await expect(session.text).toHaveValue(/^Арендодатель.*: $/);
  await shot(page, "document-about");
  await session.about.getByRole("button").click();
  await expect(session.text).toHaveValue("");
  await lessor.click();
  await session.about.getByRole("link").click();
  await expect(session.issue("vehicle_lease.lessor")).toBeInViewport();
  await document.open();
  await session.send(`VIN ${VIN}, госномер А123ВС777`);
  await expect(session.about).toHaveCount(0);
  await expect(document.fact("/object/vin").first()).toContainText(VIN);
});

test("variants change clauses, parts change the sheet, references lead to clauses", async ({ page }) => {
  const session = await lease(page);
  const { document } = session;
  // The deposit comes back after the car does: its clause leads to the one on the act.
  await session.send("залог 20 000 рублей");
  await document.open();
  const text = async () => (await document.paper.innerText()).replace(/\s+/g, " ");
  const reference = document.references.first();
  const target = await reference.getAttribute("href");
  await reference.click();
  await expect(page.locator(target!)).toBeInViewport();

  const neutral = await text();
  await document.choose("party_1");
  await expect(document.paper).toHaveAttribute("data-variant", "party_1");
  expect(await text()).not.toBe(neutral);
  await expect(page).toHaveURL(/variant=party_1/);

  await document.choose("act");
  await expect(document.paper).toHaveAttribute("data-part", "act");
  await expect(document.sheets).toHaveCount(1);
  await expect(document.paper.locator(".title")).toContainText(/акт/i);
  await document.choose("plain");
  await expect(document.paper.locator(".title")).toContainText(/простыми словами/i);
  await shot(page, "document-plain");
});

test("files have what their names say", async ({ page }) => {
  const session = await lease(page);
  const { document } = session;
  await document.open();
  await document.choose("party_2");
  for (const [format, magic] of [["docx", "PK\u0003\u0004"], ["pdf", "%PDF-"], ["md", "*Черновик*\n\n# "], ["ics", "BEGIN:VCALENDAR"]] as const) {
    await expect(document.file(format)).toHaveAttribute("href", /variant=party_2/);
    const [download] = await Promise.all([page.waitForEvent("download"), document.file(format).click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    const bytes = readFileSync(await download.path());
    expect(bytes.subarray(0, Buffer.byteLength(magic)).toString()).toBe(magic);
  }
});

test("before the type of the contract is known there is a friendly word", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start("Здравствуйте, нужна помощь");
  await session.document.open();
  await expect(session.document.empty.or(session.document.paper).first()).toBeVisible();
  await shot(page, "document-empty");
});

for (const theme of ["light", "dark"] as const) {
  test(`a whole contract, ${theme}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "theme", value: theme, url: baseURL! }]);
    const session = await lease(page);
    const { document } = session;
    await document.open();
    expect(await serious(page)).toEqual([]);
    await talkUntilReady(session, LEASE_ANSWERS);
    await expect(document.banner).toHaveAttribute("data-state", "ready");
    await expect(document.missing).toHaveCount(0);
    expect(await document.sheets.count(), "attachments stand on sheets of their own").toBeGreaterThan(1);
    await document.fact(RENT).first().click();
    expect(await serious(page)).toEqual([]);
    await document.card.getByRole("link", { name: /закрыть/i }).click();
    await shot(page, `document-${theme}`, { readme: theme === "light" });
    await document.paper.locator(".heading").nth(2).scrollIntoViewIfNeeded();
    await document.paper.locator(".heading").nth(2).evaluate((heading) => heading.scrollIntoView());
    await shot(page, `document-${theme}-clauses`);
    await document.paper.locator(".signatures").first().evaluate((table) => table.scrollIntoView({ block: "center" }));
    await shot(page, `document-${theme}-signatures`);
    await document.sheets.nth(1).evaluate((sheet) => sheet.scrollIntoView());
    await shot(page, `document-${theme}-attachment`);
    if (theme === "dark") return;

    await document.look();
    await document.origins.uncheck();
    await document.view.evaluate((view) => view.scrollIntoView());
    await shot(page, "document-plain-colours");
    await document.origins.check();
    await page.setViewportSize({ width: 390, height: 844 });
    await session.tab("result").click();
    await document.view.evaluate((view) => view.scrollIntoView());
    await shot(page, "document-phone");
    await document.paper.locator(".heading").nth(2).evaluate((heading) => heading.scrollIntoView());
    await shot(page, "document-phone-clauses");
    await document.paper.locator(".signatures").first().evaluate((table) => table.scrollIntoView({ block: "center" }));
    await shot(page, "document-phone-signatures");
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wider, "nothing sticks out on a phone").toBe(false);

    // On paper there is nothing but the document; a sheet is narrow, and the dialogue must not take its turn on it.
    await session.tab("chat").click();
    await expect(document.paper).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(document.banner).toBeHidden();
    await expect(session.chat).toBeHidden();
    await expect(document.paper).toBeVisible();
    await page.emulateMedia({ media: null });
  });
}
