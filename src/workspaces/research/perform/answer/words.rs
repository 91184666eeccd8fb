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
    /// No rule found a norm that a document breaks.
    pub no_norm: &'static str,
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
    /// Heading of a calculation.
    pub computed: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// How a penalty is computed.
    pub penalty_formula: &'static str,
    /// The sum of it.
    pub total: &'static str,
    /// Days without a rate; they follow.
    pub no_rate: &'static str,
    /// Nobody compared the rates with their source.
    pub rates_unchecked: &'static str,
    /// Heading of other places on the subject.
    pub beside: &'static str,
    /// Nothing that answers was found.
    pub no_answer: &'static str,
    /// Heading of the places that are worth a look.
    pub look: &'static str,
    /// An act that is not held: `{act}`, `{full}`.
    pub not_held: &'static str,
    /// What to do about it.
    pub import: &'static str,
    /// What is held; names follow.
    pub held: &'static str,
    /// A place that an act has not: `{place}`, `{act}`, `{label}`.
    pub no_place: &'static str,
    /// The nearest places; names follow.
    pub near: &'static str,
    /// An edition that has not begun: `{act}`, `{from}`.
    pub future: &'static str,
    /// No edition of the day that the question names: `{act}`, `{day}`, `{from}`.
    pub no_edition: &'static str,
    /// An edition that is over: `{act}`, `{to}`.
    pub past: &'static str,
    /// The law of another country: `{act}`.
    pub foreign: &'static str,
    /// No act of the jurisdiction is held: `{act}`.
    pub no_jurisdiction: &'static str,
}

const RU: Words = Words {
    language: "ru",
    computed: "Расчёт",
    formula: "долг × ключевая ставка × дни / дни года; округление один раз, проценты на проценты не начисляются",
    penalty_formula: "сумма × ставка договора за день × дни просрочки; округление один раз",
    total: "Итого:",
    no_rate: "ставки на эти дни в таблице нет, они не посчитаны:",
    rates_unchecked: "ставки из таблицы программы никто не сверил с сайтом Банка России: сверьте перед делом",
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
    attach: "Для этой задачи нужен документ. Приложите его на этой странице, в разделе «Ваши документы», и повторите.",
    rule: "правило:",
    condition: "условие:",
    exception: "исключение:",
    absent: "не найдено",
    law_not_held: "текста нормы в корпусе нет",
    no_norm: "правила не нашли здесь спора с обязательной нормой; это не значит, что его нет",
    stored: "Приложено документов:",
    summary: "Кратко о документе",
    two: "Для сравнения нужны два документа. Приложите второй.",
    workflow: "Последовательность готова: сохраните её ниже, в разделе «Последовательности шагов».",
    run: "Выберите сохранённую последовательность ниже, в разделе «Последовательности шагов», и нажмите «Выполнить».",
    beside: "Рядом по теме",
    no_answer: "Ответа в загруженных актах не нашёл",
    look: "Где посмотреть",
    not_held: "Акта «{act}» в библиотеке нет: по его тексту ответить нельзя",
    import: "загрузите официальный текст на странице «Источники» или командой `legalagi corpus import ФАЙЛ` и повторите вопрос:",
    held: "загружены и отвечают на близкие вопросы:",
    no_place: "В акте «{act}» нет места «{place}» (редакция: {label})",
    near: "ближайшие места:",
    future: "Редакция акта «{act}», которая загружена, действует только с {from}",
    no_edition: "Редакции акта «{act}» на {day} в библиотеке нет: загружена только с {from}. Загрузите редакцию того дня",
    past: "Редакция акта «{act}», которая загружена, действовала до {to}",
    foreign: "Вопрос о праве другой страны ({act}): её актов в библиотеке нет, ответа не будет",
    no_jurisdiction: "Ни одного акта этой страны ({act}) не загружено",
};

const UK: Words = Words {
    language: "uk",
    computed: "Розрахунок",
    formula: "борг × ключова ставка Банку Росії × дні / дні року; округлення один раз",
    penalty_formula: "сума × ставка договору за день × дні прострочення; округлення один раз",
    total: "Разом:",
    no_rate: "ставки на ці дні в таблиці немає, вони не пораховані:",
    rates_unchecked: "ставки з таблиці програми ніхто не звірив із джерелом",
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
    attach: "Для цього завдання потрібен документ. Додайте його на цій сторінці, у розділі «Ваши документы», і повторіть.",
    rule: "правило:",
    condition: "умова:",
    exception: "виняток:",
    absent: "не знайдено",
    law_not_held: "тексту норми в корпусі немає",
    no_norm: "правила не знайшли тут суперечності з обов’язковою нормою; це не означає, що її немає",
    stored: "Додано документів:",
    summary: "Стисло про документ",
    two: "Для порівняння потрібні два документи. Додайте другий.",
    workflow: "Послідовність готова: збережіть її нижче, у розділі «Последовательности шагов».",
    run: "Оберіть збережену послідовність нижче, у розділі «Последовательности шагов».",
    beside: "Поруч за темою",
    no_answer: "Відповіді в завантажених актах не знайшов",
    look: "Де подивитися",
    not_held: "Акта «{act}» у бібліотеці немає: за його текстом відповісти не можна",
    import: "завантажте офіційний текст на сторінці «Источники» або командою `legalagi corpus import ФАЙЛ` і повторіть запитання:",
    held: "завантажено і відповідає на близькі питання:",
    no_place: "В акті «{act}» немає місця «{place}» (редакція: {label})",
    near: "найближчі місця:",
    future: "Завантажена редакція акта «{act}» діє лише з {from}",
    no_edition: "Редакції акта «{act}» на {day} у бібліотеці немає: завантажено лише з {from}. Завантажте редакцію того дня",
    past: "Завантажена редакція акта «{act}» діяла до {to}",
    foreign: "Питання про право іншої країни ({act}): її актів у бібліотеці немає, відповіді не буде",
    no_jurisdiction: "Жодного акта цієї країни ({act}) не завантажено",
};

