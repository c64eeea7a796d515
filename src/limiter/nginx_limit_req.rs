//! nginx `limit_req`.
//!
//! **Idea.** nginx calls it a leaky bucket: a key has an excess over the rate, which every request raises by one and time
//! lowers by the rate. A request that would bring the excess above `burst` is refused; one that brings it above `delay`
//! waits until the rest has gone; `nodelay` never waits.
//!
//! **State of a key.** The excess and the time of the last request that counted, and whether there was one: 24 bytes
//! (in nginx a node that holds the key too). A new key has neither.
//!
//! **Units.** nginx's own: thousandths of a request, a clock in whole milliseconds, a rate in thousandths of a request
//! per second rounded down, every division rounded down. So `1r/m` is 16 thousandths a second: one in 62.5 s.
//!
//! **Cost of a decision.** One multiplication and one division, O(1).
//!
//! **Edges.** A new key starts with an excess of 0, so `burst` = N takes N + 1 at once. An excess equal to `burst` (or
//! `delay`) still passes (at once). A clock up to 60 s back counts as no time passed; one that is further back counts
//! as 1 ms and, if the request passes, becomes the new time. Every request costs 1: any other cost is impossible. nginx
//! tells no time to come back. Left out: nginx forgets keys that were idle for a minute when it needs room, after which
//! they are new.
//!
//! **Source.** nginx, `src/http/modules/ngx_http_limit_req_module.c` (the rule is restated here, no code is copied); its
//! documentation at nginx.org/en/docs/http/ngx_http_limit_req_module.html.
//!
//! # Fidelity
//!
//! Compared in `tests/peers` with nginx 1.22.1 in real time: bursts, `nodelay`, `delay=`, `r/m`, two limits on one
//! page, random settings and traffic. Every decision is ours at the earliest or the latest time at which the request
//! can have come (nginx's clock is known to some milliseconds), and delays are equal within the timer's tolerance.
//! - nginx does not limit a request whose key is empty (`pinned_nginx_does_not_limit_an_empty_key`).
//! - A zone that is full forgets its oldest key, whatever its excess
//!   (`pinned_nginx_forgets_the_oldest_key_of_a_full_zone`); each new key also drops up to two that are idle for a
//!   minute with no excess left (read, not run).
//! - `burst=0` and `delay=0` cannot be written in its configuration, only left out
//!   (`pinned_nginx_takes_no_zero_that_is_written`).
//! - The clock that goes back was read, not run: a real clock cannot be asked to.

use super::Limiter;
use super::decision::{Gauge, GaugeLine, Snapshot, Unit, Verdict};
use super::rate::bound;
use crate::input::{Accepted, InputError, Value};
use crate::time::{NANOS_PER_MILLI, Nanos};

/// Thousandths in a request.
const REQUEST: u64 = 1000;
/// The farthest back, in milliseconds, that the clock may go and count as standing still.
const BACK_MS: u64 = 60_000;

/// The unit of the rate: `r/s` or `r/m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NginxPeriod {
    /// `r/s`.
    Second,
    /// `r/m`.
    Minute,
}

impl NginxPeriod {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Second, Self::Minute];
    /// Their words in scenarios, in the same order.
    pub const WORDS: [&'static str; 2] = ["second", "minute"];

    const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
        }
    }
}

/// How much excess passes without a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NginxDelay {
    /// `delay=n`: the excess above n waits. nginx's default is 0: all excess waits.
    Above(u64),
    /// `nodelay`: none waits.
    Never,
}

impl NginxDelay {
    /// The word in scenarios that stands for [`NginxDelay::Never`].
    pub const WORDS: [&'static str; 1] = ["nodelay"];
}

/// The rule: `rate=<permits>r/s` or `r/m`, `burst`, and `delay` or `nodelay`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NginxLimitReq {
    /// Thousandths of a request per second.
    rate: u64,
    /// The burst in thousandths.
    burst: u64,
    /// The delay in thousandths; `None` never waits.
    delay: Option<u64>,
}

/// What is kept for one key: nothing while it is new.
type State = Option<Node>;

/// What nginx keeps for a key that it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Thousandths of a request over the rate.
    excess: u64,
    /// Milliseconds at the last request that counted.
    last: u64,
}

impl NginxLimitReq {
    /// `rate=<permits>r/s` (or `r/m`) with its `burst` and `delay`.
    ///
    /// # Errors
    /// Names the parameter that is zero but must not be, or that is too large to be exact.
    #[expect(clippy::cast_precision_loss, reason = "the message's own copy")]
    pub fn new(permits: u64, period: NginxPeriod, burst: u64, delay: NginxDelay) -> Result<Self, InputError> {
        bound("permits", permits, u128::from(u64::MAX / REQUEST))?;
        let rate = permits * REQUEST / period.seconds();
        // The longest wait is the whole burst's, and must be told in nanoseconds from any instant.
        let tellable = u128::from((u64::MAX - Nanos::HORIZON.get()) / NANOS_PER_MILLI) * u128::from(rate);
        let most = u64::try_from(tellable / 1_000_000).unwrap_or(u64::MAX).min(u64::MAX / REQUEST) - 1;
        if burst > most {
            let accepted = Accepted::Exact { max: most };
            return Err(InputError::new("burst", &Value::Number(burst as f64), accepted));
        }
        let delay = match delay {
            NginxDelay::Above(requests) => Some(requests.saturating_mul(REQUEST)),
            NginxDelay::Never => None,
        };
        Ok(Self { rate, burst: burst * REQUEST, delay })
    }

