// Nothing serious for people who use other means than eyes and a mouse, in both themes.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { HomePage } from "./page.ts";

async function serious(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter((found) => found.impact === "serious" || found.impact === "critical")
    .map((found) => `${found.id}: ${found.nodes.map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join(" | ")}`);
}

for (const theme of ["light", "dark"] as const) {
  test(`home and session, ${theme}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: "theme", value: theme, url: baseURL! }]);
    const home = await new HomePage(page).open();
    await expect(home.html).toHaveAttribute("data-theme", theme);
    expect(await serious(page)).toEqual([]);

    const session = await home.start("Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц");
    await session.send("VIN XTAGFL113M0000001, госномер А123ВС777");
    expect(await serious(page)).toEqual([]);

    // Everything that opens is open.
    await page.evaluate(() => document.querySelectorAll("details:not([name])").forEach((d) => d.setAttribute("open", "")));
    await session.whence("/object/year");
    await session.versions.locator("form.compare-form button").click();
    await expect(session.comparison).toBeVisible();
    expect(await serious(page)).toEqual([]);
  });
}
