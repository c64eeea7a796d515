//! The catalogue: what parameters each algorithm takes, in which ranges.

use super::fixed_window::Alignment;
use super::nginx_limit_req::{NginxDelay, NginxPeriod};
use super::sliding_window_counter::Estimate;
use super::spec::Algorithm;
use crate::input::{Accepted, Fields, InputError, owned};
use crate::value::{Map, Value, list, texts};

/// A parameter of an algorithm: its name in JSON and what it accepts.
///
/// The kinds are told apart by their fields: a whole number has no `words`, a word has no `min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A whole number.
    Whole(WholeParameter),
    /// One of several words.
    Word(WordParameter),
    /// A whole number, or one of several words instead.
    WholeOrWord(WholeOrWordParameter),
}

/// A parameter that is a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeParameter {
    /// The name in JSON.
    pub name: &'static str,
    /// The value in a new limiter; for the parameters that may be left out, also the value then.
    pub default: u64,
    /// The smallest accepted.
    pub min: u64,
    /// The largest accepted.
    pub max: u64,
    /// What it counts.
    pub unit: ParameterUnit,
    /// Whether it may be left out.
    pub optional: bool,
}

/// A parameter that is one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordParameter {
    /// The name in JSON.
    pub name: &'static str,
    /// The word in a new limiter; for the parameters that may be left out, also the word then.
    pub default: &'static str,
    /// The words.
    pub words: &'static [&'static str],
    /// Whether it may be left out.
    pub optional: bool,
}

/// A parameter that is a whole number, or one of several words instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WholeOrWordParameter {
    /// The name in JSON.
    pub name: &'static str,
    /// The value in a new limiter, and when it is left out.
    pub default: u64,
    /// The words.
    pub words: &'static [&'static str],
    /// The smallest number accepted.
    pub min: u64,
    /// The largest number accepted.
    pub max: u64,
    /// What the number counts.
    pub unit: ParameterUnit,
}

/// The unit of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterUnit {
    /// Requests, or their cost.
    Requests,
    /// Milliseconds.
    Millis,
}

impl ParameterUnit {
    const fn slug(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Millis => "millis",
        }
    }
}

impl Parameter {
    /// Reads the parameter: a number as it is, a word as its place in the list, and a word beside a number as that
    /// place counted from the first number that is out of range.
    pub(super) fn read(&self, fields: &Fields<'_>) -> Result<u64, InputError> {
        match *self {
            Self::Whole(of) => fields.whole(of.name, of.min, of.max, of.optional.then_some(of.default)),
            Self::Word(of) => {
                let default = of.words.iter().position(|word| *word == of.default).filter(|_| of.optional);
                fields.choice(of.name, of.words, default).map(|place| place as u64)
            }
            Self::WholeOrWord(of) => {
                let Some(value) = fields.get(of.name) else {
                    return Ok(of.default);
                };
                if let Value::Text(word) = value
                    && let Some(place) = of.words.iter().position(|known| known == word)
                {
                    return Ok(of.max + 1 + place as u64);
                }
                value.whole().filter(|n| (of.min..=of.max).contains(n)).ok_or_else(|| {
                    InputError::new(
                        fields.at(of.name),
                        value,
                        Accepted::WholeOr { max: of.max, words: owned(of.words) },
                    )
                })
            }
        }
    }

    /// Writes what [`Parameter::read`] read.
    pub(super) fn write(&self, given: u64) -> Value {
        let word = |words: &[&'static str], place: u64| {
            usize::try_from(place).ok().and_then(|place| words.get(place)).copied().unwrap_or_default().into()
        };
        match self {
            Self::Word(of) => word(of.words, given),
            Self::WholeOrWord(of) if given > of.max => word(of.words, given - of.max - 1),
            Self::Whole(_) | Self::WholeOrWord(_) => given.into(),
        }
    }

    /// As the catalogue shows it.
    fn to_value(self) -> Value {
        let mut map = Map::new();
        map.text("name", self.name());
        match self {
            Self::Whole(of) => {
                map.whole("default", of.default).whole("min", of.min).whole("max", of.max);
                map.text("unit", of.unit.slug())
            }
            Self::Word(of) => map.text("default", of.default).put("words", texts(of.words)),
            Self::WholeOrWord(of) => {
                map.whole("default", of.default).put("words", texts(of.words));
                map.whole("min", of.min).whole("max", of.max).text("unit", of.unit.slug())
            }
        }
        .value()
    }

