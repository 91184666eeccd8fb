//! Who gets the next seat: short work before long, then whoever has the fewest at work, then whoever was served longest
//! ago.
//!
//! So ten files of one caller stand behind one file of another, and a line that is too long turns newcomers away.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// Short jobs that go before a long one that waits.
const MOST_SHORT: u32 = 4;

/// How much may wait.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Room {
    /// Jobs at work at once.
    pub(crate) seats: usize,
    /// Jobs that wait.
    pub(crate) jobs: usize,
    /// Jobs of one caller that wait.
    pub(crate) of_caller: usize,
    /// Bytes of files that wait.
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Ticket {
    id: u64,
    bytes: usize,
    called: oneshot::Sender<()>,
}

#[derive(Debug, Default)]
struct Person {
    waiting: VecDeque<Ticket>,
    working: usize,
    served: u64,
}

/// A caller with one kind of work: whether it is long, and the name.
type Who = (bool, String);

#[derive(Debug, Default)]
struct State {
    taken: usize,
    waiting: usize,
    bytes: usize,
    tick: u64,
    short_in_a_row: u32,
    people: HashMap<Who, Person>,
}

impl State {
    fn seat(&mut self, who: &Who) {
        self.taken += 1;
        self.tick += 1;
        let tick = self.tick;
        let person = self.people.entry(who.clone()).or_default();
        person.working += 1;
        person.served = tick;
    }

    /// Gives a free seat to the next in line. A seat given to somebody who has just left comes back from there.
    fn call(&mut self, seats: usize) {
        while self.taken < seats {
            let next = self.people.iter().filter(|(_, person)| !person.waiting.is_empty());
            let turn = self.short_in_a_row >= MOST_SHORT;
            let next = next.min_by_key(|&(who, person)| (who.0 != turn, person.working, person.served, &who.1));
            let Some(who) = next.map(|(who, _)| who.clone()) else { return };
            let long_waits = self.people.iter().any(|(who, person)| who.0 && !person.waiting.is_empty());
            self.short_in_a_row = if who.0 || !long_waits { 0 } else { self.short_in_a_row + 1 };
            let Some(ticket) = self.people.get_mut(&who).and_then(|person| person.waiting.pop_front()) else { return };
            self.waiting -= 1;
            self.bytes -= ticket.bytes;
            self.seat(&who);
            let _ = ticket.called.send(());
        }
    }

    fn leave(&mut self, who: &Who) {
        self.taken -= 1;
        if let Some(person) = self.people.get_mut(who) {
            person.working -= 1;
        }
        self.tidy(who);
    }

    fn tidy(&mut self, who: &Who) {
        if self.people.get(who).is_some_and(|person| person.working == 0 && person.waiting.is_empty()) {
            self.people.remove(who);
        }
    }
}

/// The line.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    room: Room,
    state: Arc<Mutex<State>>,
}

/// A seat; it is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    line: Line,
    who: Who,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut state = self.line.lock();
        state.leave(&self.who);
        state.call(self.line.room.seats);
    }
}

/// A place in the line; whoever drops it has left.
struct Place {
    line: Line,
    who: Who,
    id: u64,
    seated: bool,
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.seated {
            return;
        }
        let mut state = self.line.lock();
        let Some(person) = state.people.get_mut(&self.who) else { return };
        match person.waiting.iter().position(|ticket| ticket.id == self.id) {
            Some(at) => {
                let bytes = person.waiting.remove(at).map_or(0, |ticket| ticket.bytes);
                state.waiting -= 1;
                state.bytes -= bytes;
                state.tidy(&self.who);
            }
            // Called just as it left.
            None => {
                state.leave(&self.who);
                state.call(self.line.room.seats);
            }
        }
    }
}

