//! Names of the ids that a mock trial speaks in: choices of the forms, roles, states, verdicts. Korean, Russian, English.

use crate::ui::prefs::Lang;

/// The name of an id of a group in a language; an unknown id is shown as it is.
#[must_use]
pub fn name(lang: Lang, group: &str, id: &str) -> String {
    match names(group, id) {
        Some([ko, ru, en]) => pick(lang, ko, ru, en).to_owned(),
        None => id.to_owned(),
    }
}

/// One of three.
#[must_use]
pub fn pick(lang: Lang, ko: &'static str, ru: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Ko => ko,
        Lang::Ru => ru,
        Lang::En => en,
    }
}

/// Who holds a role depends on the kind of case.
#[must_use]
pub fn role(lang: Lang, criminal: bool, role: &str) -> String {
    name(lang, if criminal { "role_criminal" } else { "role_civil" }, role)
}

fn names(group: &str, id: &str) -> Option<[&'static str; 3]> {
    Some(match (group, id) {
        ("case_type", "civil") => ["민사", "гражданское", "civil"],
        ("case_type", "criminal") => ["형사", "уголовное", "criminal"],
        ("side", "claimant") => ["원고 측", "истец", "claimant"],
        ("side", "opposing") => ["피고 측", "ответчик", "defendant"],
        ("side", "neutral") => ["중립", "нейтрально", "neutral"],
        ("side_criminal", "claimant") => ["검사 측", "обвинение", "prosecution"],
        ("side_criminal", "opposing") => ["피고인 측", "защита", "defence"],
        ("side_criminal", "neutral") => ["중립", "нейтрально", "neutral"],
        ("lang", "ko") => ["한국어", "корейский", "Korean"],
        ("lang", "ru") => ["러시아어", "русский", "Russian"],
        ("lang", "en") => ["영어", "английский", "English"],
        ("role_civil", "claimant") => ["원고 소송대리인", "Представитель истца", "Counsel for the claimant"],
        ("role_civil", "opposing") => ["피고 소송대리인", "Представитель ответчика", "Counsel for the defendant"],
        ("role_civil", "party") => ["당사자", "Сторона", "Party"],
        ("role_criminal", "claimant") => ["검사", "Прокурор", "Prosecutor"],
        ("role_criminal", "opposing") => ["변호인", "Защитник", "Defence counsel"],
        ("role_criminal", "party") => ["피고인", "Подсудимый", "Accused"],
        (_, "judge") => ["재판장", "Председательствующий", "Presiding judge"],
        (_, "recommend") => ["우리 측 권고", "Рекомендации своей стороне", "Advice to your own side"],
        ("goal", "win_rate") => ["승소가능성 극대화", "повысить шансы", "improve the odds"],
        ("goal", "risk_min") => ["리스크 최소화", "меньше риска", "least risk"],
        ("goal", "settlement") => ["조기 종결(합의·조정)", "урегулирование", "settle early"],
        ("goal", "evidence_first") => ["증거 보강 우선", "сначала доказательства", "evidence first"],
        ("stance", "aggressive") => ["강경", "жёстко", "firm"],
        ("stance", "neutral") => ["중립", "нейтрально", "neutral"],
        ("stance", "flexible") => ["유연(협상)", "гибко, с торгом", "flexible (negotiate)"],
        ("exclusions", "no_personal_data_exposure") => ["개인정보 노출 금지", "без личных данных", "no personal data"],
        ("exclusions", "no_aggressive_position") => ["공격적 표현 금지", "без резкости", "no aggressive words"],
        ("exclusions", "no_external_counsel") => ["외부 자문 언급 금지", "без чужих юристов", "no external counsel"],
        ("proof_strategy", "direct") => ["직접증거", "прямые доказательства", "direct evidence"],
        ("proof_strategy", "circumstantial") => ["정황증거", "косвенные", "circumstantial"],
        ("proof_strategy", "attack_burden") => {
            ["상대 입증 공략", "недоказанность у другой стороны", "attack the burden"]
        }
        ("proof_strategy", "expert") => ["감정", "экспертиза", "expert opinion"],
        ("proof_strategy", "compel") => ["제출명령", "истребование", "compel production"],
        ("action", "submit") => ["제출", "представить", "submit"],
        ("action", "hold") => ["보류", "придержать", "hold"],
        ("action", "withdraw") => ["철회", "отозвать", "withdraw"],
        ("action", "obtain") => ["확보 예정", "получить", "obtain"],
        ("response", "admit_authenticity") => ["성립 인정", "подлинно", "authentic"],
        ("response", "deny") => ["부인", "оспорить", "deny"],
        ("response", "unknown") => ["부지", "не знаем", "no knowledge"],
        ("response", "consent") => ["동의", "согласны", "consent"],
        ("response", "no_consent") => ["부동의", "возражаем", "no consent"],
        ("response", "dispute_purpose") => ["입증취지 부인", "спорна цель", "dispute the purpose"],
        ("response", "exclude_illegal") => ["위법수집 배제", "исключить как незаконное", "exclude as unlawful"],
        ("plan", "will_provide") => ["제출 예정", "представим", "will provide"],
        ("plan", "cannot_provide") => ["제출 불가", "не можем", "cannot provide"],
        ("plan", "treat_unknown") => ["불명으로 처리", "считать неизвестным", "treat as unknown"],
        ("motions", "witness") => ["증인", "свидетель", "witness"],
        ("motions", "document_order") => ["문서제출명령", "истребовать документы", "order for documents"],
        ("motions", "fact_inquiry") => ["사실조회", "запрос сведений", "inquiry of fact"],
        ("motions", "appraisal") => ["감정", "экспертиза", "appraisal"],
        ("motions", "inspection") => ["검증", "осмотр", "inspection"],
        ("motions", "preservation") => ["증거보전", "обеспечение доказательств", "preservation"],
        ("motions", "hearsay_objection") => ["전문증거 이의", "против слов с чужих слов", "objection to hearsay"],
        ("basis", "actual_loss") => ["적극손해", "реальный ущерб", "actual loss"],
        ("basis", "lost_profit") => ["일실이익", "упущенная выгода", "lost profit"],
        ("basis", "liquidated") => ["위약금", "неустойка", "liquidated damages"],
        ("basis", "consolation") => ["위자료", "моральный вред", "non-material damage"],
        ("basis", "unsure") => ["미확정", "ещё неясно", "not settled yet"],
        (_, "victim_settlement") => ["피해자와 합의", "примирение с потерпевшим", "settle with the victim"],
        (_, "deposit") => ["공탁", "депозит", "deposit"],
        ("sentencing", "remorse") => ["반성문", "раскаяние", "letter of remorse"],
        ("sentencing", "petition") => ["탄원서", "ходатайство за него", "petition"],
        ("sentencing", "first_offence") => ["초범", "впервые", "first offence"],
        ("level", "low") => ["낮음", "низкий", "low"],
        ("level", "medium") => ["보통", "средний", "medium"],
        ("level", "high") => ["높음", "высокий", "high"],
        ("index", "low") => ["낮음", "низкая", "low"],
        ("index", "medium") => ["중간", "средняя", "medium"],
        ("index", "high") => ["높음", "высокая", "high"],
        ("decision", "finalize") => ["종결하고 리포트 작성", "завершить: отчёт", "finalize: report"],
        ("decision", "extend") => ["1회 연장", "продлить один раз", "extend once"],
        ("decision", "abandon") => ["중단(리포트 없음)", "прекратить без отчёта", "abandon without a report"],
        ("outcome", "full") => ["전부 인용", "полностью", "in full"],
        ("outcome", "partial") => ["일부 인용", "частично", "in part"],
        ("outcome", "settle") => ["화해·합의", "мировое", "settlement"],
        ("outcome", "withdraw") => ["취하", "отказ", "withdrawal"],
        ("outcome", "appeal_ready") => ["항소 대비", "готовить апелляцию", "prepare an appeal"],
        ("outcome", "acquittal") => ["무죄", "оправдание", "acquittal"],
        ("outcome", "dismissal") => ["공소기각·면소", "прекращение", "dismissal"],
        ("outcome", "reduced") => ["축소 인정", "переквалификация", "reduced charge"],
        ("outcome", "suspended") => ["집행유예", "условно", "suspended sentence"],
        ("outcome", "min_sentence") => ["감경", "смягчение", "lowest sentence"],
        ("concession", "none") => ["양보 없음", "нет уступок", "none"],
        ("concession", "admit_fact") => ["사실 인정", "признать факт", "admit a fact"],
        ("concession", "drop_claim") => ["청구 일부 철회", "снять требование", "drop a claim"],
        ("concession", "reduce_amount") => ["감액", "снизить сумму", "reduce the amount"],
        ("concession", "share_fault") => ["과실 일부 인정", "признать часть вины", "share fault"],
        ("concession", "installments") => ["분할 지급", "рассрочка", "instalments"],
        ("concession", "apology") => ["유감 표명", "сожаление", "apology"],
        ("adr", "none") => ["해당 없음", "не нужно", "none"],
        ("adr", "private") => ["재판외 합의", "внесудебно", "out of court"],
        (_, "mediation") => ["조정", "примирение", "mediation"],
        (_, "in_court") => ["소송상 화해", "в суде", "settlement in court"],
        ("adr", "accept_recommendation") => {
            ["화해권고 수용", "принять предложение суда", "accept the court's proposal"]
        }
        ("adr", "pre_suit") => ["제소전 화해", "досудебно", "before a suit"],
        ("adr", "criminal_mediation") => ["형사조정", "примирение в уголовном деле", "criminal mediation"],
        ("never", "no_liability_admission") => ["책임 인정 불가", "без признания вины", "no admission of liability"],
        ("never", "confidentiality") => ["비밀 유지", "тайна", "confidentiality"],
        ("never", "keep_relationship") => ["관계 유지", "сохранить отношения", "keep the relationship"],
        ("never", "no_publicity") => ["비공개", "без огласки", "no publicity"],
        ("direction", "receive") => ["받는 쪽", "получаем", "we receive"],
        ("direction", "pay") => ["주는 쪽", "платим", "we pay"],
        ("audience", "inhouse") => ["사내 법무", "свои юристы", "in-house counsel"],
        ("audience", "executive") => ["경영진", "руководство", "executives"],
        ("audience", "external_counsel") => ["외부 변호사", "внешние юристы", "external counsel"],
        ("detail", "one_page") => ["1쪽", "1 страница", "one page"],
        ("detail", "standard") => ["표준", "обычный", "standard"],
        ("detail", "full") => ["전체", "полный", "full"],
        ("include", "risk_matrix") => ["리스크", "риски", "risks"],
        ("include", "citations") => ["인용", "ссылки", "citations"],
        ("include", "changelog") => ["변경·수정 기록", "журнал правок", "change log"],
        ("include", "settlement") => ["합의선(비공개 쪽)", "мировое (закрытая часть)", "settlement (private part)"],
        ("redaction", "none") => ["없음", "нет", "none"],
        ("redaction", "names") => ["이름 가림", "скрыть имена", "hide names"],
        ("redaction", "full") => ["전부 가림", "скрыть всё", "hide all"],
        ("plea", "admit") => ["인정", "признаёт", "admits"],
        ("plea", "deny") => ["부인", "отрицает", "denies"],
        ("plea", "partial") => ["일부 인정", "частично признаёт", "admits in part"],
        ("plea", "silent") => ["진술 거부", "молчит", "silent"],
        ("kind", "person") => ["개인", "человек", "person"],
        ("kind", "company") => ["회사", "организация", "company"],
        ("class", "confirmed") => ["확정", "установлено", "confirmed"],
        ("class", "disputed") => ["불명·쟁점", "спорно", "disputed"],
        ("op", "add") => ["추가", "добавить", "add"],
        ("op", "correct") => ["정정", "исправить", "correct"],
        ("op", "retract") => ["철회", "снять", "retract"],
        ("source", "user_text") => ["진술", "рассказ", "told"],
        ("source", "evidence") => ["증거", "доказательство", "evidence"],
        ("source", "admission") => ["자백·시인", "признание", "admission"],
        ("state", "admitted") => ["자백", "признано", "admitted"],
        ("state", "proven") => ["입증됨", "доказано", "proven"],
        ("state", "partial") => ["일부 입증", "частично", "in part"],
        ("state", "disputed") => ["다툼", "спорно", "disputed"],
        ("state", "unproven") => ["미입증", "не доказано", "unproven"],
        ("standard", "kr_civil_high_probability") => ["고도의 개연성", "высокая вероятность", "high probability"],
        ("standard", "kr_criminal_beyond_doubt") => {
            ["합리적 의심 배제", "вне разумных сомнений", "beyond reasonable doubt"]
        }
        ("severity", "high") => ["중대", "важно", "high"],
        ("severity", "medium") => ["보통", "средне", "medium"],
        ("severity", "low") => ["경미", "мелочь", "low"],
        ("issue", "open") => ["미해결", "открыт", "open"],
        ("issue", "narrowed") => ["좁혀짐", "сужен", "narrowed"],
        ("issue", "closed") => ["정리됨", "закрыт", "closed"],
        ("label", "full") => ["인용", "удовлетворить", "grant"],
        ("label", "partial") => ["일부 인용", "частично", "grant in part"],
        ("label", "dismissed") => ["기각", "отказать", "dismiss"],
        ("label", "rejected") => ["각하", "без рассмотрения", "reject"],
        ("label", "settled") => ["화해", "мировое", "settle"],
        ("label", "guilty") => ["유죄", "виновен", "guilty"],
        ("label", "reduced") => ["축소 인정", "менее тяжко", "reduced"],
        ("label", "acquitted") => ["무죄", "оправдан", "acquitted"],
        ("label", "discharged") => ["면소", "прекращено", "discharged"],
        ("label", "prosecution_dismissed") => ["공소기각", "обвинение отклонено", "prosecution dismissed"],
        ("counter", "denial") => ["부인", "отрицание", "denial"],
        ("counter", "defence") => ["항변", "возражение", "defence"],
        ("counter", "objection") => ["이의", "протест", "objection"],
        ("counter", "sentencing") => ["양형", "наказание", "sentencing"],
        ("owner", "inhouse") => ["사내 법무", "свои юристы", "in-house"],
        ("owner", "business") => ["현업 부서", "подразделение", "business"],
        ("owner", "external_counsel") => ["외부 변호사", "внешние юристы", "external counsel"],
        ("owner", "expert") => ["전문가", "эксперт", "expert"],
        ("receipt", "followed") => ["반영됨", "выполнено", "followed"],
        ("receipt", "rewritten") => ["고쳐서 반영", "выполнено после правки", "followed after a rewrite"],
        ("receipt", "could_not_follow") => ["반영하지 못함", "не выполнено", "could not follow"],
        ("receipt", "not_applicable") => ["해당 없음", "не к чему применить", "not applicable"],
        ("rewrite", "fixed") => ["고쳐 씀", "исправлено", "fixed"],
        ("rewrite", "still_violating") => ["여전히 위반", "нарушение осталось", "still violating"],
        ("rewrite", "replaced_by_safe_text") => {
            ["중립 문구로 대체", "заменено нейтральными словами", "replaced by neutral words"]
        }
        ("code", "definitive_advice") => ["확정적 표현", "обещание исхода", "promise of an outcome"],
        ("code", "rule_without_citation") => ["근거 없는 법리", "норма без ссылки", "rule without a citation"],
        ("code", "fact_not_confirmed") => ["미확정 사실", "неустановленный факт", "unconfirmed fact"],
        ("code", "number_mismatch") => ["숫자 불일치", "чужое число", "number mismatch"],
        ("code", "evidence_unknown") => ["없는 증거", "неизвестное доказательство", "unknown evidence"],
        ("code", "steering_violation") => ["지시 위반", "нарушено указание", "breach of the directions"],
        ("code", "private_leak") => ["비공개 내용 노출", "раскрытие закрытого", "private leak"],
        ("code", "role_violation") => ["역할 이탈", "чужая роль", "role violation"],
        ("code", "duplicate_argument") => ["반복 주장", "повтор довода", "repeated argument"],
        ("citation", "verified") => ["확인됨", "проверено", "verified"],
        ("citation", "unverified") => ["미확인", "не проверено", "not verified"],
        ("citation", "impossible") => ["존재 불가", "не может быть", "impossible"],
        ("citation", "repealed") => ["폐지됨", "отменено", "repealed"],
        ("citation", "stale_version") => ["옛 법령", "старая редакция", "old version"],
        ("citation", "mismatch") => ["불일치", "не совпадает", "mismatch"],
        ("from", "service") => ["송달일부터", "со дня вручения", "from service"],
        ("from", "judgment_service") => ["판결 송달일부터", "со дня вручения решения", "from service of the judgment"],
        ("from", "record_notice") => ["기록접수 통지일부터", "с уведомления о деле", "from notice of the record"],
        ("from", "judgment") => ["판결 선고일부터", "со дня приговора", "from the judgment"],
        ("pack", "contract_breach") => ["채무불이행 손해배상", "нарушение договора", "breach of contract"],
        ("pack", "loan") => ["대여금", "заём", "loan"],
        ("pack", "sale_price") => ["매매대금", "цена товара", "price of goods"],
        ("pack", "tort") => ["불법행위 손해배상", "причинение вреда", "tort"],
        ("pack", "lease_deposit") => ["임대차보증금 반환", "залог по аренде", "lease deposit"],
        ("pack", "unjust_enrichment") => ["부당이득 반환", "неосновательное обогащение", "unjust enrichment"],
        ("pack", "fraud") => ["사기", "мошенничество", "fraud"],
        ("pack", "embezzlement_breach") => ["횡령·배임", "растрата, злоупотребление", "embezzlement, breach of trust"],
        ("pack", "assault_injury") => ["폭행·상해", "побои, вред здоровью", "assault, injury"],
        ("pack", "theft") => ["절도", "кража", "theft"],
        ("pack", "defamation") => ["명예훼손", "клевета", "defamation"],
        ("pack", "drunk_driving") => ["음주운전", "пьяное вождение", "drunk driving"],
        ("rule", "focus_issues") => ["핵심 쟁점", "главные вопросы", "focus issues"],
        ("rule", "goal") => ["목표", "цель", "goal"],
        ("rule", "stance") => ["포지션", "позиция", "stance"],
        ("rule", "note") => ["메모", "заметка", "note"],
        ("rule", "motions") => ["신청", "ходатайства", "motions"],
        ("rule", "burden_focus") => ["입증 초점", "что доказываем", "burden focus"],
        ("rule", "proof_strategy") => ["입증 방법", "способ доказывания", "proof strategy"],
        ("rule", "risk_tolerance") => ["위험 허용도", "терпимость к риску", "risk tolerance"],
        ("rule", "evidence_actions") => ["우리 증거", "свои доказательства", "own evidence"],
        ("rule", "evidence_responses") => ["상대 증거에 대한 의견", "ответ на чужие", "answers to theirs"],
        ("rule", "gap_plan") => ["부족한 증빙 계획", "план по пробелам", "plan for gaps"],
        ("rule", "damages_basis") => ["손해 근거", "основание суммы", "basis of damages"],
        ("rule", "sentencing_materials") => ["양형 자료", "материалы о наказании", "sentencing materials"],
        ("rule", "fact_patch") => ["사실 추가·정정", "правка фактов", "changes of facts"],
        ("rule", "constraints.deadline") => ["기한", "срок", "deadline"],
        ("rule", "constraints.budget_limit") => ["예산", "бюджет", "budget"],
        ("rule", "extend_issue") => ["연장 쟁점", "вопрос продления", "issue of the extension"],
        ("rule", "extend_question") => ["연장 질문", "вопрос к суду", "question of the extension"],
        ("rule", "acceptable_outcome") => ["수용 가능한 결과", "приемлемый исход", "acceptable outcome"],
        ("rule", "concessions") => ["양보", "уступки", "concessions"],
        ("rule", "settlement_line") => ["합의선", "границы мирового", "settlement line"],
        ("rule", "adr_route") => ["분쟁해결 경로", "путь к миру", "route"],
        ("rule", "non_negotiables") => ["양보 불가", "не обсуждается", "non-negotiable"],
        ("rule", rule) => return rule.strip_prefix("exclusions.").and_then(|id| names("exclusions", id)),
        ("code", code) => return code.strip_prefix("citation_").and_then(|id| names("citation", id)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{name, role};
    use crate::ui::prefs::Lang;

    #[test]
    fn ids_have_names_and_strangers_stay() {
        assert_eq!(name(Lang::Ko, "goal", "settlement"), "조기 종결(합의·조정)");
        assert_eq!(name(Lang::Ru, "rule", "exclusions.no_external_counsel"), "без чужих юристов");
        assert_eq!(name(Lang::En, "code", "citation_impossible"), "impossible");
        assert_eq!(name(Lang::Ko, "goal", "x<y>"), "x<y>");
        assert_eq!(role(Lang::Ko, true, "claimant"), "검사");
        assert_eq!(role(Lang::Ko, false, "judge"), "재판장");
    }
}
