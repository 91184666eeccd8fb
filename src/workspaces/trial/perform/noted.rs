//! What a private note changes in the recommendation. No step names a sum or repeats a word of the note.

use crate::say;
use crate::workspaces::trial::notes::MEANS;
use crate::workspaces::trial::perform::Case;
use crate::workspaces::trial::perform::recommend::Steps;

/// Whether the note of the own side asks for something.
#[must_use]
pub fn asks(case: &Case<'_>, wish: &str) -> bool {
    !case.input["steering"]["private"][MEANS][wish].is_null()
}

impl Steps<'_, '_> {
    /// Steps that a note asks for, before those of the gaps.
    pub(super) fn noted(&mut self) {
        let lang = self.case.lang;
        let settles = self.settles();
        if asks(self.case, "no_settle") && !settles {
            let text = say!(
                lang,
                "판결까지 진행할 경우의 비용과 기간을 정리하고 증인·감정 신청의 순서를 정함",
                "Посчитать расходы и сроки до решения суда, определить порядок ходатайств",
                "Work out costs and time up to judgment and the order of motions"
            );
            self.push("step-n1", &text, "inhouse", None, 10);
        }
        if asks(self.case, "limit") {
            let text = say!(
                lang,
                "비공개 합의 범위를 기준으로 지급 기한과 분할 방법부터 협의안에 반영",
                "В рамках закрытых пределов начать переговоры со сроков и рассрочки",
                "Within the private range negotiate terms and instalments first"
            );
            self.push("step-n2", &text, "inhouse", None, 10);
        }
        if asks(self.case, "thrift") || asks(self.case, "budget") {
            let text = say!(
                lang,
                "비용이 들지 않는 기록 정리와 사실조회부터 진행하고 감정·증인은 견적을 받은 뒤 결정",
                "Начать с бесплатного: порядок в материалах и запросы; экспертизу и свидетелей — после сметы",
                "Begin with what costs nothing, records and inquiries; experts and witnesses after a quote"
            );
            self.push("step-n3", &text, "inhouse", None, 10);
        }
        if asks(self.case, "ties") {
            let text = say!(
                lang,
                "서면을 보내기 전에 거래를 계속할 조건을 정리하고 담당자 사이의 협의 창구를 둠",
                "До отправки бумаг определить условия дальнейшей работы и открыть канал для переговоров",
                "Before writing, settle on what terms to go on dealing and open a channel for talks"
            );
            self.push("step-n4", &text, "business", None, 10);
        }
        if asks(self.case, "quiet") {
            let text = say!(
                lang,
                "합의안과 제출 서면에 비밀유지 조항과 열람 제한 신청을 준비",
                "Подготовить условие о конфиденциальности и ходатайство об ограничении доступа",
                "Prepare a clause on confidentiality and a motion to limit access to the file"
            );
            self.push("step-n5", &text, "inhouse", None, 10);
        }
    }
}
