//! All connections in one table. Those without a complete request are dropped oldest first when there is no room.
//!
//! One table and one task that looks over it every second, not a timer per connection: a thousand connections that
//! wait must cost next to nothing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Bytes of a body that earn its sender one more second.
const BYTES_A_SECOND: u64 = 16 * 1024;

/// What a connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The head of its first request is awaited.
    New,
    /// Its last request is answered and the next has not come.
    Idle,
    /// The head of a request is there, its body is not complete.
    Body,
    /// A complete request is worked on.
    Working,
    /// Its answer is on the way to the client, who may take it slowly.
    Answering,
}

/// What the table knows of one connection.
#[derive(Debug)]
struct Place {
    phase: Phase,
    since: Instant,
}

/// One connection.
#[derive(Debug)]
pub struct Seat {
    place: Mutex<Place>,
    /// Key in the table; changes when the connection begins to wait anew.
    turn: AtomicU64,
    /// Bytes of the body that is arriving.
    received: AtomicU64,
    /// Bytes of it on disk.
    spooled: AtomicU64,
    /// Milliseconds of the table's clock (plus one) since which the client takes no bytes; 0 = it does.
    stalled: AtomicU64,
    gone: AtomicBool,
    /// Told when the connection must end.
    end: Notify,
}

#[derive(Default)]
struct Table {
    next: u64,
    /// The most there were since a crowd last left.
    most: usize,
    /// Without a complete request, the one that has waited longest first.
    waiting: BTreeMap<u64, Arc<Seat>>,
    working: BTreeMap<u64, Arc<Seat>>,
    answering: BTreeMap<u64, Arc<Seat>>,
    closed: bool,
}

struct Inner {
    most: usize,
    patience: Duration,
    began: Instant,
    table: Mutex<Table>,
}

/// The connections of a server. Clones share them.
#[derive(Clone)]
pub struct Connections(Arc<Inner>);

/// A place in the table; left when dropped.
pub struct Occupied {
    connections: Connections,
    seat: Arc<Seat>,
}

impl Connections {
    /// Room for so many, each with so much time for the head of a request.
    #[must_use]
    pub fn new(most: usize, patience: Duration) -> Self {
        let (began, table) = (Instant::now(), Mutex::default());
        Self(Arc::new(Inner { most, patience, began, table }))
    }

    /// A place for a new connection. When all are taken, the one that has waited longest without a complete request
    /// loses its own, then the one that has taken its answer for longest; `None` when every place has a request that is
    /// worked on.
    #[must_use]
    pub fn enter(&self) -> Option<Occupied> {
        let mut table = self.table();
        if table.closed || (table.len() >= self.0.most && !table.drop_oldest()) {
            return None;
        }
        table.next += 1;
        let turn = table.next;
        let seat = Arc::new(Seat {
            place: Mutex::new(Place { phase: Phase::New, since: Instant::now() }),
            turn: AtomicU64::new(turn),
            received: AtomicU64::new(0),
            spooled: AtomicU64::new(0),
            stalled: AtomicU64::new(0),
            gone: AtomicBool::new(false),
            end: Notify::new(),
        });
        table.waiting.insert(turn, seat.clone());
        table.most = table.most.max(table.len());
        drop(table);
        Some(Occupied { connections: self.clone(), seat })
    }

    /// Drops the connection that has waited longest, as [`Self::enter`] does; whether there was one.
    #[must_use]
    pub fn drop_oldest(&self) -> bool {
        self.table().drop_oldest()
    }

    /// Drops the oldest request that is still arriving and has bytes on disk, but not this one.
    #[must_use]
    pub fn drop_oldest_upload(&self, but: &Seat) -> bool {
        let mut table = self.table();
        let uploads = |(_, seat): &(&u64, &Arc<Seat>)| {
            seat.spooled.load(Ordering::Relaxed) > 0 && !std::ptr::eq(Arc::as_ptr(seat), but)
        };
        let Some((turn, _)) = table.waiting.iter().find(uploads) else { return false };
        let turn = *turn;
        table.drop_waiting(turn);
        true
    }

    /// Lets nobody in and drops all that have no complete request: the process is about to stop.
    pub fn close(&self) {
        let mut table = self.table();
        table.closed = true;
        while let Some(turn) = table.waiting.keys().next().copied() {
            table.drop_waiting(turn);
        }
    }

    /// Whether so many have left since this was last true.
    #[must_use]
    pub fn crowd_left(&self, crowd: usize) -> bool {
        let mut table = self.table();
        let count = table.len();
        let left = table.most.saturating_sub(count) >= crowd;
        if left {
            table.most = count;
        }
        left
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.table().len()
    }

