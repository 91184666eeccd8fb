//! Seats for work that keeps a processor busy: as many as there are processors for short texts, and one less for long
//! ones, which therefore never keep all processors.
//!
//! The next seat goes to the caller with the fewest at work and, among those, to the one served longest ago: whoever
//! sends long texts without an end stands behind himself, and an ordinary turn stands behind none of them.

use crate::adapters::worker::caller;
use crate::adapters::worker::line::{Line, Room};
use crate::runner::compute::{Compute, Work};
use crate::runner::ports::BoxFuture;
use std::sync::LazyLock;
use tokio::runtime::{Handle, RuntimeFlavor};

/// Long texts that wait, all in all and of one caller: a turn goes on when its client has left, so whoever leaves and
/// comes again must not pile them up.
const WAITING: (usize, usize) = (64, 16);

fn processors() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from)
}

/// One set of seats for the process: whoever works takes one of them. Nobody is turned away once he is let in.
fn seats(seats: usize) -> Line {
    Line::new(Room { seats, jobs: usize::MAX, of_caller: usize::MAX, bytes: usize::MAX })
}

static SHORT: LazyLock<Line> = LazyLock::new(|| seats(processors().max(2)));
static LONG: LazyLock<Line> = LazyLock::new(|| seats(processors().saturating_sub(1).max(1)));

/// Whether one more long text of this caller may wait.
#[must_use]
pub fn has_room(caller: &str) -> bool {
    LONG.waiting() < WAITING.0 && LONG.waiting_of(caller) < WAITING.1
}

/// Short and long texts that wait for a seat.
#[must_use]
pub fn waiting() -> (usize, usize) {
    (SHORT.load().1, LONG.load().1)
}

/// The seats of this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seats;

impl Compute for Seats {
    fn run<'a>(&'a self, work: Work<'a>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // Without one the work would still be done.
            let caller = caller::now();
            let line = if caller.long { &LONG } else { &SHORT };
            let _seat = line.seat(&caller.name, false, 0).await;
            busy(work);
        })
    }
}

/// Runs work on this thread, while the tasks that wait for the thread move to another one.
fn busy(work: impl FnOnce()) {
    match Handle::try_current().map(|handle| handle.runtime_flavor()) {
        Ok(RuntimeFlavor::MultiThread) => tokio::task::block_in_place(work),
        // A runtime of one thread has no other one, as in a small test.
        _ => work(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::worker::caller::{Caller, on_behalf};
    use crate::runner::compute::aside;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn the_only_thread_of_a_server_goes_on_serving_while_work_is_done() {
        let work = async {
            let server = Handle::current();
            aside(&Seats, move || {
                let (answer, answered) = channel();
                // Another request: on a thread that the work keeps it would never be served.
                server.spawn(async move { answer.send(()) });
                answered.recv_timeout(Duration::from_secs(60)).is_ok()
            })
            .await
        };
        assert!(tokio::spawn(work).await.unwrap_or_default());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn short_work_stands_behind_no_long_work_and_what_waits_is_counted() {
        let of = |name: &str, long: bool| Caller { name: name.to_owned(), long, ..Caller::default() };
        let (end, ended) = channel::<()>();
        let ended = std::sync::Arc::new(std::sync::Mutex::new(ended));
        let long = || {
            let ended = ended.clone();
            let work = move || ended.lock().is_ok_and(|ended| ended.recv().is_err());
            tokio::spawn(on_behalf(of("many", true), async move { aside(&Seats, work).await }))
        };
        // All seats of long work are taken, and as many wait as may.
        let all: Vec<_> = (0..processors().saturating_sub(1).max(1) + WAITING.1).map(|_| long()).collect();
        while has_room("many") {
            tokio::task::yield_now().await;
        }
        assert!(has_room("another"), "the others are let in");
        let short = on_behalf(of("one", false), async { aside(&Seats, || 7).await });
        assert_eq!(tokio::time::timeout(Duration::from_secs(60), short).await, Ok(7));
        drop(end);
        for one in all {
            assert!(one.await.unwrap_or_default());
        }
        assert!(has_room("many"));
    }

    #[tokio::test]
    async fn work_borrows_and_gives_back() {
        let words = ["а".to_owned(), "б".to_owned()];
        assert_eq!(aside(&Seats, || words.concat()).await, "аб");
        assert_eq!(words.len(), 2);
    }
}
