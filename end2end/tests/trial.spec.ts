// Mock trial: the seed's scenario in Korean, with the page's program.
import AxeBuilder from "@axe-core/playwright";
import { expect, shot, test } from "./fixtures.ts";
import { hydrated } from "./page.ts";
import { TrialHomePage, TrialPage } from "./trial.ts";

async function begin(page: import("@playwright/test").Page, options = {}) {
  const home = await new TrialHomePage(page).open();
  return home.start(options);
}

async function accessible(page: import("@playwright/test").Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter((found) => found.impact === "serious" || found.impact === "critical")).toEqual([]);
}

test("a contract dispute from the facts to the report", async ({ page }) => {
  test.slow();
  const trial = await begin(page);
  await expect(trial.result.locator("[data-field=case_type]")).toHaveText("민사");
  await expect(trial.form("facts_intake").locator("textarea[name=summary]"), "the outline is carried over").toContainText("주식회사 새한");
  await trial.tell();

  // Three classes, each with its source; nothing runs before the confirmation.
  await expect(trial.class("disputed")).toContainText(["주장한다"]);
  await expect(trial.class("needed")).not.toHaveCount(0);
  // What a paper says and what one side tells is proposed: nothing stands before somebody accepted it.
  await expect(trial.class("confirmed")).toHaveCount(0);
  await expect(trial.class("disputed").filter({ hasText: "납기" }).locator(".source", { hasText: "갑 제1호증" }).first()).toBeVisible();
  await expect(trial.class("disputed").first().locator(".source")).toContainText("사건 개요");
  await expect(trial.rounds).toHaveCount(0);
  await accessible(page);
  await shot(page, "trial-facts");
  await trial.confirm();

  // The gate after round 1 is there to be filled in; the steering binds round 2, and receipts say so.
  await expect(trial.way.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(trial.form("gate_r1_issues").locator(".block[data-eyes=own]")).toContainText("상대방에게 보이지 않습니다");
  await expect(trial.speech(1, "claimant")).toContainText("주장");
  await expect(trial.speech(1, "judge").locator("table.burden tbody tr")).not.toHaveCount(0);
  await accessible(page);
  await shot(page, "trial-gate", { readme: true });
  await trial.settleSoon();
  for (const rule of ["focus_issues", "goal", "stance", "constraints.deadline"]) {
    await expect(trial.receipt(rule), rule).toHaveAttribute("data-status", "followed");
  }
  // Round 2 repeats nothing that has a name in it: there was nothing to leave out.
  await expect(trial.receipt("exclusions.no_personal_data_exposure")).toHaveAttribute("data-status", "not_applicable");
  await expect(trial.card.locator(".next-steps .due").first()).toBeVisible();
  await expect(trial.round(2).locator(".speeches")).not.toContainText("새한");

  await trial.prove();
  await accessible(page);
  await trial.finalize();
  await expect(trial.way.last()).toHaveAttribute("data-reached", "done");
  await accessible(page);
  await shot(page, "trial-report");

  // The report opens as a page and as files; the private line is not in it.
  const [opened] = await Promise.all([page.waitForEvent("download"), trial.report.locator("a[data-format=docx]").click()]);
  expect(opened.suggestedFilename()).toBe("report.docx");
  const html = await page.request.get(`/api/session/${trial.id}/report.html`);
  const text = await html.text();
  for (const words of ["쟁점", "리스크", "권고 조치", "SHA-256"]) expect(text).toContain(words);
  expect(text).not.toContain("27,111,111");
  await trial.report.locator("a[data-format=html]").click();
  await expect(page.locator("body")).toContainText("권고 조치");
});

test("a promise of the outcome is rewritten, and the page shows the log of it", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell({ promise: true });
  await trial.confirm();
  const rewritten = trial.speech(1, "claimant").locator(".rewrites li").first();
  await expect(rewritten).toContainText("확정적 표현");
  await expect(rewritten).toHaveAttribute("data-outcome", "fixed");
  await expect(trial.card.locator(".rewrites")).toContainText("고쳐 씀");
  await expect(trial.round(1).locator(".speeches")).not.toContainText("확정 승소");
});

