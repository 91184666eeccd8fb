//! The words about a lawyer's remarks and sign-off: Russian, English, Korean. Known to the server alone.

use crate::ui::catalogue::catalogue;

catalogue! {
    SignoffText;
    send: "Отправить юристу", "Send to a lawyer", "변호사에게 보내기";
    title: "Согласование с юристом", "Sign-off by a lawyer", "변호사 검토";
    lead: "По ссылке юрист видит документ таким, какой он сейчас, оставляет замечания и согласует версию. Разговор, сведения и остальное дело по ней не открываются.", "The link shows a lawyer the document as it stands. The lawyer leaves remarks and signs off a version. The dialogue, the facts and the rest of the matter stay closed.", "변호사는 링크로 현재 문서를 보고 의견을 남기며 버전을 승인합니다. 대화와 나머지 자료는 열리지 않습니다.";
    make: "Создать ссылку для юриста", "Make a link for a lawyer", "변호사용 링크 만들기";
    fresh: "Ссылка готова. Отправьте её юристу:", "The link is ready. Send it to the lawyer:", "링크가 준비되었습니다. 변호사에게 보내세요:";
    everybody: "Замечания видят все, у кого есть ссылка на этот документ. Ссылка действует, пока вы её не отзовёте.", "Whoever has a link to this document sees all remarks. A link works until you revoke it.", "이 문서의 링크가 있는 사람은 모든 의견을 봅니다. 링크는 취소할 때까지 유효합니다.";
    guest_title: "Документ на согласование", "A document to sign off", "검토할 문서";
    guest_lead: "Вы видите документ по ссылке: версия {n}. Можно оставить замечания и согласовать эту версию; изменить документ отсюда нельзя.", "You see the document by a link: version {n}. You can leave remarks and sign this version off; nothing can be changed from here.", "링크로 문서 {n}판을 보고 있습니다. 의견을 남기고 이 판을 승인할 수 있으며, 문서는 바꿀 수 없습니다.";
    to_document: "Документ", "Document", "문서";
    checks: "Что проверила программа", "What the program has checked", "프로그램이 확인한 것";
    checks_whose: "«Вы» здесь — владелец документа.", "“You” is the owner of the document here.", "여기서 ‘말씀’은 문서 작성자의 말입니다.";
    issues: "Открытые вопросы", "Open issues", "남은 문제";
    issues_none: "Открытых вопросов нет.", "There are no open issues.", "남은 문제가 없습니다.";
    remarks: "Замечания", "Remarks", "의견";
    remarks_none: "Замечаний пока нет.", "There are no remarks yet.", "아직 의견이 없습니다.";
    remarks_here: "Замечаний к пункту: {n}", "Remarks on this clause: {n}", "이 조항의 의견: {n}";
    remark: "Замечание", "Remark", "의견";
    remark_on: "Оставить замечание к пункту {n}", "Leave a remark on clause {n}", "{n}항에 의견 남기기";
    remark_add: "Добавить замечание", "Add the remark", "의견 남기기";
    clause: "пункт {n}", "clause {n}", "{n}항";
    clause_gone: "пункт, которого в документе больше нет", "a clause that is not in the document any more", "더 이상 없는 조항";
    whole: "весь документ", "the whole document", "문서 전체";
    about: "К чему относится", "What it is about", "대상";
    name: "Ваше имя", "Your name", "이름";
    owner: "Владелец документа", "Owner of the document", "문서 작성자";
    answer: "Ответить", "Answer", "답하기";
    answer_send: "Отправить ответ", "Send the answer", "답 보내기";
    settle: "Отметить решённым", "Mark as settled", "해결됨으로 표시";
    settled_owner: "решено владельцем документа {date}", "settled by the owner of the document, {date}", "작성자가 해결함, {date}";
    settled_lawyer: "решено юристом {date}", "settled by the lawyer, {date}", "변호사가 해결함, {date}";
    state: "Состояние согласования", "State of the sign-off", "승인 상태";
    unsigned: "Этот текст пока никто не согласовал.", "Nobody has signed this text off yet.", "아직 승인되지 않았습니다.";
    signed: "Согласовано: {name}, версия {n}, {date}", "Signed off: {name}, version {n}, {date}", "승인: {name}, {n}판, {date}";
    signed_owner: "Отмечено владельцем как согласованное: {name}, версия {n}, {date}", "Marked by the owner as agreed: {name}, version {n}, {date}", "소유자가 합의됨으로 표시: {name}, {n}판, {date}";
    signed_is: "Это заявление того, кто согласовал, а не вывод программы: уровень готовности от него не меняется.", "This is the statement of whoever signed, not a finding of the program: the level of readiness does not change.", "이는 승인한 사람의 진술이며 프로그램의 판단이 아닙니다. 준비 수준은 바뀌지 않습니다.";
    ended: "Согласование версии {n} больше не относится к этому тексту", "The sign-off of version {n} is no longer about this text", "{n}판의 승인은 더 이상 이 문서에 해당하지 않습니다";
    ended_whose: "{name}, {date}", "{name}, {date}", "{name}, {date}";
    sign_title: "Согласовать версию {n}", "Sign off version {n}", "{n}판 승인";
    sign_hint: "Согласование относится к тексту на этой странице. Любое изменение договора его прекращает.", "The sign-off is about the text on this page. Any change of the contract ends it.", "승인은 이 화면의 문서에만 해당하며, 계약이 바뀌면 끝납니다.";
    sign_note: "Примечание (не обязательно)", "Note (optional)", "메모(선택)";
    all: "Ссылки, замечания и согласования", "Links, remarks and sign-offs", "링크, 의견, 승인";
    history: "Все согласования", "All sign-offs", "모든 승인";
}
