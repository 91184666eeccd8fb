// A lawyer reads a contract by a link, says what is wrong, signs a version off; a change ends the sign-off.
import type { Browser, Page } from "@playwright/test";
import { LEASE } from "./dialogue.ts";
import { expect, shot } from "./fixtures.ts";
import { HomePage, SignoffPage } from "./page.ts";

const NAME = "Петрова <b>А.</b> А.";

/** The whole way, with or without the page's program. */
export async function signedOff(page: Page, browser: Browser, baseURL: string, { js }: { js: boolean }) {
  const session = await (await new HomePage(page).open({ js })).start(LEASE, { js });
  const id = session.id;
  await session.document.open();
  await session.document.look();
  await session.document.view.getByRole("link", { name: "Отправить юристу" }).click();
  const owner = new SignoffPage(page);
  await owner.create.click();
  const link = (await owner.fresh.getByRole("link").getAttribute("href"))!;
  expect(link).toMatch(/\/share\/[\w-]{43}$/);
  if (js) await shot(page, "signoff-link");

  // The lawyer has a browser of their own, with nothing but the link.
  const context = await browser.newContext({ baseURL, javaScriptEnabled: js });
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(String(error.error())));
  const guest = await context.newPage();
  await guest.goto(link);
  const lawyer = new SignoffPage(guest);
  await expect(lawyer.paper).toContainText("тридцать тысяч");
  expect(await guest.content()).not.toContain(id);
  await lawyer.remark("price.rent", "Укажите <script>срок</script> возврата", NAME);
  await expect(lawyer.remarks).toHaveCount(1);
  await expect(lawyer.remarks.first()).toContainText("Укажите <script>срок</script> возврата");
  await expect(lawyer.remarks.first()).toContainText(NAME);
  const place = lawyer.remarks.first().locator("a.remark-place");
  await expect(guest.locator(`${await place.getAttribute("href")}[data-clause="price.rent"]`)).toHaveCount(1);
  await lawyer.sign(NAME, "Без замечаний");
  await expect(lawyer.note).toHaveAttribute("data-holds", "true");
  await expect(lawyer.note).toContainText(`Согласовано: ${NAME}, версия`);
  if (js) await shot(guest, "signoff-lawyer");

  // The owner sees both beside the document, answers and settles there.
  await page.goto(`/s/${id}?view=document`);
  await expect(owner.note).toContainText(`Согласовано: ${NAME}, версия`);
  const marked = session.document.paper.locator(".clause-remarks a");
  await expect(marked).toHaveText("Замечаний к пункту: 1");
  await owner.answer(owner.remarks.first(), "Добавлю в пункт о залоге");
  await expect(owner.remarks.first()).toContainText("Добавлю в пункт о залоге");
  await expect(page).toHaveURL(/view=document/);
  await owner.remarks.first().getByRole("button", { name: "Отметить решённым" }).click();
  await expect(owner.remarks.first()).toHaveAttribute("data-settled", "true");
  await expect(marked).toHaveCount(0);
  if (js) await shot(page, "signoff-document");

  // Any change of the contract ends it, here and there.
  const field = page.locator(".chat-pane textarea[name=text]");
  await field.fill("Нет, не 30 000, а 25 000 рублей в месяц");
  await page.locator(".chat-input button[type=submit]").click();
  await expect(owner.note).toHaveAttribute("data-holds", "false");
  await expect(owner.note).toContainText("больше не относится к этому тексту");
  await guest.reload();
  await expect(lawyer.note).toHaveAttribute("data-holds", "false");
  await expect(guest.locator("main")).not.toContainText(`Согласовано: ${NAME}`);

  await page.goto(`/s/${id}/signoff`);
  await owner.revoke.click();
  await expect(owner.links).toContainText("отозвана");
  expect((await guest.goto(link))!.status()).toBe(410);
  expect(errors).toEqual([]);
  await context.close();
}
