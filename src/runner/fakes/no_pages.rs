//! No pages at all, for tests about other things.

use crate::model::source::{PageBox, PageBoxes};
use crate::runner::excerpts::Excerpts;
use crate::runner::ports::{BoxFuture, PageError, PageImage, Pages, Sought};

/// There is no edition.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoPages;

impl Pages for NoPages {
    fn image<'a>(&'a self, _: &'a str, _: u32, _: f32) -> BoxFuture<'a, Result<PageImage, PageError>> {
        Box::pin(std::future::ready(Err(PageError::NoEdition)))
    }

    fn boxes<'a>(&'a self, _: &'a Sought) -> BoxFuture<'a, Result<PageBoxes, PageError>> {
        Box::pin(std::future::ready(Err(PageError::NoEdition)))
    }

    fn excerpts<'a>(&'a self, _: &'a str, _: u32, _: &'a [Vec<PageBox>]) -> BoxFuture<'a, Result<Excerpts, PageError>> {
        Box::pin(std::future::ready(Err(PageError::NoEdition)))
    }
}
