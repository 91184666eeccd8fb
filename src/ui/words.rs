//! Names of things in the page's language: statuses, steps, origins, errors.

use crate::model::document_view::SideTitle;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::facts::Origin;
use crate::model::issue::{IssueStatus, Severity};
use crate::model::session::WorkspaceId;
use crate::model::terms::Proof;
use crate::model::trace::StepOutcome;
use crate::ui::face;
use crate::ui::logic::answer;
use crate::ui::logic::format;
use crate::ui::logic::issues::Order;
use crate::ui::logic::message::Fault;
use crate::ui::logic::place::View;
use crate::ui::logic::tree::Words;
use crate::ui::prefs::{Lang, Theme};
use crate::ui::text::Text;

/// The steps that have a name of their own while they run.
#[must_use]
pub fn named_steps() -> Vec<&'static str> {
    ["INTERPRET", "GATE_CHECK", "EDIT"].into_iter().chain(answer::STEPS).collect()
}

impl Text {
    /// Words for values without a text of their own.
    #[must_use]
    pub fn value_words(&self) -> Words {
        Words { yes: self.yes, no: self.no, empty: self.empty_value }
    }

    /// Sentences to start from.
    #[must_use]
    pub fn example_messages(&self) -> [&'static str; 4] {
        match self.lang {
            Lang::Ru => [
                "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц",
                "Нужен договор на разработку сайта для ООО «Вектор» за 200 тысяч рублей",
                "Даю взаймы знакомому 150 000 рублей на год под 12 % годовых",
                "Продаю станок ИП Петрову за 480 000 ₽, доставка через две недели",
            ],
            Lang::En | Lang::Ko => [
                "Договор аренды автомобиля на полгода за 30 000 рублей в месяц",
                "Договор оказания услуг: бухгалтерия для ООО «Вектор», 40 000 рублей в месяц",
                "Договор займа: 150 000 рублей на год под 12 % годовых",
                "Договор купли-продажи станка за 480 000 рублей",
            ],
        }
    }

    /// Questions to start from.
    #[must_use]
    pub fn example_questions(&self) -> [&'static str; 4] {
        [
            "Может ли суд уменьшить неустойку по ст. 333 ГК РФ?",
            "Какие условия договора аренды существенные?",
            "Какой защитный слой бетона нужен по СП 63 п. 10.3.2?",
            "Хто має доводити обставини справи за ст. 77 КАС?",
        ]
    }

