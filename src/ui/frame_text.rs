//! The words of the frame that came with its menu and its trash: Russian, English, Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    FrameText;
    new: "Новое дело", "New matter", "새 작업";
    recent: "Недавние дела", "Recent matters", "최근 작업";
    recent_empty: "Дел пока нет.", "No matters yet.", "아직 작업이 없습니다.";
    all_matters: "Все дела", "All matters", "모든 작업";
    home_title: "С чем помочь?", "What can I help with?", "무엇을 도와드릴까요?";
    home_lead: "Опишите задачу своими словами. Нужный раздел найдётся сам.", "Describe the task in your own words. The right section is found by itself.", "필요한 일을 편하게 적어 주세요. 알맞은 곳으로 안내합니다.";
    home_label: "Ваша задача", "Your task", "할 일";
    home_hint: "Например: сдаю квартиру на год за 40 000 в месяц", "For example: I am letting a flat for a year at 40,000 a month", "예: 매매대금을 돌려받지 못했습니다. 어떻게 해야 하나요?";
    card_contract: "От вашей фразы до готового файла. Спросит только то, чего не хватает.", "From your sentence to the finished file. It asks only for what is missing.", "계약서: 한 문장에서 DOCX까지. 빠진 것만 묻습니다.";
    card_research: "Ответ на вопрос о праве с цитатами; каждая сверена с источником.", "An answer to a question of law with citations, each compared with its source.", "법률 질문: 인용을 출처와 대조한 답변.";
    card_norms: "Число из строительных норм, его таблица и страница.", "The number from the building codes, its table and its page.", "건축 기준: 수치와 표, 그리고 그 쪽.";
    card_trial: "Доводы обеих сторон, спорные факты и то, что решает дело.", "The arguments of both sides, disputed facts, what decides the case.", "모의 재판: 쌍방의 주장, 다툼 있는 사실, 결론을 가르는 것.";
    try_it: "«{example}»", "“{example}”", "“{example}”";
    open_section: "Открыть раздел", "Open the section", "열기";
    left: "Осталось ответов: {n}", "Answers left: {n}", "남은 답변 {n}개";
    download: "Скачать DOCX", "Download DOCX", "DOCX 내려받기";
    bring: "Загрузить свой договор или сохранённое дело", "Bring a contract of yours or a saved matter", "기존 자료 불러오기: 계약서 또는 재생 파일";
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
    app_menu: "Ещё", "More", "더 보기";
    settings: "Настройки и состояние", "Settings and status", "설정과 상태";
    types: "Типы договоров", "Types of contract", "계약 유형";
    keys: "Клавиши", "Keyboard", "단축키";
    find: "Найти", "Find", "찾기";
    find_key: "Ctrl K", "Ctrl K", "Ctrl K";
    why: "Почему?", "Why?", "이유";
    left_signed: "До подписания: {n}", "To be signed: {n}", "서명까지 {n}개";
    did_archive: "Дело в архиве.", "The matter is archived.", "보관했습니다.";
    did_delete: "Дело удалено. Пока его можно вернуть.", "The matter is deleted. It can still be brought back.", "삭제했습니다. 아직 되돌릴 수 있습니다.";
    did_rename: "Название сохранено.", "The title is saved.", "이름을 저장했습니다.";
    did_return: "Дело снова среди текущих.", "The matter is among the current ones again.", "다시 진행 중 목록에 있습니다.";
    undo: "Отменить", "Undo", "취소";
    doc_look: "Файлы и вид", "Files and view", "파일과 보기";
    trash_title: "Недавно удалённые", "Deleted recently", "최근 삭제한 항목";
    trash_hint: "Скоро удалятся насовсем; до этого их можно вернуть.", "They will soon be gone for good; until then they can be brought back.", "곧 완전히 삭제됩니다. 그 전에는 되돌릴 수 있습니다.";
    restore: "Вернуть", "Bring back", "되돌리기";
    restore_named: "Вернуть: {title}", "Bring back: {title}", "되돌리기: {title}";
}
