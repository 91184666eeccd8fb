//! Sources as they are read from files: an edition of a document, its tree of nodes, its pages. Pure.

pub mod boxes;
pub mod compare;
pub mod currency;
pub mod editions;
pub mod excerpt;
pub mod lines;
pub mod newest;
pub mod place;
pub mod read;
pub mod sheet;
pub mod table_check;

use crate::model::source::DocumentKind;
use serde::{Deserialize, Serialize};

/// An edition as an importer read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Imported {
    /// `ru.sp.63.13330.2018`.
    pub document: String,
    /// `RU`, `UA`, `KR`.
    pub jurisdiction: String,
    /// What it is.
    pub kind: DocumentKind,
    /// As people cite it: `СП 63.13330.2018`.
    pub short: String,
    /// The full title.
    pub title: String,
    /// `11.03.2025`, `Изм. 1`, `undated`.
    pub label: String,
    /// First day in force, `YYYY-MM-DD`, if the register or the source tells.
    pub valid_from: Option<String>,
    /// First day no longer in force, if known.
    pub valid_to: Option<String>,
    /// Nodes, a parent always before its children.
    pub nodes: Vec<ImportedNode>,
    /// Pages in order; empty where the source has none.
    pub pages: Vec<ImportedPage>,
    /// What could not be read, for the report.
    pub remarks: Vec<String>,
}

/// A node of the tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ImportedNode {
    /// Index of the parent in the list.
    pub parent: Option<usize>,
    /// `article`, `part`, `clause`, `table`, `row`…
    pub kind: String,
    /// Path inside the document: `art/333/p/1`, `table/10.1/r3`.
    pub path: String,
    /// Canonical address: `ГК РФ ст. 333 п. 1`.
    pub address: String,
    /// Heading, or empty.
    pub title: String,
    /// Its own text, cleaned, without the text of its children.
    pub text: String,
    /// Page on which it begins, from 1.
    pub page: Option<u32>,
    /// Something was lost on the way (a flattened table, a sign).
    pub lossy: bool,
}

/// A page of the source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedPage {
    /// The number printed on it, if any.
    pub printed: String,
    /// Its text, cleaned; empty where there is only an image.
    pub text: String,
    /// SHA-256 of its image, where the source is images; else empty.
    pub image: String,
}
