//! The words of `/styleguide`: Russian, English, Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    GuideText;
    title: "Из чего сделаны страницы", "What the pages are made of", "페이지의 구성 요소";
    lead: "Все цвета, размеры и части страниц в каждом состоянии. Части настоящие, данные — образец; кнопки образца ни к чему не ведут.", "Every colour, size and part of the pages in each of its states. The parts are real, the data is a sample; the sample's buttons lead nowhere.", "모든 색상, 크기, 그리고 각 상태의 구성 요소. 구성 요소는 실제와 같고 자료는 예시입니다. 예시의 버튼은 아무 데로도 이어지지 않습니다.";
    themes: "Тема этой страницы", "Theme of this page", "이 페이지의 테마";
    contents: "Содержание", "Contents", "목차";
    colours: "Цвета", "Colours", "색상";
    colours_hint: "Рядом с цветом — контраст с тем, на чём или под чем он стоит: 4,5 — для слов, 3 — для границ полей, 7 — для чернил на бумаге.", "Beside each colour: its contrast with what it stands on or under. Words need 4.5, borders of fields 3, ink on paper 7.", "각 색상 옆은 함께 쓰이는 색과의 명도 대비입니다. 글자는 4.5, 입력란 테두리는 3, 종이 위의 글자는 7 이상이어야 합니다.";
    against: "{n} : 1 с «{name}»", "{n} : 1 with “{name}”", "“{name}” 대비 {n} : 1";
    type_scale: "Кегли и шрифты", "Type", "글자";
    pangram: "Съешь ещё этих мягких булок: ст. 614, 30 000 ₽", "The quick brown fox: art. 614, 30 000 ₽", "다람쥐 헌 쳇바퀴: 제614조, 30 000 ₽";
    spacing: "Отступы", "Spacing", "간격";
    shapes: "Углы и тени", "Corners and shadows", "모서리와 그림자";
    icons: "Знаки разделов", "Signs", "기호";
    buttons: "Кнопки", "Buttons", "버튼";
    b_primary: "Главная", "Primary", "주요";
    b_plain: "Обычная", "Plain", "보통";
    b_quiet: "Тихая", "Quiet", "보조";
    b_link: "Ссылка-кнопка", "Link as a button", "버튼형 링크";
    b_off: "Недоступна", "Disabled", "사용할 수 없음";
    badges: "Откуда сведения, насколько серьёзно", "Support and severity", "근거와 중요도";
    tabs: "Переключатели", "Tabs and switches", "탭과 전환";
    head: "Уровень и главная кнопка", "Level and the primary button", "단계와 주요 버튼";
    dialogue: "Разговор", "Dialogue", "대화";
    d_asked: "задан вопрос", "a question is open", "질문 중";
    d_choices: "вопрос с вариантами", "a question with choices", "보기가 있는 질문";
    d_runs: "идёт работа", "a run goes on", "진행 중";
    d_failed: "работа прервалась", "a run failed", "실패";
    card: "Карточка вопроса", "Question card", "질문 카드";
    c_faults: "форма с ошибками", "a form with faults", "오류가 있는 양식";
    c_look: "последний взгляд", "the last look", "마지막 확인";
    review: "Что ждёт слова человека", "What waits for a person's word", "확인을 기다리는 항목";
    facts: "Сведения", "Facts", "사실";
    f_card: "карточка сведения", "card of a fact", "사실 카드";
    issues: "Вопросы к договору и условия", "Issues and terms", "쟁점과 조건";
    gates: "Проверка готовности", "Verdicts", "준비 확인";
    paper: "Лист документа", "The sheet", "문서";
    answer: "Ответ с цитатами", "Answer with quotations", "인용이 있는 답변";
    found: "Найденное", "Search results", "검색 결과";
    trial: "Учебный процесс", "Mock trial", "모의 재판";
    notices: "Сообщения", "Notices", "알림";
    lists: "Списки и таблицы", "Lists and tables", "목록과 표";
    forms: "Формы", "Forms", "양식";
    s_full: "заполнено", "filled", "있음";
    s_empty: "пусто", "empty", "비어 있음";
    s_hidden: "скрыто от гостя", "hidden from a guest", "손님에게 숨김";
    s_broken: "образец не прочитан", "the sample cannot be read", "예시를 읽을 수 없음";
    link: "Части и цвета страниц", "Parts and colours of the pages", "구성 요소와 색상";
}
