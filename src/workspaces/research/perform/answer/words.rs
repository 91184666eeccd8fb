//! The fixed words of built-in answers, by language.

/// The words.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// Two letters.
    pub language: &'static str,
    /// Heading of the short answer.
    pub short: &'static str,
    /// Heading of the basis.
    pub basis: &'static str,
    /// Heading of conditions and exceptions.
    pub branches: &'static str,
    /// Heading of case law.
    pub practice: &'static str,
    /// Heading of arguments.
    pub arguments: &'static str,
    /// Heading of risks.
    pub risks: &'static str,
    /// Heading of what is missing.
    pub missing: &'static str,
    /// Heading of a list of sources.
    pub found: &'static str,
    /// Nothing was found; the hints follow.
    pub nothing: &'static str,
    /// The corpus is empty; how to import.
    pub empty: &'static str,
    /// No case law.
    pub no_practice: &'static str,
    /// Currency not checked; names follow.
    pub unchecked: &'static str,
    /// Heading of a warning.
    pub warning: &'static str,
    /// No longer in force; names follow.
    pub outdated: &'static str,
    /// A document is needed.
    pub attach: &'static str,
    /// Lead of a rule.
    pub rule: &'static str,
    /// Lead of a condition.
    pub condition: &'static str,
    /// Lead of an exception.
    pub exception: &'static str,
    /// No such clause.
    pub absent: &'static str,
    /// The law itself is not in the corpus.
    pub law_not_held: &'static str,
    /// Stored documents; the number follows.
    pub stored: &'static str,
    /// Summary heading.
    pub summary: &'static str,
    /// Two documents are needed.
    pub two: &'static str,
    /// How a workflow is kept.
    pub workflow: &'static str,
    /// How a workflow is run.
    pub run: &'static str,
}

const RU: Words = Words {
    language: "ru",
    short: "Коротко",
    basis: "Основание",
    branches: "Условия и исключения",
    practice: "Судебная практика",
    arguments: "Доводы, которые сработали",
    risks: "Риски",
    missing: "Чего не хватает",
    found: "Найденные источники",
    nothing: "В корпусе ничего не найдено. Искали:",
    empty: "Корпус источников пуст, поэтому ответить по тексту закона нельзя. Загрузите источники командой `legalagi corpus import ПАПКА` или на странице «Источники» и повторите вопрос.",
    no_practice: "судебной практики в корпусе нет",
    unchecked: "действие не проверено:",
    warning: "Внимание",
    outdated: "утратило силу или заменено:",
    attach: "Для этой задачи нужен документ. Приложите его к сеансу (кнопка «Приложить документ» или POST /api/session/{id}/documents) и повторите.",
    rule: "правило:",
    condition: "условие:",
    exception: "исключение:",
    absent: "не найдено",
    law_not_held: "текста нормы в корпусе нет",
    stored: "Документов в сеансе:",
    summary: "Кратко о документе",
    two: "Для сравнения нужны два документа. Приложите второй.",
    workflow: "Последовательность готова: сохраните её ниже, в разделе «Последовательности шагов» (или POST /api/workflows).",
    run: "Выберите сохранённую последовательность ниже, в разделе «Последовательности шагов», и нажмите «Выполнить» (или POST /api/session/{id}/workflow).",
};

const UK: Words = Words {
    language: "uk",
    short: "Коротко",
    basis: "Підстава",
    branches: "Умови та винятки",
    practice: "Судова практика",
    arguments: "Доводи, які спрацювали",
    risks: "Ризики",
    missing: "Чого бракує",
    found: "Знайдені джерела",
    nothing: "У корпусі нічого не знайдено. Шукали:",
    empty: "Корпус джерел порожній, тому відповісти за текстом закону неможливо. Завантажте джерела командою `legalagi corpus import ТЕКА` або на сторінці «Источники» і повторіть запит.",
    no_practice: "судової практики в корпусі немає",
    unchecked: "чинність не перевірено:",
    warning: "Увага",
    outdated: "втратило чинність або замінено:",
    attach: "Для цього завдання потрібен документ. Додайте його до сеансу (POST /api/session/{id}/documents) і повторіть.",
    rule: "правило:",
    condition: "умова:",
    exception: "виняток:",
    absent: "не знайдено",
    law_not_held: "тексту норми в корпусі немає",
    stored: "Документів у сеансі:",
    summary: "Стисло про документ",
    two: "Для порівняння потрібні два документи. Додайте другий.",
    workflow: "Послідовність готова: збережіть її нижче, у розділі «Последовательности шагов» (або POST /api/workflows).",
    run: "Оберіть збережену послідовність нижче, у розділі «Последовательности шагов» (або POST /api/session/{id}/workflow).",
};

const KO: Words = Words {
    language: "ko",
    short: "요약",
    basis: "근거",
    branches: "조건과 예외",
    practice: "판례",
    arguments: "인정된 주장",
    risks: "위험",
    missing: "부족한 것",
    found: "찾은 출처",
    nothing: "자료에서 찾지 못했습니다. 검색어:",
    empty: "자료가 비어 있습니다. `legalagi corpus import 폴더` 명령으로 자료를 가져온 뒤 다시 질문하세요.",
    no_practice: "관련 판례 없음",
    unchecked: "시행 여부 미확인:",
    warning: "주의",
    outdated: "폐지되었거나 대체됨:",
    attach: "이 작업에는 문서가 필요합니다. POST /api/session/{id}/documents 로 문서를 첨부하세요.",
    rule: "규정:",
    condition: "조건:",
    exception: "예외:",
    absent: "없음",
    law_not_held: "자료에 조문 없음",
    stored: "세션 문서 수:",
    summary: "문서 요약",
    two: "비교하려면 문서 두 개가 필요합니다.",
    workflow: "아래 «Последовательности шагов / Sequences of steps»에서 저장하세요 (또는 POST /api/workflows).",
    run: "아래 «Последовательности шагов / Sequences of steps»에서 실행하세요 (또는 POST /api/session/{id}/workflow).",
};

/// The words of a language; Russian for one that has none.
#[must_use]
pub fn of(language: &str) -> &'static Words {
    match language {
        "uk" => &UK,
        "ko" => &KO,
        _ => &RU,
    }
}
