//! The words of the norms workspace: Russian first, then English and Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    NormsText;
    title: "Нормы", "Building codes", "건설 기준";
    lead: "Спросите о требовании СП, СНиП, ГОСТ или закона: ответ — число с единицей, условиями, пунктом и страницей, на которой оно обведено.",
        "Ask about a building code: the answer is a number with its unit, conditions, clause, and the page where it is boxed.",
        "건설 기준에 대해 물어보세요. 단위와 조건, 조항, 그리고 표시된 쪽과 함께 수치를 답합니다.";
    answer: "Ответ", "Answer", "답변";
    working: "Ищу в нормах…", "Searching the codes…", "기준을 찾는 중…";
    partial: "Ответ неполный", "The answer is partial", "일부만 답변됨";
    by_person: "Ответ дал проверяющий", "Answered by a reviewer", "검토자가 답변함";
    branches: "Значения по условиям", "Values by condition", "조건별 값";
    condition: "Условие", "Condition", "조건";
    value: "Значение", "Value", "값";
    place: "Место", "Place", "위치";
    calculation: "Расчёт", "Calculation", "계산";
    input: "Дано", "Given", "입력";
    missing: "Чего не хватает", "What is missing", "부족한 것";
    evidence: "Страница-доказательство", "The page as evidence", "근거 쪽";
    evidence_none: "Пока нечего показать: ответа ещё нет или место не найдено.", "Nothing to show yet: there is no answer, or no place was found.", "아직 보여 줄 것이 없습니다.";
    open_page: "Открыть страницу отдельно", "Open the page by itself", "쪽 따로 열기";
    read_text: "Читать текст нормы", "Read the text", "본문 읽기";
    cited: "Источники", "Sources", "출처";
    pack: "Скачать доказательства (ZIP)", "Download the evidence (ZIP)", "근거 내려받기 (ZIP)";
    pack_hint: "Ответ, вырезки страниц с рамками и хеши; проверяется без сети командой legalagi verify-pack.",
        "The answer, page crops with boxes, and hashes; checked offline by legalagi verify-pack.",
        "답변, 표시된 쪽 이미지, 해시가 들어 있으며 legalagi verify-pack 으로 오프라인에서 검증합니다.";
    plan: "План и ход поиска", "Plan and course of the search", "계획과 진행";
    done: "выполнен", "done", "완료";
    now: "выполняется", "running", "진행 중";
    ahead: "не понадобился", "not needed", "불필요";
    waiting: "впереди", "ahead", "예정";
    again: "Повторить поиск с начала", "Search again from the beginning", "처음부터 다시 찾기";
    course: "Что было сделано", "What was done", "진행 내용";
    c_found: "найдено мест: {n}", "places found: {n}", "찾은 위치 {n}곳";
    c_repeated: "План уже был: взят другой", "This plan was tried: another one is taken", "이미 시도한 계획이라 다른 계획을 택함";
    c_replan: "Новый план", "A new plan", "새 계획";
    c_review: "Нужен человек", "A person is needed", "사람이 필요함";
    c_reviewed: "Решил проверяющий", "A reviewer decided", "검토자가 결정함";
    c_edited: "Исправил человек", "A person corrected it", "사람이 고침";
    c_answer: "Ответ на уточнение", "The answer to a question back", "추가 질문에 답함";
    search_step: "Искать по другим словам", "Search by other words", "다른 말로 찾기";
    review_title: "Нужна проверка человеком", "A person has to look", "사람의 검토가 필요합니다";
    review_lead: "Программа не нашла надёжного ответа. Решите, что делать дальше: найденное сохранено.", "The program found no reliable answer. Decide how to go on; what it found is kept.", "확실한 답을 찾지 못했습니다. 다음 단계를 정하세요.";
    decision: "Решение", "Decision", "결정";
    d_answer: "Ответить самому", "Answer myself", "직접 답변";
    d_search: "Искать по другим словам", "Search by other words", "다른 말로 찾기";
    d_page: "Открыть другое место", "Open another place", "다른 위치 열기";
    d_approve: "Принять как есть", "Approve as it is", "그대로 승인";
    f_answer: "Ответ", "Answer", "답변";
    f_keywords: "Слова через запятую", "Words, separated by commas", "쉼표로 구분한 말";
    f_page: "Где смотреть: «СП 63 п. 10.3.2»", "Where to look: «СП 63 п. 10.3.2»", "볼 위치: «СП 63 п. 10.3.2»";
    f_note: "Примечание", "Note", "메모";
    send: "Решить и продолжить", "Decide and go on", "결정하고 계속";
    queue: "Очередь проверки", "Review queue", "검토 대기열";
    queue_empty: "Никто не ждёт проверки.", "Nothing waits for a review.", "검토를 기다리는 것이 없습니다.";
    queue_lead: "Вопросы, на которые программа не ответила сама.", "Questions that the program could not answer by itself.", "프로그램이 스스로 답하지 못한 질문입니다.";
    questions: "Вопросы о нормах", "Questions about codes", "기준 질문";
    questions_empty: "Здесь появятся ваши вопросы.", "Your questions will appear here.", "질문이 여기에 표시됩니다.";
    st_working: "ищу", "searching", "찾는 중";
    st_asks: "ждёт вашего ответа", "waits for your answer", "답변을 기다림";
    st_answered: "отвечено", "answered", "답변됨";
    st_doubtful: "нужна проверка", "needs a review", "검토 필요";
    state: "Состояние и версии", "State and versions", "상태와 버전";
    examples: "Примеры вопросов", "Example questions", "질문 예";
    label: "Ваш вопрос", "Your question", "질문";
    hint: "Например: какая минимальная толщина защитного слоя бетона для плиты перекрытия?", "For example: какая минимальная толщина защитного слоя бетона для плиты перекрытия?", "예: какая минимальная толщина защитного слоя бетона для плиты перекрытия?";
    ask: "Найти в нормах", "Search the codes", "기준에서 찾기";
}

/// Questions to start from: the corpus is Russian, so are they.
pub const EXAMPLES: [&str; 3] = [
    "Какая минимальная толщина защитного слоя бетона для плиты перекрытия?",
    "Какое расчётное сопротивление сжатию у тяжёлого бетона B25?",
    "Какое расстояние в свету между стержнями арматуры при бетонировании?",
];
