//! The words of a turn's answer: recorded facts, cards, the review list, the level; Russian, English, Korean.

use crate::model::claim::Support;
use crate::model::turn_answer::Level;
use crate::ui::catalogue::catalogue;

catalogue! {
    TurnText;
    recorded: "Записал", "Recorded", "기록함";
    removed: "убрано", "removed", "삭제됨";
    was: "было", "was", "이전";
    change: "изменить", "change", "수정";
    save: "Записать", "Save", "저장";
    undo: "отменить последнее", "undo the last turn", "마지막 입력 취소";
    missed: "Не понял", "Not understood", "이해하지 못함";
    source: "Основание", "Source", "근거";
    card: "Поля вопроса", "Fields of the question", "질문 항목";
    fill_in: "Ответить по полям: {n}", "Answer by fields: {n}", "항목 {n}개 채우기";
    card_keep: "Так и оставить", "Keep it as it is", "그대로 두기";
    card_send: "Записать", "Save the fields", "항목 저장";
    required: "обязательно", "required", "필수";
    choose: "не выбрано", "not chosen", "선택 안 함";
    read_from: "прочитано: «{quote}»", "read from: “{quote}”", "읽은 곳: “{quote}”";
    review: "Проверьте прочитанное: {n}", "Check what was read: {n}", "확인할 내용 {n}개";
    review_all: "Всё верно", "All of it is right", "모두 맞음";
    right: "верно", "right", "맞음";
    wrong: "убрать", "remove", "삭제";
    correct: "исправить", "correct", "수정";
    level: "Готовность договора", "How far the contract is", "계약 준비 정도";
    draft: "черновик", "draft", "초안";
    concluded: "можно заключить", "can be concluded", "체결 가능";
    signed: "можно подписать", "can be signed", "서명 가능";
    holds_concluded: "Чтобы заключить", "To conclude it", "체결하려면";
    holds_signed: "Чтобы подписать", "To sign it", "서명하려면";
    nothing_holds: "Ничего не мешает: пустых мест нет, проверки пройдены.", "Nothing stands in the way: no blanks, the checks pass.", "막는 것이 없습니다. 빈칸이 없고 점검을 통과했습니다.";
    more: "и ещё {n}", "and {n} more", "그 밖에 {n}개";
    s_confirmed: "подтверждено вами", "confirmed by you", "직접 확인";
    s_stated: "из ваших слов", "in your words", "말씀하신 내용";
    s_read: "прочитано, не подтверждено", "read, not confirmed", "읽음, 미확인";
    s_derived: "вычислено", "computed", "계산됨";
    s_default: "правило закона", "rule of law", "법정 기본값";
    s_assumed: "предположение", "assumption", "추정";
    s_located: "место есть, смысл не сверялся", "the place exists, its sense was not compared", "위치만 확인";
    s_unchecked: "не сверено с текстом закона", "not compared with the law", "법문 대조 안 함";
    s_verbatim: "дословно", "verbatim", "원문 그대로";
    s_supported: "подтверждается", "supported", "뒷받침됨";
    s_contradicted: "источник говорит иное", "the source says otherwise", "출처와 다름";
    f_unknown_pointer: "такого поля в договоре нет", "the contract has no such field", "없는 항목입니다";
    f_not_a_sum: "нужна сумма, например 30 000", "a sum is needed, e.g. 30 000", "금액을 입력하세요";
    f_not_a_date: "нужна дата, например 01.12.2026", "a date is needed, e.g. 01.12.2026", "날짜를 입력하세요";
    f_not_a_duration: "нужен срок, например 6 месяцев", "a length of time is needed, e.g. 6 месяцев", "기간을 입력하세요";
    f_not_a_rate: "нужен процент, например 0,1 % в день", "a percentage is needed, e.g. 0,1 %", "비율을 입력하세요";
    f_not_a_quantity: "нужно количество с единицей", "an amount with its unit is needed", "수량과 단위를 입력하세요";
    f_not_a_number: "нужно целое число", "a whole number is needed", "정수를 입력하세요";
    f_out_of_range: "число вне допустимых границ", "the number is out of range", "범위를 벗어났습니다";
    f_unknown_choice: "выберите один из вариантов", "choose one of the options", "보기에서 고르세요";
    f_checksum: "контрольное число не сходится: проверьте цифры", "the check digits do not agree: look at the digits", "검증 숫자가 맞지 않습니다";
    f_too_long: "слишком длинно", "too long", "너무 깁니다";
    f_format: "записано не так, как ожидается", "not written as expected", "형식이 올바르지 않습니다";
}

impl TurnText {
    /// The words for what was established.
    #[must_use]
    pub fn support(&self, support: Support) -> &'static str {
        match support {
            Support::Confirmed => self.s_confirmed,
            Support::Stated => self.s_stated,
            Support::Read => self.s_read,
            Support::Derived => self.s_derived,
            Support::Default => self.s_default,
            Support::Assumed => self.s_assumed,
            Support::Located => self.s_located,
            Support::Unchecked | Support::NotHeld => self.s_unchecked,
            Support::Verbatim => self.s_verbatim,
            Support::Supported => self.s_supported,
            Support::Contradicted => self.s_contradicted,
        }
    }

    /// The name of a level.
    #[must_use]
    pub fn level_name(&self, level: Level) -> &'static str {
        match level {
            Level::Draft => self.draft,
            Level::CanBeConcluded => self.concluded,
            Level::CanBeSigned => self.signed,
        }
    }

    /// Why a field was not taken.
    #[must_use]
    pub fn fault(&self, code: &str) -> &'static str {
        match code {
            "unknown_pointer" => self.f_unknown_pointer,
            "not_a_sum" => self.f_not_a_sum,
            "not_a_date" => self.f_not_a_date,
            "not_a_duration" => self.f_not_a_duration,
            "not_a_rate" => self.f_not_a_rate,
            "not_a_quantity" => self.f_not_a_quantity,
            "not_a_number" => self.f_not_a_number,
            "out_of_range" => self.f_out_of_range,
            "unknown_choice" => self.f_unknown_choice,
            "checksum" => self.f_checksum,
            "too_long" => self.f_too_long,
            _ => self.f_format,
        }
    }
}
