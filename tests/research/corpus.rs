//! Services over a database file with documents of our own writing.

use legalagi::adapters::llm_builtin::BuiltinLlm;
use legalagi::adapters::pages::Atlas;
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::engine::corpus::{Imported, ImportedNode};
use legalagi::engine::knowledge::load;
use legalagi::engine::knowledge::shelf::Shelf;
use legalagi::engine::prompt::{Prompts, sha256};
use legalagi::model::source::DocumentKind;
use legalagi::runner::app::App;
use legalagi::runner::fakes::fixed_clock::FixedClock;
use legalagi::runner::fakes::plain_compute::PlainCompute;
use legalagi::runner::lane::Lanes;
use legalagi::runner::ports::Llm;
use legalagi::runner::tool_cache::ToolCache;
use legalagi::workspaces;
use std::sync::Arc;
use tempfile::TempDir;

/// Services, and the folder that must outlive them.
pub(crate) struct Bench {
    pub(crate) app: App,
    _folder: TempDir,
}

/// With the built-in performer and nothing in the corpus.
pub(crate) async fn empty() -> Bench {
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("own.db").display());
    let store = Arc::new(SqliteStore::open(&url).await.unwrap());
    let knowledge = Shelf::new(load::embedded().unwrap());
    let app = App {
        llm: Arc::new(BuiltinLlm::new(workspaces::perform, knowledge.clone())),
        store: store.clone(),
        pages: Arc::new(Atlas::new(store.clone())),
        sources: store,
        clock: Arc::new(FixedClock::default()),
        compute: Arc::new(PlainCompute),
        knowledge,
        prompts: Arc::new(Prompts::default()),
        lanes: Lanes::default(),
        publish: Arc::new(|_| {}),
        tools: ToolCache::default(),
    };
    Bench { app, _folder: folder }
}

/// With the built-in performer over our own documents.
pub(crate) async fn own() -> Bench {
    let bench = empty().await;
    for edition in [law(), code_uk(), decision(), norm()] {
        let hash = sha256(&format!("{edition:?}"));
        let at = "2026-01-01T00:00:00.000Z";
        bench.app.sources.keep("own.json", &hash, vec![edition], at).await.unwrap();
    }
    bench
}

/// With another performer.
pub(crate) async fn with(llm: Arc<dyn Llm>) -> Bench {
    let mut bench = own().await;
    bench.app.llm = llm;
    bench
}

fn node(parent: Option<usize>, kind: &str, path: &str, address: &str, title: &str, text: &str) -> ImportedNode {
    ImportedNode {
        parent,
        kind: kind.into(),
        path: path.into(),
        address: address.into(),
        title: title.into(),
        text: text.into(),
        page: None,
        lossy: false,
    }
}

fn edition(document: &str, jurisdiction: &str, kind: DocumentKind, short: &str, nodes: Vec<ImportedNode>) -> Imported {
    Imported {
        document: document.into(),
        jurisdiction: jurisdiction.into(),
        kind,
        short: short.into(),
        title: format!("{short}, учебный текст"),
        label: "1".into(),
        valid_from: Some("2020-01-01".into()),
        valid_to: None,
        nodes,
        pages: Vec::new(),
        remarks: Vec::new(),
    }
}

/// A part of a code in our own words.
fn law() -> Imported {
    let short = "ГК РФ";
    let nodes = vec![
        node(None, "article", "art/333", "ГК РФ ст. 333", "Уменьшение неустойки", ""),
        node(
            Some(0),
            "clause",
            "art/333/p/1",
            "ГК РФ ст. 333 п. 1",
            "",
            "Суд может снизить слишком большую неустойку по просьбе должника. Снижение не допускается, если должник сам просил о такой неустойке.",
        ),
        node(
            Some(0),
            "clause",
            "art/333/p/2",
            "ГК РФ ст. 333 п. 2",
            "",
            "Предприниматель доказывает, что неустойка выше потерь кредитора в 3 раза.",
        ),
        node(
            None,
            "article",
            "art/381",
            "ГК РФ ст. 381",
            "Возврат задатка",
            "Сторона, которая виновна в срыве договора и получила задаток, отдаёт его в двойном размере.",
        ),
    ];
    edition("ru.gk", "RU", DocumentKind::Code, short, nodes)
}

/// A part of a Ukrainian code in our own words.
fn code_uk() -> Imported {
    let nodes = vec![node(
        None,
        "article",
        "art/121",
        "КАС ст. 121",
        "Поновлення строку",
        "Суд поновлює пропущений строк, якщо причини пропуску поважні. Заяву про поновлення строку подають до суду першої інстанції.",
    )];
    edition("ua.cac", "UA", DocumentKind::Code, "КАС", nodes)
}

/// A decision in our own words.
fn decision() -> Imported {
    let text = "Вигаданий окружний суд\n\nВСТАНОВИВ:\n\nПозивач просив поновити строк звернення до суду.\n\nВідповідач заперечував.\n\n\
        Відповідно до КАС строк поновлюють з поважних причин. Отже, доводи позивача про хворобу підтверджені довідкою. \
        Позивач не надав доказів щодо другого періоду.\n\nУХВАЛИВ:\n\nЗаяву задовольнити, строк поновити.";
    let nodes = vec![node(None, "section", "facts", "справа № 100/200/24-а описова частина", "", text)];
    edition("case.100-200-24-а", "UA", DocumentKind::Decision, "справа № 100/200/24-а", nodes)
}

/// A part of a set of rules in our own words.
fn norm() -> Imported {
    let nodes = vec![node(
        None,
        "clause",
        "p/7.1",
        "СП 999.1325800.2099 п. 7.1",
        "",
        "Толщина защитного слоя учебного бетона составляет не менее 20 мм.",
    )];
    edition("ru.sp.999.1325800.2099", "RU", DocumentKind::CodeOfPractice, "СП 999.1325800.2099", nodes)
}