const KO: Words = Words {
    language: "ko",
    computed: "계산",
    formula: "원금 × 러시아 중앙은행 기준금리 × 일수 / 연간 일수, 반올림 한 번",
    penalty_formula: "금액 × 계약상 일 이율 × 지연 일수, 반올림 한 번",
    total: "합계:",
    no_rate: "이 기간의 금리가 표에 없어 계산하지 않음:",
    rates_unchecked: "표의 금리는 출처와 대조되지 않았습니다",
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
    no_norm: "규칙으로는 강행규정 위반을 찾지 못했습니다. 위반이 없다는 뜻은 아닙니다",
    stored: "세션 문서 수:",
    summary: "문서 요약",
    two: "비교하려면 문서 두 개가 필요합니다.",
    workflow: "아래 «Последовательности шагов / Sequences of steps»에서 저장하세요 (또는 POST /api/workflows).",
    run: "아래 «Последовательности шагов / Sequences of steps»에서 실행하세요 (또는 POST /api/session/{id}/workflow).",
    beside: "관련 조문",
    no_answer: "가져온 법령에서 답을 찾지 못했습니다",
    look: "살펴볼 곳",
    not_held: "«{act}»은(는) 자료에 없어 그 조문으로 답할 수 없습니다",
    import: "`legalagi corpus import 파일` 명령으로 공식 원문을 가져온 뒤 다시 질문하세요:",
    held: "대신 가지고 있는 법령:",
    no_place: "«{act}»에는 «{place}»이(가) 없습니다 (판: {label})",
    near: "가장 가까운 조문:",
    future: "가지고 있는 «{act}»은(는) {from}부터 시행됩니다",
    no_edition: "{day}에 시행되던 «{act}»은(는) 자료에 없습니다 ({from}부터의 판만 있음). 그 날짜의 판을 가져오세요",
    past: "가지고 있는 «{act}»은(는) {to}까지 시행되었습니다",
    foreign: "다른 나라({act})의 법에 관한 질문입니다. 그 법령이 자료에 없어 답하지 않습니다",
    no_jurisdiction: "이 나라({act})의 법령이 자료에 없습니다",
};

const EN: Words = Words {
    language: "en",
    computed: "Calculation",
    formula: "debt × key rate × days / days of the year; rounded once",
    penalty_formula: "sum × daily rate of the contract × days of delay; rounded once",
    total: "Total:",
    no_rate: "no rate in the table for these days, not computed:",
    rates_unchecked: "nobody compared the rates of the table with their source",
    short: "In short",
    basis: "Basis",
    branches: "Conditions and exceptions",
    practice: "Case law",
    arguments: "Arguments that carried",
    risks: "Risks",
    missing: "What is missing",
    found: "Sources found",
    nothing: "Nothing was found in the library. Looked for:",
    empty: "The library is empty, so nothing can be answered from the text of a law. Import sources with `legalagi corpus import FOLDER` and ask again.",
    no_practice: "no case law in the library",
    unchecked: "whether it is in force was not checked:",
    warning: "Attention",
    outdated: "repealed or replaced:",
    attach: "This task needs a document. Attach it to the session (POST /api/session/{id}/documents) and ask again.",
    rule: "rule:",
    condition: "condition:",
    exception: "exception:",
    absent: "not found",
    law_not_held: "the text of the norm is not held",
    no_norm: "the rules found no mandatory norm that this breaks, which does not mean that there is none",
    stored: "Documents in the session:",
    summary: "Summary of the document",
    two: "A comparison needs two documents. Attach the second one.",
    workflow: "The sequence is ready: keep it below (or POST /api/workflows).",
    run: "Choose a kept sequence below and run it (or POST /api/session/{id}/workflow).",
    beside: "Also on the subject",
    no_answer: "No answer was found in the acts that are held",
    look: "Where to look",
    not_held: "The act «{act}» is not held: nothing can be answered from its text",
    import: "import its official text with `legalagi corpus import FILE` and ask again:",
    held: "held instead:",
    no_place: "The act «{act}» has no place «{place}» (edition: {label})",
    near: "the nearest places:",
    future: "The edition of «{act}» that is held takes effect only on {from}",
    no_edition: "The edition of «{act}» of {day} is not held, only from {from} on: import the edition of that day",
    past: "The edition of «{act}» that is held was in force until {to}",
    foreign: "The question is about the law of another country ({act}): none of its acts is held, so there is no answer",
    no_jurisdiction: "No act of this country ({act}) is held",
};

/// The words of a language; Russian for one that has none.
#[must_use]
pub fn of(language: &str) -> &'static Words {
    match language {
        "uk" => &UK,
        "ko" => &KO,
        "en" => &EN,
        _ => &RU,
    }
}
