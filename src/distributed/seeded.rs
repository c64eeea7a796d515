//! One seeded interleaving: many requests at two gateways, each with a read and, some time later, a write.

use super::race::{Method, Race, Seen};
use crate::input::InputError;
use crate::time::Nanos;
use crate::traffic::Mulberry32;

/// Requests spread over a time, each with a store call between its read and its write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeededRace {
    /// Where the generator begins. Three draws a request: arrival, node, length of the call.
    pub seed: u32,
    /// How many requests there are.
    pub requests: u32,
    /// Over which time they arrive.
    pub spread_ms: f64,
    /// The shortest and the longest time from read to write.
    pub call_ms: (f64, f64),
    /// How many should be admitted at most.
    pub limit: u64,
}

/// One step of one request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// Which request, in the order in which they were drawn.
    pub request: usize,
    /// Its gateway: 0 or 1.
    pub node: usize,
    /// When.
    pub at_ms: f64,
    /// What it saw and did.
    pub seen: Seen,
}

impl SeededRace {
    /// Plays the interleaving with one method. The order of the steps is the same for every method.
    ///
    /// # Errors
    /// When the limit is 0 or too large to be exact.
    pub fn play(&self, method: Method) -> Result<Vec<Turn>, InputError> {
        let mut random = Mulberry32::new(self.seed);
        // Each request's read, then its write; a stable sort keeps that order at equal times.
        let mut steps = Vec::new();
        for request in 0..self.requests as usize {
            let read_ms = random.next_f64() * self.spread_ms;
            let node = usize::from(random.next_f64() >= 0.5);
            let write_ms = read_ms + self.call_ms.0 + random.next_f64() * (self.call_ms.1 - self.call_ms.0);
            steps.push((read_ms, request, node));
            steps.push((write_ms, request, node));
        }
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut race = Race::new(method, self.limit, self.requests as usize)?;
        let mut done = vec![false; self.requests as usize];
        let mut turns = Vec::new();
        for (at_ms, request, node) in steps {
            if !done[request] {
                let seen = race.step(request, Nanos::from_millis_f64(at_ms));
                done[request] = seen.last;
                turns.push(Turn { request, node, at_ms, seen });
            }
        }
        Ok(turns)
    }
}
