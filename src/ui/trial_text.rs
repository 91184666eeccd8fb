//! The words of the mock trial: Korean first, then Russian and English. Their language is the visitor's, not the case's.

use crate::ui::prefs::Lang;
use crate::ui::{text as general, trial_names};

/// Declares the catalogues: one key, its words in three languages.
macro_rules! catalogue {
    ($($key:ident: $ko:literal, $ru:literal, $en:literal;)*) => {
        /// The words of one language.
        #[derive(Debug)]
        pub struct TrialText {
            /// The language.
            pub lang: Lang,
            $(
                #[doc = concat!("«", $ko, "»")]
                pub $key: &'static str,
            )*
        }

        static KO: TrialText = TrialText { lang: Lang::Ko, $($key: $ko,)* };
        static RU: TrialText = TrialText { lang: Lang::Ru, $($key: $ru,)* };
        static EN: TrialText = TrialText { lang: Lang::En, $($key: $en,)* };

        #[cfg(test)]
        const ALL: &[(&str, [&str; 3])] = &[$((stringify!($key), [$ko, $ru, $en]),)*];
    };
}

catalogue! {
    home_title: "모의 재판", "Учебный процесс", "Mock trial";
    home_lead: "사실관계를 먼저 확정하고, 양측이 세 라운드에 걸쳐 다툽니다. 라운드가 끝날 때마다 방향을 정하고, 마지막에 쟁점·리스크·권고 조치를 담은 리포트를 받습니다.",
        "Сначала фиксируются факты, затем стороны спорят три раунда. После каждого вы задаёте направление, а в конце получаете отчёт: вопросы, риски, действия.",
        "The facts are fixed first; then both sides argue for three rounds. After each you set the course, and at the end there is a report of issues, risks and actions.";
    sessions: "진행 중인 모의 재판", "Начатые процессы", "Trials in progress";
    sessions_empty: "시작한 모의 재판이 여기에 표시됩니다.", "Здесь появятся процессы, которые вы начнёте.", "Trials that you start will appear here.";
    start: "모의 재판 시작", "Начать процесс", "Start the trial";
    st_facts: "사실관계 정리", "собираем факты", "facts";
    st_rounds: "심리 중", "идёт процесс", "in progress";
    st_report: "종결", "завершён", "finished";
    st_closed: "중단", "прекращён", "abandoned";
    is_title: "무엇을 하나요", "Что это", "What it is";
    is_1: "확정된 사실만 전제로 양측과 재판장이 주장하고 판단합니다.", "Стороны и суд опираются только на установленные факты.", "Both sides and the judge rest on confirmed facts only.";
    is_2: "주장마다 사실·증거 번호가 붙어 근거를 바로 볼 수 있습니다.", "У каждого довода номера фактов и доказательств.", "Every argument carries the numbers of its facts and evidence.";
    is_3: "라운드마다 목표·금지·기한을 정하면 다음 라운드가 그대로 따릅니다.", "Цель, запреты и сроки обязательны для следующего раунда.", "Your goal, bans and deadlines bind the next round.";
    is_4: "언어 모델이 없어도 끝까지 진행됩니다.", "Работает до конца и без языковой модели.", "It runs to the end even without a language model.";
    is_not_title: "무엇이 아닌가요", "Чем не является", "What it is not";
    is_not_1: "법률 자문이 아니며 결과를 보장하지 않습니다.", "Это не консультация и не обещание исхода.", "It is no legal advice and promises no outcome.";
    is_not_2: "지표는 확률이 아니라 입증 상태를 나타냅니다.", "Показатель — не вероятность, а состояние доказанности.", "The index is no probability; it shows how far things are proven.";
    is_not_3: "확인되지 않은 사실이나 판례를 만들어 내지 않습니다.", "Факты и решения не придумываются.", "It invents neither facts nor decisions.";
    is_not_4: "실제 소송 전에는 변호사의 검토가 필요합니다.", "Перед настоящим делом нужен юрист.", "A real case needs a lawyer's review.";
    case_type: "사건 유형", "Вид дела", "Kind of case";
    user_side: "우리 측", "Наша сторона", "Our side";
    user_side_hint: "목표와 양보선은 우리 측만 봅니다.", "Цель и границы уступок видит только наша сторона.", "Only our side sees the goal and the limits.";
    side_claimant: "원고 / 검사 측", "Истец / обвинение", "Claimant / prosecution";
    side_opposing: "피고 / 변호인 측", "Ответчик / защита", "Defendant / defence";
    side_neutral: "중립", "Нейтрально", "Neutral";
    outline: "사건 개요", "Суть дела", "Outline of the case";
    outline_hint: "누가, 언제, 무엇을 했고 무엇이 다투어지는지 적어 주세요. 다음 화면에서 고칠 수 있습니다.", "Кто, когда, что сделал и о чём спор. На следующем шаге это можно поправить.", "Who did what and when, and what is in dispute. It can be changed on the next screen.";
    law_as_of: "법령 기준일", "Право на дату", "Law as of";
    law_as_of_hint: "비워 두면 오늘", "пусто — сегодня", "empty: today";
    trial_lang: "재판의 언어", "Язык процесса", "Language of the trial";
    more_options: "추가 설정", "Ещё настройки", "More options";
    order: "형사 3라운드 순서", "Порядок 3-го раунда (уголовное)", "Order of round 3 (criminal)";
    order_code: "형사소송법 순서", "по кодексу", "as the Code has it";
    order_literal: "변호인 먼저", "сначала защита", "defence first";
    order_hint: "어느 쪽이든 피고인이 최후진술을 합니다.", "Последнее слово в любом случае у подсудимого.", "The accused has the last word either way.";
    jurisdiction: "관할", "Право", "Jurisdiction";
    korea: "대한민국", "Республика Корея", "Republic of Korea";
    jurisdiction_hint: "다른 나라의 법은 아직 제공하지 않습니다.", "Право других стран пока не предлагается.", "Other jurisdictions are not offered yet.";
    pane: "사건", "Дело", "Case";
    chat: "진행", "Ход дела", "Proceedings";
    chat_body: "입력", "Формы", "Forms";
    dispute: "분쟁 유형", "Тип спора", "Dispute";
    simulation_only: "시뮬레이션이며 법률 자문이 아닙니다.", "Это моделирование, а не юридическая консультация.", "A simulation, not legal advice.";
    properties: "상태와 버전", "Состояние и версии", "State and versions";
    way: "진행 단계", "Ход процесса", "Course of the trial";
    way_facts: "사실관계", "Факты", "Facts";
    way_round: "{n}라운드", "Раунд {n}", "Round {n}";
    way_extension: "연장 라운드", "Продление", "Extension";
    way_gate: "확인", "Контрольная точка", "Checkpoint";
    way_report: "리포트", "Отчёт", "Report";
    way_done: "완료", "пройдено", "done";
    way_now: "현재 — 입력 대기", "сейчас: ждём вас", "here: waiting for you";
    way_running: "진행 중", "идёт", "running";
    way_ahead: "예정", "впереди", "ahead";
    stale: "사실 변경됨", "факты изменились", "facts changed";
    stale_long: "이 라운드 이후 사실이 바뀌었습니다", "факты с тех пор изменились", "the facts have changed since";
    card_title: "{n}라운드 결과", "Итог раунда {n}", "Outcome of round {n}";
    card_extension: "연장 라운드 결과", "Итог продления", "Outcome of the extension";
    card_facts: "확정 {c} · 쟁점 {d} · 필요 증빙 {n} (사실 v{v})", "установлено {c} · спорно {d} · нужно {n} (факты v{v})", "confirmed {c} · disputed {d} · needed {n} (facts v{v})";
    card_stale: "사실이 바뀌어 다시 볼 라운드: {n}", "Факты изменились после раунда: {n}", "Facts changed since round: {n}";
    what_changed: "달라진 점", "Что изменилось", "What changed";
    by_steering: "지시에 따름", "по указанию", "by direction";
    issues: "쟁점", "Вопросы", "Issues";
    next_steps: "권고 조치", "Рекомендуемые действия", "Recommended steps";
    by_day: "기한", "до", "by";
    range: "판단 범위", "Диапазон решения", "Range of the decision";
    amount: "인용 예상액", "Сумма", "Amount";
    conditions: "다음에 따라 달라집니다", "Зависит от условий", "It depends on";
    index_hint: "0.05–0.95 사이의 입증 지표이며 확률이 아닙니다.", "Показатель от 0,05 до 0,95; не вероятность.", "An index between 0.05 and 0.95, not a probability.";
    verdict_go: "점검 이상 없음", "замечаний нет", "No objection";
    verdict_conditional: "조건부(유의사항 있음)", "с оговорками", "With reservations";
    verdict_no_go: "사용 불가", "использовать нельзя", "Not usable";
    verdict_unavailable: "검증 불가 — 통과 아님", "Проверки не было: это не допуск", "Not verified: no pass";
    verdict_found: "지적 {n}건", "замечаний: {n}", "findings: {n}";
    receipts: "지시 이행 확인", "Как выполнены указания", "How the directions were followed";
    rewrites: "고쳐 쓴 표현", "Исправленные места", "Rewritten passages";
    risks: "리스크", "Риски", "Risks";
    likelihood: "가능성", "вероятность", "likelihood";
    impact: "영향", "ущерб", "impact";
    citations: "인용", "Ссылки", "Citations";
    no_citation: "인용 없음", "без ссылок", "No citation";
    burden: "입증책임", "Бремя доказывания", "Burden of proof";
    element: "요건", "Что доказать", "Element";
    holder: "책임", "Кто", "Holder";
    proof_state: "상태", "Состояние", "State";
    grounds: "근거", "Чем", "Grounds";
    none_yet: "아직 없음", "пока нет", "none yet";
    flips: "다툼 있는 사실의 영향", "Что решают спорные факты", "What the disputed facts decide";
    flips_hint: "각 사실이 인정되거나 빠질 때 지표의 변화", "как сдвинется показатель", "how the index would move";
    flips_nothing: "결과가 달라지지 않음", "ничего не меняет", "changes nothing";
    if_true: "인정되면", "если верно", "if true";
    if_false: "빠지면", "если нет", "if not";
    as_is: "현재", "сейчас", "now";
    claims: "주장", "Требования и доводы", "Claims";
    elements: "요건사실", "Предмет доказывания", "Elements";
    proof_plan: "입증계획", "План доказательств", "Plan of evidence";
    weak_points: "약점", "Слабые места", "Weak points";
    counters: "반박·항변", "Возражения", "Counter-arguments";
    disproof_plan: "반증계획", "План опровержения", "Plan of disproof";
    procedure_risks: "절차상 위험", "Процессуальные риски", "Procedural risks";
    offers: "합의 방안", "Варианты урегулирования", "Ways to settle";
    answers: "답변", "Ответы", "Answers";
    unknown: "모름", "Неизвестно", "Unknown";
    last_word: "최후진술", "Последнее слово", "Last word";
    findings: "판단", "Выводы", "Findings";
    questions: "당사자에게 묻는 사항", "Вопросы стороне", "Questions to the party";
    fork: "이 지점에서 분기", "Копия с этой точки", "Branch from here";
    fork_hint: "사본에서 다른 방향을 시험합니다. 원본은 그대로입니다.", "Попробуйте другое направление: исходный процесс не изменится.", "Try another course in a copy; this one stays.";
    facts: "사실관계", "Факты", "Facts";
    facts_empty: "사건을 입력하면 여기에 확정·쟁점·필요 증빙으로 나뉘어 표시됩니다.", "Когда вы расскажете дело, факты появятся здесь в трёх разделах.", "Once you tell the case, its facts appear here in three classes.";
    facts_unconfirmed: "아직 확정 전", "ещё не подтверждены", "not confirmed yet";
    facts_confirmed: "확정 v{n}", "подтверждены, v{n}", "confirmed, v{n}";
    class_confirmed: "확정", "Установлено", "Confirmed";
    class_confirmed_hint: "모든 주장은 이 사실만 전제로 합니다.", "Доводы строятся только на этом.", "Arguments rest on these only.";
    class_disputed: "불명·쟁점", "Спорно", "Unknown or disputed";
    class_disputed_hint: "전제로 쓰지 않고 쟁점으로 다룹니다.", "Не основание, а предмет спора.", "Not a ground but a matter of dispute.";
    class_needed: "필요 증빙", "Нужны доказательства", "Needed evidence";
    class_needed_hint: "요건은 있으나 뒷받침할 자료가 없습니다.", "Нужно для дела, но ничем не подкреплено.", "Needed, but nothing shows it yet.";
    denies: "반대되는 요건:", "против чего:", "speaks against:";
    links: "요건과의 관계", "Связь с элементами", "Relation to the elements";
    link_add: "다른 요건과 연결", "Связать с элементом", "Link to another element";
    link_how: "관계", "Связь", "Relation";
    neutral: "중립적인 사실로 시작", "Начать с нейтрального факта", "Begin with a neutral fact";
    neutral_hint: "모든 것이 다투어지면 이 사실만으로 1라운드를 시작할 수 있습니다. 어느 요건도 뒷받침하지 않습니다.",
        "Если отрицается всё, раунд можно начать с этим фактом. Он ничего не доказывает.",
        "Where everything is denied the round can begin with this fact. It proves nothing.";
    cause_review: "청구원인 검토: 「{title}」도 비슷한 정도로 해당할 수 있습니다.",
        "Проверьте основание: почти так же подходит «{title}».", "Look at the cause: “{title}” fits nearly as well.";
    pack_correct: "분쟁 유형 바로잡기", "Исправить тип спора", "Correct the type of dispute";
    formula: "산식", "как получено", "how it comes about";
    asserted_by: "주장: {who}", "говорит: {who}", "said by: {who}";
    speaks_of: "관련 요건:", "к чему:", "speaks of:";
    denied_by: "다툼: {who}", "отрицает: {who}", "denied by: {who}";
    ref_summary: "사건 개요", "суть дела", "outline";
    ref_charge: "공소사실", "обвинение", "charge";
    ref_issues: "쟁점 메모", "о спорном", "told issues";
    ref_timeline: "경과", "хронология", "timeline";
    ref_review: "검토 중 추가", "добавлено при проверке", "added in the review";
    ref_gate: "확인 단계에서 추가", "добавлено на контрольной точке", "added at a checkpoint";
    review: "사실관계를 검토해 주세요", "Проверьте факты", "Review the facts";
    review_lead: "분류를 옮기거나 고치고, 아닌 것은 지운 뒤 확정하세요. 확정해야 1라운드가 시작됩니다.", "Перенесите, исправьте, уберите лишнее и подтвердите: без этого раунд не начнётся.", "Move, correct, remove what is wrong, then confirm: no round begins before.";
    review_faulty: "표시된 항목을 확인해 주세요.", "Проверьте отмеченные места.", "Look at the marked places.";
    to_facts: "사실관계로 이동", "К фактам", "To the facts";
    to_card: "전체 결과 보기", "Весь итог", "The whole outcome";
    to_report: "리포트 열기", "К отчёту", "To the report";
    accept_facts: "모두 다툼 없는 사실로 확정", "Всё это бесспорно, начать раунд", "All of it is undisputed, run the round";
    confirm_facts: "확정하고 1라운드 진행", "Подтвердить и начать раунд", "Confirm and run the round";
    save_facts: "고친 내용 저장", "Сохранить правки", "Save the changes";
    remove: "삭제", "убрать", "remove";
    fact_words: "{id} 내용", "{id}: текст", "Words of {id}";
    fact_class: "{id} 분류", "{id}: раздел", "Class of {id}";
    add_fact: "사실 추가", "Добавить факт", "Add a fact";
    new_fact: "새 사실", "Новый факт", "New fact";
    new_fact_class: "새 사실의 분류", "Раздел нового факта", "Class of the new fact";
    evidence: "증거", "Доказательства", "Evidence";
    evidence_empty: "아직 제출된 증거가 없습니다.", "Доказательств пока нет.", "No evidence yet.";
    evidence_unread: "내용을 읽지 못함", "слова не прочитаны", "its words were not read";
    evidence_words: "내용 보기", "Показать текст", "Show its words";
    contested: "진정성립 다툼", "оспорено", "contested";
    upload: "증거 파일 올리기", "Приложить файл", "Upload evidence";
    upload_file: "파일", "Файл", "File";
    upload_title: "이름", "Название", "Title";
    upload_side: "제출 측", "Чьё", "Side";
    upload_hint: "DOCX, PDF, TXT 또는 그림, 25 MB까지. 작성 중인 입력은 이 탭에 보관됩니다.", "DOCX, PDF, TXT или изображение до 25 МБ. Заполненное в этой вкладке сохранится.", "DOCX, PDF, TXT or a picture, up to 25 MB. What you typed in this tab stays.";
    upload_send: "올리기", "Приложить", "Upload";
    intake: "사건 입력", "Расскажите дело", "Tell the case";
    intake_lead: "입력한 내용은 확정·쟁점·필요 증빙으로 나누어 보여 드리고, 확인을 받은 뒤에만 재판이 시작됩니다.", "Рассказ будет разделён на установленное, спорное и недостающее; процесс начнётся после вашего подтверждения.", "What you tell is divided into confirmed, disputed and missing; the trial begins once you confirm.";
    summary: "사건 개요", "Суть дела", "Outline";
    charge: "공소사실", "Обвинение", "Charge";
    plea: "피고인의 입장", "Позиция подсудимого", "Plea";
    parties: "당사자", "Стороны", "Parties";
    party: "당사자", "Сторона", "Party";
    party_name: "이름·상호", "Имя, название", "Name";
    party_alias: "가명", "Псевдоним", "Alias";
    party_kind: "구분", "Кто", "Kind";
    party_side: "지위", "Сторона", "Side";
    more_parties: "당사자 더 추가", "Ещё стороны", "More parties";
    objectives: "요구사항(목표)", "Чего добиваемся", "Objectives";
    objectives_hint: "한 줄에 하나씩, 5개까지.", "По одному в строке, не больше пяти.", "One a line, five at most.";
    amount_claimed: "청구 금액", "Сумма требований", "Amount claimed";
    evidence_typed: "보유 증거(텍스트)", "Доказательства (текст)", "Evidence (text)";
    evidence_typed_hint: "제목과 핵심 문장을 적어 주세요. 파일은 위에서 따로 올립니다.", "Название и главные слова. Файлы прикладываются отдельно.", "Title and its main words. Files are uploaded apart.";
    evidence_title: "제목", "Название", "Title";
    evidence_text: "내용", "Текст", "Words";
    more_evidence: "증거 더 추가", "Ещё доказательства", "More evidence";
    timeline: "경과(날짜별)", "Хронология", "Timeline";
    date: "날짜", "Дата", "Date";
    event: "있었던 일", "Событие", "Event";
    more_about: "쟁점·분쟁 유형 지정", "Спорное и тип спора", "Issues and type of dispute";
    issues_told: "다투는 점", "О чём спор", "What is in dispute";
    pack: "분쟁 유형", "Тип спора", "Type of dispute";
    pack_auto: "자동 판별", "определить по рассказу", "tell from the words";
    divide: "사실관계 정리하기", "Разделить факты", "Divide the facts";
    gate_r1: "1라운드 확인: 쟁점·목표", "Контрольная точка 1: вопросы и цель", "Checkpoint 1: issues and goal";
    gate_r1_lead: "여기서 정한 것은 참고가 아니라 다음 라운드를 구속합니다.", "Это не пожелания: следующий раунд обязан им следовать.", "These are no wishes: the next round is bound by them.";
    gate_r2: "2라운드 확인: 입증·증거", "Контрольная точка 2: доказательства", "Checkpoint 2: evidence";
    gate_r2_lead: "무엇을 어떻게 입증할지 증거마다 정해 주세요.", "Что и как доказываем, по каждому доказательству.", "What is proven and how, piece by piece.";
    gate_r3: "최종 확인: 종결·양보선", "Последняя контрольная точка: итог", "Last checkpoint: the end and its limits";
    gate_r3_lead: "종결하면 리포트가 만들어집니다. 연장은 한 번만 할 수 있습니다.", "Завершение даёт отчёт. Продлить можно один раз.", "Finalizing makes the report. One extension is possible.";
    block_public: "모든 역할에게 공개", "Видят все роли", "All roles see this";
    block_public_hint: "상대방의 변론에도 반영됩니다.", "Учтёт и другая сторона.", "The other side takes it into account too.";
    block_private: "우리 측만", "Только наша сторона", "Our side only";
    block_private_hint: "우리 측 대리인과 권고에만 쓰입니다.", "Только наш представитель и рекомендации.", "Only our counsel and the advice use it.";
    eyes_own: "상대방에게 보이지 않습니다", "другая сторона не видит", "the other side does not see it";
    eyes_none: "재판에 쓰이지 않는 기록입니다", "в процесс не попадает", "does not enter the trial";
    focus_issues: "핵심 쟁점(1–2개)", "Главные вопросы (1–2)", "Focus issues (1–2)";
    goal: "목표", "Цель", "Goal";
    stance: "포지션", "Позиция", "Stance";
    exclusions: "절대 금지", "Под запретом", "Never";
    deadline: "마무리 기한", "Срок", "Deadline";
    deadline_none: "없음", "нет", "none";
    deadline_1w: "1주 내", "1 неделя", "1 week";
    deadline_2w: "2주 내", "2 недели", "2 weeks";
    deadline_1m: "1개월 내", "месяц", "1 month";
    deadline_days: "다른 기한", "Другой срок", "Another deadline";
    days: "일", "дн.", "days";
    budget: "예산", "Бюджет", "Budget";
    patch: "사실 추가·정정", "Добавить или исправить факт", "Add or correct a fact";
    patch_hint: "사실이 바뀌면 다시 확인을 받은 뒤 진행합니다.", "После правки факты нужно подтвердить снова.", "Changed facts have to be confirmed again.";
    patch_op: "할 일", "Что сделать", "Do";
    patch_fact: "대상 사실", "Какой факт", "Which fact";
    patch_text: "내용", "Текст", "Words";
    patch_evidence: "증거", "Доказательство", "Evidence";
    note: "메모(선택)", "Заметка (необязательно)", "Note (optional)";
    note_hint: "300자까지. 메모는 사실이 되지 않습니다.", "До 300 знаков. Заметка не становится фактом.", "Up to 300 characters. A note never becomes a fact.";
    claims_fold: "청구 추가·취하", "Добавить или снять требование", "Add or withdraw a claim";
    claims_hint: "예비적·병합 청구나 반소를 더하면 사실이 새 요건에 연결됩니다. 사실을 다시 확인한 뒤 진행합니다.", "Новое требование связывается с фактами; их нужно подтвердить снова.", "A new claim is linked to the facts; they are confirmed again first.";
    claims_all: "청구", "Требования", "Claims";
    claim_drop: "취하", "снять", "withdraw";
    claim_relation: "청구의 관계", "Как соотносится", "How it stands";
    claim_pack: "청구 유형", "Вид требования", "Type of claim";
    claim_results: "청구별 결과", "Итог по требованиям", "Outcome by claim";
    tree: "판단 구조", "На чём стоит оценка", "What the finding rests on";
    deciding: "결론을 좌우하는 사실:", "решают факты:", "deciding facts:";
    proceed: "이 방향으로 다음 라운드 진행", "Продолжить так", "Proceed";
    running: "진행 중…", "Идёт…", "Running…";
    skip: "그대로 진행(스킵)", "Пропустить контрольную точку", "Skip this checkpoint";
    skip_confirm: "이번에는 지시 없이, 앞의 방향 그대로 진행합니다.", "Новых указаний нет: идём прежним курсом.", "No new directions: go on as before.";
    skip_send: "스킵하고 진행", "Пропустить и продолжить", "Skip and go on";
    burden_focus: "입증 초점(1–2개)", "Что доказываем (1–2)", "Focus of proof (1–2)";
    proof_strategy: "입증 방법", "Способ доказывания", "Strategy of proof";
    evidence_own: "우리 측 증거", "Наши доказательства", "Our evidence";
    evidence_other: "상대 증거에 대한 의견", "Что скажем о чужих", "On their evidence";
    gap_plan: "부족한 증빙", "Чего не хватает", "What is missing";
    motions: "증거 신청", "Ходатайства", "Motions";
    damages: "손해 근거", "Основание суммы", "Basis of the amount";
    damages_basis: "손해 유형", "Вид убытков", "Kind of loss";
    claimed: "청구액", "Требуем", "Claimed";
    provable: "입증 가능액", "Докажем", "Provable";
    claimed_at_intake: "입력한 청구 금액", "заявлено вначале", "claimed at first";
    sentencing: "양형 자료", "Материалы о наказании", "Sentencing materials";
    risk_tolerance: "위험 허용도", "Терпимость к риску", "Risk tolerance";
    decision: "결정", "Решение", "Decision";
    decide: "결정 제출", "Отправить решение", "Submit the decision";
    extend_issue: "연장할 쟁점", "Какой вопрос продлить", "Issue of the extension";
    extend_question: "재판장에게 묻고 싶은 것", "Вопрос к суду", "Question to the judge";
    abandon_confirm: "리포트 없이 중단합니다. 되돌릴 수 없습니다.", "Прекратить без отчёта; вернуться нельзя.", "Stop without a report; there is no way back.";
    acceptable_outcome: "수용 가능한 결과", "Приемлемый исход", "Acceptable outcome";
    concessions: "양보할 수 있는 것", "На что согласны", "Possible concessions";
    condition: "조건(선택)", "условие (если есть)", "condition (optional)";
    which_fact: "어느 사실", "Какой факт", "Which fact";
    confession_binds: "재판상 자백은 구속력이 있습니다(민사소송법 제288조).", "Признание связывает (ст. 288 ГПК Кореи).", "A confession binds (Civil Procedure Act art. 288).";
    line: "합의선", "Границы мирового", "Settlement line";
    line_hint: "합의를 목표로 하거나 결과로 고르면 필요합니다. 받는 쪽은 제시 ≥ 목표 ≥ 한계, 주는 쪽은 그 반대.", "Нужны, если цель или исход — мир. Получая: старт ≥ цель ≥ предел; платя — наоборот.", "Needed when you aim to settle. Receiving: opening ≥ target ≥ limit; paying: the other way.";
    line_direction: "방향", "Направление", "Direction";
    line_opening: "제시액", "Старт", "Opening";
    line_target: "목표액", "Цель", "Target";
    line_limit: "한계", "Предел", "Walk-away";
    adr_route: "분쟁해결 경로", "Путь к миру", "Route";
    never: "양보 불가", "Не обсуждается", "Non-negotiable";
    acks: "확인", "Подтверждения", "Acknowledgements";
    deadlines_ack: "기한을 확인했습니다", "Сроки просмотрены", "Deadlines seen";
    days_from: "{from} {n}일", "{n} дн. {from}", "{n} days {from}";
    risks_ack: "남은 리스크를 확인했습니다", "Риски просмотрены", "Open risks seen";
    verdict_ack: "검증을 통과하지 못한 상태임을 알고 종결합니다.", "Знаю, что проверка не пройдена, и завершаю.", "I know that the check was not passed, and finalize.";
    report_wish: "리포트", "Отчёт", "Report";
    audience: "읽는 사람", "Для кого", "Audience";
    detail: "분량", "Объём", "Detail";
    include: "포함할 내용", "Включить", "Include";
    redaction: "가림 처리", "Скрыть", "Redaction";
    reviewer: "검토자(선택)", "Кто проверил (необязательно)", "Reviewer (optional)";
    directions: "지금까지의 지시", "Данные указания", "Directions so far";
    direction_of: "{n}라운드 확인", "Контрольная точка раунда {n}", "Checkpoint of round {n}";
    report_open: "리포트 열기", "Открыть отчёт", "Open the report";
    report_files: "리포트 파일", "Файлы отчёта", "Files of the report";
    report_public: "비공개 쪽을 뺀 PDF", "PDF без закрытой части", "PDF without the private part";
    report_private: "합의선만 PDF", "PDF: только мировое", "PDF: the settlement only";
    report_sections: "목차", "Содержание", "Contents";
    report_hash: "진행 기록의 SHA-256:", "SHA-256 журнала событий:", "SHA-256 of the event log:";
    done: "종결되었습니다", "Процесс завершён", "The trial is over";
    done_lead: "리포트가 준비되었습니다. 각 라운드가 끝난 지점에서 분기하여 다른 방향도 시험할 수 있습니다.", "Отчёт готов. С любой контрольной точки можно открыть копию и попробовать иначе.", "The report is ready. Open a copy from any checkpoint to try another course.";
    closed: "중단되었습니다", "Процесс прекращён", "The trial was abandoned";
    closed_lead: "리포트는 만들어지지 않았습니다. 라운드가 끝난 지점에서 분기하여 다시 시작할 수 있습니다.", "Отчёта нет. С контрольной точки можно открыть копию.", "There is no report. A copy can be opened from a checkpoint.";
    working: "진행 중입니다", "Идёт работа", "Working";
    working_lead: "라운드가 끝나면 여기에 입력 화면이 나타납니다.", "Когда раунд закончится, здесь появится форма.", "When the round ends, a form appears here.";
    old_version: "지난 버전입니다. 입력은 최신 버전에서만 할 수 있습니다.", "Это старая версия: формы есть только у последней.", "An older version: forms stand at the latest only.";
    stopped: "중간에 멈췄습니다", "Остановлено на полпути", "Stopped midway";
    stopped_lead: "그때까지의 내용은 저장되었습니다. 같은 단계에서 이어집니다.", "Сделанное сохранено. Продолжение — с того же шага.", "What was done is kept. It goes on at the same step.";
    resume: "이어서 진행", "Продолжить", "Resume";
    again: "(다시 씀)", "(ещё раз)", "(again)";
    required: "필수", "обязательно", "required";
    fault_row: "{n}번째:", "строка {n}:", "row {n}:";
    fault_required: "필수 항목입니다. 선택하거나 입력해 주세요.", "Это обязательно: выберите или заполните.", "Required: pick or fill it in.";
    fault_no_fact: "다툼 없는 사실이 하나도 없습니다. 상대방도 다투지 않는 사실을 「확정」으로 표시하거나, 「중립적인 사실로 시작」을 선택하고 다시 확정해 주세요.",
        "Ни одного бесспорного факта: всё оспорено. Отметьте «установлен» хотя бы тот, который другая сторона не отрицает либо выберите «Начать с нейтрального факта» и подтвердите снова.",
        "Nothing is undisputed: all of it is denied. Mark as established at least one fact that the other side does not deny, or choose “Begin with a neutral fact” and confirm again.";
    fault_count: "개수나 범위를 넘었습니다 (최대 {max}).", "Слишком много (не больше {max}).", "Too many (at most {max}).";
    fault_long: "비어 있거나 너무 깁니다 (최대 {max}자).", "Пусто или слишком длинно (до {max} знаков).", "Empty or too long (up to {max} characters).";
    fault_order: "금액의 순서가 맞지 않습니다.", "Суммы стоят не по порядку.", "The sums are not in their order.";
    fault_ack: "모두 확인 표시를 해 주세요.", "Отметьте всё.", "Tick every one.";
    fault_extended: "연장은 이미 사용했습니다.", "Продление уже было.", "The extension was used.";
    fault_skip: "이 확인 단계는 건너뛸 수 없습니다.", "Эту контрольную точку пропустить нельзя.", "This checkpoint cannot be skipped.";
    fault_kind: "이 사건 유형에서는 쓸 수 없습니다.", "Не для этого вида дела.", "Not for this kind of case.";
    fault_extending: "청구는 연장할 때만 바꿀 수 있습니다.", "Требования меняются только при продлении.", "Claims change only with an extension.";
    fault_version: "양식이 바뀌었습니다. 새로고침해 주세요.", "Форма изменилась: обновите страницу.", "The form has changed: reload the page.";
    fault_unknown: "알 수 없는 값입니다. 다시 선택해 주세요.", "Неизвестное значение: выберите снова.", "Unknown value: pick again.";
}