    /// Drops what has taken too long; how many.
    pub fn sweep(&self, now: Instant) -> usize {
        let mut table = self.table();
        let late: Vec<u64> =
            table.waiting.iter().filter(|(_, seat)| self.is_late(seat, now)).map(|(turn, _)| *turn).collect();
        for turn in &late {
            table.drop_waiting(*turn);
        }
        // Who takes no bytes of an answer holds its memory.
        let stalled = table.working.values().chain(table.answering.values()).filter(|seat| self.is_stalled(seat, now));
        let mut count = late.len();
        for seat in stalled {
            seat.end.notify_one();
            count += 1;
        }
        count
    }

    fn is_late(&self, seat: &Seat, now: Instant) -> bool {
        let place = seat.place();
        let most = match place.phase {
            Phase::New => self.0.patience,
            Phase::Idle => self.0.patience * 4,
            Phase::Body => {
                self.0.patience + Duration::from_secs(seat.received.load(Ordering::Relaxed) / BYTES_A_SECOND)
            }
            Phase::Working | Phase::Answering => return false,
        };
        now.saturating_duration_since(place.since) > most
    }

    fn is_stalled(&self, seat: &Seat, now: Instant) -> bool {
        let since = seat.stalled.load(Ordering::Relaxed);
        since > 0 && self.millis(now).saturating_sub(since - 1) > self.0.patience.as_millis() as u64 * 2
    }

    fn millis(&self, now: Instant) -> u64 {
        u64::try_from(now.saturating_duration_since(self.0.began).as_millis()).unwrap_or(u64::MAX - 1)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves a connection to another phase, and to the end of those that wait.
    fn turn_to(&self, seat: &Arc<Seat>, phase: Phase) {
        let mut table = self.table();
        if seat.gone.load(Ordering::Relaxed) {
            return;
        }
        let old = seat.turn.load(Ordering::Relaxed);
        let was = {
            let mut place = seat.place();
            let was = place.phase;
            *place = Place { phase, since: Instant::now() };
            was
        };
        // A body belongs to the head before it: it does not begin to wait anew.
        if matches!((was, phase), (Phase::New | Phase::Idle, Phase::Body)) {
            return;
        }
        table.waiting.remove(&old);
        table.working.remove(&old);
        table.answering.remove(&old);
        table.next += 1;
        let turn = table.next;
        seat.turn.store(turn, Ordering::Relaxed);
        let list = match phase {
            Phase::Working => &mut table.working,
            Phase::Answering => &mut table.answering,
            Phase::New | Phase::Idle | Phase::Body => &mut table.waiting,
        };
        list.insert(turn, seat.clone());
    }
}

impl Table {
    fn len(&self) -> usize {
        self.waiting.len() + self.working.len() + self.answering.len()
    }

    fn drop_oldest(&mut self) -> bool {
        let Some((_, seat)) = self.waiting.pop_first().or_else(|| self.answering.pop_first()) else { return false };
        seat.leave();
        true
    }

    fn drop_waiting(&mut self, turn: u64) {
        if let Some(seat) = self.waiting.remove(&turn) {
            seat.leave();
        }
    }
}

impl Seat {
    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leave(&self) {
        self.gone.store(true, Ordering::Relaxed);
        self.end.notify_one();
    }

