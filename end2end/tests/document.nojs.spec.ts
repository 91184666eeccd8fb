// The document without the page's program: links are enough.
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

test("the document, its variants, a fact and a placeholder by plain links", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start(LEASE, { js: false });
  const { document } = session;
  await document.open();
  await expect(document.paper).toContainText(/тридцать тысяч/);
  const neutral = await document.paper.innerText();

  await document.choose("party_1");
  expect(await document.paper.innerText()).not.toBe(neutral);
  await document.choose("act");
  await expect(document.paper.locator(".title")).toContainText(/акт/i);
  await document.choose("contract");

  await document.fact("/price/rent").first().click();
  await expect(document.card).toContainText(/30.000/);
  await expect(session.marked).toContainText("30 000");

  await document.missing.and(page.locator("[data-issue]")).first().click();
  await expect(document.view).toHaveCount(0);
  await expect(session.issuesList.locator("li.issue:target")).toBeVisible();
});

test("an answer given beside the document comes back to it", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start(LEASE, { js: false });
  await session.document.open();
  await session.send("VIN XTAGFL113M0000001, госномер А123ВС777");
  await expect(session.document.paper).toContainText("XTAGFL113M0000001");
});

test("an existing contract is read from a file, and what is wrong with it is shown", async ({ page }) => {
  const text = [
    "ДОГОВОР АРЕНДЫ АВТОМОБИЛЯ",
    "Иванов Иван Иванович, именуемый далее «Арендодатель», и ООО «Вектор», ИНН 7700000016, именуемое далее «Арендатор», заключили договор:",
    "1. Арендодатель сдаёт в аренду автомобиль Lada Vesta 2021 года, VIN XTAGFL113M0000001.",
    "2. Арендная плата составляет 30 000 рублей в месяц.",
    "3. За просрочку арендатор платит неустойку 3 % в день.",
  ].join("\n");
  await page.goto("/contract");
  await page.locator(".bring > summary").click();
  await page.locator(".import-form input[type=file]").setInputFiles({ name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.locator(".import-form button[type=submit]").click();
  await page.waitForURL(/\/s\/[\w-]{22}\?view=document$/);
  await expect(page.locator(".document-view")).toContainText("Lada");
  await expect(page.locator(".document-check")).toContainText(/1\s?095/);
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of 4\d\d/] });
  test("a file that is no contract is refused in words", async ({ page }) => {
    await page.goto("/contract");
    await page.locator(".bring > summary").click();
    await page.locator(".import-form input[type=file]").setInputFiles({ name: "x.docx", mimeType: "application/zip", buffer: Buffer.from("PK\x03\x04broken") });
    await page.locator(".import-form button[type=submit]").click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
  });
});

test("a clause in one's own words, and a value that goes back to the facts", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start(LEASE, { js: false });
  await session.document.open();
  const editor = page.locator("[data-clause='price.rent'] + .clause-edit");
  await editor.locator("a[href*='edit=price.rent']").click();
  const words = await editor.locator("textarea").inputValue();
  await editor.locator("textarea").fill(words.replace("Арендная плата составляет", "Арендатор платит").replace("30 000", "32 000"));
  await editor.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.locator("[data-clause='price.rent']")).toContainText(/Арендатор\sплатит\s32\s000\s\(тридцать\sдве\sтысячи\)/);
});