test.describe("mistakes", () => {
  test.use({ expectedErrors: [/status of (400|409|422)/] });

  test("what is missing is named at its field, and what was typed stays", async ({ page }) => {
    const trial = await begin(page, { outline: "" });
    const form = trial.form("facts_intake");
    await form.locator("input[name=party_1_name]").fill("주식회사 새한");
    await trial.proceed("facts_intake");
    await expect(trial.field("facts_intake", "summary").locator(".fault")).toContainText("필수");
    await expect(trial.field("facts_intake", "objectives").locator(".fault")).toBeVisible();
    await expect(form.locator("input[name=party_1_name]")).toHaveValue("주식회사 새한");
    await accessible(page);
  });

  test("a gate names every field; skipping wants a second word", async ({ page }) => {
    const trial = await begin(page);
    await trial.tell();
    await trial.confirm();
    await trial.pick("gate_r1_issues", "stance", "neutral");
    await trial.proceed("gate_r1_issues");
    await expect(trial.field("gate_r1_issues", "goal").locator(".fault")).toContainText("필수");
    await expect(trial.field("gate_r1_issues", "focus_issues").locator(".fault")).toBeVisible();
    await expect(trial.field("gate_r1_issues", "stance").locator(".fault")).toHaveCount(0);
    await page.locator(".skip-gate summary").click();
    const skip = trial.form("skip");
    await skip.getByRole("button").click();
    await expect(skip.locator(".fault")).toBeVisible();
    await skip.getByRole("checkbox").check();
    await skip.getByRole("button").click();
    await trial.reached(2);
  });

  test("two tabs: the second sees what the first did, an old form is not taken", async ({ page, context }) => {
    const trial = await begin(page);
    await trial.tell();
    await trial.confirm();
    const other = new TrialPage(await context.newPage());
    await other.page.goto(page.url());
    await hydrated(other.page);
    await trial.settleSoon();
    await other.reached(2);
    await expect(other.form("gate_r2_evidence")).toBeVisible();
    const status = await page.evaluate(async (path) => {
      const body = "form_id=gate_r2_evidence&form_version=1&state_version=1&skip=true&skip_confirmed=true";
      const headers = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };
      return (await fetch(path, { method: "POST", headers, body })).status;
    }, `/s/${trial.id}/gate`);
    expect(status).toBe(409);
  });
});

test("a reload in the middle keeps the session and what was typed", async ({ page }) => {
  const trial = await begin(page);
  await trial.form("facts_intake").locator("input[name=party_1_name]").fill("주식회사 새한");
  await page.reload();
  await hydrated(page);
  await expect(trial.form("facts_intake").locator("input[name=party_1_name]")).toHaveValue("주식회사 새한");
  await trial.tell();
  await trial.confirm();
  await trial.pick("gate_r1_issues", "goal", "risk_min");
  await page.reload();
  await hydrated(page);
  await trial.reached(1);
  await expect(trial.form("gate_r1_issues").locator("input[name=goal][value=risk_min]")).toBeChecked();
  await trial.settleSoon();
});

test("facts are moved, corrected and removed in the review; a gate branches", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell();
  const before = await trial.class("disputed").count();
  const row = trial.class("disputed").first();
  const id = await row.getAttribute("id");
  await row.locator("input[value=confirmed]").check();
  await trial.form("facts_review").getByRole("button", { name: "저장" }).click();
  await expect(trial.class("disputed")).toHaveCount(before - 1);
  await expect(trial.facts.locator(`.fact-class[data-class=confirmed] #${id}`)).toBeVisible();
  await trial.confirm();
  const first = trial.id;
  await trial.round(1).locator("form.fork-gate button").click();
  await page.waitForURL((url) => !url.pathname.endsWith(first) && /^\/s\/[\w-]{22}$/.test(url.pathname));
  await expect(trial.form("gate_r1_issues")).toBeVisible();
});

test("a fact corrected at a gate is confirmed again, and the round before is marked", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell();
  await trial.confirm();
  const form = "gate_r1_issues";
  await trial.form(form).locator("input[name=focus_issues]").first().check();
  await trial.pick(form, "goal", "risk_min");
  await trial.pick(form, "stance", "neutral");
  await trial.form(form).locator(".fold summary").first().click();
  await trial.form(form).locator("select[name=patch_1_op]").selectOption("correct");
  await trial.form(form).locator("select[name=patch_1_fact]").selectOption("f-1");
  await trial.form(form).locator("textarea[name=patch_1_text]").fill("원고는 2025년 1월 12일 피고와 웹사이트 개발 계약을 체결하였다.");
  await trial.proceed(form);
  await expect(trial.form("facts_review")).toBeVisible();
  await expect(trial.way.nth(1)).toContainText("사실 변경됨");
  await trial.form("facts_review").getByRole("button", { name: "모두 다툼 없는" }).click();
  await trial.reached(2);
  await expect(trial.round(1).locator("> summary .stale")).toBeVisible();
  await expect(trial.card).toContainText("사실 v2");
});

