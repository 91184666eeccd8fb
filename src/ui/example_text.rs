//! The words about the example corpus, and the questions that it answers: Russian, English, Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    ExampleText;
    badge: "учебный пример", "example", "연습용 예시";
    mark: "Учебный пример: выдуманные правила, которые поставляются с программой. Это не закон.", "Example for learning: invented rules that come with the program. It is not law.", "연습용 예시: 프로그램에 들어 있는 가상의 규칙이며 법이 아닙니다.";
    none_title: "Источников пока нет", "There are no sources yet", "아직 출처가 없습니다";
    none: "Вопросы о праве и нормах программа решает только по загруженным текстам. Для пробы есть учебный корпус: короткие выдуманные документы о складах. Каждый ответ по ним будет помечен.",
        "Questions about law and building codes are answered only from texts that were added. To try them there is an example corpus: short invented documents about warehouses. Every answer from it is marked.",
        "법률과 건축 기준 질문에는 불러온 글로만 답합니다. 시험해 볼 수 있도록 창고에 관한 짧은 가상 문서가 준비되어 있으며, 그에 따른 답변에는 모두 표시가 붙습니다.";
    none_visitor: "На вопросы о праве и нормах программа отвечает только по загруженным текстам. Их добавляет владелец этой установки.",
        "Questions about law and building codes are answered from texts that were added, and from nothing else. The owner of this installation adds them.",
        "법률과 건축 기준 질문에는 불러온 글에 있는 내용으로만 답합니다. 글은 이 프로그램의 관리자가 추가합니다.";
    connect: "Подключить учебный корпус", "Connect the example corpus", "연습용 자료 연결";
    connecting: "Подключаю…", "Connecting…", "연결하는 중…";
    own: "Добавить свои тексты", "Add texts of your own", "내 자료 추가";
    connected: "Подключён учебный корпус: правила в нём выдуманы, каждый ответ по ним — учебный пример.", "The example corpus is connected: its rules are invented, and every answer from it is an example.", "연습용 자료가 연결되었습니다. 규칙은 모두 가상이며, 그에 따른 답변은 모두 연습용 예시입니다.";
    failed: "Учебный корпус не подключён", "The example corpus was not connected", "연습용 자료를 연결하지 못했습니다";
}

/// Questions of law that the example corpus answers; it is Russian, so are they.
pub const RESEARCH: [&str; 3] = [
    "Можно ли занимать проход на складе во время разгрузки?",
    "Правила складов ст. 6: сколько стоит задержка выдачи?",
    "Как часто измеряют влажность воздуха на складе?",
];

/// Questions about codes that the example corpus answers.
pub const NORMS: [&str; 3] = [
    "Какая наибольшая высота штабеля под навесом, открытым с одной стороны?",
    "Какая наибольшая высота штабеля в сухом отапливаемом помещении?",
    "Какая ширина главного прохода на складе?",
];
