//! Completion of addresses while a person types: names of acts from the register, places from the corpus.

use crate::engine::address::acts;
use crate::engine::address::find::{Context, resolve};
use crate::engine::fold::folded;
use crate::model::source::SearchQuery;
use crate::runner::app::App;
use crate::server::mcp::resources;
use rmcp::ErrorData;
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, Reference};

/// Values offered at once.
const VALUES: usize = 50;
/// Ends of a number that is being typed.
const ENDS: [&str; 11] = ["", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Values for an argument of a prompt or a variable of a resource template. Nothing to offer is an empty list.
pub(super) async fn complete(app: &App, request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
    let typed = request.argument.value.trim();
    let edition = request.context.as_ref().and_then(|context| context.get_argument("edition"));
    let mut values = match (&request.r#ref, request.argument.name.as_str()) {
        (Reference::Resource(template), "edition") if template.uri.starts_with("norm://") => editions(app, typed).await,
        (Reference::Resource(template), "path") if template.uri == resources::NODE => {
            paths(app, edition.map(String::as_str).unwrap_or_default(), typed).await
        }
        (Reference::Prompt(_), "address") => addresses(app, typed).await,
        (Reference::Prompt(_), "jurisdiction") => {
            let typed = typed.to_uppercase();
            ["RU", "UA", "KR"].iter().filter(|code| code.starts_with(&typed)).map(|code| (*code).to_owned()).collect()
        }
        _ => Vec::new(),
    };
    let total = values.len();
    values.truncate(VALUES);
    let info = CompletionInfo::with_pagination(values, u32::try_from(total).ok(), total > VALUES)
        .map_err(|why| ErrorData::internal_error(why, None))?;
    Ok(CompleteResult::new(info))
}

/// Editions whose id or name begins with what is typed, or holds it.
async fn editions(app: &App, typed: &str) -> Vec<String> {
    let rows = app.sources.editions().await.unwrap_or_default();
    let wanted = folded(typed);
    let mut ranked: Vec<(u8, String)> = rows
        .into_iter()
        .filter_map(|row| {
            let (id, short) = (folded(&row.edition), folded(&row.short));
            let rank = rank(&wanted, &[&id, &short])?;
            Some((rank, row.edition))
        })
        .collect();
    ranked.sort();
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// Ways down in an edition, one step beyond the last slash.
async fn paths(app: &App, edition: &str, typed: &str) -> Vec<String> {
    let root = format!("norm://{edition}/");
    let mut values = Vec::new();
    // A number that is not typed to its end.
    for end in ENDS {
        let way = format!("{typed}{end}");
        if typed.ends_with(|c: char| c.is_ascii_digit())
            && matches!(app.sources.node(&format!("{root}{way}")).await, Ok(Some(_)))
        {
            values.push(way);
        }
    }
    // The topmost nodes, and those below the longest prefix that is a node.
    let mut parents = vec![None];
    let ends = typed.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| at).chain([typed.len()]);
    for end in ends {
        let id = format!("{root}{}", &typed[..end]);
        if matches!(app.sources.node(&id).await, Ok(Some(_))) {
            parents.push(Some(id));
        }
    }
    for parent in parents.iter().rev() {
        let nodes = app.sources.below(edition, parent.as_deref()).await.unwrap_or_default();
        let ways = nodes.iter().filter_map(|node| node.node_id.strip_prefix(&root));
        let more: Vec<String> = ways.filter(|way| way.starts_with(typed)).map(str::to_owned).collect();
        let found = !more.is_empty();
        values.extend(more.into_iter().filter(|way| way != typed));
        if found {
            break;
        }
    }
    values
}

/// Acts of the register whose name begins so, then places of the corpus.
async fn addresses(app: &App, typed: &str) -> Vec<String> {
    let wanted = folded(typed);
    let mut values: Vec<String> = Vec::new();
    if let Ok(register) = acts::embedded() {
        let named = register.acts().iter().filter_map(|act| Some((rank(&wanted, &[&folded(&act.short)])?, &act.short)));
        let mut named: Vec<(u8, &String)> = named.collect();
        named.sort();
        values.extend(named.into_iter().filter(|(rank, _)| *rank == 0).map(|(_, short)| short.clone()));
    }
    for end in ENDS {
        let Ok(address) = resolve(&format!("{typed}{end}"), &Context::default()) else { continue };
        let nodes = app.sources.locate(&address, None).await.unwrap_or_default();
        // The place itself, those whose number goes on, and what stands below the place.
        if end.is_empty()
            && let Some(node) = nodes.first()
        {
            let below = app.sources.below(&node.edition, Some(&node.node_id)).await.unwrap_or_default();
            values.extend(below.into_iter().map(|node| node.address));
        }
        if let Some(node) = nodes.into_iter().next() {
            values.push(node.address);
        }
    }
    if !typed.is_empty() {
        let query = SearchQuery { q: typed.to_owned(), limit: 20, ..SearchQuery::default() };
        for hit in app.sources.search(&query).await.unwrap_or_default() {
            if !values.contains(&hit.address) {
                values.push(hit.address);
            }
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    // A place that begins with what is typed comes before one that only speaks of it, a short address before a long one.
    values.sort_by_key(|value| (!folded(value).starts_with(&wanted), value.split(' ').count()));
    values
}

/// 0 = begins so, 1 = holds it.
fn rank(wanted: &str, names: &[&str]) -> Option<u8> {
    if names.iter().any(|name| name.starts_with(wanted)) {
        Some(0)
    } else if names.iter().any(|name| name.contains(wanted)) {
        Some(1)
    } else {
        None
    }
}
