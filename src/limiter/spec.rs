//! The description of a limiter: an algorithm with its parameters, how it is read and how it is written.

use serde::ser::{Serialize, Serializer};

use super::catalogue::NGINX_DELAY;
use super::fixed_window::Alignment;
use super::nginx_limit_req::{NginxDelay, NginxPeriod};
use super::sliding_window_counter::Estimate;
use crate::input::{Fields, InputError};
use crate::time::{NANOS_PER_MILLI, Nanos};
use crate::value::{Map, Value};

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

    /// Their ids, in the same order.
    pub const SLUGS: [&'static str; 8] = [
        "token-bucket",
        "gcra",
        "leaky-bucket-meter",
        "leaky-bucket-queue",
        "nginx-limit-req",
        "fixed-window",
        "sliding-window-log",
        "sliding-window-counter",
    ];

    /// The id in scenarios, addresses and file names.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        Self::SLUGS[self as usize]
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
        let algorithm = Algorithm::ALL[fields.choice("algorithm", &Algorithm::SLUGS, None)?];
        let parameters = algorithm.parameters();
        let mut known = vec!["algorithm"];
        for parameter in parameters {
            known.push(parameter.name());
        }
        fields.only(&known)?;
        let mut given = [0; 4];
        for (slot, parameter) in given.iter_mut().zip(parameters) {
            *slot = parameter.read(&fields)?;
        }
        Ok(Self::from_given(algorithm, given))
    }

    /// From the parameters in the catalogue's order, as `Parameter::read` gives them.
    fn from_given(algorithm: Algorithm, [first, second, third, fourth]: [u64; 4]) -> Self {
        let word = |place: u64| usize::from(place != 0);
        let length = Nanos::from_millis(second);
        match algorithm {
            Algorithm::TokenBucket => Self::TokenBucket { permits: first, period: length, burst: third },
            Algorithm::Gcra => Self::Gcra { permits: first, period: length, burst: third },
            Algorithm::LeakyBucketMeter => Self::LeakyBucketMeter { permits: first, period: length, burst: third },
            Algorithm::LeakyBucketQueue => Self::LeakyBucketQueue { permits: first, period: length, queue: third },
            Algorithm::NginxLimitReq => Self::NginxLimitReq {
                permits: first,
                period: NginxPeriod::ALL[word(second)],
                burst: third,
                delay: if fourth > NGINX_DELAY.max { NginxDelay::Never } else { NginxDelay::Above(fourth) },
            },
            Algorithm::FixedWindow => {
                Self::FixedWindow { limit: first, window: length, alignment: Alignment::ALL[word(third)] }
            }
            Algorithm::SlidingWindowLog => Self::SlidingWindowLog { limit: first, window: length },
            Algorithm::SlidingWindowCounter => {
                Self::SlidingWindowCounter { limit: first, window: length, estimate: Estimate::ALL[word(third)] }
            }
        }
    }

    /// The parameters in the catalogue's order, as `Parameter::read` gives them.
    const fn given(&self) -> [u64; 4] {
        const fn millis(time: Nanos) -> u64 {
            time.get() / NANOS_PER_MILLI
        }
        match *self {
            Self::TokenBucket { permits, period, burst }
            | Self::Gcra { permits, period, burst }
            | Self::LeakyBucketMeter { permits, period, burst } => [permits, millis(period), burst, 0],
            Self::LeakyBucketQueue { permits, period, queue } => [permits, millis(period), queue, 0],
            Self::NginxLimitReq { permits, period, burst, delay } => {
                let delay = match delay {
                    NginxDelay::Above(requests) => requests,
                    NginxDelay::Never => NGINX_DELAY.max + 1,
                };
                [permits, period as u64, burst, delay]
            }
            Self::FixedWindow { limit, window, alignment } => [limit, millis(window), alignment as u64, 0],
            Self::SlidingWindowLog { limit, window } => [limit, millis(window), 0, 0],
            Self::SlidingWindowCounter { limit, window, estimate } => [limit, millis(window), estimate as u64, 0],
        }
    }

    /// The description as it is written, with every parameter.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.text("algorithm", self.algorithm().slug());
        for (parameter, given) in self.algorithm().parameters().iter().zip(self.given()) {
            map.put(parameter.name(), parameter.write(given));
        }
        map.value()
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

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
