// Page objects: the only file that knows selectors.
import { expect, type Locator, type Page } from "@playwright/test";

/** Set by the page's program when it has taken over; before that, forms work but keys do not. */
export const hydrated = (page: Page) => expect(page.locator("html[data-alive]")).toBeAttached({ timeout: 15_000 });

/** What stands on every page. */
class AnyPage {
  readonly html: Locator;
  readonly heading: Locator;
  readonly alert: Locator;

  constructor(readonly page: Page) {
    this.html = page.locator("html");
    this.heading = page.getByRole("heading", { level: 1 });
    this.alert = page.locator("[role=alert]:visible");
  }

  async chooseLanguage(code: "ru" | "en") {
    await this.page.locator(".app-menu > summary").click();
    await this.page.locator(`.lang-switch a[hreflang=${code}]`).click();
  }

  async chooseTheme(name: "light" | "dark") {
    await this.page.locator(".app-menu > summary").click();
    await this.page.locator(`.theme-switch a[href*="theme=${name}"]`).click();
  }
}

export class HomePage extends AnyPage {
  readonly message = this.page.locator("form.start-form textarea[name=message]");
  readonly submit = this.page.locator("form.start-form button[type=submit]");
  readonly examples = this.page.locator(".examples button");
  readonly sessions = this.page.locator(".session-list");
  readonly replayFile = this.page.locator(".replay-form input[type=file]");

  async open({ js = true } = {}) {
    await this.page.goto("/contract");
    if (js) await hydrated(this.page);
    return this;
  }

  /** The list's row of one session. */
  row(id: string) {
    return this.sessions.locator("li").filter({ has: this.page.locator(`a[href="/s/${id}"]`) });
  }

  /** Opens what brings a contract or a session from a file. */
  async bring() {
    await this.page.locator(".bring > summary").click();
  }

  /** Sends the first message, waits for the session's first answer, and looks at the facts. */
  async start(message: string, { js = true } = {}) {
    await this.message.fill(message);
    await this.submit.click();
    await this.page.waitForURL(/\/s\/[\w-]{22}$/);
    const session = new SessionPage(this.page);
    await session.settled({ version: 0, replies: 0 });
    if (js) await hydrated(this.page);
    await session.showResult();
    await session.document.tab("facts").click();
    await this.page.waitForURL(/view=facts/);
    if (js) await hydrated(this.page);
    await session.showResult();
    await expect(session.domain).toBeVisible();
    return session;
  }
}

/** A part of a page. */
class Pane {
  constructor(readonly page: Page) {}
}

/** The document's view in the result pane. */
export class DocumentPane extends Pane {
  readonly view = this.page.locator(".document-view");
  readonly empty = this.view.locator(".document-empty");
  readonly paper = this.view.locator("article.paper");
  readonly sheets = this.paper.locator(".sheet");
  readonly banner = this.view.locator(".draft-banner");
  readonly missing = this.paper.locator("a.run-missing");
  readonly references = this.paper.locator("a.run-ref");
  readonly origins = this.view.locator("#show-origins");
  readonly card = this.view.locator(".fact-card");
  readonly notes = this.view.locator(".document-notes");

  /** The tab of a view. */
  tab(view: "facts" | "document") {
    return this.page.locator(`.view-tabs a[data-view=${view}]`);
  }

  async open() {
    await this.tab("document").click();
    await expect(this.view).toBeVisible();
  }

  /** The switch to a variant or a part. */
  choice(name: string) {
    return this.view.locator(`.segments a[data-choice=${name}]`);
  }

  /** Opens what chooses the side and the colours. */
  async look() {
    const look = this.view.locator(".document-look");
    if ((await look.getAttribute("open")) === null) await look.locator("> summary").click();
  }

  async choose(name: string) {
    if (name.startsWith("party") || name === "neutral") await this.look();
    await this.choice(name).click();
    await expect(this.choice(name)).toHaveAttribute("aria-current", "true");
    await expect(this.view).toHaveAttribute("aria-busy", "false");
  }

  fact(pointer: string) {
    return this.paper.locator(`a.run-fact[data-pointer="${pointer}"]`);
  }

  file(format: "docx" | "pdf" | "md" | "ics") {
    return this.view.locator(`.document-files a[data-format=${format}]`);
  }
}

/** What a message changes; compared before and after. */
type Mark = { version: number; replies: number };

