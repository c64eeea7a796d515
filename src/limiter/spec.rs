//! The description of a limiter: its parameters, their ranges, how it is read and written, and the catalogue.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::input::{Fields, InputError, Value};
use crate::time::{NANOS_PER_MILLI, Nanos};

/// The algorithms, in the order of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named after its module")]
pub enum Algorithm {
    TokenBucket,
    Gcra,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::TokenBucket, Self::Gcra];

    /// The id in scenarios, addresses and file names.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::TokenBucket => "token-bucket",
            Self::Gcra => "gcra",
        }
    }

    /// Its parameters, in the order they are shown.
    #[must_use]
    pub const fn parameters(self) -> &'static [Parameter] {
        match self {
            Self::TokenBucket | Self::Gcra => &[PERMITS, PERIOD, BURST],
        }
    }
}

/// A parameter of an algorithm: its name in JSON, its range, its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Parameter {
    /// The name in JSON.
    pub name: &'static str,
    /// The value in a new limiter.
    pub default: u64,
    /// The smallest accepted.
    pub min: u64,
    /// The largest accepted.
    pub max: u64,
    /// What it counts.
    pub unit: ParameterUnit,
}

/// The unit of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterUnit {
    /// Requests, or their cost.
    Requests,
    /// Milliseconds.
    Millis,
}

const BILLION: u64 = 1_000_000_000;

/// A year of 365.25 days, in milliseconds: the longest period or window.
const YEAR_MS: u64 = 31_557_600_000;

const PERMITS: Parameter =
    Parameter { name: "permits", default: 2, min: 1, max: BILLION, unit: ParameterUnit::Requests };
const PERIOD: Parameter =
    Parameter { name: "period_ms", default: 1000, min: 1, max: YEAR_MS, unit: ParameterUnit::Millis };
const BURST: Parameter = Parameter { name: "burst", default: 5, min: 1, max: BILLION, unit: ParameterUnit::Requests };

/// A limiter as it is described: an algorithm and its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the parameters of the catalogue")]
pub enum Spec {
    TokenBucket { permits: u64, period: Nanos, burst: u64 },
    Gcra { permits: u64, period: Nanos, burst: u64 },
}

impl Spec {
    /// Reads a description, such as `{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 5}`.
    ///
    /// # Errors
    /// When the algorithm or a field is unknown, or a parameter is missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::open(value, path)?;
        let slugs = Algorithm::ALL.map(Algorithm::slug);
        let algorithm = Algorithm::ALL[fields.choice("algorithm", &slugs, None)?];
        let mut known = vec!["algorithm"];
        known.extend(algorithm.parameters().iter().map(|parameter| parameter.name));
        fields.only(&known)?;
        let whole = |parameter: Parameter| fields.whole(parameter.name, parameter.min, parameter.max, None);
        Ok(match algorithm {
            Algorithm::TokenBucket => Self::TokenBucket {
                permits: whole(PERMITS)?,
                period: Nanos::from_millis(whole(PERIOD)?),
                burst: whole(BURST)?,
            },
            Algorithm::Gcra => Self::Gcra {
                permits: whole(PERMITS)?,
                period: Nanos::from_millis(whole(PERIOD)?),
                burst: whole(BURST)?,
            },
        })
    }

    /// Its algorithm.
    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        match self {
            Self::TokenBucket { .. } => Algorithm::TokenBucket,
            Self::Gcra { .. } => Algorithm::Gcra,
        }
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("algorithm", self.algorithm().slug())?;
        match *self {
            Self::TokenBucket { permits, period, burst } | Self::Gcra { permits, period, burst } => {
                map.serialize_entry("permits", &permits)?;
                map.serialize_entry("period_ms", &(period.get() / NANOS_PER_MILLI))?;
                map.serialize_entry("burst", &burst)?;
            }
        }
        map.end()
    }
}

/// An algorithm with its parameters, as the catalogue lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CatalogueEntry {
    /// The id.
    pub algorithm: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

/// Every algorithm, with its parameters, their ranges and units.
#[must_use]
pub fn catalogue() -> Vec<CatalogueEntry> {
    let entry =
        |algorithm: Algorithm| CatalogueEntry { algorithm: algorithm.slug(), parameters: algorithm.parameters() };
    Algorithm::ALL.into_iter().map(entry).collect()
}