/// The steps that have a name of their own while they run.
pub const STEPS: [&str; 9] =
    ["FACTS_STIPULATE", "CLAIMANT", "OPPOSING", "PARTY", "JUDGE", "VERIFY", "RECOMMEND", "SUMMARIZE", "REPORT"];

impl TrialText {
    /// What a running step does.
    #[must_use]
    pub fn step(&self, step: &str, criminal: bool) -> String {
        let pick = |ko, ru, en| trial_names::pick(self.lang, ko, ru, en).to_owned();
        match step {
            "FACTS_STIPULATE" => pick("사실관계를 나누는 중…", "Разделяю факты…", "Dividing the facts…"),
            "VERIFY" => pick("검증하는 중…", "Проверяю раунд…", "Verifying the round…"),
            "SUMMARIZE" => pick("라운드를 정리하는 중…", "Подвожу итог…", "Summing up…"),
            "REPORT" => pick("리포트를 만드는 중…", "Готовлю отчёт…", "Making the report…"),
            "CLAIMANT" | "OPPOSING" | "PARTY" | "JUDGE" | "RECOMMEND" => {
                format!("{}…", trial_names::role(self.lang, criminal, &step.to_lowercase()))
            }
            _ => pick("진행 중…", "Идёт работа…", "Working…"),
        }
    }
}