export class SessionPage extends AnyPage {
  readonly result = this.page.locator(".result-pane");
  readonly chat = this.page.locator(".chat-pane");
  readonly status = this.result.locator(".state-meta [data-field=status]");
  readonly version = this.result.locator(".state-meta [data-field=version]");
  readonly performer = this.result.locator(".state-meta [data-field=performer]");
  readonly domain = this.result.locator(".domain-view");
  readonly changed = this.domain.locator("[data-changed]");
  readonly issuesList = this.result.locator(".issues-list");
  readonly issues = this.issuesList.locator("li.issue:visible");
  readonly severity = this.issuesList.locator("select[name=severity]");
  readonly issueStatus = this.issuesList.locator("select[name=status]");
  readonly gate = this.result.locator(".gate-card");
  readonly essential = this.result.locator(".essential-meter");
  readonly turns = this.chat.locator(".chat-history .turn");
  readonly notes = this.chat.locator(".chat-history .turn-note");
  readonly undo = this.chat.locator(".turn-undo button");
  readonly card = this.chat.locator(".card-pane");
  readonly cardFold = this.card.locator("summary");
  readonly cardSend = this.card.locator("button[type=submit]");
  readonly progress = this.chat.locator(".progress-line:visible");
  readonly question = this.chat.locator(".question-form .question-text");
  readonly choices = this.chat.locator(".question-form .choice[data-choice]");
  readonly text = this.chat.locator("textarea[name=text]");
  readonly submit = this.chat.locator(".chat-input button[type=submit]");
  readonly marked = this.chat.locator(".chat-history mark");
  readonly versions = this.result.locator(".version-bar details");
  readonly comparison = this.result.locator(".version-compare");
  readonly tabs = this.page.locator(".pane-tabs");
  readonly document = new DocumentPane(this.page);
  readonly about = this.chat.locator(".about-line:visible");

  get id() {
    return new URL(this.page.url()).pathname.split("/").pop()!;
  }

  turnsOf(role: "user" | "assistant") {
    return this.turns.and(this.page.locator(`[data-role=${role}]`));
  }

  leaf(pointer: string) {
    return this.domain.locator(`[data-pointer="${pointer}"]`);
  }

  /** Opens «Откуда это?» of one fact. */
  async whence(pointer: string) {
    await this.leaf(pointer).locator("summary.origin").click();
    return this.leaf(pointer).locator(".origin-card");
  }

  issue(key: string) {
    return this.issuesList.locator(`li.issue[data-key="${key}"]`);
  }

  /** The row of one version in the opened list. */
  versionRow(version: number) {
    return this.versions.locator(`li[data-version="${version}"]`);
  }

  cardField(pointer: string) {
    return this.card.locator(`[name="${pointer}"]`);
  }

  tab(pane: "result" | "chat") {
    return this.tabs.locator(`label[for=pane-${pane}]`);
  }

  /** On a phone the panes take turns, and the dialogue comes first. */
  async showResult() {
    if (await this.tabs.isVisible()) await this.tab("result").click();
  }

  /** Whether the contract can go on to its skeleton, by the status that the page shows. */
  async ready() {
    return (await this.status.getAttribute("data-status")) === "ready";
  }

  async mark(): Promise<Mark> {
    return { version: await this.versionNumber(), replies: await this.turnsOf("assistant").count() };
  }

  /** Waits until the page has answered what came after `before`, and no step runs any more. */
  async settled(before: Mark) {
    await expect
      .poll(
        async () => {
          const now = await this.mark();
          const answered = now.replies > before.replies || (await this.ready());
          return now.version > before.version && answered && (await this.progress.count()) === 0;
        },
        { message: "the page should answer", timeout: 20_000, intervals: [50, 100, 200] },
      )
      .toBe(true);
  }

  /** Answers in one's own words. */
  async send(text: string) {
    const before = await this.mark();
    await this.text.fill(text);
    await this.submit.click();
    await this.settled(before);
  }

  /** The meter's two numbers. */
  async meter() {
    const [done, total] = await Promise.all(["data-done", "data-total"].map((name) => this.essential.getAttribute(name)));
    return { done: Number(done), total: Number(total) };
  }

  async versionNumber() {
    return Number((await this.version.innerText()).match(/\d+/)?.[0] ?? -1);
  }
}

/** Links for the other side, and the protocol of disagreements. */
export class SharePage extends AnyPage {
  readonly create = this.page.locator(".share-links form").first().getByRole("button");
  readonly fresh = this.page.locator(".fresh-link");
  readonly links = this.page.locator(".share-links ol");
  readonly revoke = this.links.getByRole("button", { name: /Отозвать/ }).first();
  readonly protocol = this.page.locator(".protocol");

  protocolLink(number: number) {
    return this.links.locator("li").nth(number - 1).getByRole("link");
  }

  wording(clause: string) {
    return this.protocol.locator(`tr[data-clause="${clause}"]`);
  }

  fact(pointer: string) {
    return this.protocol.locator(`tr[data-fact="${pointer}"]`);
  }

  accept(pointer: string) {
    return this.fact(pointer).getByRole("button");
  }

