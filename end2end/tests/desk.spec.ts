// The desk: what a person expects of any good tool. The palette, the keys, drafts that survive, matters put away and
// brought back, settings, the types, «почему готов», the first line of the document, one button that leads on.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, hydrated } from "./page.ts";

async function serious(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map((found) => `${found.id} (${found.impact}): ${found.nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}

test("the palette finds sections and matters by keyboard", async ({ page }) => {
  const { id } = await (await new HomePage(page).open()).start(LEASE);
  await page.goto("/");
  await hydrated(page);
  const palette = page.locator("#palette");
  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.type("Vesta");
  const found = palette.locator(`a[href="/s/${id}"]`);
  await expect(found).toBeVisible();
  await shot(page, "palette");
  // Matters of the same name that others began may stand above it.
  for (let row = 0; row < 60; row += 1) {
    await page.keyboard.press("ArrowDown");
    if (await found.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(found).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/s/${id}$`));

  // The link beside every page opens the same, and Escape closes it.
  await hydrated(page);
  await page.locator(".app-find").click();
  await expect(palette).toBeVisible();
  await page.keyboard.type("настр");
  await expect(palette.locator(".palette-list a:visible")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await page.locator(".app-find").click();
  await expect(palette).toBeVisible();
  await page.keyboard.type("настр");
  await expect(palette.locator(".palette-list a:visible")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
});

test("? shows the keys, but not while somebody writes", async ({ page }) => {
  await new HomePage(page).open();
  const keys = page.locator("#shortcuts");
  await page.locator("#start-message").focus();
  await page.keyboard.type("?");
  await expect(keys).toBeHidden();
  await page.locator("#start-message").fill("");
  await page.locator("h1").click();
  await page.keyboard.press("Shift+?");
  await expect(keys).toBeVisible();
  await expect(keys).toContainText("Ctrl");
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
});

test("what was typed and not sent is there again; what was sent is not", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(LEASE);
  await session.text.fill("VIN XTAGFL113M0000001, госномер А123ВС777");
  await page.reload();
  await hydrated(page);
  await expect(session.text).toHaveValue("VIN XTAGFL113M0000001, госномер А123ВС777");
  await expect(page.locator("#toasts")).toContainText("Черновик");
  await session.submit.click();
  await expect(session.turnsOf("user")).toHaveCount(2);
  await expect(session.text).toHaveValue("");
  await page.reload();
  await hydrated(page);
  await expect(session.text).toHaveValue("");
});

test("the end of a long run is told to whoever looked elsewhere", async ({ page }) => {
  await new HomePage(page).open();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    const line = document.createElement("p");
    line.className = "progress-line";
    document.querySelector("main")!.append(line);
    // Longer than the shortest run that is told.
    setTimeout(() => line.remove(), 4000);
  });
  await expect(page.locator("#toasts")).toContainText("ответ пришёл");
});

test("times are the visitor's own", async ({ page }) => {
  await (await new HomePage(page).open()).start(LEASE);
  const time = page.locator("[data-field=updated] time");
  await expect(time).not.toContainText("UTC");
  const [at, shown] = [await time.getAttribute("datetime"), await time.innerText()];
  const hour = new Date(at!).toLocaleString("ru-RU", { timeZone: "Europe/Moscow", hour: "2-digit", minute: "2-digit" });
  expect(shown).toContain(hour);
});

test("the document begins high, and one button leads on", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const session = await (await new HomePage(page).open()).start(LEASE);
  await page.goto(`/s/${session.id}`);
  await hydrated(page);
  const first = session.document.paper.locator(".title").first();
  expect((await first.boundingBox())!.y, "the first line of the document").toBeLessThanOrEqual(160);
  // Solid buttons: the colour of the accent fills them.
  const solid = () =>
    page.locator("button:visible, a.button:visible").evaluateAll((all) => {
      const probe = document.createElement("i");
      probe.style.background = "var(--accent)";
      document.body.append(probe);
      const accent = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return all.filter((one) => getComputedStyle(one).backgroundColor === accent).map((one) => one.textContent!.trim());
    });
  expect(await solid()).toHaveLength(1);
  await page.goto(`/s/${session.id}?view=facts`);
  await hydrated(page);
  expect(await solid()).toHaveLength(1);
});

test("why a contract is not ready: what was checked and what was not", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(LEASE);
  const { id } = session;
  await session.result.locator(".level-why").click();
  await expect(page).toHaveURL(/\/why$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("ещё не готов");
  await expect(page.locator("[aria-labelledby=why-yes] [data-check=no]").first()).toContainText("не названо");
  await expect(page.locator("[aria-labelledby=why-no]")).toContainText("Личность сторон");
  expect(await serious(page)).toEqual([]);
  await shot(page, "why");
  await page.locator(".back a").click();
  await expect(page).toHaveURL(new RegExp(`/s/${id}$`));
});

test("settings and types have no fault, light and dark, wide and narrow", async ({ page, context, baseURL }) => {
  for (const theme of ["light", "dark"]) {
    await context.addCookies([{ name: "theme", value: theme, url: baseURL! }]);
    for (const path of ["/settings", "/types", "/offline"]) {
      for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
        await page.setViewportSize(size);
        await page.goto(path);
        expect(await serious(page), `${path} ${theme} ${size.width}`).toEqual([]);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wider, `nothing sticks out of ${path} at ${size.width} px`).toBe(0);
      }
    }
  }
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load resource/] });

  test("a notice stands in place of the page", async ({ page, context }) => {
    await page.goto("/");
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // The worker takes the next page.
    await expect.poll(() => page.evaluate(() => !!navigator.serviceWorker.controller)).toBe(true);
    await context.setOffline(true);
    await page.goto("/matters");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Нет связи с сервером");
    await context.setOffline(false);
    await page.locator("main a.button").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Все дела");
  });
});
