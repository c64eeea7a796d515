//! The only source of chance: mulberry32.

/// Mulberry32, a generator with 32 bits of state.
///
/// Small enough to be written out in a lesson, and the same in JavaScript, where the published programs use it: one
/// seed gives the same numbers everywhere. Not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mulberry32 {
    state: u32,
}

impl Mulberry32 {
    /// A generator that begins at `seed`.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    /// The next 32 bits.
    pub const fn next_u32(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x6D2B_79F5);
        let mut mixed = (self.state ^ (self.state >> 15)).wrapping_mul(self.state | 1);
        mixed ^= mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(mixed | 61));
        mixed ^ (mixed >> 14)
    }

    /// The next number in [0, 1): 32 bits over 2^32.
    pub fn next_f64(&mut self) -> f64 {
        f64::from(self.next_u32()) / 4_294_967_296.0
    }
}
