//! The description of a limiter: an algorithm with its parameters, how it is read and how it is written.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::catalogue::{
    ALIGNMENT, BURST, ESTIMATE, LIMIT, LOG_LIMIT, NGINX_BURST, NGINX_DELAY, NGINX_PERIOD, NGINX_PERMITS, PERIOD,
    PERMITS, Parameter, QUEUE, WINDOW, WholeParameter, WordParameter,
};
use super::fixed_window::Alignment;
use super::nginx_limit_req::{NginxDelay, NginxPeriod};
use super::sliding_window_counter::Estimate;
use crate::input::{Accepted, Fields, InputError, Value, whole};
use crate::time::{NANOS_PER_MILLI, Nanos};

/// The algorithms, in the order of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its module")]
pub enum Algorithm {
    TokenBucket,
    Gcra,
    LeakyBucketMeter,
    LeakyBucketQueue,
    NginxLimitReq,
    FixedWindow,
    SlidingWindowLog,
    SlidingWindowCounter,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::TokenBucket,
        Self::Gcra,
        Self::LeakyBucketMeter,
        Self::LeakyBucketQueue,
        Self::NginxLimitReq,
        Self::FixedWindow,
        Self::SlidingWindowLog,
        Self::SlidingWindowCounter,
    ];

    /// The id in scenarios, addresses and file names.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::TokenBucket => "token-bucket",
            Self::Gcra => "gcra",
            Self::LeakyBucketMeter => "leaky-bucket-meter",
            Self::LeakyBucketQueue => "leaky-bucket-queue",
            Self::NginxLimitReq => "nginx-limit-req",
            Self::FixedWindow => "fixed-window",
            Self::SlidingWindowLog => "sliding-window-log",
            Self::SlidingWindowCounter => "sliding-window-counter",
        }
    }

    /// Whether requests may cost other than 1. Where they may not, a scenario with other costs is refused; given one
    /// all the same, the limiter answers that it is impossible.
    #[must_use]
    pub const fn accepts_costs(self) -> bool {
        !matches!(self, Self::NginxLimitReq)
    }
}

/// A limiter as it is described: an algorithm and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of the catalogue")]
pub enum Spec {
    TokenBucket { permits: u64, period: Nanos, burst: u64 },
    Gcra { permits: u64, period: Nanos, burst: u64 },
    LeakyBucketMeter { permits: u64, period: Nanos, burst: u64 },
    LeakyBucketQueue { permits: u64, period: Nanos, queue: u64 },
    NginxLimitReq { permits: u64, period: NginxPeriod, burst: u64, delay: NginxDelay },
    FixedWindow { limit: u64, window: Nanos, alignment: Alignment },
    SlidingWindowLog { limit: u64, window: Nanos },
    SlidingWindowCounter { limit: u64, window: Nanos, estimate: Estimate },
}

impl Spec {
    /// Reads a description, such as `{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 5}`.
    ///
    /// What may be left out is nginx's `burst` and `delay`, the `alignment` and the `estimate`.
    ///
    /// # Errors
    /// When the algorithm or a field is unknown, or a parameter is missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::open(value, path)?;
        let slugs = Algorithm::ALL.map(Algorithm::slug);
        let algorithm = Algorithm::ALL[fields.choice("algorithm", &slugs, None)?];
        let mut known = vec!["algorithm"];
        known.extend(algorithm.parameters().iter().map(Parameter::name));
        fields.only(&known)?;
        let whole = |of: WholeParameter| fields.whole(of.name, of.min, of.max, None);
        let millis = |of: WholeParameter| whole(of).map(Nanos::from_millis);
        let word = |of: WordParameter, default| fields.choice(of.name, of.words, default);
        Ok(match algorithm {
            Algorithm::TokenBucket => {
                Self::TokenBucket { permits: whole(PERMITS)?, period: millis(PERIOD)?, burst: whole(BURST)? }
            }
            Algorithm::Gcra => Self::Gcra { permits: whole(PERMITS)?, period: millis(PERIOD)?, burst: whole(BURST)? },
            Algorithm::LeakyBucketMeter => {
                Self::LeakyBucketMeter { permits: whole(PERMITS)?, period: millis(PERIOD)?, burst: whole(BURST)? }
            }
            Algorithm::LeakyBucketQueue => {
                Self::LeakyBucketQueue { permits: whole(PERMITS)?, period: millis(PERIOD)?, queue: whole(QUEUE)? }
            }
            Algorithm::NginxLimitReq => Self::NginxLimitReq {
                permits: whole(NGINX_PERMITS)?,
                period: NginxPeriod::ALL[word(NGINX_PERIOD, None)?],
                burst: fields.whole(NGINX_BURST.name, NGINX_BURST.min, NGINX_BURST.max, Some(NGINX_BURST.default))?,
                delay: nginx_delay(&fields)?,
            },
            Algorithm::FixedWindow => Self::FixedWindow {
                limit: whole(LIMIT)?,
                window: millis(WINDOW)?,
                alignment: Alignment::ALL[word(ALIGNMENT, Some(0))?],
            },
            Algorithm::SlidingWindowLog => Self::SlidingWindowLog { limit: whole(LOG_LIMIT)?, window: millis(WINDOW)? },
            Algorithm::SlidingWindowCounter => Self::SlidingWindowCounter {
                limit: whole(LIMIT)?,
                window: millis(WINDOW)?,
                estimate: Estimate::ALL[word(ESTIMATE, Some(0))?],
            },
        })
    }

    /// Its algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self {
            Self::TokenBucket { .. } => Algorithm::TokenBucket,
            Self::Gcra { .. } => Algorithm::Gcra,
            Self::LeakyBucketMeter { .. } => Algorithm::LeakyBucketMeter,
            Self::LeakyBucketQueue { .. } => Algorithm::LeakyBucketQueue,
            Self::NginxLimitReq { .. } => Algorithm::NginxLimitReq,
            Self::FixedWindow { .. } => Algorithm::FixedWindow,
            Self::SlidingWindowLog { .. } => Algorithm::SlidingWindowLog,
            Self::SlidingWindowCounter { .. } => Algorithm::SlidingWindowCounter,
        }
    }

    /// Whether requests may cost other than 1; see [`Algorithm::accepts_costs`].
    #[must_use]
    pub const fn accepts_costs(&self) -> bool {
        self.algorithm().accepts_costs()
    }
}