/// The catalogue of a language.
#[must_use]
pub fn of(lang: Lang) -> &'static TrialText {
    match lang {
        Lang::Ko => &KO,
        Lang::Ru => &RU,
        Lang::En => &EN,
    }
}

/// The catalogue of this page.
#[must_use]
pub fn text() -> &'static TrialText {
    of(general::prefs().lang)
}

/// The name of an id of a group in the language of this page.
#[must_use]
pub fn name(group: &str, id: &str) -> String {
    trial_names::name(general::prefs().lang, group, id)
}

/// What a fact, a piece of evidence, a gap is called: `f-1` is «사실 1».
#[must_use]
pub fn thing(id: &str) -> String {
    match id.split_once('-') {
        Some((kind @ ("f" | "ev" | "gap" | "issue"), number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            // Those of a further claim are counted within it: 203 is the third of claim 2.
            let own = number.parse::<u32>().ok().filter(|n| *n >= 100 && kind != "f" && kind != "ev");
            let number = own.map_or_else(|| number.to_owned(), |n| format!("{}-{}", n / 100, n % 100));
            name("thing", kind).replace("{n}", &number)
        }
        _ => id.to_owned(),
    }
}

/// The holder of a role in the language of this page.
#[must_use]
pub fn role(criminal: bool, role: &str) -> String {
    trial_names::role(general::prefs().lang, criminal, role)
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn three_languages_use_the_same_places() {
        for (key, words) in ALL {
            let places = words.map(|text| {
                let mut found: Vec<String> =
                    text.split('{').skip(1).filter_map(|p| p.split_once('}').map(|(n, _)| n.to_owned())).collect();
                found.sort();
                found
            });
            assert!(words.iter().all(|text| !text.trim().is_empty()), "{key} is empty");
            assert!(places.windows(2).all(|two| two[0] == two[1]), "{key}: {places:?}");
        }
    }
}
