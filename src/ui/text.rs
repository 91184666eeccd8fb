//! Every string of the interface, Russian first, English second.

use crate::ui::prefs::{Lang, Prefs};
use crate::ui::text_ko::KO;
use leptos::prelude::use_context;

/// Declares the catalogues: one key, its Russian and its English words.
macro_rules! catalogue {
    ($($key:ident: $ru:literal, $en:literal;)*) => {
        /// The words of one language.
        #[derive(Debug)]
        pub struct Text {
            /// The language.
            pub lang: Lang,
            $(
                #[doc = concat!("«", $ru, "»")]
                pub $key: &'static str,
            )*
        }

        /// Russian.
        pub static RU: Text = Text { lang: Lang::Ru, $($key: $ru,)* };
        /// English.
        pub static EN: Text = ENGLISH;
        /// English as a value: what Korean lacks is taken from it.
        pub const ENGLISH: Text = Text { lang: Lang::En, $($key: $en,)* };

        #[cfg(test)]
        const PAIRS: &[(&str, &str, &str)] = &[$((stringify!($key), $ru, $en),)*];

        #[cfg(test)]
        impl Text {
            /// Every text in the order of the catalogue.
            fn all(&self) -> Vec<&'static str> {
                vec![$(self.$key,)*]
            }
        }
    };
}

