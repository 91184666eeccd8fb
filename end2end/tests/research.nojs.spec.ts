// Research without the page's program: forms and links are enough.
import { join } from "node:path";
import { expect, test } from "./fixtures.ts";
import { ResearchPage, SearchPage } from "./page.ts";

test("sources are added, a question is answered, its place opens", async ({ page }) => {
  const search = await new SearchPage(page).open({ js: false });
  await search.add([join(import.meta.dirname, "../../knowledge/demo-corpus/warehouse-rules-2.md")]);
  const research = await new ResearchPage(page).open({ js: false });
  await research.ask("Какой ширины должен быть главный проход склада?");
  await expect(research.answer).toContainText("не меньше двух метров");
  await research.cites.first().getByRole("link").click();
  await expect(page.locator(".source-page article")).toContainText("не меньше двух метров");
});

test.describe("refusals", () => {
  test.use({ expectedErrors: [/400/] });
  test("a file that is no document is refused in words", async ({ page }) => {
    const search = await new SearchPage(page).open({ js: false });
    await search.add([{ name: "broken.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 nothing") }]);
    await expect(page.getByRole("alert")).toContainText("broken.pdf");
  });
});
