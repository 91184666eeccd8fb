// Mock trial without the page's program: plain forms are enough for the whole scenario.
import { expect, test } from "./fixtures.ts";
import { TrialHomePage } from "./trial.ts";

test("the whole scenario with plain forms", async ({ page }) => {
  const home = await new TrialHomePage(page).open({ js: false });
  const trial = await home.start({ js: false });
  await trial.tell();
  await expect(trial.class("disputed")).toContainText(["주장한다"]);
  await trial.confirm();
  await trial.settleSoon();
  await expect(trial.receipt("goal")).toHaveAttribute("data-status", "followed");
  await trial.prove();
  await trial.finalize();
  await trial.report.locator("a[data-format=html]").click();
  await expect(page.locator("body")).toContainText("권고 조치");
});

test("evidence is a file of a plain form", async ({ page }) => {
  const home = await new TrialHomePage(page).open({ js: false });
  const trial = await home.start({ js: false });
  await page.locator(".upload summary").click();
  await page.locator(".upload-form input[type=file]").setInputFiles({ name: "계약서.txt", mimeType: "text/plain", buffer: Buffer.from("납기는 2025년 4월 30일로 한다.") });
  await page.locator(".upload-form button").click();
  await expect(page.locator(".trial-evidence li")).toContainText(["계약서.txt"]);
  await expect(trial.form("facts_intake")).toBeVisible();
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of (400|409|422)/] });

  test("a form that is not taken comes back as it was filled in, with the reason at its field", async ({ page }) => {
    const home = await new TrialHomePage(page).open({ js: false });
    const trial = await home.start({ js: false });
    await trial.tell();
    await trial.confirm();
    const form = "gate_r1_issues";
    await trial.pick(form, "goal", "evidence_first");
    await trial.pick(form, "stance", "neutral");
    await trial.form(form).locator("textarea[name=note]").fill("메모입니다");
    await trial.proceed(form);
    await expect(trial.field(form, "focus_issues").locator(".fault")).toContainText("필수");
    await expect(trial.form(form).locator("input[name=goal][value=evidence_first]")).toBeChecked();
    await expect(trial.form(form).locator("textarea[name=note]")).toHaveValue("메모입니다");
    await trial.settleSoon();
  });
});