catalogue! {
    skip: "К содержанию", "Skip to content";
    footer: "Это не является юридической консультацией. Перед подписанием покажите документ юристу.", "This is not legal advice. Show the document to a lawyer before you sign it.";
    language: "Язык", "Language";
    theme: "Тема", "Theme";
    theme_auto: "Как в системе", "As the system";
    theme_light: "Светлая", "Light";
    theme_dark: "Тёмная", "Dark";
    theme_contrast: "Контрастная", "High contrast";
    home_title: "Какой договор вам нужен?", "What contract do you need?";
    home_lead: "Напишите одним предложением. Остальное выяснится из вопросов: по одному, только о том, чего не хватает, и с объяснением, зачем это нужно.",
        "Write one sentence. Questions bring the rest: one at a time, only about what is missing, each with its reason.";
    start_label: "О чём вы договариваетесь", "What you agree about";
    start_hint: "Например: кто кому что передаёт, на какой срок и за сколько", "For example: who gives what to whom, for how long, for how much";
    start: "Начать", "Start";
    starting: "Открываю…", "Opening…";
    examples: "Или начните с примера", "Or start from an example";
    sessions: "Начатые договоры", "Contracts in progress";
    sessions_empty: "Здесь появятся договоры, которые вы начнёте.", "Contracts that you start will appear here.";
    sessions_hidden: "Список виден только владельцу установки. Договор открывается по своей ссылке.",
        "Only the owner of this installation sees the list. A contract opens by its own link.";
    link_is_key: "Кто знает ссылку, тот видит дело.", "Whoever has the link sees the matter.";
    delete: "Удалить", "Delete";
    delete_named: "Удалить: {title}", "Delete: {title}";
    delete_confirm: "Удалить со всеми версиями, разговором и копиями? Недолго это ещё можно вернуть.", "Delete with all versions, the dialogue and the copies? It can be brought back for a short time.";
    cause_import: "открыто из файла", "opened from a file";
    version: "Версия", "Version";
    version_n: "версия {n}", "version {n}";
    changed_at: "Изменён {date}", "Changed {date}";
    sign_in: "Вход", "Sign in";
    sign_out: "Выйти", "Sign out";
    not_found_title: "Такой страницы нет", "There is no such page";
    not_found_lead: "Возможно, дело удалено или ссылка скопирована не целиком.",
        "The matter may be deleted, or the link may be incomplete.";
    to_home: "На главную", "To the home page";
    loading: "Загружаю…", "Loading…";
    pane_result: "Договор", "Contract";
    pane_chat: "Разговор", "Dialogue";
    panes: "Что показать", "What to show";
    views: "Вид договора на странице", "View of the contract";
    view_facts: "Сведения", "Facts";
    view_document: "Документ", "Document";
    doc_empty_title: "Здесь появится договор", "The contract will appear here";
    doc_empty: "Как только из разговора станет ясен вид договора, его текст соберётся на этом месте: с вашими сведениями и с пометками там, где их пока нет.",
        "Once the dialogue shows which contract it is, its text is made in this place, with your facts, and with marks where facts are still missing.";
    doc_loading: "Собираю документ…", "Making the document…";
    doc_part: "Часть", "Part";
    doc_variant: "Формулировки", "Wording";
    doc_neutral: "нейтрально", "neutral";
    doc_favour: "в пользу {side}", "in favour of {side}";
    part_contract: "Договор", "Contract";
    part_act: "Акт", "Deed of transfer";
    part_schedule: "График", "Schedule";
    part_receipt: "Расписка", "Receipt";
    part_plain: "Простыми словами", "In plain words";
    doc_legend: "Показывать, откуда сведения", "Show where facts come from";
    doc_missing: "не хватает", "missing";
    doc_missing_long: "Этого в договоре не хватает. Нажмите, чтобы заполнить.", "The contract lacks it. Click to fill it in.";
    doc_compose: "Собрать договор", "Put the contract together";
    doc_compose_again: "Проверить ещё раз", "Check again";
    doc_checked: "Проверен", "Checked";
    check_none: "Проверка: замечаний нет", "Check: nothing found";
    check_found: "Проверка: замечаний — {n}", "Check: findings: {n}";
    check_fair: "Равновесие сторон", "Balance of the sides";
    check_hint: "Проверяют правила, без модели; ни одна модель их не отменяет.", "Rules check, without a model; no model overrules them.";
    fair_side: "Сторона", "Side";
    fair_exit: "Может выйти", "May leave";
    fair_penalty: "Платит за нарушение", "Pays for a breach";
    fair_cap: "Предел", "Cap";
    fair_notice: "предупредив за {n} дн.", "with {n} days' notice";
    fair_for_cause: "по причине", "for cause";
    fair_any_time: "в любое время", "at any time";
    fair_rate: "{day} % в день = {year} % в год", "{day} % a day = {year} % a year";
    import_title: "Проверить готовый договор", "Check an existing contract";
    import_lead: "Факты с цитатами, существенные условия и замечания. Файл до 25 МБ читает этот сервер; если настроена модель, текст увидит и она.", "Facts with quotes, essential terms and findings. A file of up to 25 MB is read by this server; a model, if one is set, sees the text too.";
    import_file: "Файл DOCX, PDF или TXT", "A DOCX, PDF or TXT file";
    import_text: "или текст договора", "or the text of the contract";
    import_send: "Прочитать договор", "Read the contract";
    clause_edit: "Изменить пункт", "Edit the clause";
    clause_words: "Текст пункта", "Words of the clause";
    clause_hint: "Суммы, даты и имена продолжают следовать за сведениями. Изменённое значение изменит и сведения.", "Sums, dates and names go on following the facts. A changed value changes the fact too.";
    clause_save: "Сохранить", "Save";
    clause_restore: "Вернуть формулировку библиотеки", "Bring the library's wording back";
    redline_title: "Текст: отличий — {n}", "The text: {n} differences";
    redline_whole: "Весь текст с правками", "The whole text with changes";
    redline_word: "Word с правками", "Word with tracked changes";
    fate_added: "добавлено", "added";
    fate_removed: "исключено", "removed";
    fate_moved: "перенесено", "moved";
    fate_renumbered: "другой номер", "renumbered";
    fate_changed: "изменено", "changed";
    clash: "Нужно выбрать.", "A choice is needed.";
    clash_offered: "Библиотека предлагает теперь:", "The library now offers:";
    clash_take: "Взять эту формулировку", "Take this wording";
    clash_keep: "Чтобы оставить свою, откройте правку пункта (✎) и сохраните её ещё раз.", "To keep your own, open the clause (✎) and save it again.";
    share_title: "Согласование с другой стороной", "Agreeing with the other side";
    share_lead: "Ссылка открывает другой стороне копию договора: она отвечает на вопросы и меняет условия по-своему, а ваш договор остаётся прежним. Разговора с вами она не видит. Отличия собираются в протокол разногласий.",
        "A link opens a copy of the contract to the other side: they answer and change terms their way, and your contract stays as it is. They do not see your dialogue. The differences make a protocol of disagreements.";
    share_links: "Ссылки", "Links";
    share_none: "Ссылок пока нет.", "There are no links yet.";
    share_open: "Открыть доступ по ссылке", "Open a link";
    share_question: "Показать и вопрос моими словами", "Show my question too";
    share_documents: "Показать и приложенные документы", "Show the attached documents too";
    share_fresh: "Ссылка готова. Отправьте её другой стороне:", "The link is ready. Send it to the other side:";
    share_once: "Она показывается один раз: в базе хранится только её отпечаток.", "It is shown once: only its fingerprint is stored.";
    share_copy: "Скопировать", "Copy";
    share_link: "Ссылка {n}.", "Link {n}.";
    share_made: "Открыта {date} с версии {n}", "Opened {date} from version {n}";
    share_silent: "Изменений пока нет.", "No changes yet.";
    share_answered: "Изменений другой стороны: {n}.", "Changes of the other side: {n}.";
    share_revoke: "Отозвать", "Revoke";
    share_revoked: "отозвана", "revoked";
    share_act: "Согласовать", "Share";
    protocol_open: "Протокол разногласий", "Protocol of disagreements";
    protocol_untyped: "Вид договора ещё не определён: сравнивать пока нечего.", "The type of the contract is not known yet: there is nothing to compare.";
    protocol_same: "Разногласий по тексту договора нет.", "The texts do not differ.";
    protocol_rows: "Разногласия по пунктам", "Disagreements by clause";
    protocol_place: "Пункт", "Clause";
    protocol_ours: "Наша редакция", "Our wording";
    protocol_theirs: "Редакция другой стороны", "Their wording";
    protocol_agreed: "Согласовано", "Agreed";
    protocol_facts: "Условия, которые расходятся", "Terms that differ";
    protocol_take: "Принять", "Accept";
    protocol_take_hint: "«Принять» переносит условие другой стороны в ваш договор; согласованный пункт появится в последней колонке.", "«Accept» takes the other side's term into your contract; the agreed clause then appears in the last column.";
    st_working: "готовится", "working";
    st_answered: "ответ проверен", "answer checked";
    st_doubtful: "есть сомнения", "doubts remain";
    questions: "Заданные вопросы", "Questions asked";
    questions_empty: "Здесь появятся вопросы, которые вы зададите.", "Questions that you ask will appear here.";
    answer_failed: "Не прошло проверку:", "Did not pass the check:";
    question_hint: "Задайте ещё вопрос", "Ask another question";
    attached: "Ваши документы", "Your documents";
    attach_file: "Файл DOCX, PDF или TXT", "A DOCX, PDF or TXT file";
    attach: "Приложить", "Attach";
    attach_hint: "Файл виден только в этом исследовании. Потом спросите: «перескажи документ», «сравни документы», «какие риски в договоре».", "Only this research sees the file. Then ask: «перескажи документ», «сравни документы», «какие риски в договоре».";
    sequences: "Последовательности шагов", "Sequences of steps";
    sequences_hint: "Последовательность выполняет выбранные шаги над вопросом этого исследования; её можно повторять с любым вопросом.", "A sequence runs the chosen steps on this session's question; it can be run again on any question.";
    sequences_none: "Сохранённых последовательностей пока нет.", "No sequence is kept yet.";
    sequence_run: "Выполнить", "Run";
    sequence_name: "Название", "Name";
    sequence_steps: "Шаги", "Steps";
    sequence_keep: "Сохранить последовательность", "Keep the sequence";
    answered_title: "Ответ готов", "The answer is ready";
    answered_lead: "Можно задать ещё вопрос: история сохранится.", "You can ask another question: the history stays.";
    app_nav: "Разделы", "Sections";
    nav_contract: "Договор", "Contract";
    nav_research: "Исследование", "Research";
    nav_search: "Источники", "Sources";
    nav_trial: "Учебный процесс", "Mock trial";
    research_title: "Что нужно узнать?", "What do you need to know?";
    research_lead: "Задайте вопрос или назовите статью. Ответ складывается из источников, которые загружены в эту установку; каждая цитата проверяется по тексту, и её место открывается одним нажатием.",
        "Ask a question or name an article. The answer is made from the sources that this installation holds; every quotation is checked against its text, and its place opens with one click.";
    research_label: "Вопрос", "Question";
    research_hint: "Например: может ли суд уменьшить неустойку по ст. 333 ГК РФ?", "For example: may a court reduce a penalty under art. 333 of the Russian Civil Code? (the sources are in Russian, Ukrainian, Korean)";
    research_ask: "Спросить", "Ask";
    research_examples: "Или начните с примера", "Or start from an example";
    research_answer: "Ответ", "Answer";
    research_working: "Ответ готовится: ищу источники и проверяю цитаты.", "Working: looking for sources and checking quotations.";
    research_as_of: "Право на {date}", "The law as of {date}";
    research_warnings: "Предупреждения", "Warnings";
    research_sources: "Источники", "Sources";
    research_checked: "Проверено цитат: {n} из {m}", "Quotations verified: {n} of {m}";
    research_rewritten: "Первый вариант не прошёл проверку; это второй.", "The first draft did not pass the check; this is the second.";
    research_table: "Таблица по документам", "Table of the documents";
    research_steps: "Как получен ответ", "How the answer was made";
    research_steps_hint: "Результат любого шага можно поправить: следующие шаги пройдут заново.", "The result of any step can be corrected: the steps after it run again.";
    pane_research: "Исследование", "Research";
    step_classify: "Что спрашивают", "What is asked";
    step_context: "Где и что искать", "Where and what to look for";
    step_retrieve: "Поиск источников", "Finding sources";
    step_sections: "Разбор документов на части", "Sections of the documents";
    step_patterns: "Доводы и риски", "Arguments and risks";
    step_answer: "Ответ", "The answer";
    step_validate: "Проверка цитат", "Checking the quotations";
    step_edited: "исправлено вами", "edited by you";
    step_show: "Результат шага", "Result of the step";
    step_output: "Результат шага (запись данных)", "Result of the step (data)";
    step_save: "Сохранить и пройти дальше", "Save and go on";
    step_again: "Пройти заново с этого шага", "Run again from this step";
    cause_rework: "шаг исправлен вами", "a step edited by you";
    builtin_short: "без модели", "no model";
    v_verified: "проверено", "verified";
    v_located: "место есть, текст не сверялся", "place found, nothing compared";
    v_contradicted: "источник говорит иначе", "the source says otherwise";
    v_altered: "цитата изменена", "altered quote";
    v_cut: "цитата обрезана", "quote cut short";
    v_misattributed: "стоит в другом месте", "stands elsewhere";
    v_unresolved: "нет такого места", "no such place";
    v_outdated: "старая редакция", "old edition";
    v_unverified: "не проверено", "not verified";
    v_number: "число не подтверждено", "unsupported number";
    v_coverage: "не всё со ссылкой", "not all is cited";
    v_doubt: "сомнение модели", "the model doubts";
    search_title: "Источники права", "Legal sources";
    search_lead: "Слова или адрес: «ст. 333 ГК РФ», «СП 63 10.3.2», «ч. 2 ст. 266 КАС», «민법 제750조».", "Words or an address: «ст. 333 ГК РФ», «СП 63 10.3.2», «ч. 2 ст. 266 КАС», «민법 제750조».";
    search_words: "Что найти", "What to find";
    search_hint: "уменьшение неустойки", "уменьшение неустойки";
    search_jurisdiction: "Страна", "Country";
    search_any: "все", "all";
    search_document: "Документ", "Document";
    search_any_document: "все", "all";
    search_on: "На дату", "As of";
    search_go: "Найти", "Find";
    search_found: "Найдено: {n}", "Found: {n}";
    search_none: "Ничего не нашлось. Попробуйте другие слова или уберите условия.", "Nothing was found. Try other words or drop the filters.";
    page_n: "стр. {n}", "p. {n}";
    edition_n: "ред. {label}", "ed. {label}";
    corpus_title: "В базе документов: {n}", "Documents held: {n}";
    corpus_empty: "База источников пуста. Загрузите файлы здесь или командой", "There are no sources yet. Upload files here, or run";
    corpus_file: "Файл документа", "A document's file";
    corpus_add: "Добавить в базу", "Add to the sources";
    corpus_hint: "JSON, TXT, Markdown, HTML, PDF или DOCX до 25 МБ. Базу видят все, у кого есть доступ к этой установке.", "JSON, TXT, Markdown, HTML, PDF or DOCX of up to 25 MB. Everyone with access to this installation sees the sources.";
    edition_nodes: "фрагментов: {n}", "{n} passages";
    edition_pages: "фрагментов: {n}, страниц: {p}", "{n} passages, {p} pages";
    cur_unchecked: "действие не проверено", "currency not checked";
    cur_short_in_force: "действует", "in force";
    cur_short_repealed: "утратил силу", "repealed";
    cur_short_replaced: "заменён", "replaced";
    research_found_too: "Найдено ещё, но не процитировано: {n}", "Found too, not quoted: {n}";
    corpus_performer: "база источников", "the sources";
    cur_in_force: "действует (проверено {date})", "in force (checked {date})";
    cur_repealed: "утратил силу {date}", "repealed {date}";
    cur_replaced: "заменён с {date}: {by}", "replaced from {date}: {by}";
    source_title: "Документ", "Document";
    source_none: "Такого места нет", "No such place";
    source_way: "Где вы", "Where you are";
    source_beside: "Соседние места", "Places beside";
    source_file: "Файл {file}, SHA-256 {hash}…", "File {file}, SHA-256 {hash}…";
    source_lossy: "При чтении файла здесь что-то потеряно (таблица, знак, формула): сверьтесь с оригиналом. Цитаты отсюда не считаются проверенными.", "Something was lost here when the file was read (a table, a sign, a formula): compare with the original. Quotations from here do not count as verified.";
    source_empty: "В загруженном файле у этого места нет текста. Это не значит, что его нет в документе.", "The imported file has no text at this place. That does not mean that the document has none.";
    doc_actions: "Файлы и печать", "Files and printing";
    doc_download: "Скачать", "Download";
    doc_download_latest: "Файлы делаются из последней версии.", "Files are made from the latest version.";
    doc_calendar: "Календарь", "Calendar";
    doc_print: "Печать", "Print";
    doc_state: "Состояние документа", "State of the document";
    doc_draft: "Черновик: проверка готовности ещё не пройдена.", "A draft: the readiness check is not passed yet.";
    doc_draft_missing: "Черновик: не хватает сведений — {n}.", "A draft: facts are missing: {n}.";
    doc_ready: "Существенные условия названы.", "The essential terms are there.";
    doc_not_advice: "Текст собран по вашим словам и не является юридической консультацией: перед подписанием покажите его юристу.",
        "The text is made from your words and is not legal advice: show it to a lawyer before you sign it.";
    doc_stamp: "Проект", "Draft";
    doc_fill: "Заполнить: {label}", "Fill in: {label}";
    doc_unused: "Сведения, которые не вошли в текст договора: {n}", "Facts that the contract does not use: {n}";
    doc_unused_hint: "Они сохранены и учтены в вопросах, но ни один пункт их не называет.", "They are kept and the questions heed them, but no clause names them.";
    doc_all_used: "Все сведения использованы в договоре.", "The contract uses every fact.";
    about: "Заполняем: {label}", "Filling in: {label}";
    about_issue: "К вопросу", "To the issue";
    about_drop: "Не сейчас", "Not now";
    status: "Статус", "Status";
    created: "Создан", "Created";
    updated: "Изменён", "Changed";
    performer: "Кто отвечает", "Who answers";
    builtin: "правила программы, без языковой модели", "the program's own rules, without a language model";
    model: "языковая модель {name}", "language model {name}";
    st_collecting: "собираем сведения", "collecting facts";
    st_gating: "проверяем готовность", "checking readiness";
    st_ready: "готов к сборке", "ready to be put together";
    st_blocked: "есть препятствия", "blocked";
    meter: "Существенные условия: {done} из {total}", "Essential terms: {done} of {total}";
    meter_one: "Существенные условия: {done} из {total}", "Essential terms: {done} of {total}";
    meter_none: "Существенные условия станут известны, когда определится вид договора.",
        "The essential terms are known once the type of contract is.";
    meter_full: "Все существенные условия названы.", "All essential terms are there.";
    meter_missing: "Чего не хватает", "What is missing";
    proof_second_hand: "по комментариям", "from commentary";
    proof_unverified: "норма не сверена", "the norm was not checked";
    gate: "Проверка готовности", "Readiness check";
    gate_open: "Можно собирать договор", "The contract can be put together";
    gate_closed: "Пока рано", "Not yet";
    gate_none: "Проверка пройдёт, когда соберутся основные сведения.", "The check runs once the main facts are there.";
    blockers: "Что мешает", "What stands in the way";
    blocker_issues: "К вопросу", "To the issue";
    facts: "Сведения", "Facts";
    facts_count: "всего {n}", "{n} in all";
    facts_empty: "Пока пусто. Первые сведения появятся из вашего сообщения.", "Nothing yet. The first facts come from your message.";
    facts_none_found: "Ничего не нашлось. Попробуйте другое слово.", "Nothing found. Try another word.";
    search: "Найти в сведениях", "Search the facts";
    do_search: "Найти", "Search";
    yes: "да", "yes";
    no: "нет", "no";
    empty_value: "не указано", "not given";
    changed: "новое", "new";
    whence: "Откуда это?", "Where is this from?";
    or_stated: "со слов", "stated";
    or_confirmed: "подтверждено", "confirmed";
    or_assumed: "предположение", "assumed";
    or_computed: "вычислено", "computed";
    or_default: "по закону", "by law";
    or_stated_long: "Это есть в ваших словах.", "It stands in your words.";
    or_confirmed_long: "Вы это подтвердили.", "You confirmed it.";
    or_assumed_long: "Этого никто не говорил. Подтвердите или исправьте.", "Nobody said it. Confirm or correct it.";
    or_computed_long: "Следует из других сведений.", "It follows from other facts.";
    or_default_long: "Правило закона на случай, если стороны промолчали.", "The rule of law when the parties are silent.";
    since_version: "Появилось в версии {n}, {date}", "Since version {n}, {date}";
    show_in_chat: "Показать в разговоре", "Show in the dialogue";
    confirm: "Подтвердить", "Confirm";
    reject: "Отклонить", "Reject";
    new_value: "Исправить значение", "Correct the value";
    amount_hint: "Число рублей и копеек, например 30000.00", "A number with at most two decimals, for example 30000.00";
    edit_by_words: "Чтобы изменить, напишите об этом в разговоре.", "To change it, say so in the dialogue.";
    reopens: "После этой правки снова откроется:", "This edit will reopen:";
    recomputed: "будет пересчитано", "will be computed again";
    save_anyway: "Всё равно сохранить", "Save anyway";
    keep_as_is: "Оставить как есть", "Leave it as it is";
    conflict: "Что расходится", "What contradicts";
    save: "Сохранить", "Save";
    issues: "Вопросы к договору", "Issues";
    issues_empty: "Ни одного вопроса. Так бывает в самом начале или когда всё решено.", "No issues: so it is at the very start, or when all is settled.";
    issues_none_found: "Под этот отбор ничего не подходит.", "Nothing fits this filter.";
    severity: "Важность", "Severity";
    any: "любая", "any";
    any_status: "любой", "any";
    order: "Порядок", "Order";
    apply: "Показать", "Show";
    sev_critical: "критично", "critical";
    sev_high: "важно", "high";
    sev_med: "средне", "medium";
    sev_low: "мелочь", "low";
    is_open: "открыт", "open";
    is_resolved: "решён", "resolved";
    is_dismissed: "снят", "dismissed";
    by_severity: "сначала важные", "worst first";
    by_status: "сначала открытые", "open first";
    by_title: "по названию", "by title";
    why: "Почему это важно", "Why it matters";
    missing: "Чего не хватает", "What is missing";
    resolve: "Как решить", "How to settle it";
    evidence: "Основание", "Evidence";
    needs_word: "Нужно ваше подтверждение.", "It needs your confirmation.";
    versions: "Версии", "Versions";
    compare: "Что изменилось", "What changed";
    compare_from: "Версия", "Version";
    compare_to: "и версия", "and version";
    compare_with_latest: "Сравнить с последней", "Compare with the latest";
    compared: "Что изменилось: версия {n} → версия {m}", "What changed: version {n} → version {m}";
    compared_same: "Сведения и вопросы в этих версиях одинаковы.", "The facts and the issues of these versions are the same.";
    close: "Закрыть", "Close";
    col_fact: "Сведение", "Fact";
    col_issue: "Вопрос к договору", "Issue";
    col_before: "Было", "Before";
    col_after: "Стало", "After";
    col_origin: "Откуда", "Origin";
    was_absent: "не было", "absent";
    is_gone: "убрано", "removed";
    fork: "Что если", "What if";
    fork_at: "Открыть копию с версии {n}: исходный договор не изменится", "Open a copy from version {n}: the original stays as it is";
    replay_file: "Сохранить дело в файл", "Save the matter to a file";
    replay_hint: "Все версии одним файлом: его откроет и другая установка.", "All versions in one file: another installation can open it.";
    replay_open: "Открыть сохранённое дело", "Open a saved matter";
    replay_choose: "Договор со всеми версиями, сохранённый на этой или другой установке", "A contract with all its versions, saved here or on another installation";
    replay_reading: "Проверяю файл и восстанавливаю версии…", "Checking the file and rebuilding the versions…";
    replay_no_js: "Для этого в браузере нужно включить JavaScript: файл читается прямо на странице.", "This needs JavaScript: the file is read by the page itself.";
    notices: "Замечания к виду договора", "Remarks about this type of contract";
    read_only: "Версия {n} из {m}, только чтение", "Version {n} of {m}, read only";
    to_latest: "Вернуться к последней", "Back to the latest";
    changes: "Изменилось: {what}", "Changed: {what}";
    no_changes: "сведения те же", "the facts are the same";
    cause_message: "сообщение", "message";
    cause_edit: "правка", "edit";
    cause_interpret: "разбор ответа", "reading the answer";
    cause_skeleton: "структура договора", "structure of the contract";
    cause_clauses: "тексты пунктов", "wording of clauses";
    cause_final: "проверка документа", "check of the document";
    cause_gate: "проверка готовности", "readiness check";
    trace: "Журнал шагов", "Log of the steps";
    trace_show: "Показать ход работы", "Show the work";
    trace_empty: "Пока не выполнен ни один шаг.", "No step has run yet.";
    tr_performer: "Кто отвечал", "Answered by";
    tr_tokens: "Объём (токены)", "Size (tokens)";
    tr_cost: "Стоимость", "Cost";
    tr_time: "Время", "Time";
    tr_prompt: "Задание", "Instructions";
    tr_attempt: "Попытка {n}", "Attempt {n}";
    tr_refused: "Отклонено", "Refused";
    tr_raw: "Ответ как он пришёл", "The performer's answer";
    tr_guards: "Решения правил", "Decisions of the rules";
    tr_notes: "Пояснения к ответу", "The performer's notes";
    no_data: "нет данных", "no data";
    ms: "мс", "ms";
    s: "с", "s";
    out_accepted: "принято", "accepted";
    out_refused: "отклонено", "refused";
    out_unavailable: "нет связи с моделью", "the model cannot be reached";
    out_cancelled: "остановлено", "stopped";
    you: "Вы", "You";
    system: "Система", "System";
    sending: "отправляется", "sending";
    chat_empty: "Разговор ещё не начался.", "The dialogue has not begun.";
    question: "Вопрос", "Question";
    your_answer: "Ваш ответ", "Your answer";
    your_message: "Ваше сообщение", "Your message";
    answer_hint: "Можно ответить сразу на несколько вопросов или исправить сказанное", "Answer several things at once, or correct what you said";
    send: "Отправить", "Send";
    keys_hint: "Enter — отправить, Shift+Enter — новая строка", "Enter sends, Shift+Enter starts a new line";
    keys_choices: "Вариант можно выбрать цифрой", "A digit picks an option";
    done_title: "Сведений достаточно", "The facts are enough";
    done_lead: "Существенные условия названы. Если что-то изменилось, просто напишите.", "The essential terms are there. If something changed, just write it.";
    drafting_title: "Документ собирается", "The document is being put together";
    drafting_lead: "Следующий шаг — в виде «Документ». Если что-то изменилось, просто напишите: договор вернётся к сведениям и соберётся заново.", "The next step is in the Document view. If something changed, just write it: the contract goes back to its facts and is put together again.";
    final_title: "Документ проверен", "The document is checked";
    final_lead: "Скачайте его в виде «Документ». Если что-то изменилось, просто напишите.", "Download it in the Document view. If something changed, just write it.";
    halt_title: "Дальше нужна ваша помощь", "Your help is needed";
    step_interpret: "Читаю ответ…", "Reading your answer…";
    step_gate: "Проверяю готовность…", "Checking readiness…";
    step_edit: "Записываю правку…", "Storing the edit…";
    step_other: "Работаю…", "Working…";
    attempt: "попытка {n}", "attempt {n}";
    cancel: "Остановить", "Stop";
    refresh: "Обновить страницу", "Refresh the page";
    failed_title: "Ответ не получен", "There was no answer";
    failed_lead: "Ваши слова сохранены, ничего повторять не нужно. Шаг можно выполнить ещё раз.", "Your words are kept; there is no need to repeat them. The step can run again.";
    fault_empty: "Сообщение пустое. Напишите хотя бы одно слово.", "The message is empty. Write at least one word.";
    fault_long: "Сообщение длиннее 64 КБ. Сократите его или отправьте по частям.", "The message is over 64 KB. Shorten it, or send it in parts.";
    retry: "Повторить", "Retry";
    problem: "Не получилось", "It did not work";
    err_other: "Что-то пошло не так. Повторите; сказанное сохранено.", "Something went wrong. Try again; what you said is kept.";
}

/// The catalogue of a language.
#[must_use]
pub fn of(lang: Lang) -> &'static Text {
    match lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}

/// The choices of this page.
#[must_use]
pub fn prefs() -> Prefs {
    use_context::<Prefs>().unwrap_or_else(Prefs::current)
}

/// The catalogue of this page.
#[must_use]
pub fn text() -> &'static Text {
    of(prefs().lang)
}

#[cfg(test)]
mod tests {
    use super::{KO, PAIRS};

    #[test]
    fn both_languages_use_the_same_places() {
        let places = |text: &str| {
            let mut found: Vec<String> =
                text.split('{').skip(1).filter_map(|p| p.split_once('}').map(|(n, _)| n.to_owned())).collect();
            found.sort();
            found
        };
        for ((key, ru, en), ko) in PAIRS.iter().zip(KO.all()) {
            assert!(!ru.trim().is_empty() && !en.trim().is_empty() && !ko.trim().is_empty(), "{key} is empty");
            assert_eq!(places(ru), places(en), "{key}");
            assert_eq!(places(ko), places(en), "{key} in Korean");
        }
    }
}
