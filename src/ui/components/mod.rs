//! One component per file. They take signals or data and hold no rule.

pub mod chat_history;
pub mod chat_input;
pub mod chat_pane;
pub mod domain_view;
pub mod essential_meter;
pub mod examples;
pub mod fact_editor;
pub mod fact_row;
pub mod failure_card;
pub mod footer;
pub mod gate_card;
pub mod gate_form;
pub mod issues_list;
pub mod lang_switch;
pub mod origin_card;
pub mod pane_tabs;
pub mod progress_line;
pub mod question_form;
pub mod result_pane;
pub mod session_list;
pub mod start_form;
pub mod state_meta;
pub mod theme_switch;
pub mod trace_panel;
pub mod version_bar;
