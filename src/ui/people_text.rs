//! The words about accounts, people and matters: Russian, English, Korean. Known to the server alone.

use crate::ui::catalogue::catalogue;

catalogue! {
    PeopleText;
    title: "Люди и дела", "People and matters", "사람과 사건";
    sign_in: "Вход", "Sign in", "로그인";
    sign_in_lead: "Введите имя учётной записи и пароль. Учётную запись заводит администратор.", "Enter the name of your account and the password. Accounts are made by the administrator.", "계정 이름과 비밀번호를 입력하세요. 계정은 관리자가 만듭니다.";
    name: "Имя", "Name", "이름";
    password: "Пароль", "Password", "비밀번호";
    enter: "Войти", "Sign in", "로그인";
    wrong: "Имя или пароль не подошли. Проверьте и введите ещё раз.", "The name or the password is wrong. Check them and try again.", "이름이나 비밀번호가 맞지 않습니다. 확인하고 다시 입력하세요.";
    wait: "Слишком много неверных попыток. Подождите {n} с и попробуйте ещё раз.", "Too many wrong attempts. Wait {n} s and try again.", "잘못된 시도가 너무 많습니다. {n}초 뒤에 다시 시도하세요.";
    forbidden: "Нет прав", "Not allowed", "권한 없음";
    forbidden_why: "Вашей роли это не разрешено. Обратитесь к администратору.", "Your role does not allow this. Ask the administrator.", "이 역할에는 허용되지 않습니다. 관리자에게 문의하세요.";
    you: "Вы вошли как {name}, роль: {role}.", "You are signed in as {name}, role: {role}.", "{name}(으)로 로그인했습니다. 역할: {role}.";
    reader: "читатель", "reader", "열람자";
    author: "автор", "author", "작성자";
    reviewer: "проверяющий", "reviewer", "검토자";
    administrator: "администратор", "administrator", "관리자";
    lead: "Дело видят только его участники. Что не входит ни в одно дело, видят все, у кого есть учётная запись.", "Only its members see a matter. Whatever belongs to no matter is seen by everybody with an account.", "사건은 구성원만 봅니다. 어느 사건에도 속하지 않은 것은 계정이 있는 모든 사람이 봅니다.";
    work_title: "Куда попадает новое", "Where new work goes", "새 작업이 들어가는 곳";
    work_common: "Новое сейчас общее: его видят все, у кого есть учётная запись.", "New work is common now: everybody with an account sees it.", "새 작업은 지금 공용이며 계정이 있는 모든 사람이 봅니다.";
    work_in: "Новое сейчас попадает в дело «{name}».", "New work goes into the matter “{name}” now.", "새 작업은 지금 ‘{name}’ 사건에 들어갑니다.";
    work_choose: "Работать в этом деле", "Work in this matter", "이 사건에서 작업";
    work_leave: "Работать вне дел", "Work outside of matters", "사건 밖에서 작업";
    matters: "Дела", "Matters", "사건";
    matters_none: "Дел пока нет.", "There are no matters yet.", "아직 사건이 없습니다.";
    member: "участник", "member", "구성원";
    walled: "за стеной", "walled off", "차단됨";
    no_people: "Участников пока нет.", "There are no members yet.", "아직 구성원이 없습니다.";
    not_yours: "Вы не участник: содержания этого дела вы не видите.", "You are no member: you see nothing of this matter.", "구성원이 아니므로 이 사건의 내용을 볼 수 없습니다.";
    take_out: "Убрать {name}", "Remove {name}", "{name} 제외";
    person: "Человек", "Person", "사람";
    standing: "Как", "As", "자격";
    add_person: "Записать", "Put down", "등록";
    matter_name: "Название дела", "Name of the matter", "사건 이름";
    matter_id: "Обозначение для команд", "Name for commands", "명령에 쓰는 이름";
    make_matter: "Завести дело", "Make a matter", "사건 만들기";
    put_title: "Внести общее в дело", "Put something common into a matter", "공용 작업을 사건에 넣기";
    put_hint: "Внесённое видят только участники дела; вывести обратно может администратор из числа участников.", "What is put in is seen by members only; an administrator among them can take it out again.", "넣은 것은 구성원만 보며, 구성원인 관리자만 다시 꺼낼 수 있습니다.";
    what: "Что", "What", "대상";
    matter: "Дело", "Matter", "사건";
    put: "Внести", "Put in", "넣기";
    people: "Учётные записи", "Accounts", "계정";
    people_hint: "Учётные записи заводят на сервере: legalagi accounts.", "Accounts are made on the server: legalagi accounts.", "계정은 서버에서 만듭니다: legalagi accounts.";
    password_title: "Ваш пароль", "Your password", "내 비밀번호";
    password_old: "Прежний пароль", "Old password", "현재 비밀번호";
    password_new: "Новый пароль", "New password", "새 비밀번호";
    password_again: "Новый пароль ещё раз", "New password again", "새 비밀번호 확인";
    password_save: "Сменить пароль", "Change the password", "비밀번호 바꾸기";
    password_hint: "Не короче 12 знаков. Вход на других устройствах завершится, здесь вы останетесь.", "12 characters or more. You are signed out on all other devices and stay signed in here.", "12자 이상. 다른 기기에서는 로그아웃되고 여기서는 유지됩니다.";
    password_changed: "Пароль изменён. На других устройствах вход завершён.", "The password is changed. You are signed out on all other devices.", "비밀번호를 바꿨습니다. 다른 기기에서는 로그아웃되었습니다.";
    password_wrong: "Прежний пароль не подошёл. Проверьте и введите ещё раз.", "The old password is wrong. Check it and try again.", "현재 비밀번호가 맞지 않습니다. 확인하고 다시 입력하세요.";
    password_unfit: "Новый пароль слишком короткий или слишком длинный: нужно не меньше 12 знаков.", "The new password is too short or too long: 12 characters or more are needed.", "새 비밀번호가 너무 짧거나 너무 깁니다. 12자 이상이어야 합니다.";
    password_same: "Новый пароль совпадает с прежним. Придумайте другой.", "The new password is the old one. Choose another.", "새 비밀번호가 지금과 같습니다. 다른 것을 고르세요.";
    password_differs: "Новые пароли не совпадают. Введите их ещё раз.", "The new passwords differ. Type them again.", "새 비밀번호가 서로 다릅니다. 다시 입력하세요.";
    disabled: "отключена", "disabled", "사용 중지";
}

impl PeopleText {
    /// The word for a role.
    #[must_use]
    pub fn role(&self, role: crate::model::account::Role) -> &'static str {
        use crate::model::account::Role;
        match role {
            Role::Reader => self.reader,
            Role::Author => self.author,
            Role::Reviewer => self.reviewer,
            Role::Administrator => self.administrator,
        }
    }
}
