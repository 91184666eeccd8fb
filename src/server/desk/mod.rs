//! Pages and files of the desk that need no program in the browser: settings and status, the types of contract, why a
//! contract is called ready, the notice without a connection; the small script beside every page.

pub mod files;
pub mod model_check;
pub mod pages;
pub mod state;
