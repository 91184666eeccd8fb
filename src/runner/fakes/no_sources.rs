//! A corpus that holds nothing, for tests about other things.

use crate::engine::address::Address;
use crate::engine::corpus::Imported;
use crate::engine::corpus::boxes::Mark;
use crate::model::source::{EditionRow, Hit, NodeView, PageView, SearchQuery};
use crate::runner::ports::{BoxFuture, Kept, KeptFile, PageFiles, Sources, StoreError};

/// Nothing is held, and nothing is kept.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSources;

fn ready<T: Send + 'static>(value: T) -> BoxFuture<'static, Result<T, StoreError>> {
    Box::pin(std::future::ready(Ok(value)))
}

impl Sources for NoSources {
    fn holds(&self, _: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(false)
    }

    fn keep<'a>(
        &'a self,
        _: &'a str,
        _: &'a str,
        _: Vec<Imported>,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Kept, StoreError>> {
        Box::pin(std::future::ready(Err(StoreError::Failed("this corpus keeps nothing".to_owned()))))
    }

    fn editions(&self) -> BoxFuture<'_, Result<Vec<EditionRow>, StoreError>> {
        ready(Vec::new())
    }

    fn forget(&self, _: &str) -> BoxFuture<'_, Result<bool, StoreError>> {
        ready(false)
    }

    fn search(&self, _: &SearchQuery) -> BoxFuture<'_, Result<Vec<Hit>, StoreError>> {
        ready(Vec::new())
    }

    fn locate(&self, _: &Address, _: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        ready(Vec::new())
    }

    fn node(&self, _: &str) -> BoxFuture<'_, Result<Option<NodeView>, StoreError>> {
        ready(None)
    }

    fn below(&self, _: &str, _: Option<&str>) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        ready(Vec::new())
    }

    fn outline(&self, _: &str) -> BoxFuture<'_, Result<Vec<NodeView>, StoreError>> {
        ready(Vec::new())
    }

    fn page(&self, _: &str, _: u32) -> BoxFuture<'_, Result<Option<PageView>, StoreError>> {
        ready(None)
    }

    fn revision(&self) -> BoxFuture<'_, Result<String, StoreError>> {
        ready("empty".to_owned())
    }
}

impl PageFiles for NoSources {
    fn put_file<'a>(&'a self, _: &'a str, _: &'a KeptFile) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(())
    }

    fn file(&self, _: &str) -> BoxFuture<'_, Result<Option<KeptFile>, StoreError>> {
        ready(None)
    }

    fn media(&self, _: &str) -> BoxFuture<'_, Result<Option<String>, StoreError>> {
        ready(None)
    }

    fn put_words<'a>(&'a self, _: &'a str, _: &'a [Mark]) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(())
    }

    fn words(&self, _: &str) -> BoxFuture<'_, Result<Option<Vec<Mark>>, StoreError>> {
        ready(None)
    }
}
