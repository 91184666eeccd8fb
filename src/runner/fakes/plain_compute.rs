//! Work that runs where it is asked for: tests wait for nothing and count on their own thread.

use crate::runner::compute::{Compute, Work};
use crate::runner::ports::BoxFuture;

/// No seats: whoever asks does it.
#[derive(Debug, Clone, Copy, Default)]
pub struct PlainCompute;

impl Compute for PlainCompute {
    fn run<'a>(&'a self, work: Work<'a>) -> BoxFuture<'a, ()> {
        Box::pin(async move { work() })
    }
}