    /// The name in JSON.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Whole(whole) => whole.name,
            Self::Word(word) => word.name,
            Self::WholeOrWord(either) => either.name,
        }
    }
}

const BILLION: u64 = 1_000_000_000;

/// The most that a limiter keeps one by one, in a log or a queue: 16 MB a key.
const MILLION: u64 = 1_000_000;

/// A year of 365.25 days, in milliseconds: the longest period or window.
const YEAR_MS: u64 = 31_557_600_000;

const fn requests(name: &'static str, default: u64, min: u64, max: u64) -> WholeParameter {
    WholeParameter { name, default, min, max, unit: ParameterUnit::Requests, optional: false }
}

const fn millis(name: &'static str, default: u64) -> WholeParameter {
    WholeParameter { name, default, min: 1, max: YEAR_MS, unit: ParameterUnit::Millis, optional: false }
}

pub(super) const PERMITS: WholeParameter = requests("permits", 2, 1, BILLION);
pub(super) const PERIOD: WholeParameter = millis("period_ms", 1000);
pub(super) const BURST: WholeParameter = requests("burst", 5, 1, BILLION);
pub(super) const QUEUE: WholeParameter = requests("queue", 5, 1, MILLION);
pub(super) const LIMIT: WholeParameter = requests("limit", 100, 1, BILLION);
pub(super) const LOG_LIMIT: WholeParameter = requests("limit", 100, 1, MILLION);
pub(super) const WINDOW: WholeParameter = millis("window_ms", 60_000);
pub(super) const ALIGNMENT: WordParameter =
    WordParameter { name: "alignment", default: Alignment::WORDS[0], words: &Alignment::WORDS, optional: true };
pub(super) const ESTIMATE: WordParameter =
    WordParameter { name: "estimate", default: Estimate::WORDS[0], words: &Estimate::WORDS, optional: true };
pub(super) const NGINX_PERMITS: WholeParameter = requests("permits", 10, 1, BILLION);
pub(super) const NGINX_PERIOD: WordParameter =
    WordParameter { name: "period", default: NginxPeriod::WORDS[0], words: &NginxPeriod::WORDS, optional: false };
pub(super) const NGINX_BURST: WholeParameter = WholeParameter { optional: true, ..requests("burst", 0, 0, BILLION) };
pub(super) const NGINX_DELAY: WholeOrWordParameter = WholeOrWordParameter {
    name: "delay",
    default: 0,
    words: &NginxDelay::WORDS,
    min: 0,
    max: BILLION,
    unit: ParameterUnit::Requests,
};

impl Algorithm {
    /// Its parameters, in the order they are shown.
    #[must_use]
    pub const fn parameters(self) -> &'static [Parameter] {
        use Parameter::{Whole, WholeOrWord, Word};
        match self {
            Self::TokenBucket | Self::Gcra | Self::LeakyBucketMeter => &[Whole(PERMITS), Whole(PERIOD), Whole(BURST)],
            Self::LeakyBucketQueue => &[Whole(PERMITS), Whole(PERIOD), Whole(QUEUE)],
            Self::NginxLimitReq => {
                &[Whole(NGINX_PERMITS), Word(NGINX_PERIOD), Whole(NGINX_BURST), WholeOrWord(NGINX_DELAY)]
            }
            Self::FixedWindow => &[Whole(LIMIT), Whole(WINDOW), Word(ALIGNMENT)],
            Self::SlidingWindowLog => &[Whole(LOG_LIMIT), Whole(WINDOW)],
            Self::SlidingWindowCounter => &[Whole(LIMIT), Whole(WINDOW), Word(ESTIMATE)],
        }
    }
}

/// An algorithm with its parameters, as the catalogue lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// The id.
    pub algorithm: &'static str,
    /// Whether requests may cost more than 1.
    pub costs: bool,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

impl CatalogueEntry {
    /// As an object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let parameters = list(self.parameters, |parameter| parameter.to_value());
        Map::new().text("algorithm", self.algorithm).put("costs", self.costs).put("parameters", parameters).value()
    }
}

/// Every algorithm, with its parameters, their ranges and units.
#[must_use]
pub fn catalogue() -> Vec<CatalogueEntry> {
    let entry = |algorithm: Algorithm| CatalogueEntry {
        algorithm: algorithm.slug(),
        costs: algorithm.accepts_costs(),
        parameters: algorithm.parameters(),
    };
    Algorithm::ALL.into_iter().map(entry).collect()
}