    /// The milliseconds that nginx takes to have passed between `last` and `now`.
    const fn passed(now: u64, last: u64) -> u64 {
        if now >= last {
            now - last
        } else if last - now > BACK_MS {
            1
        } else {
            0
        }
    }

    /// The thousandths that leave in `ms` milliseconds, rounded down. Wider than nginx's own product, which would
    /// overflow with a rate of millions and a key of years.
    fn leaves(&self, ms: u64) -> u128 {
        u128::from(self.rate) * u128::from(ms) / 1000
    }

    /// The excess that is left of the stored one at `now`.
    fn left(&self, node: Node, now: Nanos) -> u64 {
        let gone = self.leaves(Self::passed(millis(now), node.last));
        u64::try_from(u128::from(node.excess).saturating_sub(gone)).unwrap_or(u64::MAX)
    }

    /// The excess of a key after one request at `now`; 0 for a new key.
    fn with_one_more(&self, state: &State, now: Nanos) -> u64 {
        let Some(node) = state else { return 0 };
        let gone = self.leaves(Self::passed(millis(now), node.last));
        u64::try_from(u128::from(node.excess + REQUEST).saturating_sub(gone)).unwrap_or(u64::MAX)
    }

    /// The instant from which at least `thousandths` have left since `last`.
    fn gone_at(&self, thousandths: u64, last: u64) -> Nanos {
        let ms = (u128::from(thousandths) * 1000).div_ceil(u128::from(self.rate.max(1)));
        Nanos::from_millis(last.saturating_add(u64::try_from(ms).unwrap_or(u64::MAX)))
    }
}

/// The millisecond clock.
const fn millis(now: Nanos) -> u64 {
    now.get() / NANOS_PER_MILLI
}

/// Thousandths as requests, for display.
#[expect(clippy::cast_precision_loss, reason = "display only")]
fn requests(thousandths: u64) -> f64 {
    thousandths as f64 / 1000.0
}

impl Limiter for NginxLimitReq {
    type State = State;

    const OWN_CLOCK: bool = true;

    fn fresh(&self) -> State {
        None
    }

    fn limit(&self) -> u64 {
        self.burst / REQUEST + 1
    }

    fn check(&self, state: &State, now: Nanos, cost: u64) -> Verdict {
        if cost != 1 {
            return Verdict::Impossible;
        }
        let excess = self.with_one_more(state, now);
        if excess > self.burst {
            return Verdict::Refused { retry_after: None };
        }
        let waits = self.delay.map_or(0, |delay| excess.saturating_sub(delay));
        let ms = u128::from(waits) * 1000 / u128::from(self.rate.max(1));
        match u64::try_from(ms).unwrap_or(u64::MAX) {
            0 => Verdict::Allowed,
            ms => Verdict::Delayed { wait: Nanos::from_millis(ms) },
        }
    }

    fn commit(&self, state: &mut State, now: Nanos, _cost: u64) {
        let excess = self.with_one_more(state, now);
        let now = millis(now);
        // Time that counts as standing still leaves the stored time alone.
        let last = state.map_or(now, |node| if Self::passed(now, node.last) == 0 { node.last } else { now });
        *state = Some(Node { excess, last });
    }

    fn remaining(&self, state: &State, now: Nanos) -> u64 {
        let next = self.with_one_more(state, now);
        self.burst.checked_sub(next).map_or(0, |room| room / REQUEST + 1)
    }

    fn reset(&self, state: &State, now: Nanos) -> Nanos {
        match state {
            Some(node) if self.with_one_more(state, now) > 0 => {
                self.gone_at(node.excess + REQUEST, node.last).saturating_sub(now)
            }
            _ => Nanos::ZERO,
        }
    }

    fn snapshot(&self, state: &State, now: Nanos) -> Snapshot {
        let (left, stored, last) = state.map_or((0, 0, 0), |node| (self.left(node, now), node.excess, node.last));
        Snapshot::NginxLimitReq {
            excess: requests(left),
            stored: requests(stored),
            since_ms: Nanos::from_millis(last).as_millis_f64(),
            asked: requests(self.with_one_more(state, now)),
            rate: requests(self.rate),
            known: state.is_some(),
        }
    }

    fn gauge(&self) -> Gauge {
        let burst = requests(self.burst);
        // Without a burst the excess never leaves 0; the axis still needs a length.
        Gauge { unit: Unit::Requests, max: burst.max(1.0), rest: 0.0, line: GaugeLine::Capacity, line_at: burst }
    }

    /// Straight from one bend to the next; nginx's own value is the same line in steps of a millisecond.
    fn level(&self, state: &State, at: Nanos) -> f64 {
        state.map_or(0.0, |node| requests(self.left(node, at)))
    }

    fn bends(&self, state: &State, _from: Nanos, _to: Nanos, out: &mut Vec<Nanos>) {
        if let Some(node) = state {
            out.push(Nanos::from_millis(node.last));
            out.push(self.gone_at(node.excess, node.last));
        }
    }
}
