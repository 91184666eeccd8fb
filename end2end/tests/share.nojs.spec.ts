// Sharing without the page's program: plain forms.
import { LEASE } from "./dialogue.ts";
import { expect, test } from "./fixtures.ts";
import { HomePage, SharePage } from "./page.ts";

test("a link is opened and ended by plain forms", async ({ page }) => {
  const home = await new HomePage(page).open({ js: false });
  const session = await home.start(LEASE, { js: false });
  await session.document.open();
  await session.document.look();
  await session.document.view.getByRole("link", { name: "Согласовать" }).click();
  const share = new SharePage(page);
  await share.create.click();
  await expect(share.fresh.getByRole("link")).toHaveAttribute("href", /^\/share\/[\w-]{43}$/);
  await share.protocolLink(1).click();
  await expect(share.protocol).toContainText("не");
  await share.revoke.click();
  await expect(share.links).toContainText("отозвана");
  await expect(share.fresh).toHaveCount(0);
});
