// What makes the answers trustworthy: where facts come from, what an edit reopens, what changed, what is missing.
import { LEASE, LEASE_ANSWERS, talkUntilChoices } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, hydrated, SessionPage } from "./page.ts";

const VIN = "VIN XTAGFL113M0000001, госномер А123ВС777";
const RENT = "/price/rent/amount";

const lease = async (page: import("@playwright/test").Page) => (await new HomePage(page).open()).start(LEASE);

test("«Откуда это?» highlights the words in the dialogue", async ({ page }) => {
  const session = await lease(page);
  const card = await session.whence("/object/year");
  await expect(card.locator("blockquote")).toContainText("2021");
  await expect(session.marked).toHaveCount(0);
  await card.locator("a.to-chat").click();
  await expect(session.marked).toHaveCount(1);
  await expect(session.marked).toContainText("2021");
  await expect(session.turnsOf("user").first()).toContainText(LEASE);
  await shot(page, "whence");
});

test("an edit says what it reopens before it is saved", async ({ page }) => {
  const session = await lease(page);
  await session.send(VIN);
  const object = session.issue("vehicle_lease.object");
  await expect(object).toHaveCount(0);
  const { done } = await session.meter();
  const before = await session.versionNumber();

  // Without the VIN and the plate the car is any car: rejecting one and then the other reopens the essential term.
  const card = await session.whence(RENT);
  const form = card.locator("form.edit-fact");
  await form.locator("input[name=value]").fill("35000.00");
  await form.locator("button[data-op=set]").click();
  const reopens = form.locator(".reopens");
  await expect(reopens.or(session.leaf(RENT).filter({ hasText: "35" })).first()).toBeVisible();
  if (await reopens.isVisible()) {
    expect(await session.versionNumber(), "nothing is saved before the second click").toBe(before);
    await form.locator("button[data-op=set]").click();
  }
  await expect(session.leaf(RENT)).toContainText(/35.000/);
  await expect(session.leaf(RENT).locator("summary.origin")).toHaveAttribute("data-origin", "confirmed");
  expect(await session.versionNumber()).toBeGreaterThan(before);
  expect((await session.meter()).done).toBe(done);
});

test("an edit with dependants lists them, and can be dropped", async ({ page, request }) => {
  const session = await lease(page);
  await session.send(VIN);
  await session.send("с 01.12.2026");
  // The end of the term follows from its start and length; a new start reopens or recomputes it.
  const { entries } = await (await request.get(`/api/session/${session.id}/ledger`)).json();
  const start = entries.find((entry: { pointer: string }) => entry.pointer === "/term/start");
  expect(start, "the start of the term is known").toBeTruthy();
  const card = await session.whence("/term/start");
  const form = card.locator("form.edit-fact");
  await form.locator("input[name=value]").fill("2027-02-01");
  await form.locator("button[data-op=set]").click();
  await expect(form.locator(".reopens li").first()).toBeVisible();
  await shot(page, "edit-reopens");
  const before = await session.versionNumber();
  await form.locator(".reopens a").click();
  await expect(form.locator(".reopens")).toHaveCount(0);
  expect(await session.versionNumber()).toBe(before);

  // Kept as it was: the field holds the old value again.
  await form.locator("input[name=value]").fill("2027-02-01");
  await form.locator("button[data-op=set]").click();
  await expect(form.locator(".reopens")).toBeVisible();
  await form.locator("button[data-op=set]").click();
  await expect(session.leaf("/term/start")).toContainText("01.02.2027");
});

test("versions are compared in words, by form and by address", async ({ page }) => {
  const session = await lease(page);
  await session.send(VIN);
  const latest = await session.versionNumber();
  await session.versions.locator("> summary").click();
  await session.versions.locator("form.compare-form button").click();
  await expect(session.comparison).toBeVisible();
  await expect(session.comparison.locator("tr[data-pointer='/object/vin']")).toContainText("XTAGFL113M0000001");
  await expect(session.comparison).not.toContainText(/[{}]|null/);
  await expect(page).toHaveURL(new RegExp(`from=\\d+&to=${latest}`));

  await page.goto(`/s/${session.id}?compare=0..${latest}`);
  await hydrated(page);
  const rent = session.comparison.locator(`tr[data-pointer="${RENT}"]`);
  await expect(rent).toContainText(/30.000/);
  await expect(rent.locator(".origin")).toHaveAttribute("data-origin", "stated");
  await shot(page, "compare");
  await session.comparison.getByRole("link", { name: "Закрыть" }).click();
  await expect(session.comparison).toHaveCount(0);
});

