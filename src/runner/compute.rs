//! Work that keeps a processor busy, away from the threads that serve everybody.
//!
//! Reading a long message takes milliseconds. On a thread of the server nobody else is served in them, so whatever reads
//! words of a person, a file or a model goes through [`aside`]: what a workspace absorbs, performs and accepts, what a
//! check judges, what a replay builds again.

use crate::runner::ports::BoxFuture;

/// A piece of work; it borrows what it reads, so nothing is copied for it.
pub type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Seats for such work.
pub trait Compute: Send + Sync {
    /// Runs the work once, to its end, when a seat is free.
    fn run<'a>(&'a self, work: Work<'a>) -> BoxFuture<'a, ()>;
}

/// Runs a closure aside and gives back what came of it.
pub async fn aside<T: Send>(seats: &dyn Compute, work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let mut out = None;
    seats.run(Box::new(|| out = work.take().map(|work| work()))).await;
    match (out, work) {
        (Some(out), _) => out,
        // Nobody ran it: it is run here, late rather than never.
        (None, Some(work)) => work(),
        (None, None) => unreachable!("work that was taken has an outcome"),
    }
}
