//! What a limiter answers: the outcome, the wait, and the key's state as it was looked at.

use crate::time::Nanos;
use crate::value::{Map, Value};

/// How a request fared. The numbers are those of the columns that `decide` returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// It passes at once.
    Allowed = 0,
    /// It passes after a wait.
    Delayed = 1,
    /// It is turned away; the same request may pass later.
    Refused = 2,
    /// It costs more than the limiter can ever hold; nothing is charged.
    Impossible = 3,
}

impl Outcome {
    /// Every outcome, in the order of its number.
    pub const ALL: [Self; 4] = [Self::Allowed, Self::Delayed, Self::Refused, Self::Impossible];

    /// The letter that stands for it in vectors and text: A, D, R or X.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Allowed => 'A',
            Self::Delayed => 'D',
            Self::Refused => 'R',
            Self::Impossible => 'X',
        }
    }

    /// The name in ids and message keys.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Delayed => "delayed",
            Self::Refused => "refused",
            Self::Impossible => "impossible",
        }
    }
}

/// An outcome with its time, where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes at once.
    Allowed,
    /// It passes after `wait`.
    Delayed {
        /// How long it is held.
        wait: Nanos,
    },
    /// It is turned away.
    Refused {
        /// The shortest time after which the same request passes if nothing else comes: sufficient and tight.
        /// `None` where the real thing tells none.
        retry_after: Option<Nanos>,
    },
    /// It can never pass.
    Impossible,
}

impl Verdict {
    /// The outcome without its time.
    #[inline]
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Allowed => Outcome::Allowed,
            Self::Delayed { .. } => Outcome::Delayed,
            Self::Refused { .. } => Outcome::Refused,
            Self::Impossible => Outcome::Impossible,
        }
    }

    /// Whether the request goes through, now or after its wait. Only then is anything charged.
    #[inline]
    #[must_use]
    pub const fn passes(self) -> bool {
        matches!(self, Self::Allowed | Self::Delayed { .. })
    }

    /// How long the request is held; zero unless it is delayed.
    #[must_use]
    pub const fn wait(self) -> Nanos {
        match self {
            Self::Delayed { wait } => wait,
            _ => Nanos::ZERO,
        }
    }

    /// When to come back, where it was refused and the limiter can tell.
    #[must_use]
    pub const fn retry_after(self) -> Option<Nanos> {
        match self {
            Self::Refused { retry_after } => retry_after,
            _ => None,
        }
    }
}

/// A key's state as seen at one instant, in display numbers.
///
/// Limiters never read these back: their own state is exact integers. Times are milliseconds of simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Snapshot {
    /// Token bucket.
    TokenBucket {
        /// Tokens in the bucket now, after the refill.
        tokens: f64,
        /// Tokens that were left when the bucket was last charged.
        stored: f64,
        /// When it was last charged.
        since_ms: f64,
    },
    /// GCRA.
    Gcra {
        /// The theoretical arrival time.
        tat_ms: f64,
        /// How far TAT runs ahead of now; zero when it lies in the past.
        ahead_ms: f64,
    },
    /// Leaky bucket as a meter.
    LeakyBucketMeter {
        /// Water in the bucket now, after the leak.
        water: f64,
        /// Water that was left when the bucket was last charged.
        stored: f64,
        /// When it was last charged.
        since_ms: f64,
    },
    /// Leaky bucket as a queue.
    LeakyBucketQueue {
        /// Places taken by requests that still wait.
        waiting: u64,
        /// When the outlet is free for the next one.
        free_at_ms: f64,
    },
    /// nginx `limit_req`.
    NginxLimitReq {
        /// The excess in requests (nginx keeps thousandths).
        excess: f64,
        /// The excess that was stored when the key was last charged.
        stored: f64,
        /// When it was last charged.
        since_ms: f64,
        /// The excess with one more request, which is what is compared with `burst` and `delay`.
        asked: f64,
        /// The rate as nginx keeps it, in requests per second: whole thousandths, rounded down.
        rate: f64,
        /// Whether the key is known: a new one starts with an excess of 0.
        known: bool,
    },
    /// Fixed window.
    FixedWindow {
        /// Requests counted in the current window.
        count: u64,
        /// When the current window began.
        window_start_ms: f64,
    },
    /// Sliding-window log.
    SlidingWindowLog {
        /// Cost accepted within (now - W, now].
        count: u64,
        /// The oldest accepted time still inside, where there is one.
        oldest_ms: Option<f64>,
    },
    /// Sliding-window counter.
    SlidingWindowCounter {
        /// Requests counted in the window before the current one.
        previous: u64,
        /// Requests counted in the current window.
        current: u64,
        /// The share of the previous window that the trailing window still covers, 1 - f.
        share: f64,
        /// previous x share + current, rounded as the rule says.
        estimate: f64,
        /// When the current window began.
        window_start_ms: f64,
    },
}

