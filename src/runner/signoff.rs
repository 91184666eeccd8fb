//! The link for a lawyer, remarks on a document and the sign-off of a version. None of it makes a version: a replay of
//! the session does not know of it.

use crate::engine::knowledge::dialogue;
use crate::engine::prompt::sha256;
use crate::model::document_view::{Block, CONTRACT, DocumentView};
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{RemarkId, SessionId, Version};
use crate::model::share::Share;
use crate::model::signoff::{
    Beside, MOST_REMARKS, MOST_SIGNOFFS, NAME_CHARS, NOTE_CHARS, REMARK_CHARS, Remark, Settled, Side, Signoff,
};
use crate::runner::app::App;
use crate::runner::ports::StoreError;
use crate::runner::share::Opened;
use crate::runner::{document, fail};
use crate::workspaces;

/// Who speaks about which document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// The session.
    pub session: SessionId,
    /// The link that they came by; none for the owner.
    pub link: Option<String>,
}

/// A remark as it comes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewRemark {
    /// Who says it; a lawyer has to give a name.
    pub name: String,
    /// The words.
    pub text: String,
    /// Id of the clause; none for the whole document.
    pub clause: Option<String>,
    /// The remark that it answers.
    pub answers: Option<RemarkId>,
}

/// A sign-off as it comes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewSignoff {
    /// Who signs.
    pub name: String,
    /// A note; may be empty.
    pub note: String,
    /// The version that was looked at.
    pub version: Version,
    /// The hash of the words that were looked at, where the one who asks knows it.
    pub seen: Option<String>,
}

/// An error with the catalogue's words.
fn fault(code: ErrorCode, key: &str) -> ApiError {
    match dialogue::embedded() {
        Ok(spoken) => ApiError::new(code, spoken.fault(key)),
        Err(error) => ApiError::new(ErrorCode::Internal, error.to_string()),
    }
}

fn of_field(field: &str, key: &str) -> ApiError {
    fault(ErrorCode::InvalidRequest, key).with("field", field)
}

fn stored(error: StoreError) -> ApiError {
    fail::of_store(&error)
}

/// A version that is not the one that stands.
fn moved_on(current: Version) -> ApiError {
    fault(ErrorCode::Conflict, "signoff_version").with("field", "version").with("current_version", current)
}

/// Opens the document of a session to a lawyer. The link shows what stands when it is followed, and the session
/// itself stays closed.
///
/// # Errors
/// Unknown session, no contract, a copy, a contract without a text; storage.
pub async fn open_link(app: &App, session: &SessionId) -> Result<Opened, ApiError> {
    let row = app.store.row(session).await.map_err(stored)?;
    if !workspaces::get(row.workspace).is_some_and(|flow| flow.has_document()) {
        return Err(fault(ErrorCode::NotSupported, "signoff_contract"));
    }
    if app.store.share_of_copy(session).await.map_err(stored)?.is_some() {
        return Err(fault(ErrorCode::Conflict, "signoff_copy"));
    }
    let version = shown(app, session).await?.version;
    let token = app.clock.token();
    let (id, created_at) = (sha256(&token), app.clock.now());
    let share = Share { id, session: session.clone(), copy: None, version, created_at, revoked_at: None };
    app.store.add_share(share.clone()).await.map_err(stored)?;
    Ok(Opened { share, token })
}

/// The document as a lawyer sees it: the contract in its own variant, as it stands, with what is said beside it.
///
/// # Errors
/// Unknown session, a contract without a text; storage.
pub async fn shown(app: &App, session: &SessionId) -> Result<DocumentView, ApiError> {
    let document = document::document(app, session, None, None, CONTRACT).await?;
    document.ok_or_else(|| fault(ErrorCode::Conflict, "signoff_untyped"))
}

/// What is said of a text of a session: sign-offs hold for the newest version and these words only.
///
/// # Errors
/// Unknown session; storage.
pub async fn beside(app: &App, session: &SessionId, version: Version, text: &str) -> Result<Beside, ApiError> {
    let remarks = app.store.remarks(session).await.map_err(stored)?;
    let signoffs = app.store.signoffs(session).await.map_err(stored)?;
    // An older version is looked at: what was said of it does not hold for what stands.
    let newest = if signoffs.is_empty() { version } else { app.store.row(session).await.map_err(stored)?.version };
    Ok(Beside::of(remarks, signoffs, newest, if newest == version { text } else { "" }))
}