  file(format: "docx" | "pdf" | "md") {
    return this.protocol.locator(`a[data-format=${format}]`);
  }
}

/** A lawyer's link: the owner's page, and the lawyer's own. */
export class SignoffPage extends AnyPage {
  readonly create = this.page.locator(".share-links form").first().getByRole("button");
  readonly fresh = this.page.locator(".fresh-link");
  readonly links = this.page.locator(".share-links ol");
  readonly revoke = this.links.getByRole("button", { name: /Отозвать/ }).first();
  readonly note = this.page.locator(".signoff-note");
  readonly paper = this.page.locator(".paper");
  readonly remarks = this.page.locator(".remark-list .remark");
  readonly remarkForm = this.page.locator("#remark-form");
  readonly signForm = this.page.locator(".sign-form");

  /** Leaves a remark on a clause; the name is kept from the one before. */
  async remark(clause: string, text: string, name?: string) {
    if (name) await this.remarkForm.getByLabel("Ваше имя").fill(name);
    await this.remarkForm.getByLabel("К чему относится").selectOption(clause);
    await this.remarkForm.getByLabel("Замечание").fill(text);
    await this.remarkForm.getByRole("button").click();
  }

  async answer(row: Locator, text: string) {
    await row.locator("summary").click();
    await row.locator(".remark-form textarea").fill(text);
    await row.locator(".remark-form").getByRole("button").click();
  }

  async sign(name: string, note: string) {
    await this.signForm.getByLabel("Ваше имя").fill(name);
    await this.signForm.getByLabel(/Примечание/).fill(note);
    await this.signForm.getByRole("button").click();
  }
}

/** Legal sources: search, what is held, adding files. */
export class SearchPage extends AnyPage {
  readonly words = this.page.locator(".search-form input[name=q]");
  readonly go = this.page.locator(".search-form button[type=submit]");
  readonly hits = this.page.locator(".hit-list li.hit");
  readonly list = this.page.locator("details.edition-list");
  readonly editions = this.list.locator("li.edition-row");

  async open({ js = true } = {}) {
    await this.page.goto("/search");
    if (js) await hydrated(this.page);
    return this;
  }

  async add(files: Parameters<Locator["setInputFiles"]>[0]) {
    await this.list.locator("input[type=file]").setInputFiles(files);
    await this.list.locator("button[type=submit]").click();
    await this.page.waitForLoadState("load");
  }

  async find(words: string) {
    await this.words.fill(words);
    await this.go.click();
    await this.page.waitForURL(/q=/);
  }
}

/** A question and its answer. */
export class ResearchPage extends AnyPage {
  readonly message = this.page.locator("form.start-form textarea[name=message]");
  readonly submit = this.page.locator("form.start-form button[type=submit]");
  readonly answer = this.page.locator(".answer-paper");
  readonly verdict = this.answer.locator(".answer-verdict");
  readonly verdicts = this.answer.locator(".verdict");
  readonly cites = this.answer.locator(".cite");

  async open({ js = true } = {}) {
    await this.page.goto("/research");
    if (js) await hydrated(this.page);
    return this;
  }

  async ask(question: string) {
    await this.message.fill(question);
    await this.submit.click();
    await this.page.waitForURL(/\/s\/[\w-]{22}$/);
  }

  file(format: "docx" | "pdf" | "md" | "json") {
    return this.page.locator(`.research-view a[data-format=${format}]`);
  }

  readonly documents = this.page.locator("details.session-documents");

  async attach(file: Parameters<Locator["setInputFiles"]>[0]) {
    await this.documents.locator("summary").click();
    await this.documents.locator("input[type=file]").setInputFiles(file);
    await this.documents.locator("button[type=submit]").click();
    await this.page.waitForLoadState("load");
    await hydrated(this.page);
  }

  /** Asks another question in the same session and waits for its answer. */
  async follow(question: string) {
    const answers = this.page.locator(".chat-history .turn[data-role=assistant]");
    const before = await answers.count();
    await this.page.locator(".chat-pane textarea[name=text]").fill(question);
    await this.page.locator(".chat-input button[type=submit]").click();
    await expect(answers).toHaveCount(before + 1);
  }

  /** Opens one step of the timeline. */
  async step(id: string) {
    const all = this.page.locator("details.research-steps");
    if (!(await all.evaluate((element) => (element as HTMLDetailsElement).open))) await all.locator("summary").first().click();
    const row = all.locator(`li[data-step=${id}]`);
    const part = row.locator("details");
    if (!(await part.evaluate((element) => (element as HTMLDetailsElement).open))) await part.locator("summary").click();
    return {
      output: row.locator("textarea[name=output]"),
      save: row.locator("button[type=submit]").first(),
      again: row.locator("button[name=again]"),
    };
  }
}
