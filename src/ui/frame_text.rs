//! The words of the frame that came with its menu and its trash: Russian, English, Korean.

use crate::ui::catalogue::catalogue;

catalogue! {
    FrameText;
    app_menu: "Язык и тема", "Language and theme", "언어와 테마";
    doc_look: "В чью пользу и откуда", "In whose favour, and from where", "유리한 쪽과 출처";
    trash_title: "Недавно удалённые", "Deleted recently", "최근 삭제한 항목";
    trash_hint: "Скоро удалятся насовсем; до этого их можно вернуть.", "They will soon be gone for good; until then they can be brought back.", "곧 완전히 삭제됩니다. 그 전에는 되돌릴 수 있습니다.";
    restore: "Вернуть", "Bring back", "되돌리기";
    restore_named: "Вернуть: {title}", "Bring back: {title}", "되돌리기: {title}";
}
