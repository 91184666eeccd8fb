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
