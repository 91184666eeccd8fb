// Two runs side by side without the page's program: links and forms only.
import { expect, test } from "./fixtures.ts";
import { ask } from "./norms.ts";
import { FLOOR, HEIGHT, demo, searchAgain } from "./compare.ts";

test("two runs are compared by links and forms alone", async ({ page }) => {
  await demo(page, { js: false });
  await ask(page, FLOOR);
  await searchAgain(page, HEIGHT);
  await page.locator(".run-line a.to-compare").click();
  const places = page.locator("section[data-part=sources]");
  await expect(places.locator("tr[data-fate=gained]").first()).toContainText("4.2.2");
  await expect(places.locator("tr[data-fate=lost]").first()).toContainText("прил. А");
  // The two lists of runs: the first run on both sides says so.
  const form = page.locator("form.run-form").first();
  const oldest = await form.locator("select[name=from]").inputValue();
  await form.locator("select[name=to]").selectOption(oldest);
  await form.getByRole("button", { name: "Сравнить" }).click();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect(page.locator("main .empty")).toBeVisible();
});