fn nginx_delay(fields: &Fields<'_>) -> Result<NginxDelay, InputError> {
    let of = NGINX_DELAY;
    let Some(value) = fields.get(of.name) else {
        return Ok(NginxDelay::Above(of.default));
    };
    if let Value::Text(word) = value
        && of.words.contains(&word.as_str())
    {
        return Ok(NginxDelay::Never);
    }
    let number = whole(value).filter(|n| (of.min..=of.max).contains(n));
    number.map(NginxDelay::Above).ok_or_else(|| {
        let words = of.words.iter().map(|&word| word.to_owned()).collect();
        InputError::new(fields.at(of.name), value, Accepted::WholeOr { max: of.max, words })
    })
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("algorithm", self.algorithm().slug())?;
        let millis = |time: Nanos| time.get() / NANOS_PER_MILLI;
        match *self {
            Self::TokenBucket { permits, period, burst }
            | Self::Gcra { permits, period, burst }
            | Self::LeakyBucketMeter { permits, period, burst } => {
                map.serialize_entry(PERMITS.name, &permits)?;
                map.serialize_entry(PERIOD.name, &millis(period))?;
                map.serialize_entry(BURST.name, &burst)?;
            }
            Self::LeakyBucketQueue { permits, period, queue } => {
                map.serialize_entry(PERMITS.name, &permits)?;
                map.serialize_entry(PERIOD.name, &millis(period))?;
                map.serialize_entry(QUEUE.name, &queue)?;
            }
            Self::NginxLimitReq { permits, period, burst, delay } => {
                map.serialize_entry(NGINX_PERMITS.name, &permits)?;
                map.serialize_entry(NGINX_PERIOD.name, period.word())?;
                map.serialize_entry(NGINX_BURST.name, &burst)?;
                match delay {
                    NginxDelay::Above(requests) => map.serialize_entry(NGINX_DELAY.name, &requests)?,
                    NginxDelay::Never => map.serialize_entry(NGINX_DELAY.name, NginxDelay::WORDS[0])?,
                }
            }
            Self::FixedWindow { limit, window, alignment } => {
                map.serialize_entry(LIMIT.name, &limit)?;
                map.serialize_entry(WINDOW.name, &millis(window))?;
                map.serialize_entry(ALIGNMENT.name, alignment.word())?;
            }
            Self::SlidingWindowLog { limit, window } => {
                map.serialize_entry(LOG_LIMIT.name, &limit)?;
                map.serialize_entry(WINDOW.name, &millis(window))?;
            }
            Self::SlidingWindowCounter { limit, window, estimate } => {
                map.serialize_entry(LIMIT.name, &limit)?;
                map.serialize_entry(WINDOW.name, &millis(window))?;
                map.serialize_entry(ESTIMATE.name, estimate.word())?;
            }
        }
        map.end()
    }
}
