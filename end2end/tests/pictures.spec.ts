// Pictures of the pages and their main states, wide and on a phone. A change of one is accepted by `make pictures`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { LEASE, LEASE_ANSWERS, talkUntilReady } from "./dialogue.ts";
import { expect } from "./fixtures.ts";
import { STORY, ask, norms } from "./norms.ts";
import { HomePage, hydrated, ResearchPage, SearchPage, SessionPage } from "./page.ts";
import { SIZES, type Size, comparable, picture, test } from "./pictures.ts";
import { TrialHomePage } from "./trial.ts";

// One worker, in this order: what is begun here is what the lists show.
test.describe.configure({ mode: "default", timeout: 240_000 });

test.beforeEach(({ hand }) => comparable(hand));

const DEMO = ["warehouse-rules-1.md", "warehouse-rules-2.md", "warehouse-norms.md", "pravyla-skladu.md"].map((name) =>
  join(import.meta.dirname, "../../knowledge/demo-corpus", name),
);
/** Told with doubts: part of it is only read. */
const TOLD = "Хочу сдать в аренду Lada Vesta, вроде 2021 года, на 6 месяцев за 30 000 рублей в месяц. Сдаёт мой брат Иванов Иван Иванович, берёт, кажется, ООО «Вектор», ИНН 7700000016";

/** The same page at every size; `ready` is what must stand there. */
async function both(
  page: Page, name: string, path: string, ready: string,
  before: (size: Size) => Promise<void> = async () => {}, sizes = Object.keys(SIZES) as Size[],
) {
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator(ready).first()).toBeVisible();
    await before(size);
    await picture(page, name, size);
  }
}

/** On a phone the other half of a session. */
const half = (page: Page, pane: "result" | "chat") => async (size: Size) => {
  if (size === "phone") await page.locator(`label[for=pane-${pane}]`).click();
};

test("pages without a matter", async ({ page }) => {
  await both(page, "home", "/", ".home-card");
  await both(page, "contract-home", "/contract", ".start-form");
  await both(page, "types", "/types", ".type-card");
  await both(page, "settings", "/settings", "#set-look");
  await both(page, "trial-home", "/trial", ".trial-start");
  await both(page, "matters-empty", "/matters", "h1");
});

test.describe("an address that nobody has", () => {
  test.use({ expectedErrors: [/404/] });
  test("errors", async ({ page }) => {
    await both(page, "not-found", "/nowhere", "h1");
    await both(page, "offline", "/offline", "h1");
  });
});

test("a contract from its first question to the text", async ({ page }) => {
  const home = await new HomePage(page).open();
  await home.message.fill(LEASE);
  await home.submit.click();
  await page.waitForURL(/\/s\/[\w-]{22}$/);
  const session = new SessionPage(page);
  await session.settled({ version: 0, replies: 0 });
  const at = `/s/${session.id}`;
  await both(page, "contract-first", at, ".question-form");
  await both(page, "contract-facts", `${at}?view=facts`, ".question-form", half(page, "result"));
  await both(page, "contract-draft", `${at}?view=document`, ".question-form", half(page, "result"), ["phone"]);
  await both(page, "why", `${at}/why`, "h1");

  await page.setViewportSize(SIZES.wide);
  await page.goto(at);
  await hydrated(page);
  await talkUntilReady(session, LEASE_ANSWERS);
  await both(page, "contract-ready", at, ".chat-pane");
  await page.setViewportSize(SIZES.wide);
  await page.goto(at);
  await hydrated(page);
  await page.locator(".primary-form button").click();
  await expect(page.locator("[data-next=download]")).toBeVisible();
  await both(page, "contract-document", `${at}?view=document`, ".chat-pane", half(page, "result"));
});

test("what was only read waits in a list", async ({ page }) => {
  const session = await (await new HomePage(page).open()).start(TOLD);
  const at = `/s/${session.id}`;
  await both(page, "contract-review", at, ".chat-pane", async () => {
    await page.locator(".review-list > summary").click();
  });
  await both(page, "share", `${at}/share`, "h1");
});

test("matters", async ({ page }) => {
  // Its words are in no other title of this file.
  await (await new HomePage(page).open()).start("Нужен договор на разработку сайта для ООО «Вектор» за 200 тысяч рублей");
  await both(page, "matters", "/matters?q=сайта", ".session-row");
});

// Before anything is held: the home page says what to do about that.
for (const theme of ["dark", "contrast"]) {
  test.describe(`${theme} theme`, () => {
    test.use({ theme });
    test("home and a contract", async ({ page }) => {
      await both(page, `home-${theme}`, "/", ".home-card");
      const session = await (await new HomePage(page).open()).start(LEASE);
      await both(page, `contract-${theme}`, `/s/${session.id}`, ".question-form");
    });
  });
}

test("research, the library and a place in it", async ({ page }) => {
  const search = await new SearchPage(page).open();
  await search.add(DEMO);
  await expect(search.editions).not.toHaveCount(0);
  await both(page, "library", "/search?q=ширина главного прохода", ".hit");
  await search.hits.first().getByRole("link").first().click();
  await expect(page.locator(".source-page mark").first()).toBeVisible();
  await both(page, "source", page.url(), ".source-page mark");
  const research = await new ResearchPage(page).open();
  await research.ask("Какой ширины должен быть главный проход склада?");
  await expect(research.verdict).toHaveAttribute("data-state", "valid");
  await both(page, "research", page.url(), ".answer-paper");
});

test("norms", async ({ page }) => {
  await norms(page);
  await ask(page, STORY);
  await expect(page.locator(".norms-answer")).toContainText("Значение зависит от условий");
  await both(page, "norms", page.url(), ".norms-answer");
});

test("a mock trial: the outline, the gate after a round", async ({ page }) => {
  const home = await new TrialHomePage(page).open();
  const trial = await home.start();
  await both(page, "trial-facts", page.url(), ".trial-form");
  await page.setViewportSize(SIZES.wide);
  await trial.tell();
  await trial.confirm();
  const at = `/s/${trial.id}`;
  await both(page, "trial-gate", at, ".trial-form");
  await both(page, "trial-round", at, "main.session", half(page, "result"), ["phone"]);
});

/** Where colours mean something; every part is photographed in the light theme. */
const COLOURED = ["colours", "badges", "forms", "head", "dialogue", "paper", "trial"];
const NARROW = ["head", "dialogue", "card", "review", "trial"];

for (const theme of ["light", "dark", "contrast"]) {
  test(`the style guide, ${theme}`, async ({ page }) => {
    for (const size of theme === "light" ? (["wide", "phone"] as const) : (["wide"] as const)) {
      await page.setViewportSize(SIZES[size]);
      await page.goto(`/styleguide?theme=${theme}`);
      await hydrated(page);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const all = await page.locator(".guide-part").evaluateAll((parts) => parts.map((part) => part.id));
      expect(all.length).toBeGreaterThan(15);
      const wanted = size === "phone" ? NARROW : theme === "light" ? all : COLOURED;
      for (const id of wanted) await picture(page, `guide-${theme}-${id}`, size, page.locator(`#${id}`));
    }
  });
}
