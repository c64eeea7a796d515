//! The scenario: the one value that is shared, saved, embedded and tested.

use serde::ser::{Serialize, Serializer};

use crate::flawed::FlawedSpec;
use crate::input::{Accepted, Fields, InputError};
use crate::limiter::Spec;
use crate::traffic::TrafficSpec;
use crate::value::{Map, Value, list};

/// The most limiters that one scenario compares.
pub const MAX_LIMITERS: u64 = 8;

/// The version of the format that is written; the only one so far.
const VERSION: u64 = 1;

/// One row of a scenario: a limiter, or a wrong one that a lesson shows beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowSpec {
    /// A limiter, by `"algorithm"`.
    Limiter(Spec),
    /// A wrong one, by `"flawed"`.
    Flawed(FlawedSpec),
}

impl RowSpec {
    fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        if Fields::open(value, path)?.get("flawed").is_some() {
            return FlawedSpec::read(value, path).map(Self::Flawed);
        }
        Spec::read(value, path).map(Self::Limiter)
    }

    /// Whether requests may cost other than 1.
    #[must_use]
    pub const fn accepts_costs(&self) -> bool {
        match self {
            Self::Limiter(spec) => spec.accepts_costs(),
            Self::Flawed(_) => true,
        }
    }

    /// The id of the algorithm or of the mistake.
    #[must_use]
    pub const fn slug(&self) -> &'static str {
        match self {
            Self::Limiter(spec) => spec.algorithm().slug(),
            Self::Flawed(spec) => spec.flaw.slug(),
        }
    }
}

impl RowSpec {
    fn to_value(self) -> Value {
        match self {
            Self::Limiter(spec) => spec.to_value(),
            Self::Flawed(spec) => spec.to_value(),
        }
    }
}

/// Limiters that are given the same requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The limiters, 1 to [`MAX_LIMITERS`].
    pub limiters: Vec<RowSpec>,
    /// The requests.
    pub traffic: TrafficSpec,
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// Names the first field that is unknown, missing or out of range.
    pub fn read(value: &Value) -> Result<Self, InputError> {
        let fields = Fields::of(value, "", &["version", "kind", "limiters", "traffic"])?;
        fields.whole("version", VERSION, VERSION, None)?;
        fields.choice("kind", &["limiters"], Some(0))?;
        let mut limiters = Vec::new();
        for (at, item) in fields.list("limiters", 1, MAX_LIMITERS)?.iter().enumerate() {
            limiters.push(RowSpec::read(item, &crate::input::item("limiters", at))?);
        }
        let Some(traffic) = fields.get("traffic") else {
            return Err(fields.wrong("traffic", Accepted::Object));
        };
        Ok(Self { limiters, traffic: TrafficSpec::read(traffic, "traffic")? })
    }
}

impl Scenario {
    /// The scenario as it is written, with every default filled in.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.whole("version", VERSION).text("kind", "limiters");
        map.put("limiters", list(&self.limiters, |row| row.to_value())).put("traffic", self.traffic.to_value()).value()
    }
}

impl Serialize for Scenario {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