test("one extension on an open issue, then the end without a report", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell();
  await trial.confirm();
  for (const next of [2, 3]) await trial.skip(next);
  const form = "gate_r3_final";
  await trial.pick(form, "decision", "extend");
  await expect(trial.form(form).locator(".only-finalize")).toBeHidden();
  await trial.form(form).locator("input[name=extend_issue]").first().check();
  await trial.proceed(form);
  await trial.reached(4);
  await expect(trial.way.filter({ hasText: "연장 라운드" })).toHaveAttribute("data-reached", "done");
  await expect(trial.form(form).locator("input[name=decision][value=extend]")).toHaveCount(0);
  await trial.pick(form, "decision", "abandon");
  await trial.form(form).locator("input[name=confirm]").check();
  await trial.proceed(form);
  await expect(trial.chat.locator(".trial-end")).toHaveAttribute("data-phase", "closed");
  await expect(trial.report).toHaveCount(0);
});

test("the page speaks Russian and English about a Korean case", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell();
  await trial.confirm();
  for (const [code, words] of [["ru", "Итог раунда 1"], ["en", "Outcome of round 1"], ["ko", "1라운드 결과"]]) {
    await page.locator(".app-menu > summary").click();
    await page.locator(`.lang-switch a[hreflang=${code}]`).click();
    await hydrated(page);
    await expect(trial.card.locator("h2")).toHaveText(words);
    await expect(trial.class("confirmed").first(), "the case keeps its language").toContainText("원고");
  }
});

test.describe("a case that is denied whole", () => {
  // What is refused is told, and the browser notes it.
  test.use({ expectedErrors: [/status of 422/] });

  test("a criminal case has its own roles and the last word of the accused", async ({ page }) => {
    const trial = await begin(page, { kind: "criminal", side: "opposing", outline: "" });
    const form = trial.form("facts_intake");
    await form.locator("textarea[name=summary]").fill(
      "피고인은 2024년 3월 1일 피해자 김민수를 기망하여 50,000,000원을 교부받았다. 피해자는 계좌로 50,000,000원을 이체하였다. 피고인은 변제의사와 능력이 있었다고 다툰다.",
    );
    await form.locator("textarea[name=charge]").fill("피고인은 피해자를 기망하여 50,000,000원을 편취하였다.");
    await trial.pick("facts_intake", "plea", "deny");
    await form.locator("input[name=party_1_name]").fill("검사");
    await form.locator("input[name=party_2_name]").fill("이철수");
    await form.locator("textarea[name=objectives]").fill("무죄");
    await trial.proceed("facts_intake");
    // The accused denies all of it: nothing is undisputed until a person says what is not denied.
    await trial.form("facts_review").getByRole("button", { name: "모두 다툼 없는" }).click();
    await expect(trial.form("facts_review").getByText("다툼 없는 사실이 하나도 없습니다").first()).toBeVisible();
    await trial.form("facts_review").getByRole("group", { name: "사실 2 분류" }).getByRole("radio", { name: "확정" }).check();
    await trial.confirm();
    await expect(trial.speech(1, "claimant").locator("h3")).toHaveText("검사");
    await expect(trial.speech(1, "opposing").locator("h3")).toHaveText("변호인");
    for (const next of [2, 3]) await trial.skip(next);
    await expect(trial.speech(3, "party").locator("h3")).toHaveText("피고인");
    await expect(trial.form("gate_r3_final").locator("[data-field=settlement_line]")).toHaveCount(0);
  });
});

test("a telephone shows everything without scrolling sideways, light and dark", async ({ page }) => {
  const trial = await begin(page);
  await trial.tell();
  await trial.confirm();
  await page.setViewportSize({ width: 400, height: 860 });
  const wide = () =>
    page.evaluate(() => [document.documentElement, ...document.querySelectorAll(".result-pane, .trial-chat-body")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1).length);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const pane of ["result", "chat"]) {
      await page.locator(`label[for=pane-${pane}]`).click();
      expect(await wide()).toBe(0);
      await accessible(page);
      await shot(page, `trial-400-${pane}-${scheme}`);
    }
  }
});