/// Keeps a remark, or an answer to one.
///
/// # Errors
/// No words, no name of a lawyer, too many characters or remarks, a clause or a remark that is not there; storage.
pub async fn remark(app: &App, seat: &Seat, new: NewRemark) -> Result<Remark, ApiError> {
    let name = line(&new.name);
    if name.is_empty() && seat.link.is_some() {
        return Err(of_field("name", "remark_name"));
    }
    let text = words(&new.text);
    if text.is_empty() {
        return Err(of_field("text", "remark_empty"));
    }
    within("name", &name, NAME_CHARS)?;
    within("text", &text, REMARK_CHARS)?;
    let document = shown(app, &seat.session).await?;
    let known = &document.beside.remarks;
    if known.len() >= MOST_REMARKS {
        return Err(fault(ErrorCode::Conflict, "remark_full").with("limit", MOST_REMARKS));
    }
    let clause = match &new.answers {
        // An answer stands where its remark stands.
        Some(to) => {
            let begins = |remark: &&Remark| remark.id == *to && remark.answers.is_none();
            let found = known.iter().find(begins).ok_or_else(|| of_field("answers", "remark_unknown"))?;
            found.clause.clone()
        }
        None => new.clause,
    };
    let has =
        |id: &str| document.blocks.iter().any(|block| matches!(block, Block::Clause { id: own, .. } if own == id));
    if new.answers.is_none() && clause.as_deref().is_some_and(|id| !has(id)) {
        return Err(of_field("clause", "remark_clause"));
    }
    let remark = Remark {
        id: RemarkId(app.clock.id()),
        link: seat.link.clone(),
        version: document.version,
        clause,
        answers: new.answers,
        name,
        text,
        at: app.clock.now(),
        settled: None,
    };
    app.store.add_remark(&seat.session, remark.clone()).await.map_err(stored)?;
    Ok(remark)
}

/// Notes that a remark needs nothing more; the first word about it stands.
///
/// # Errors
/// No such remark; storage.
pub async fn settle(app: &App, seat: &Seat, id: &RemarkId) -> Result<(), ApiError> {
    let settled = Settled { at: app.clock.now(), by: Side::of(seat.link.as_ref()) };
    app.store.settle_remark(&seat.session, id, settled).await.map_err(|error| match error {
        StoreError::NotFound => fault(ErrorCode::NotFound, "remark_unknown").with("field", "remark"),
        error => stored(error),
    })
}

/// Keeps that somebody agrees with the version that stands.
///
/// # Errors
/// Another version stands, other words, no name, too many characters; storage.
pub async fn sign(app: &App, seat: &Seat, new: NewSignoff) -> Result<Signoff, ApiError> {
    let (name, note) = (line(&new.name), line(&new.note));
    if name.is_empty() {
        return Err(of_field("name", "signoff_name"));
    }
    within("name", &name, NAME_CHARS)?;
    within("note", &note, NOTE_CHARS)?;
    let document = shown(app, &seat.session).await?;
    let same_words = new.seen.is_none_or(|seen| seen == document.text_sha256);
    if document.version != new.version || !same_words {
        return Err(moved_on(document.version));
    }
    if document.beside.signoffs.len() >= MOST_SIGNOFFS {
        return Err(fault(ErrorCode::Conflict, "signoff_full").with("limit", MOST_SIGNOFFS));
    }
    let signoff = Signoff {
        id: app.clock.id(),
        link: seat.link.clone(),
        version: document.version,
        text: document.text_sha256,
        name,
        note,
        at: app.clock.now(),
    };
    app.store.add_signoff(&seat.session, signoff.clone()).await.map_err(|error| match error {
        StoreError::Conflict { current } => moved_on(current),
        error => stored(error),
    })?;
    Ok(signoff)
}

fn within(field: &str, text: &str, most: u32) -> Result<(), ApiError> {
    if text.chars().count() > usize::try_from(most).unwrap_or(usize::MAX) {
        return Err(of_field(field, "remark_long").with("limit", most));
    }
    Ok(())
}

/// Characters that have no place in words: those that control, and those that turn the direction of what follows.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Words of several lines.
fn words(text: &str) -> String {
    text.replace("\r\n", "\n").chars().filter(|c| !is_hidden(*c)).collect::<String>().trim().to_owned()
}

/// Words of one line.
fn line(text: &str) -> String {
    words(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{line, words};

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        assert_eq!(line(" Пет\u{202e}рова\r\n А.\u{0}А. "), "Петрова А.А.");
        assert_eq!(words("\r\nпервая\r\nвторая\u{feff}\n"), "первая\nвторая");
    }
}