impl Line {
    pub(crate) fn new(room: Room) -> Self {
        Self { room, state: Arc::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a seat; `None` when too much waits already.
    pub(crate) async fn seat(&self, name: &str, long: bool, bytes: usize) -> Option<Seat> {
        let who = (long, name.to_owned());
        let seat = || Seat { line: self.clone(), who: who.clone() };
        let (mut place, called) = {
            let mut state = self.lock();
            if state.taken < self.room.seats {
                state.seat(&who);
                drop(state);
                return Some(seat());
            }
            let own = state.people.get(&who).map_or(0, |person| person.waiting.len());
            let full = state.waiting >= self.room.jobs
                || own >= self.room.of_caller
                || state.waiting > 0 && state.bytes.saturating_add(bytes) > self.room.bytes;
            if full {
                return None;
            }
            state.waiting += 1;
            state.bytes += bytes;
            state.tick += 1;
            let id = state.tick;
            let (called, call) = oneshot::channel();
            state.people.entry(who.clone()).or_default().waiting.push_back(Ticket { id, bytes, called });
            (Place { line: self.clone(), who: who.clone(), id, seated: false }, call)
        };
        called.await.ok()?;
        place.seated = true;
        Some(seat())
    }

    /// Jobs that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().waiting
    }

    /// Short jobs of a caller that wait.
    pub(crate) fn waiting_of(&self, name: &str) -> usize {
        self.lock().people.get(&(false, name.to_owned())).map_or(0, |person| person.waiting.len())
    }

    /// Jobs at work and jobs that wait.
    pub(in crate::adapters) fn load(&self) -> (usize, usize) {
        let state = self.lock();
        (state.taken, state.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    type Wait<'a> = Pin<Box<dyn Future<Output = Option<Seat>> + 'a>>;

    fn line(seats: usize) -> Line {
        Line::new(Room { seats, jobs: 20, of_caller: 10, bytes: 100 })
    }

    fn polled(wait: &mut Wait<'_>) -> Poll<Option<Seat>> {
        wait.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn waiting<'a>(line: &'a Line, name: &'a str, bytes: usize) -> Wait<'a> {
        let mut wait: Wait<'a> = Box::pin(line.seat(name, false, bytes));
        assert!(polled(&mut wait).is_pending(), "{name}");
        wait
    }

    fn seated(wait: &mut Wait<'_>) -> Option<Seat> {
        match polled(wait) {
            Poll::Ready(seat) => seat,
            Poll::Pending => None,
        }
    }

    fn now(line: &Line, name: &str, bytes: usize) -> Option<Seat> {
        let mut wait: Wait<'_> = Box::pin(line.seat(name, false, bytes));
        let Poll::Ready(seat) = polled(&mut wait) else { panic!("{name} waits") };
        seat
    }

    #[test]
    fn ten_files_of_one_caller_stand_behind_one_of_another() {
        let line = line(1);
        let mut held = now(&line, "many", 1);
        let mut many: Vec<Wait<'_>> = (0..9).map(|_| waiting(&line, "many", 1)).collect();
        let mut one = waiting(&line, "one", 1);
        drop(held.take());
        assert!(many.iter_mut().all(|wait| polled(wait).is_pending()));
        held = seated(&mut one);
        assert!(held.is_some(), "the other caller is next");
        // Then the rest, one after another, in the order in which they came.
        for at in 0..many.len() {
            drop(held.take());
            held = seated(&mut many[at]);
            assert!(held.is_some(), "{at}");
            assert!(many[at + 1..].iter_mut().all(|wait| polled(wait).is_pending()));
        }
        drop(held);
        assert_eq!(line.load(), (0, 0));
        assert!(line.lock().people.is_empty(), "nobody is remembered");
    }

    #[test]
    fn whoever_has_no_seat_goes_before_whoever_has_some() {
        let line = line(3);
        let (first, second) = (now(&line, "many", 1), now(&line, "many", 1));
        let other = now(&line, "other", 1);
        let mut many = waiting(&line, "many", 1);
        let mut third = waiting(&line, "third", 1);
        let mut again = waiting(&line, "other", 1);
        drop(first);
        let third = seated(&mut third);
        assert!(third.is_some() && polled(&mut many).is_pending() && polled(&mut again).is_pending());
        drop(other);
        let again = seated(&mut again);
        assert!(again.is_some() && polled(&mut many).is_pending(), "one at work goes behind none");
        drop(second);
        assert!(seated(&mut many).is_some());
        drop((third, again));
        assert_eq!(line.load(), (0, 0));
    }

    #[test]
    fn short_work_goes_before_long_work_of_anybody() {
        let line = line(1);
        let held = now(&line, "many", 1);
        let mut long: Wait<'_> = Box::pin(line.seat("other", true, 1));
        assert!(polled(&mut long).is_pending());
        let mut short = waiting(&line, "many", 1);
        drop(held);
        assert!(polled(&mut long).is_pending());
        let held = seated(&mut short);
        assert!(held.is_some());
        drop(held);
        assert!(seated(&mut long).is_some());
        assert_eq!(line.load(), (0, 0));
    }

    #[test]
    fn long_work_is_not_put_off_for_ever() {
        let line = line(1);
        let mut held = now(&line, "many", 1);
        let mut long: Wait<'_> = Box::pin(line.seat("other", true, 1));
        assert!(polled(&mut long).is_pending());
        let mut short: Vec<Wait<'_>> = (0..8).map(|_| waiting(&line, "many", 1)).collect();
        for wait in short.iter_mut().take(MOST_SHORT as usize) {
            assert!(polled(&mut long).is_pending());
            drop(held.take());
            held = seated(wait);
            assert!(held.is_some());
        }
        drop(held.take());
        assert!(seated(&mut long).is_some());
    }

    #[test]
    fn a_full_line_turns_away_and_whoever_leaves_makes_room() {
        let line = line(1);
        let held = now(&line, "a", 1);
        let own: Vec<Wait<'_>> = (0..10).map(|_| waiting(&line, "a", 1)).collect();
        assert!(now(&line, "a", 1).is_none(), "one caller has a limit of its own");
        let other: Vec<Wait<'_>> = (0..10).map(|_| waiting(&line, "b", 1)).collect();
        assert!(now(&line, "c", 1).is_none(), "the line is full");
        drop(other);
        assert_eq!(line.load(), (1, 10));
        assert!(now(&line, "c", 91).is_none(), "too many bytes wait");
        let mut small = waiting(&line, "c", 90);
        drop(own);
        drop(held);
        assert!(seated(&mut small).is_some());
        drop(small);
        assert_eq!(line.load(), (0, 0));
    }

    #[test]
    fn a_seat_given_to_somebody_who_left_goes_to_the_next() {
        let line = line(1);
        let held = now(&line, "a", 1);
        let gone = waiting(&line, "b", 1);
        let mut next = waiting(&line, "c", 1);
        drop(held);
        // Called, but never looked.
        assert!(polled(&mut next).is_pending());
        drop(gone);
        assert!(seated(&mut next).is_some());
        drop(next);
        assert_eq!(line.load(), (0, 0));
    }
}
