//! A race: requests that each take one or two steps against a shared store, in any order.
//!
//! The rule of each method stands here once: [`Race::step`] moves one request by one step and tells what it saw and did.
//! Who moves when is decided elsewhere: by seeded times, by a student's hand, or by trying every order.

use crate::input::InputError;
use crate::limiter::{Gcra, Limiter};
use crate::time::Nanos;

/// How a node counts a request in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// GET the counter, decide, SET it to what was read and one more. Writes overwrite each other.
    GetSet,
    /// GET the counter, decide, INCR. No count is lost, but a decision may rest on an old value.
    GetIncr,
    /// INCR, decide by the answer: one atomic command. Refused requests are counted too.
    Incr,
    /// Read TAT, decide by GCRA, write the new TAT. Two that read the same one take the same place.
    Gcra,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::GetSet, Self::GetIncr, Self::Incr, Self::Gcra];

    /// The id in scenarios and message keys.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::GetSet => "get-set",
            Self::GetIncr => "get-incr",
            Self::Incr => "incr",
            Self::Gcra => "gcra",
        }
    }

    /// Whether the whole request is one step, during which nobody else can act.
    #[must_use]
    pub const fn is_atomic(self) -> bool {
        matches!(self, Self::Incr)
    }
}

/// What one step did. Values are the counter, or TAT in nanoseconds for GCRA.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Whether it was the request's last step.
    pub last: bool,
    /// Whether the request is admitted; known from its first step on.
    pub admitted: bool,
    /// What the request read, in this step or before.
    pub read: u64,
    /// What the store holds after the step.
    pub stored: u64,
    /// Whether the store had changed since the request read it: only a write can be stale.
    pub stale: bool,
}

/// A shared counter and the requests that race for it. At most `limit` should be admitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    method: Method,
    limit: u64,
    rule: Gcra<u128>,
    store: Store,
    requests: Vec<Option<Pending>>,
    admitted: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Store {
    counter: u64,
    tat: <Gcra<u128> as Limiter>::State,
}

/// A request between its read and its write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    read: Store,
    /// What it will write.
    write: Store,
}

impl Race {
    /// A store with nothing counted, and `requests` requests that have not begun. For GCRA the limit is a burst that does
    /// not refill while the race lasts: one permit an hour.
    ///
    /// # Errors
    /// When the limit is 0 or too large to be exact.
    pub fn new(method: Method, limit: u64, requests: usize) -> Result<Self, InputError> {
        let rule = Gcra::new(1, Nanos::from_secs(3600), limit).map_err(|mut error| {
            "limit".clone_into(&mut error.field);
            error
        })?;
        let store = Store { counter: 0, tat: rule.fresh() };
        Ok(Self { method, limit, rule, store, requests: vec![None; requests], admitted: 0 })
    }

    /// How many were admitted so far.
    #[must_use]
    pub const fn admitted(&self) -> u64 {
        self.admitted
    }

    /// What the store holds: the counter, or TAT in nanoseconds.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.shown(&self.store)
    }

    /// Moves one request by one step at `now`. A request that was refused on reading has no second step.
    pub fn step(&mut self, request: usize, now: Nanos) -> Seen {
        match self.requests[request].take() {
            None => self.first(request, now),
            Some(pending) => self.second(pending),
        }
    }

    fn first(&mut self, request: usize, now: Nanos) -> Seen {
        let read = self.store;
        let (admitted, write) = match self.method {
            Method::GetSet | Method::GetIncr | Method::Incr => {
                (read.counter < self.limit, Store { counter: read.counter + 1, ..read })
            }
            Method::Gcra => {
                let mut tat = read.tat;
                (self.rule.decide(&mut tat, now, 1).passes(), Store { tat, ..read })
            }
        };
        self.admitted += u64::from(admitted);
        let last = self.method.is_atomic() || !admitted;
        if self.method.is_atomic() {
            self.store = write;
        } else if admitted {
            self.requests[request] = Some(Pending { read, write });
        }
        Seen { last, admitted, read: self.shown(&read), stored: self.stored(), stale: false }
    }

    fn second(&mut self, Pending { read, write }: Pending) -> Seen {
        let stale = self.store != read;
        match self.method {
            Method::GetIncr => self.store.counter += 1,
            Method::GetSet | Method::Incr | Method::Gcra => self.store = write,
        }
        Seen { last: true, admitted: true, read: self.shown(&read), stored: self.stored(), stale }
    }

    fn shown(&self, store: &Store) -> u64 {
        match self.method {
            Method::GetSet | Method::GetIncr | Method::Incr => store.counter,
            // From the start of the run, how long until TAT is reached.
            Method::Gcra => self.rule.reset(&store.tat, Nanos::ZERO).get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs requests in an order of their numbers; each number moves that request by one step.
    fn admitted(method: Method, limit: u64, order: &[usize]) -> (u64, u64) {
        let requests = order.iter().max().map_or(0, |most| most + 1);
        let mut race = Race::new(method, limit, requests).expect("a small limit");
        for &request in order {
            race.step(request, Nanos::ZERO);
        }
        (race.admitted(), race.stored())
    }

    #[test]
    fn two_that_read_before_either_writes_both_pass() {
        for (method, stored) in [(Method::GetSet, 1), (Method::GetIncr, 2)] {
            assert_eq!(admitted(method, 1, &[0, 1, 0, 1]), (2, stored), "{method:?}");
            assert_eq!(admitted(method, 1, &[0, 0, 1]), (1, 1), "{method:?}, one after the other");
        }
        let hour = Nanos::from_secs(3600).get();
        assert_eq!(admitted(Method::Gcra, 1, &[0, 1, 0, 1]), (2, hour), "both write TAT + T");
        assert_eq!(admitted(Method::Gcra, 1, &[0, 0, 1]), (1, hour));
    }

    #[test]
    fn an_atomic_command_admits_the_limit_in_any_order() {
        assert_eq!(admitted(Method::Incr, 2, &[2, 0, 1]), (2, 3));
    }

    #[test]
    fn a_write_over_a_changed_store_is_told_as_stale() {
        let mut race = Race::new(Method::GetSet, 5, 2).expect("a small limit");
        let now = Nanos::ZERO;
        race.step(0, now);
        race.step(1, now);
        assert!(!race.step(0, now).stale);
        let overwritten = race.step(1, now);
        assert!(overwritten.stale && overwritten.last);
        assert_eq!((overwritten.read, overwritten.stored), (0, 1));
    }
}