impl Snapshot {
    /// As an object, whose fields depend on the algorithm.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        match *self {
            Self::TokenBucket { tokens, stored, since_ms } => {
                map.num("tokens", tokens).num("stored", stored).num("since_ms", since_ms)
            }
            Self::Gcra { tat_ms, ahead_ms } => map.num("tat_ms", tat_ms).num("ahead_ms", ahead_ms),
            Self::LeakyBucketMeter { water, stored, since_ms } => {
                map.num("water", water).num("stored", stored).num("since_ms", since_ms)
            }
            Self::LeakyBucketQueue { waiting, free_at_ms } => {
                map.whole("waiting", waiting).num("free_at_ms", free_at_ms)
            }
            Self::NginxLimitReq { excess, stored, since_ms, asked, rate, .. } => map
                .num("excess", excess)
                .num("stored", stored)
                .num("since_ms", since_ms)
                .num("asked", asked)
                .num("rate", rate),
            Self::FixedWindow { count, window_start_ms } => {
                map.whole("count", count).num("window_start_ms", window_start_ms)
            }
            Self::SlidingWindowLog { count, oldest_ms } => map.whole("count", count).put("oldest_ms", oldest_ms),
            Self::SlidingWindowCounter { previous, current, share, estimate, window_start_ms } => map
                .whole("previous", previous)
                .whole("current", current)
                .num("share", share)
                .num("estimate", estimate)
                .num("window_start_ms", window_start_ms),
        }
        .value()
    }
}

/// One corner of the curve that a limiter's gauge draws over time; corners are joined by straight lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// When.
    pub at: Nanos,
    /// The gauge's value then.
    pub value: f64,
}

/// The unit of a number that people are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Tokens in a bucket; fractions are real.
    Tokens,
    /// Requests, or cost counted in requests.
    Requests,
    /// Milliseconds.
    Millis,
    /// A share between 0 and 1.
    Share,
    /// Tokens or requests per second.
    PerSecond,
    /// A plain number.
    Plain,
}

impl Unit {
    /// Its name on the page.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Tokens => "tokens",
            Self::Requests => "requests",
            Self::Millis => "millis",
            Self::Share => "share",
            Self::PerSecond => "per-second",
            Self::Plain => "plain",
        }
    }
}

/// The one number of a key that is drawn over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gauge {
    /// What it counts.
    pub unit: Unit,
    /// The largest value it can take; the top of its axis.
    pub max: f64,
    /// The value a key comes back to when nothing arrives.
    pub rest: f64,
    /// A line to draw across.
    pub line: GaugeLine,
    /// Where the line stands.
    pub line_at: f64,
}

/// What the line across a gauge means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaugeLine {
    /// The capacity of a bucket.
    Capacity,
    /// The tolerance of GCRA: a request of cost 1 passes while TAT is at most this far ahead.
    Tolerance,
    /// The limit of a window.
    Limit,
    /// The places of a queue.
    Queue,
}

impl GaugeLine {
    /// Its name on the page.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Capacity => "capacity",
            Self::Tolerance => "tolerance",
            Self::Limit => "limit",
            Self::Queue => "queue",
        }
    }
}

impl Gauge {
    /// A count of requests that rests at 0, with a line across where `most` is reached.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "display only")]
    pub(super) const fn count(most: u64, line: GaugeLine) -> Self {
        let most = most as f64;
        Self { unit: Unit::Requests, max: most, rest: 0.0, line, line_at: most }
    }

    /// As an object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let Self { unit, max, rest, line, line_at } = *self;
        let mut map = Map::new();
        map.text("unit", unit.slug()).num("max", max).num("rest", rest);
        map.text("line", line.slug()).num("line_at", line_at).value()
    }
}