    /// A country by its code.
    #[must_use]
    pub fn jurisdiction_name<'a>(&self, code: &'a str) -> &'a str
    where
        Self: 'a,
    {
        match (code, self.lang) {
            ("RU", Lang::Ru) => "Россия",
            ("RU", Lang::En) => "Russia",
            ("UA", Lang::Ru) => "Украина",
            ("UA", Lang::En) => "Ukraine",
            ("KR", Lang::Ru) => "Республика Корея",
            ("KR", Lang::En) => "Republic of Korea",
            ("RU", Lang::Ko) => "러시아",
            ("UA", Lang::Ko) => "우크라이나",
            ("KR", Lang::Ko) => "대한민국",
            (other, _) => other,
        }
    }

    /// Whether a source is in force, by the word of its state.
    #[must_use]
    pub fn currency_name<'a>(&self, status: &'a str) -> &'a str
    where
        Self: 'a,
    {
        match status {
            "unchecked" => self.cur_unchecked,
            "in_force" => self.cur_short_in_force,
            "repealed" => self.cur_short_repealed,
            "replaced" => self.cur_short_replaced,
            other => other,
        }
    }

    /// A verdict of the citation checker.
    #[must_use]
    pub fn verdict_name(&self, verdict: &str) -> String {
        match verdict {
            "VERIFIED" => self.v_verified.to_owned(),
            "LOCATED" => self.v_located.to_owned(),
            "CONTRADICTED" => self.v_contradicted.to_owned(),
            "CUT" => self.v_cut.to_owned(),
            "QUOTE_ALTERED" => self.v_altered.to_owned(),
            "MISATTRIBUTED" => self.v_misattributed.to_owned(),
            "UNRESOLVED" => self.v_unresolved.to_owned(),
            "OUTDATED_EDITION" => self.v_outdated.to_owned(),
            "UNVERIFIED" => self.v_unverified.to_owned(),
            "NUMBER_UNSUPPORTED" => self.v_number.to_owned(),
            "COVERAGE" => self.v_coverage.to_owned(),
            "DOUBT" => self.v_doubt.to_owned(),
            other => other.to_owned(),
        }
    }

    /// How many citations stood.
    #[must_use]
    pub fn checked_of(&self, good: usize, total: usize) -> String {
        format::fill(self.research_checked, &[("n", &good.to_string()), ("m", &total.to_string())])
    }

    /// The name of a session's status.
    #[must_use]
    pub fn status_name(&self, status: &str) -> String {
        match status {
            "collecting" => self.st_collecting.to_owned(),
            "gating" => self.st_gating.to_owned(),
            "ready" => self.st_ready.to_owned(),
            "blocked" => self.st_blocked.to_owned(),
            other => other.to_owned(),
        }
    }

    /// The same for a session of a workspace.
    #[must_use]
    pub fn status_of(&self, workspace: WorkspaceId, status: &str) -> String {
        let own = (face::of(workspace).status)(self.lang, status);
        own.map_or_else(|| self.status_name(status), str::to_owned)
    }

    /// Why words cannot be sent.
    #[must_use]
    pub fn fault(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::Empty => self.fault_empty,
            Fault::TooLong => self.fault_long,
        }
    }

    /// What a running step does.
    #[must_use]
    pub fn step_name(&self, step: &str) -> &'static str {
        match step {
            "INTERPRET" => self.step_interpret,
            "GATE_CHECK" => self.step_gate,
            "EDIT" => self.step_edit,
            "classify_intent" => self.step_classify,
            "build_query_context" => self.step_context,
            "retrieve_legal_sources" => self.step_retrieve,
            "extract_document_sections" => self.step_sections,
            "analyze_legal_patterns" => self.step_patterns,
            "synthesize_answer" => self.step_answer,
            "validate_response" => self.step_validate,
            _ => self.step_other,
        }
    }

    /// The meter's sentence.
    #[must_use]
    pub fn meter_text(&self, done: usize, total: usize) -> String {
        let template = format::plural(total, self.meter_one, self.meter, self.meter);
        format::fill(template, &[("done", &done.to_string()), ("total", &total.to_string())])
    }

    /// What made a version.
    #[must_use]
    pub fn cause_name(&self, cause: &str) -> String {
        match cause {
            "message" => self.cause_message.to_owned(),
            "edit" | "EDIT" => self.cause_edit.to_owned(),
            "import" | "IMPORT" => self.cause_import.to_owned(),
            "INTERPRET" => self.cause_interpret.to_owned(),
            "GATE_CHECK" => self.cause_gate.to_owned(),
            "SKELETON" => self.cause_skeleton.to_owned(),
            "DRAFT_CLAUSES" => self.cause_clauses.to_owned(),
            "FINAL_CHECK" => self.cause_final.to_owned(),
            "rework" => self.cause_rework.to_owned(),
            other => match self.step_name(other) {
                name if name == self.step_other => other.to_owned(),
                name => name.to_owned(),
            },
        }
    }

    /// Short and long words for an origin.
    #[must_use]
    pub fn origin(&self, origin: Origin) -> (&'static str, &'static str) {
        match origin {
            Origin::Stated => (self.or_stated, self.or_stated_long),
            Origin::Confirmed => (self.or_confirmed, self.or_confirmed_long),
            Origin::Assumed => (self.or_assumed, self.or_assumed_long),
            Origin::Computed => (self.or_computed, self.or_computed_long),
            Origin::Default => (self.or_default, self.or_default_long),
        }
    }

    /// The name of a view of the result pane.
    #[must_use]
    pub fn view_name(&self, view: View) -> &'static str {
        match view {
            View::Facts => self.view_facts,
            View::Document => self.view_document,
        }
    }

    /// The name of a part of the document.
    #[must_use]
    pub fn part_name(&self, part: &str) -> &'static str {
        match part {
            "act" => self.part_act,
            "schedule" => self.part_schedule,
            "receipt" => self.part_receipt,
            "plain" => self.part_plain,
            _ => self.part_contract,
        }
    }

    /// The name of the variant that favours a side.
    #[must_use]
    pub fn in_favour(&self, side: &SideTitle) -> String {
        let side = if self.lang == Lang::Ru { &side.genitive } else { &side.title };
        format::fill(self.doc_favour, &[("side", side)])
    }

    /// The name of a severity.
    #[must_use]
    pub fn severity_name(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Critical => self.sev_critical,
            Severity::High => self.sev_high,
            Severity::Med => self.sev_med,
            Severity::Low => self.sev_low,
        }
    }

    /// The name of an issue's status.
    #[must_use]
    pub fn issue_status_name(&self, status: IssueStatus) -> &'static str {
        match status {
            IssueStatus::Open => self.is_open,
            IssueStatus::Resolved => self.is_resolved,
            IssueStatus::Dismissed => self.is_dismissed,
        }
    }

    /// The name of an order of issues.
    #[must_use]
    pub fn order_name(&self, order: Order) -> &'static str {
        match order {
            Order::Severity => self.by_severity,
            Order::Status => self.by_status,
            Order::Title => self.by_title,
        }
    }

    /// A warning about the norm, unless its text was read.
    #[must_use]
    pub fn proof_note(&self, proof: Proof) -> Option<&'static str> {
        match proof {
            Proof::Verified => None,
            Proof::SecondHand => Some(self.proof_second_hand),
            Proof::Unverified => Some(self.proof_unverified),
        }
    }

    /// How a step ended.
    #[must_use]
    pub fn outcome_name(&self, outcome: StepOutcome) -> &'static str {
        match outcome {
            StepOutcome::Accepted => self.out_accepted,
            StepOutcome::Refused => self.out_refused,
            StepOutcome::Unavailable => self.out_unavailable,
            StepOutcome::Cancelled => self.out_cancelled,
        }
    }

    /// The name of a theme.
    #[must_use]
    pub fn theme_name(&self, theme: Theme) -> &'static str {
        match theme {
            Theme::Auto => self.theme_auto,
            Theme::Light => self.theme_light,
            Theme::Dark => self.theme_dark,
            Theme::Contrast => self.theme_contrast,
        }
    }

    /// Milliseconds as words.
    #[must_use]
    pub fn duration(&self, millis: u64) -> String {
        let comma = if self.lang == Lang::Ru { ',' } else { '.' };
        format::duration(millis, self.ms, self.s, comma)
    }

    /// An error in the page's language: the server speaks Russian, English goes by the code.
    #[must_use]
    pub fn error(&self, error: &ApiError) -> String {
        if self.lang == Lang::Ru {
            return error.message.clone();
        }
        if self.lang == Lang::Ko {
            return korean(error.code).to_owned();
        }
        let words = match error.code {
            ErrorCode::InvalidRequest | ErrorCode::UnsupportedMediaType => "The form is not filled in as it should be.",
            ErrorCode::PayloadTooLarge => "The text is too long.",
            ErrorCode::NotFound => "There is no such matter or version.",
            ErrorCode::Unauthorized | ErrorCode::Forbidden | ErrorCode::ForbiddenOrigin => {
                "This page may not do that. Sign in or reload."
            }
            ErrorCode::SessionBusy => "The previous message is still being worked on. Wait for its end.",
            ErrorCode::RequestIdReused | ErrorCode::Conflict => "This has moved on meanwhile. Reload the page.",
            ErrorCode::NothingToUndo => "There is nothing to undo.",
            ErrorCode::OnHold => "This is kept under a legal hold and cannot be deleted until the hold ends.",
            ErrorCode::LlmUnavailable => "The language model cannot be reached. Your words are kept; retry later.",
            ErrorCode::LlmInvalidOutput => "The model's answer was refused. Your words are kept; retry.",
            ErrorCode::Cancelled => "Stopped. Your words are kept.",
            ErrorCode::ValidationFailed => "The form is not filled in rightly. Each field is named.",
            ErrorCode::NotSupported => "This is not offered here.",
            ErrorCode::TooManyRequests => "Too many requests at once. Wait a little.",
            ErrorCode::TooComplex => "The file is too complex to be read or drawn. Save it anew and send it again.",
            ErrorCode::Overloaded => "The server is busy. Nothing was lost; retry in a moment.",
            ErrorCode::UnknownHost => "This server does not answer under this name.",
            ErrorCode::CorpusEmpty => "No legal sources yet. Import some: legalagi corpus import --demo.",
            ErrorCode::StorageUnavailable => "The server or its database cannot be reached. Retry.",
            ErrorCode::MethodNotAllowed | ErrorCode::Internal => self.err_other,
        };
        words.to_owned()
    }
}

