//! The words of the comparison of two runs or branches: Russian first, then English and Korean.

use crate::ui::norms_text::catalogue;
use crate::ui::prefs::Lang;
use crate::ui::text as general;

catalogue! {
    CompareText;
    title: "Сравнение прогонов", "Two runs compared", "두 실행 비교";
    open: "Сравнить с прошлым прогоном", "Compare with the last run", "지난 실행과 비교";
    open_other: "Сравнить с другим сеансом", "Compare with another session", "다른 세션과 비교";
    back: "К сеансу", "To the session", "세션으로";
    first: "Прогон 1", "Run 1", "실행 1";
    second: "Прогон 2", "Run 2", "실행 2";
    compare: "Сравнить", "Compare", "비교";
    swap: "Поменять местами", "Swap", "서로 바꾸기";
    pick: "Какие прогоны сравнить", "Which runs to compare", "비교할 실행";
    with: "С каким сеансом", "With which session", "비교할 세션";
    with_same: "этот же сеанс", "the same session", "같은 세션";
    with_id: "Адрес или номер другого сеанса", "Address or id of another session", "다른 세션의 주소 또는 번호";
    one_run: "В этом сеансе пока один прогон. Повторите поиск по другим словам или выберите другой сеанс.", "This session has one run so far. Search again by other words, or choose another session.", "이 세션에는 아직 실행이 하나뿐입니다. 다른 말로 다시 찾거나 다른 세션을 고르세요.";
    same_run: "С обеих сторон один и тот же прогон. Выберите разные.", "The same run stands on both sides. Choose two.", "양쪽이 같은 실행입니다. 서로 다른 실행을 고르세요.";
    run: "Прогон", "Run", "실행";
    version_n: "версия {n}", "version {n}", "버전 {n}";
    question: "Вопрос", "Question", "질문";
    day: "Нормы на дату", "Codes as of", "기준일";
    outcome: "Итог", "Outcome", "결과";
    judge: "Решение судьи", "The judge's decision", "판정";
    performer: "Кто ответил", "Answered by", "답변자";
    person: "человек", "a person", "사람";
    edited: "правил человек", "edited by a person", "사람이 수정함";
    plans: "Планов", "Plans", "계획 수";
    steps: "Шагов", "Steps", "단계";
    time: "Время шагов", "Time of the steps", "단계 시간";
    cost: "Стоимость", "Cost", "비용";
    tokens: "{n} токенов", "{n} tokens", "토큰 {n}개";
    free: "без платных вызовов", "no paid calls", "유료 호출 없음";
    numbers: "Числа", "Numbers", "수치";
    condition: "Условие", "Condition", "조건";
    any: "без условия", "without condition", "조건 없음";
    sources: "Источники", "Sources", "출처";
    words: "Слова ответа", "Words of the answer", "답변의 말";
    words_hint: "Зачёркнуто — было только в прогоне 1, подчёркнуто — появилось в прогоне 2.", "Struck through: only in run 1. Underlined: new in run 2.", "취소선은 실행 1에만, 밑줄은 실행 2에만 있습니다.";
    plan: "Шаги плана", "Steps of the plan", "계획 단계";
    calculation: "Расчёт", "Calculation", "계산";
    missing: "Чего не хватает", "What is missing", "부족한 것";
    fate: "Разница", "Difference", "차이";
    alike: "Без изменений: {n}", "Unchanged: {n}", "그대로: {n}";
    f_same: "то же", "same", "같음";
    f_changed: "изменилось", "changed", "바뀜";
    f_lost: "только в прогоне 1", "only in run 1", "실행 1에만";
    f_gained: "только в прогоне 2", "only in run 2", "실행 2에만";
    c_edition: "другая редакция", "another edition", "다른 판";
    c_address: "другой адрес", "another address", "다른 주소";
    c_quote: "другие слова", "other words", "다른 말";
    c_verdict: "другая проверка", "judged otherwise", "다른 판정";
    none: "нет", "none", "없음";
    b_question: "вопрос", "question", "질문";
    b_answer: "ответ на уточнение", "answer to a question back", "추가 질문에 답함";
    b_again: "поиск с начала", "search from the beginning", "처음부터 다시";
    b_plan: "поиск по словам человека", "search by a person's words", "사람의 말로 찾기";
    b_step: "правка шага плана", "a step edited", "단계 수정";
    b_words: "правка ответа", "the answer edited", "답변 수정";
    b_review: "решение проверяющего", "a reviewer's decision", "검토자의 결정";
    s_completed: "ответ дан", "answered", "답변됨";
    s_awaiting: "задан уточняющий вопрос", "asks back", "추가 질문";
    s_review: "нужна проверка человеком", "needs a review", "검토 필요";
    s_error: "ошибка", "error", "오류";
    s_running: "не закончен", "not finished", "끝나지 않음";
    s_partial: "неполный", "partial", "일부";
    j_continue: "продолжить план", "go on with the plan", "계획 계속";
    j_replan: "нужен другой план", "another plan", "다른 계획";
    j_finalize: "достаточно для ответа", "enough for an answer", "답변에 충분";
    j_review: "нужен человек", "a person is needed", "사람 필요";
    h_same: "прогоны не различаются", "the runs do not differ", "두 실행이 같습니다";
    h_question: "вопросы разные", "the questions differ", "질문이 다름";
    h_day: "нормы на разные даты: {a} → {b}", "codes as of different days: {a} → {b}", "기준일이 다름: {a} → {b}";
    h_lost: "во втором прогоне ответа нет, было: {a}", "the second run has no answer; it was {a}", "두 번째 실행에는 답이 없음, 전에는 {a}";
    h_gained: "ответ нашёлся: {b}", "an answer was found: {b}", "답을 찾음: {b}";
    h_nothing: "ответа нет в обоих прогонах", "neither run has an answer", "두 실행 모두 답이 없음";
    h_number_same: "число то же: {b}", "the same number: {b}", "같은 수치: {b}";
    h_numbers_same: "числа те же: {b}", "the same numbers: {b}", "같은 수치: {b}";
    h_number_other: "число другое: {a} → {b}", "another number: {a} → {b}", "다른 수치: {a} → {b}";
    h_numbers_other: "числа другие: {a} → {b}", "other numbers: {a} → {b}", "다른 수치: {a} → {b}";
    h_narrowed: "из чисел осталось {b}", "of the numbers {b} remains", "남은 수치: {b}";
    h_widened: "чисел стало больше: {b}", "more numbers: {b}", "수치가 늘어남: {b}";
    h_number_lost: "чисел больше нет, было: {a}", "no numbers any more; it was {a}", "수치가 사라짐: {a}";
    h_calculation: "расчёт другой: {a} → {b}", "another calculation: {a} → {b}", "다른 계산: {a} → {b}";
    h_source_same: "источник тот же", "the same source", "같은 출처";
    h_source_edition: "источник в другой редакции: {a} → {b}", "another edition of the source: {a} → {b}", "출처의 다른 판: {a} → {b}";
    h_source_address: "те же слова по другому адресу: {a} → {b}", "the same words at another address: {a} → {b}", "같은 말, 다른 주소: {a} → {b}";
    h_source_other: "источник другой: {a} → {b}", "another source: {a} → {b}", "다른 출처: {a} → {b}";
    h_place_other: "место другое: {a} → {b}", "another place: {a} → {b}", "다른 위치: {a} → {b}";
    h_sources_some: "источники совпадают частично", "the sources agree in part", "출처가 일부 같음";
    h_words: "слова ответа другие", "other words of the answer", "답변의 말이 다름";
    h_plan: "план поиска другой", "another plan", "다른 계획";
    h_performer: "отвечал другой исполнитель", "another performer", "다른 수행자";
    h_judge: "решение судьи другое", "another decision of the judge", "다른 판정";
    and_more: "… (ещё {n})", "… ({n} more)", "… (외 {n}개)";
}

/// The words in the language of the visitor.
#[must_use]
pub fn text() -> &'static CompareText {
    of(general::prefs().lang)
}

/// The words of a language.
#[must_use]
pub fn of(lang: Lang) -> &'static CompareText {
    match lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}