test("«Что если» opens a copy and leaves the original as it was", async ({ page }) => {
  const session = await lease(page);
  const first = session.id;
  const version = await session.versionNumber();
  await session.send(VIN);
  await session.versions.locator("> summary").click();
  await session.versionRow(version).locator("form.fork-form button").click();
  await page.waitForURL((url) => url.pathname.startsWith("/s/") && !url.pathname.endsWith(first));
  const copy = new SessionPage(page);
  await hydrated(page);
  expect(await copy.versionNumber()).toBe(version);
  await expect(copy.leaf("/object/vin")).toHaveCount(0);
  await copy.send("госномер А777АА77");
  await expect(copy.turnsOf("user")).toHaveCount(2);

  await page.goto(`/s/${first}?view=facts`);
  await expect(copy.leaf("/object/vin")).toContainText("XTAGFL113M0000001");
});

test("a replay file is saved and opened again", async ({ page, request }) => {
  const session = await lease(page);
  await session.send(VIN);
  const version = await session.versionNumber();
  const body = await (await request.get(`/api/session/${session.id}/replay`)).body();
  const original = session.id;
  const home = await new HomePage(page).open();
  await home.bring();
  await home.replayFile.setInputFiles({ name: "x.replay.json", mimeType: "application/json", buffer: body });
  await page.waitForURL((url) => url.pathname.startsWith("/s/") && !url.pathname.endsWith(original));
  await hydrated(page);
  // All its versions, and one more: what the file says of itself waits for the person here.
  expect(await new SessionPage(page).versionNumber()).toBeGreaterThan(version);
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of (400|409|422)/] });

  test("a file that is no replay is refused in words", async ({ page }) => {
    const home = await new HomePage(page).open();
    await home.bring();
    await home.replayFile.setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from("{}") });
    await expect(home.alert.first()).toContainText(/не файл повтора/i);
    await expect(page).toHaveURL(/\/contract$/);
  });
});

test("«как обычно»: the choice names the article and whom it favours, the fact is «по закону»", async ({ page, request }) => {
  const session = await lease(page);
  const usual = session.choices.and(page.locator("[data-choice=usual]"));
  await talkUntilChoices(session, LEASE_ANSWERS, usual);
  await expect(usual).toContainText(/ст\. ?\d+/);
  await expect(usual).toContainText(/в пользу:/);
  const before = await session.mark();
  await usual.click();
  await session.settled(before);
  const { entries } = await (await request.get(`/api/session/${session.id}/ledger`)).json();
  const byLaw = entries.filter((entry: { origin: string }) => entry.origin === "default");
  expect(byLaw.length, "a fact by the rule of law").toBeGreaterThan(0);
  const card = await session.whence(byLaw[0].pointer);
  await expect(card).toContainText(/ст\. ?\d+/);
});

test("a second price without a correcting word: the page asks which one holds", async ({ page }) => {
  const session = await lease(page);
  await session.send("Арендная плата 35 000 рублей в месяц");
  const conflict = session.issuesList.locator("li.issue[data-key^='conflict:']");
  await expect(conflict).toHaveCount(1);
  await expect(conflict).toContainText("30 000");
  await expect(conflict).toContainText("35 000");
  await expect(conflict.locator(".sides p")).toHaveCount(2);
  await expect(session.question).toContainText(/как(ое|ая|ой|ие) .*(верно|правильн|действу)|верн/i);
  await expect(session.leaf(RENT), "the first word stands until the second is confirmed").toContainText(/30.000/);
  await shot(page, "conflict");
});

test("the meter names what is missing, why, and leads to its issue", async ({ page }) => {
  const session = await lease(page);
  const { done, total } = await session.meter();
  expect(done).toBeLessThan(total);
  const missing = session.essential.locator("li[data-key='vehicle_lease.object']");
  await expect(missing.locator(".article")).toContainText(/ст\. ?607/);
  await expect(missing.locator(".consequence")).not.toBeEmpty();
  await missing.locator("a.term").click();
  await expect(session.issue("vehicle_lease.object")).toBeInViewport();
  await session.send(VIN);
  expect((await session.meter()).done).toBe(done + 1);
  await expect(missing).toHaveCount(0);
});
