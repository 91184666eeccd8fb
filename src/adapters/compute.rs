//! Seats for work that keeps a processor busy: as many as there are processors, taken in the order of asking.

use crate::runner::compute::{Compute, Work};
use crate::runner::ports::BoxFuture;
use std::sync::LazyLock;
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

/// One set of seats for the process: whoever works takes one of them.
static SEATS: LazyLock<Semaphore> =
    LazyLock::new(|| Semaphore::new(std::thread::available_parallelism().map_or(2, usize::from).max(2)));

/// The seats of this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seats;

impl Compute for Seats {
    fn run<'a>(&'a self, work: Work<'a>) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            // The seats are never closed; without one the work would still be done.
            let _seat = SEATS.acquire().await.ok();
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

    #[tokio::test]
    async fn work_borrows_and_gives_back() {
        let words = ["а".to_owned(), "б".to_owned()];
        assert_eq!(aside(&Seats, || words.concat()).await, "аб");
        assert_eq!(words.len(), 2);
    }
}
