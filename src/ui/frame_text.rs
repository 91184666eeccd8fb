//! The words of the frame that came with its menu and its trash: Russian, English, Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    FrameText;
    new: "Новое дело", "New matter", "새 작업";
    recent: "Недавние дела", "Recent matters", "최근 작업";
    recent_empty: "Дел пока нет.", "No matters yet.", "아직 작업이 없습니다.";
    all_matters: "Все дела", "All matters", "모든 작업";
    home_title: "С чем помочь?", "What can I help with?", "무엇을 도와드릴까요?";
    home_lead: "Опишите задачу своими словами: какой нужен договор, что спросить о праве или о нормах. Раздел найдётся сам; учебный процесс открывается карточкой ниже.", "Describe the task in your own words: the contract you need, a question about law or building codes. The right section is found by itself; a mock trial opens by its card below.", "필요한 일을 편하게 적어 주세요. 계약서, 법률 질문, 건축 기준 가운데 알맞은 곳으로 안내합니다. 모의 재판은 아래 카드에서 시작합니다.";
    home_label: "Ваша задача", "Your task", "할 일";
    home_hint: "Например: сдаю квартиру на год за 40 000 в месяц", "For example: I am letting a flat for a year at 40,000 a month", "예: 매매대금을 돌려받지 못했습니다. 어떻게 해야 하나요?";
    card_contract: "Договор: от вашей фразы до DOCX. Спросит только то, чего не хватает.", "A contract: from your sentence to DOCX. It asks only for what is missing.", "계약서: 한 문장에서 DOCX까지. 빠진 것만 묻습니다.";
    card_research: "Вопрос о праве: ответ с цитатами, каждая сверена с источником.", "A question of law: an answer with citations, each compared with its source.", "법률 질문: 인용을 출처와 대조한 답변.";
    card_norms: "Строительные нормы: число, таблица и страница, на которой оно стоит.", "Building codes: the number, its table and the page it stands on.", "건축 기준: 수치와 표, 그리고 그 쪽.";
    card_trial: "Учебный процесс: доводы сторон, спорные факты, что решает дело.", "A mock trial: the arguments of both sides, disputed facts, what decides the case.", "모의 재판: 쌍방의 주장, 다툼 있는 사실, 결론을 가르는 것.";
    try_it: "Попробовать: {example}", "Try it: {example}", "예시: {example}";
    open_section: "Открыть раздел", "Open the section", "열기";
    left: "Осталось ответов: {n}", "Answers left: {n}", "남은 답변 {n}개";
    download: "Скачать DOCX", "Download DOCX", "DOCX 내려받기";
    bring: "Загрузить готовое: договор или файл повтора", "Bring what exists: a contract or a replay file", "기존 자료 불러오기: 계약서 또는 재생 파일";
    matters_lead: "Всё, что начато на этом сервере: договоры, вопросы, нормы, учебные процессы.", "Everything begun on this server: contracts, questions, building codes, mock trials.", "이 서버에서 시작한 모든 작업입니다.";
    matters_find: "Найти по названию", "Find by title", "제목으로 찾기";
    matters_find_go: "Найти", "Find", "찾기";
    matters_all: "Все разделы", "All sections", "전체";
    matters_none: "Ничего не нашлось. Уберите слова из поиска или выберите другой раздел.", "Nothing was found. Take words out of the search or choose another section.", "찾은 것이 없습니다. 검색어를 줄이거나 다른 항목을 고르세요.";
    matters_more: "Дальше", "Next page", "다음";
    current: "Текущие", "Current", "진행 중";
    archive: "Архив", "Archive", "보관함";
    put_away: "В архив", "Archive it", "보관";
    put_away_named: "В архив: {title}", "Archive: {title}", "보관: {title}";
    bring_back: "Вернуть из архива", "Bring back", "꺼내기";
    bring_back_named: "Вернуть из архива: {title}", "Bring back: {title}", "꺼내기: {title}";
    rename: "Переименовать", "Rename", "이름 바꾸기";
    rename_label: "Новое название", "New title", "새 이름";
    rename_save: "Сохранить", "Save", "저장";
    app_menu: "Язык и тема", "Language and theme", "언어와 테마";
    doc_look: "В чью пользу и откуда", "In whose favour, and from where", "유리한 쪽과 출처";
    trash_title: "Недавно удалённые", "Deleted recently", "최근 삭제한 항목";
    trash_hint: "Скоро удалятся насовсем; до этого их можно вернуть.", "They will soon be gone for good; until then they can be brought back.", "곧 완전히 삭제됩니다. 그 전에는 되돌릴 수 있습니다.";
    restore: "Вернуть", "Bring back", "되돌리기";
    restore_named: "Вернуть: {title}", "Bring back: {title}", "되돌리기: {title}";
}
