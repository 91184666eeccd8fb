//! The HTTP interface as a client meets it: the whole router on a real listener, a real database file.
#![cfg(all(feature = "ssr", feature = "fakes"))]

#[path = "api/access.rs"]
mod access;
#[path = "api/added.rs"]
mod added;
#[path = "api/bad_input.rs"]
mod bad_input;
#[path = "api/bench.rs"]
mod bench;
#[path = "api/canary.rs"]
mod canary;
#[path = "api/changes.rs"]
mod changes;
#[path = "api/claims.rs"]
mod claims;
#[path = "api/declared.rs"]
mod declared;
#[path = "api/deletion.rs"]
mod deletion;
#[path = "api/desk.rs"]
mod desk;
#[path = "api/dialogue_wire.rs"]
mod dialogue_wire;
#[path = "api/dialogues.rs"]
mod dialogues;
#[path = "api/events.rs"]
mod events;
#[path = "api/evidence_pack.rs"]
mod evidence_pack;
#[path = "api/example.rs"]
mod example;
#[path = "api/hostile.rs"]
mod hostile;
#[path = "api/import.rs"]
mod import;
#[path = "api/lint.rs"]
mod lint;
#[path = "api/live.rs"]
mod live;
#[path = "api/markup.rs"]
mod markup;
#[path = "api/markup_walk.rs"]
mod markup_walk;
#[path = "api/matters.rs"]
mod matters;
#[path = "llm_http/server.rs"]
#[allow(dead_code, reason = "shared with the tests of the model client, which use all of it")]
mod model;
#[path = "api/model_check.rs"]
mod model_check;
#[path = "api/norms_runs.rs"]
mod norms_runs;
#[path = "api/pages.rs"]
mod pages;
#[path = "process/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of the process, which use all of it")]
mod process;
#[path = "api/redline.rs"]
mod redline;
#[path = "api/reports.rs"]
mod reports;
#[path = "api/research.rs"]
mod research;
#[path = "api/say.rs"]
mod say;
#[path = "api/search.rs"]
mod search;
#[path = "api/share.rs"]
mod share;
#[path = "api/signoff.rs"]
mod signoff;
#[path = "api/spoken.rs"]
mod spoken;
#[path = "api/stages.rs"]
mod stages;
#[path = "api/tokens.rs"]
mod tokens;
#[path = "api/trail.rs"]
mod trail;
#[path = "api/trial.rs"]
mod trial;
#[path = "api/trial_branches.rs"]
mod trial_branches;
#[path = "api/trial_evidence.rs"]
mod trial_evidence;
#[path = "api/trial_model.rs"]
mod trial_model;
#[path = "api/trial_told.rs"]
mod trial_told;
#[path = "api/turn_answers.rs"]
mod turn_answers;
#[path = "api/turns.rs"]
mod turns;
