//! The words of two branches of a mock trial side by side, and of its judge looked at again: Russian, English, Korean.

use crate::ui::norms_text::catalogue;
use crate::ui::prefs::Lang;
use crate::ui::text as general;

catalogue! {
    BranchText;
    title: "Сравнение веток процесса", "Two branches of the trial", "재판 분기 비교";
    audit_title: "Проверка судьи", "The judge looked at again", "재판장 다시 보기";
    open: "Сравнить с другой веткой", "Compare with another branch", "다른 분기와 비교";
    open_audit: "Проверить судью", "Look at the judge again", "재판장 점검";
    simulation: "Это учебная модель: она ничего не говорит о настоящем суде.", "This is a simulation: it says nothing about a real court.", "모의 결과이며 실제 재판에 대해 말하지 않습니다.";
    branch: "Ветка", "Branch", "분기";
    pick: "С какой веткой сравнить", "Which branch to compare with", "비교할 분기";
    first: "Ветка 1", "Branch 1", "분기 1";
    second: "Ветка 2", "Branch 2", "분기 2";
    choose: "Выберите вторую ветку: копию этого дела с другими указаниями. Копию делают на странице дела у конца каждого раунда.", "Choose the second branch: a copy of this case with other directions. Copies are made on the page of the case, at the end of each round.", "두 번째 분기를 고르세요. 사본은 사건 화면의 각 라운드 끝에서 만듭니다.";
    user_side: "Вы за", "You are for", "내 편";
    law_as_of: "Право на дату", "Law as of", "기준일";
    facts_version: "Версия фактов", "Version of the facts", "사실 버전";
    rounds: "Раундов", "Rounds", "라운드";
    facts: "Факты", "Facts", "사실";
    round_n: "Раунд {n}", "Round {n}", "{n}라운드";
    not_ended: "не закончен", "not finished", "끝나지 않음";
    same: "без различий", "no difference", "차이 없음";
    range: "Шансы истца по судье", "The claimant's chances by the judge", "재판장이 본 인용 범위";
    range_criminal: "Шансы обвинения по судье", "The prosecution's chances by the judge", "재판장이 본 유죄 범위";
    moved: "середина сдвинулась на {n}", "the middle moved by {n}", "중앙값 이동 {n}";
    verdict: "Проверяющий", "The verifier", "검증자";
    v_go: "пропустил", "passed", "통과";
    v_conditional: "пропустил с замечаниями", "passed with remarks", "조건부 통과";
    v_no_go: "не пропустил", "did not pass", "불통과";
    steering: "Указания", "Directions", "지시";
    no_steering: "указаний не было", "none", "없음";
    rewrites: "Правки речей", "Rewrites", "고쳐 쓰기";
    issue: "Вопрос", "Issue", "쟁점";
    importance: "важность", "severity", "중요도";
    burden: "доказывает", "burden on", "입증책임";
    roles: "Что сказали роли", "What the roles said", "역할별 발언";
    roles_same: "Одинаково: {names}", "Alike: {names}", "같음: {names}";
    only_attempts: "слова те же", "the same words", "같은 말";
    h_same: "Ветки не различаются", "The branches do not differ", "두 분기가 같습니다";
    h_common: "Общее прошлое — раундов: {n}", "Rounds in common: {n}", "공통 라운드: {n}";
    h_facts: "разные факты: {n}", "facts that differ: {n}", "다른 사실: {n}";
    h_round: "раунд {n}: {what}", "round {n}: {what}", "{n}라운드: {what}";
    h_range: "шансы {a} → {b}", "chances {a} → {b}", "범위 {a} → {b}";
    h_verdict: "решение проверяющего", "the verifier's verdict", "검증 결과";
    h_steering: "указания", "directions", "지시";
    h_rewrites: "правки речей", "rewrites", "고쳐 쓰기";
    h_issues: "вопросов: {n}", "issues: {n}", "쟁점 {n}개";
    h_roles: "речей: {n}", "speeches: {n}", "발언 {n}개";
    h_nothing: "ничего заметного", "nothing notable", "눈에 띄는 것 없음";
    only_first: "только в ветке 1", "only in branch 1", "분기 1에만";
    only_second: "только в ветке 2", "only in branch 2", "분기 2에만";
    round: "Раунд", "Round", "라운드";
    last_round: "последний законченный", "the last that ended", "마지막 종료 라운드";
    other_day: "Право на другую дату", "Law as of another day", "다른 기준일";
    look: "Проверить", "Look again", "점검";
    no_round: "Законченного раунда ещё нет: судью можно проверить после первого раунда.", "No round has ended yet: the judge can be looked at after the first.", "끝난 라운드가 아직 없습니다. 첫 라운드 뒤에 점검할 수 있습니다.";
    swap_title: "Если поменять стороны местами", "With the sides swapped", "당사자를 바꾸면";
    swap_lead: "Те же факты и доказательства, но вы — за другую сторону, а имена переставлены. Беспристрастный судья скажет то же самое. Отвечает встроенный судья по правилам.", "The same facts and evidence, but you are on the other side and the names change places. An impartial judge says the same. The built-in judge answers by rules.", "같은 사실과 증거에서 편과 이름만 바꿉니다. 공정한 재판장은 같은 말을 합니다. 내장된 규칙 재판장이 답합니다.";
    swap_fair: "Судья не зависит от стороны: расхождение 0", "The judge does not depend on the side: difference 0", "재판장은 편에 따라 달라지지 않음: 차이 0";
    swap_unfair: "Судья зависит от стороны: расхождение {n}", "The judge depends on the side: difference {n}", "재판장이 편에 따라 달라짐: 차이 {n}";
    as_is: "Как есть", "As it is", "그대로";
    swapped: "Стороны наоборот", "Sides swapped", "편을 바꿔서";
    recorded_title: "Судья сеанса и правила", "The judge of the session and the rules", "세션의 재판장과 규칙";
    recorded_none: "Судья сеанса не отошёл от правил", "The judge of the session kept to the rules", "세션의 재판장은 규칙을 따름";
    recorded_lean: "Судья сеанса отошёл от правил на {n}: в пользу стороны «{who}»", "The judge of the session went {n} from the rules, in favour of «{who}»", "세션의 재판장이 규칙에서 {n} 벗어남: «{who}»에게 유리";
    recorded_own: "Это ваша сторона: проверьте, не подыгрывает ли он вам.", "This is your own side: check whether it plays along with you.", "내 편입니다. 봐주고 있지 않은지 확인하세요.";
    element: "Что доказывается", "Element", "요건";
    by_rules: "По правилам", "By the rules", "규칙";
    by_judge: "У судьи", "By the judge", "재판장";
    law_title: "Право на {from} и на {to}", "The law as of {from} and of {to}", "{from} 기준과 {to} 기준의 법";
    law_same: "Все ссылки стоят на обе даты одинаково", "All citations stand alike on both days", "모든 인용이 두 날짜에 같음";
    law_differ: "Ссылок, которые стоят по-разному: {n}", "Citations that stand differently: {n}", "다르게 서는 인용: {n}";
    citation: "Ссылка", "Citation", "인용";
    changes: "Что менялось между датами", "What changed between the days", "그 사이에 바뀐 것";
    changes_none: "Реестр не знает изменений в этих актах между датами.", "The register knows of no changes in these acts between the days.", "등록부에 그 사이의 변경이 없습니다.";
    repealed: "отменено с {on}", "repealed from {on}", "{on}부터 폐지";
    changed: "изменено с {on}", "changed from {on}", "{on}부터 변경";
    nobody: "никто", "nobody", "없음";
}

/// The words in the language of the visitor.
#[must_use]
pub fn text() -> &'static BranchText {
    of(general::prefs().lang)
}

/// The words of a language.
#[must_use]
pub fn of(lang: Lang) -> &'static BranchText {
    match lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}
