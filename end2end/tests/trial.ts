// The seed's civil scenario: a contract dispute told in Korean, and the page that it is told to.
import { expect, type Page } from "@playwright/test";
import { hydrated } from "./page.ts";

export const SUMMARY = [
  "원고 주식회사 새한은 2025년 1월 10일 피고 주식회사 다온과 웹사이트 개발 계약을 체결하였다.",
  "원고는 같은 날 선급금 20,000,000원을 지급하였다.",
  "피고는 납기인 2025년 4월 30일까지 결과물을 납품하지 않아 채무를 이행하지 않았다.",
  "원고는 이행지체로 35,000,000원의 손해를 입었다.",
  "피고는 원고가 자료를 늦게 주었다고 주장한다.",
].join(" ");

/** A fact that tempts the first attempt of a role to promise the outcome. */
export const PROMISE = "계약서로 계약 체결 사실은 원고의 확정 승소이다.";

/** Chooses the language of the page; the language of the case is chosen by the form. */
export async function speak(page: Page, code: "ko" | "ru" | "en") {
  await page.goto(`/prefs?lang=${code}&back=/trial`);
}

/** Fields of a class are made before its constructor's arguments are kept: the page comes from here. */
class Held {
  constructor(readonly page: Page) {}
}

export class TrialHomePage extends Held {
  readonly outline = this.page.locator("textarea[name=outline]");
  readonly submit = this.page.locator("form.trial-start button[type=submit]");

  async open({ js = true, lang = "ko" as "ko" | "ru" | "en" } = {}) {
    await speak(this.page, lang);
    if (js) await hydrated(this.page);
    return this;
  }

  async start({ js = true, kind = "civil", side = "claimant", outline = SUMMARY, lang = "ko" } = {}) {
    for (const [name, value] of [["case_type", kind], ["user_side", side], ["lang", lang]]) {
      await this.page.locator(`form.trial-start input[name=${name}][value=${value}]`).check();
    }
    await this.outline.fill(outline);
    await this.submit.click();
    await this.page.waitForURL(/\/s\/[\w-]{22}$/);
    if (js) await hydrated(this.page);
    return new TrialPage(this.page);
  }
}

export class TrialPage extends Held {
  readonly result = this.page.locator(".result-pane");
  readonly chat = this.page.locator(".trial-chat");
  readonly way = this.page.locator(".trial-way li");
  readonly card = this.page.locator(".gate-summary");
  readonly facts = this.page.locator(".trial-facts");
  readonly rounds = this.page.locator("details.round");
  readonly report = this.page.locator(".trial-report");
  readonly faults = this.page.locator(".fault:visible");

  get id() {
    return new URL(this.page.url()).pathname.split("/")[2];
  }

  form(id: string) {
    return this.page.locator(`form[data-form=${id}]`);
  }

  field(form: string, name: string) {
    return this.form(form).locator(`[data-field=${name}]`);
  }

  /** Picks a chip or ticks a box. */
  async pick(form: string, name: string, value: string) {
    await this.form(form).locator(`input[name="${name}"][value="${value}"]`).check();
  }

  class(name: "confirmed" | "disputed" | "needed") {
    return this.facts.locator(`.fact-class[data-class=${name}] li`);
  }

  round(n: number) {
    return this.page.locator(`details.round[data-round="${n}"]`);
  }

  speech(n: number, role: string) {
    return this.round(n).locator(`.speech[data-role=${role}]`);
  }

  receipt(rule: string) {
    return this.card.locator(`.receipts li[data-rule="${rule}"]`);
  }

  /** The card of a round stands, and its gate waits. */
  async reached(round: number) {
    await expect(this.card).toHaveAttribute("data-round", String(round), { timeout: 20_000 });
  }

  async tell({ promise = false } = {}) {
    const form = this.form("facts_intake");
    if (promise) await form.locator("textarea[name=summary]").fill(`${PROMISE} ${SUMMARY}`);
    await form.locator("input[name=party_1_name]").fill("주식회사 새한");
    await form.locator("input[name=party_1_alias]").fill("갑회사");
    await form.locator("select[name=party_1_kind]").selectOption("company");
    await form.locator("input[name=party_2_name]").fill("주식회사 다온");
    await form.locator("input[name=party_2_alias]").fill("을회사");
    await form.locator("textarea[name=objectives]").fill("선급금 회수\n손해배상");
    await form.locator("input[name=amount_value]").fill("35,000,000");
    await form.locator("input[name=evidence_1_title]").fill("개발 계약서");
    await form.locator("textarea[name=evidence_1_text]").fill("납기는 2025년 4월 30일로 한다.");
    await form.locator("input[name=evidence_2_title]").fill("내용증명");
    await form.locator("textarea[name=evidence_2_text]").fill("이행을 최고한다.");
    await form.getByRole("button", { name: "사실관계 정리하기" }).click();
    await expect(this.form("facts_review")).toBeVisible();
  }

  async confirm() {
    await this.form("facts_review").getByRole("button", { name: "모두 다툼 없는" }).click();
    await this.reached(1);
  }

  /** «합의 우선, 2주 내»: settle first, within two weeks. */
  async settleSoon() {
    const form = "gate_r1_issues";
    await this.form(form).locator("input[name=focus_issues]").first().check();
    await this.pick(form, "goal", "settlement");
    await this.pick(form, "stance", "flexible");
    await this.pick(form, "deadline", "14");
    await this.pick(form, "exclusions", "no_personal_data_exposure");
    await this.proceed(form);
    await this.reached(2);
  }

  async proceed(form: string) {
    await this.form(form).locator(".gate-send button").first().click();
  }

  /** Goes on without directions, to the card of the next round. */
  async skip(next: number) {
    await this.page.locator(".skip-gate summary").click();
    await this.form("skip").getByRole("checkbox").check();
    await this.form("skip").getByRole("button").click();
    await this.reached(next);
  }

  async prove() {
    const form = "gate_r2_evidence";
    await this.form(form).locator("input[name=burden_focus]").first().check();
    await this.pick(form, "proof_strategy", "direct");
    await this.pick(form, "risk_tolerance", "low");
    for (const field of ["evidence_responses", "gap_plan"]) {
      for (const row of await this.field(form, field).locator("fieldset").all()) await row.locator("input").first().check();
    }
    await this.form(form).locator("input[name=damages_claimed]").fill("35,000,000");
    await this.form(form).locator("input[name=damages_provable]").fill("20,000,000");
    await this.pick(form, "damages_basis", "actual_loss");
    await this.proceed(form);
    await this.reached(3);
  }

  async finalize() {
    const form = "gate_r3_final";
    await this.pick(form, "acceptable_outcome", "settle");
    for (const [name, sum] of [["opening", "34,000,000"], ["target", "30,000,000"], ["walk_away", "27,111,111"]]) {
      await this.form(form).locator(`input[name=line_${name}]`).fill(sum);
    }
    for (const name of ["deadlines_ack", "open_risks_ack"]) {
      for (const box of await this.form(form).locator(`input[name=${name}]`).all()) await box.check();
    }
    await this.proceed(form);
    await expect(this.report).toBeVisible({ timeout: 20_000 });
  }
}