/// An error in Korean, by its code.
fn korean(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::InvalidRequest | ErrorCode::UnsupportedMediaType => "입력 형식이 올바르지 않습니다.",
        ErrorCode::PayloadTooLarge => "내용이나 파일이 너무 큽니다. 줄여서 다시 보내 주세요.",
        ErrorCode::NotFound => "그런 사건이나 버전이 없습니다.",
        ErrorCode::Unauthorized | ErrorCode::Forbidden | ErrorCode::ForbiddenOrigin => {
            "이 페이지에서는 할 수 없습니다. 로그인하거나 새로고침하세요."
        }
        ErrorCode::SessionBusy => "앞선 작업이 아직 진행 중입니다. 끝날 때까지 기다려 주세요.",
        ErrorCode::RequestIdReused | ErrorCode::Conflict => {
            "그사이 사건이 진행되었습니다. 지금 상태를 확인하고 다시 제출해 주세요."
        }
        ErrorCode::NothingToUndo => "되돌릴 것이 없습니다.",
        ErrorCode::OnHold => "법적 보존 조치 중이므로 해제될 때까지 삭제할 수 없습니다.",
        ErrorCode::LlmUnavailable => "언어 모델에 연결할 수 없습니다. 입력은 저장되었습니다. 나중에 이어서 진행하세요.",
        ErrorCode::LlmInvalidOutput => {
            "모델의 답변이 검사를 통과하지 못했습니다. 입력은 저장되었습니다. 이어서 진행하세요."
        }
        ErrorCode::Cancelled => "중단되었습니다. 그때까지의 내용은 저장되었습니다.",
        ErrorCode::ValidationFailed => "입력을 확인해 주세요. 해당 항목마다 이유가 표시됩니다.",
        ErrorCode::NotSupported => "여기서는 제공하지 않는 기능입니다.",
        ErrorCode::TooManyRequests => "요청이 한꺼번에 너무 많습니다. 잠시 기다려 주세요.",
        ErrorCode::TooComplex => "파일이 너무 복잡하여 처리할 수 없습니다. 새로 저장한 뒤 다시 보내 주세요.",
        ErrorCode::Overloaded => "서버가 바쁩니다. 잃은 내용은 없으니 잠시 후 다시 시도해 주세요.",
        ErrorCode::UnknownHost => "이 서버는 이 이름으로 응답하지 않습니다.",
        ErrorCode::CorpusEmpty => "아직 법률 자료가 없습니다.",
        ErrorCode::StorageUnavailable => "서버나 데이터베이스에 연결할 수 없습니다. 다시 시도해 주세요.",
        ErrorCode::MethodNotAllowed | ErrorCode::Internal => {
            "문제가 발생했습니다. 다시 시도해 주세요. 입력은 저장되었습니다."
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ui::text::{EN, RU};

    #[test]
    fn the_meter_counts() {
        assert_eq!(RU.meter_text(5, 7), "Существенные условия: 5 из 7");
        assert_eq!(RU.meter_text(0, 1), "Существенные условия: 0 из 1");
        assert_eq!(EN.meter_text(5, 7), "Essential terms: 5 of 7");
    }
}
