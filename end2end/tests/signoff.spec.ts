// A lawyer's link with the page's program; and how its pages look at two widths.
import { LEASE } from "./dialogue.ts";
import { expect, shot, test } from "./fixtures.ts";
import { HomePage, SignoffPage } from "./page.ts";
import { signedOff } from "./signoff.ts";

test("a lawyer leaves remarks and signs a version off, and a change ends it", async ({ page, browser, baseURL }) => {
  await signedOff(page, browser, baseURL!, { js: true });
});

for (const [width, height] of [[1440, 900], [390, 844]] as const) {
  test(`nothing of a lawyer's page stands outside of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const session = await (await new HomePage(page).open()).start(LEASE);
    // The page goes on, and the id with it.
    const id = session.id;
    const own = `/s/${id}/signoff`;
    await page.goto(own);
    const owner = new SignoffPage(page);
    await owner.create.click();
    const link = (await owner.fresh.getByRole("link").getAttribute("href"))!;
    await page.goto(link);
    const lawyer = new SignoffPage(page);
    await lawyer.remark("price.rent", `Длинное${"слово".repeat(30)} и замечание`, "Петрова А. А.");
    // While the remark is on its way still: both arrive.
    await lawyer.sign("Петрова А. А.", "Без замечаний");
    await expect(lawyer.remarks).toHaveCount(1);
    await expect(lawyer.note).toHaveAttribute("data-holds", "true");
    for (const path of [link, own, `/s/${id}?view=document`]) {
      await page.goto(path);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, path).toBeLessThanOrEqual(0);
      const name = path === link ? "lawyer" : path === own ? "owner" : "document";
      await shot(page, `signoff-${name}-${width}`);
    }
    await page.goto(`${link}#remarks`);
    await shot(page, `signoff-remarks-${width}`);
    await page.goto(`${link}#checks`);
    await shot(page, `signoff-checks-${width}`);
  });
}
