//! What many keys cost: bytes for every algorithm, from assumptions that can be changed.

use crate::limiter::Algorithm;

/// The assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumptions {
    /// How many keys there are.
    pub users: u64,
    /// The limit: as many timestamps a log may hold.
    pub limit: u64,
    /// What the store needs for a key besides its state.
    pub key_overhead_bytes: u64,
    /// The bytes of one entry in a log.
    pub entry_bytes: u64,
}

/// One algorithm's cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The state of one key.
    pub state_bytes: u64,
    /// The state and the overhead.
    pub per_key_bytes: u64,
    /// All keys.
    pub total_bytes: u64,
}

impl Assumptions {
    /// What an algorithm's keys cost at most, as such states are usually packed in a store.
    ///
    /// A count is 4 bytes and a time 8: a fixed window keeps a count and a window's number in 8, a sliding counter two
    /// counts and a window's number in 12, a bucket a level and a time in 16, GCRA one time. A log and a queue keep one
    /// entry for each request inside. Saturates where the product would not fit.
    #[must_use]
    pub const fn cost(&self, algorithm: Algorithm) -> Cost {
        let state_bytes = match algorithm {
            Algorithm::Gcra | Algorithm::FixedWindow => 8,
            Algorithm::SlidingWindowCounter => 12,
            Algorithm::TokenBucket | Algorithm::LeakyBucketMeter | Algorithm::NginxLimitReq => 16,
            Algorithm::SlidingWindowLog | Algorithm::LeakyBucketQueue => self.limit.saturating_mul(self.entry_bytes),
        };
        let per_key_bytes = state_bytes.saturating_add(self.key_overhead_bytes);
        Cost { state_bytes, per_key_bytes, total_bytes: per_key_bytes.saturating_mul(self.users) }
    }
}
