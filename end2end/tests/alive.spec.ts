// Every page of the frame comes alive: the page's program takes over, logs nothing, and nothing sticks out.
import type { Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage, hydrated, ResearchPage } from "./page.ts";
import { TrialHomePage } from "./trial.ts";

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }];
const PAGES = ["/", "/contract", "/research", "/norms", "/norms/reviews", "/trial", "/search", "/matters"];

/** Opens the page on a desk and on a phone; the fixture of `test` fails on the first error in the console. */
async function alive(page: Page, path: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(path);
    await hydrated(page);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider, `nothing sticks out of ${path} at ${size.width} px`).toBe(0);
    // Every workspace is in sight, and so is the button of the dialogue where the dialogue is.
    const places = page.locator(".app-nav a");
    await expect(places).toHaveCount(5);
    for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 });
    const send = page.locator(".chat-input button[type=submit]:visible");
    if (await send.count()) await expect(send).toBeInViewport({ ratio: 1 });
  }
}

test("every page of the frame comes alive", async ({ page }) => {
  test.slow();
  // With a matter begun the bar has something to list: it is on every page.
  const { id } = await (await new HomePage(page).open()).start(LEASE);
  for (const path of PAGES) await alive(page, path);
  // The loop ended on a phone: a title there is words, not a column of letters.
  for (const title of await page.locator(".matters .session-row > a").all()) {
    expect((await title.boundingBox())!.width, "a matter's title has room").toBeGreaterThan(200);
  }
  for (const query of ["", "?view=facts", "?trace=1", "?v=1"]) await alive(page, `/s/${id}${query}`);
  for (const part of ["compare", "share"]) await alive(page, `/s/${id}/${part}`);
});

test("sessions of the other workspaces come alive", async ({ page }) => {
  await (await new ResearchPage(page).open()).ask("Можно ли вернуть товар надлежащего качества?");
  await alive(page, new URL(page.url()).pathname);

  await page.goto("/norms");
  await hydrated(page);
  await page.locator("form.start-form textarea[name=message]").fill("Какая минимальная толщина защитного слоя бетона?");
  await page.locator("form.start-form button[type=submit]").click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
  await alive(page, new URL(page.url()).pathname);

  const trial = await (await new TrialHomePage(page).open()).start();
  await alive(page, `/s/${trial.id}`);
});

test("the bar goes from page to page, and lists what was begun", async ({ page }) => {
  await page.setViewportSize(SIZES[0]);
  const { id } = await (await new HomePage(page).open()).start(LEASE);
  const recent = page.locator(".app-recent");
  await expect(recent.locator(`a[href="/s/${id}"]`)).toHaveAttribute("aria-current", "page");
  for (const path of ["/research", "/norms", "/trial", "/search", "/contract"]) {
    await page.locator(`.app-nav a[href="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.locator(`.app-nav a[href="${path}"]`)).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await recent.locator(".app-all").click();
  await expect(page).toHaveURL(/\/matters$/);
  await recent.locator(`a[href="/s/${id}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/s/${id}$`));
  await expect(page.locator("main.session")).toBeVisible();
});

test("on a phone the primary button leads to the field for words", async ({ page }) => {
  await page.setViewportSize(SIZES[1]);
  const session = await (await new HomePage(page).open()).start(LEASE);
  await expect(session.chat).toBeHidden();
  await session.result.locator("a[data-next=answer]").click();
  await expect(session.text).toBeFocused();
  await expect(session.text).toBeInViewport();
  await expect(session.submit).toBeInViewport({ ratio: 1 });
});