    /// Bytes of a body came.
    pub fn received(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Bytes of the body went to disk.
    pub fn spooled(&self, bytes: u64) {
        self.spooled.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Occupied {
    /// The connection.
    #[must_use]
    pub fn seat(&self) -> &Arc<Seat> {
        &self.seat
    }

    /// Ends when the connection must.
    pub async fn ended(&self) {
        self.seat.end.notified().await;
    }

    /// A handle for the parts that see its requests pass.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        Traffic { connections: self.connections.clone(), seat: self.seat.clone() }
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let mut table = self.connections.table();
        self.seat.gone.store(true, Ordering::Relaxed);
        let turn = self.seat.turn.load(Ordering::Relaxed);
        table.waiting.remove(&turn);
        table.working.remove(&turn);
        table.answering.remove(&turn);
    }
}

/// Tells the table what passes on a connection.
#[derive(Clone)]
pub struct Traffic {
    connections: Connections,
    seat: Arc<Seat>,
}

impl Traffic {
    /// The head of a request came.
    pub fn head(&self, with_body: bool) {
        self.seat.received.store(0, Ordering::Relaxed);
        self.seat.spooled.store(0, Ordering::Relaxed);
        self.connections.turn_to(&self.seat, if with_body { Phase::Body } else { Phase::Working });
    }

    /// The request is complete.
    pub fn complete(&self) {
        self.connections.turn_to(&self.seat, Phase::Working);
    }

    /// The answer begins.
    pub fn answering(&self) {
        self.connections.turn_to(&self.seat, Phase::Answering);
    }

    /// The request is answered.
    pub fn answered(&self) {
        self.connections.turn_to(&self.seat, Phase::Idle);
    }

    /// The client took bytes, or does not.
    pub fn takes(&self, takes: bool) {
        if takes {
            self.seat.stalled.store(0, Ordering::Relaxed);
        } else if self.seat.stalled.load(Ordering::Relaxed) == 0 {
            let now = self.connections.millis(Instant::now()) + 1;
            self.seat.stalled.store(now, Ordering::Relaxed);
        }
    }

    /// The connection.
    #[must_use]
    pub fn seat(&self) -> &Arc<Seat> {
        &self.seat
    }

    /// The table.
    #[must_use]
    pub fn connections(&self) -> &Connections {
        &self.connections
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(10);

    fn gone(occupied: &Occupied) -> bool {
        occupied.seat.gone.load(Ordering::Relaxed)
    }

    #[test]
    fn the_oldest_without_a_complete_request_goes_first() {
        let all = Connections::new(3, PATIENCE);
        let (first, second, third) = (all.enter().unwrap(), all.enter().unwrap(), all.enter().unwrap());
        first.traffic().head(false);
        second.traffic().head(true);
        let fourth = all.enter().unwrap();
        assert!(!gone(&first) && gone(&second) && !gone(&third), "a body that is not complete is no request");
        drop(second);
        first.traffic().answered();
        let fifth = all.enter().unwrap();
        assert!(gone(&third) && !gone(&first), "who was answered waits from then on");
        drop(third);
        for one in [&first, &fourth, &fifth] {
            one.traffic().head(false);
        }
        assert!(all.enter().is_none(), "a request that is worked on is never dropped");
        drop(fourth);
        assert!(all.enter().is_some() && all.count() == 2);
        assert!(!all.crowd_left(2) && all.crowd_left(1) && !all.crowd_left(1), "three were there, two are");
        all.close();
        assert!(all.enter().is_none() && !gone(&first));
    }

    #[test]
    fn who_takes_an_answer_slowly_gives_way_after_those_that_wait() {
        let all = Connections::new(3, PATIENCE);
        let (slow, working, waiting) = (all.enter().unwrap(), all.enter().unwrap(), all.enter().unwrap());
        slow.traffic().head(false);
        slow.traffic().answering();
        working.traffic().head(false);
        let fourth = all.enter().unwrap();
        assert!(gone(&waiting) && !gone(&slow));
        drop(waiting);
        fourth.traffic().head(false);
        let fifth = all.enter().unwrap();
        assert!(gone(&slow) && !gone(&working) && !gone(&fourth));
        fifth.traffic().head(false);
        fifth.traffic().answering();
        all.close();
        assert!(!gone(&fifth), "an answer that is on its way is not cut off by a stop");
    }

    #[test]
    fn what_takes_too_long_is_dropped() {
        let all = Connections::new(10, PATIENCE);
        let [head, idle, body, slow, working] = [(); 5].map(|()| all.enter().unwrap());
        idle.traffic().head(false);
        idle.traffic().answered();
        for one in [&body, &slow] {
            one.traffic().head(true);
        }
        body.seat().received(30 * 16 * 1024);
        working.traffic().head(false);
        let after = |seconds: u64| Instant::now() + Duration::from_secs(seconds);
        assert_eq!(all.sweep(after(9)), 0);
        assert_eq!(all.sweep(after(11)), 2);
        assert!(gone(&head) && gone(&slow) && !gone(&body) && !gone(&idle));
        assert_eq!(all.sweep(after(39)), 0);
        assert_eq!(all.sweep(after(60)), 2);
        assert!(gone(&body) && gone(&idle) && !gone(&working));
        working.traffic().takes(false);
        assert_eq!((all.sweep(after(10)), all.sweep(after(30))), (0, 1));
        working.traffic().takes(true);
        assert_eq!(all.sweep(after(300)), 0);
    }

    #[test]
    fn of_unfinished_uploads_the_oldest_gives_its_room() {
        let all = Connections::new(10, PATIENCE);
        let [words, first, second] = [(); 3].map(|()| all.enter().unwrap());
        for one in [&words, &first, &second] {
            one.traffic().head(true);
        }
        first.seat().spooled(1);
        second.seat().spooled(1);
        assert!(all.drop_oldest_upload(second.seat()));
        assert!(!gone(&words) && gone(&first));
        assert!(!all.drop_oldest_upload(second.seat()), "its own is not given up");
    }
}
