//! The description of requests: patterns, how they are read and how they are written.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::MAX_STEPS;
use crate::input::{Accepted, Fields, InputError, Value, whole};
use crate::time::Nanos;

/// The largest cost of one request.
const MAX_COST: u64 = 1_000_000_000;
/// The longest name of a key, in characters.
const MAX_KEY: u64 = 64;
/// The most lines or bursts in one description.
const MAX_ITEMS: u64 = MAX_STEPS;
/// The rates that are accepted, a second: from one in eleven days to one a nanosecond.
const RATES: (f64, f64) = (1e-6, 1e9);

/// Requests as they are described: a pattern and its numbers. Times are milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub enum TrafficSpec {
    /// These requests, in this order, also where times go back.
    Explicit(Vec<ExplicitArrival>),
    /// One every 1/`rate_per_s` from time zero on, while before `duration_ms`.
    Steady {
        /// Requests a second.
        rate_per_s: f64,
        /// Until when.
        duration_ms: f64,
    },
    /// Independent requests: the gaps are exponential.
    Poisson(Poisson),
    /// Bursts by chance on nothing.
    Bursts(Burstiness),
    /// Bursts by chance on a Poisson background; the background is drawn first.
    Bursty(Poisson, Vec<Burst>),
    /// Two bursts around the first window boundary, each of `count` requests 10 ms apart (closer where they would not
    /// fit in a window): the first ends just before `window_ms`, the second begins at it.
    Edge {
        /// Where the boundary is.
        window_ms: f64,
        /// The requests on either side.
        count: u64,
    },
    /// Recorded times, in this order, also where they go back.
    Replay(Replay),
}

/// One line of explicit requests: `count` of them at one time.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplicitArrival {
    /// When.
    pub at_ms: f64,
    /// How many.
    pub count: u64,
    /// What each costs.
    pub cost: u64,
    /// Whose they are; empty for nobody's.
    pub key: String,
}

/// Independent requests at a mean rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poisson {
    /// Where the generator begins.
    pub seed: u32,
    /// Requests a second, on average.
    pub rate_per_s: f64,
    /// Until when.
    pub duration_ms: f64,
}

/// Bursts with the seed that spreads them.
#[derive(Clone, Debug, PartialEq)]
pub struct Burstiness {
    /// Where the generator begins.
    pub seed: u32,
    /// The bursts.
    pub bursts: Vec<Burst>,
}

/// So many requests, spread by chance over `width_ms` from `at_ms` on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Burst {
    /// When it begins.
    pub at_ms: f64,
    /// How long it lasts.
    pub width_ms: f64,
    /// How many requests it has.
    pub count: u64,
}

/// Recorded requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    /// When each came.
    pub times_ms: Vec<f64>,
    /// What each costs; 1 where the list is missing.
    pub costs: Option<Vec<u64>>,
    /// Whose each is; nobody's where the list is missing.
    pub keys: Option<Vec<String>>,
}

const PATTERNS: [&str; 7] = ["explicit", "steady", "poisson", "bursts", "bursty", "edge", "replay"];

impl TrafficSpec {
    /// Reads a description, such as `{"pattern": "steady", "rate_per_s": 5, "duration_ms": 10000}`.
    ///
    /// # Errors
    /// When the pattern or a field is unknown, missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::open(value, path)?;
        let pattern = PATTERNS[fields.choice("pattern", &PATTERNS, None)?];
        let known: &[&str] = match pattern {
            "explicit" => &["pattern", "arrivals"],
            "steady" => &["pattern", "rate_per_s", "duration_ms"],
            "poisson" => &["pattern", "seed", "rate_per_s", "duration_ms"],
            "bursts" => &["pattern", "seed", "bursts"],
            "bursty" => &["pattern", "seed", "rate_per_s", "duration_ms", "bursts"],
            "edge" => &["pattern", "window_ms", "count"],
            _ => &["pattern", "times_ms", "costs", "keys"],
        };
        fields.only(known)?;
        Ok(match pattern {
            "explicit" => Self::Explicit(items(&fields, "arrivals", explicit_arrival)?),
            "steady" => Self::Steady { rate_per_s: rate(&fields)?, duration_ms: instant(&fields, "duration_ms")? },
            "poisson" => Self::Poisson(poisson(&fields)?),
            "bursts" => Self::Bursts(Burstiness { seed: seed(&fields)?, bursts: items(&fields, "bursts", burst)? }),
            "bursty" => Self::Bursty(poisson(&fields)?, items(&fields, "bursts", burst)?),
            "edge" => Self::Edge {
                window_ms: fields.number("window_ms", 1.0, horizon_ms() / 2.0, None)?,
                count: fields.whole("count", 1, MAX_STEPS / 2, None)?,
            },
            _ => Self::Replay(replay(&fields)?),
        })
    }

    /// The name of the pattern.
    #[must_use]
    pub const fn pattern(&self) -> &'static str {
        match self {
            Self::Explicit(_) => PATTERNS[0],
            Self::Steady { .. } => PATTERNS[1],
            Self::Poisson(_) => PATTERNS[2],
            Self::Bursts(_) => PATTERNS[3],
            Self::Bursty(..) => PATTERNS[4],
            Self::Edge { .. } => PATTERNS[5],
            Self::Replay(_) => PATTERNS[6],
        }
    }
}

fn horizon_ms() -> f64 {
    Nanos::HORIZON.as_millis_f64()
}

fn instant(fields: &Fields<'_>, name: &str) -> Result<f64, InputError> {
    fields.number(name, 0.0, horizon_ms(), None)
}

fn rate(fields: &Fields<'_>) -> Result<f64, InputError> {
    fields.number("rate_per_s", RATES.0, RATES.1, None)
}

fn seed(fields: &Fields<'_>) -> Result<u32, InputError> {
    let max = u64::from(u32::MAX);
    let seed = fields.whole("seed", 0, max, None)?;
    u32::try_from(seed).map_err(|_| fields.wrong("seed", Accepted::Whole { min: 0, max }))
}

fn poisson(fields: &Fields<'_>) -> Result<Poisson, InputError> {
    Ok(Poisson { seed: seed(fields)?, rate_per_s: rate(fields)?, duration_ms: instant(fields, "duration_ms")? })
}

/// Reads a list of objects.
fn items<T>(
    fields: &Fields<'_>,
    name: &str,
    read: impl Fn(&Value, &str) -> Result<T, InputError>,
) -> Result<Vec<T>, InputError> {
    let list = fields.list(name, 0, MAX_ITEMS)?;
    list.iter().enumerate().map(|(at, item)| read(item, &format!("{}[{at}]", fields.at(name)))).collect()
}

fn explicit_arrival(value: &Value, path: &str) -> Result<ExplicitArrival, InputError> {
    let fields = Fields::of(value, path, &["at_ms", "count", "cost", "key"])?;
    Ok(ExplicitArrival {
        at_ms: instant(&fields, "at_ms")?,
        count: fields.whole("count", 1, MAX_STEPS, Some(1))?,
        cost: fields.whole("cost", 1, MAX_COST, Some(1))?,
        key: fields.text("key", MAX_KEY)?.unwrap_or_default().to_owned(),
    })
}

fn burst(value: &Value, path: &str) -> Result<Burst, InputError> {
    let fields = Fields::of(value, path, &["at_ms", "width_ms", "count"])?;
    Ok(Burst {
        at_ms: instant(&fields, "at_ms")?,
        width_ms: instant(&fields, "width_ms")?,
        count: fields.whole("count", 1, MAX_STEPS, None)?,
    })
}

fn replay(fields: &Fields<'_>) -> Result<Replay, InputError> {
    let times = fields.list("times_ms", 0, MAX_STEPS)?;
    // The other lists, where there are any, have one item for each time.
    let beside = |name: &str| {
        let each = times.len() as u64;
        fields.get(name).map(|_| fields.list(name, each, each)).transpose()
    };
    let range = Accepted::Number { min: 0.0, max: horizon_ms() };
    let time = |value: &Value| match value {
        Value::Number(given) if (0.0..=horizon_ms()).contains(given) => Some(*given),
        _ => None,
    };
    let cost = |value: &Value| whole(value).filter(|cost| (1..=MAX_COST).contains(cost));
    let key = |value: &Value| match value {
        Value::Null => Some(String::new()),
        Value::Text(given) if given.chars().count() as u64 <= MAX_KEY => Some(given.clone()),
        _ => None,
    };
    let (costs, keys) = (beside("costs")?, beside("keys")?);
    Ok(Replay {
        times_ms: each(fields, "times_ms", times, &range, time)?,
        costs: costs
            .map(|list| each(fields, "costs", list, &Accepted::Whole { min: 1, max: MAX_COST }, cost))
            .transpose()?,
        keys: keys.map(|list| each(fields, "keys", list, &Accepted::Text { max: MAX_KEY }, key)).transpose()?,
    })
}

/// Reads a list of plain values.
fn each<T>(
    fields: &Fields<'_>,
    name: &str,
    list: &[Value],
    accepted: &Accepted,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, InputError> {
    let wrong = |at, value| InputError::new(format!("{}[{at}]", fields.at(name)), value, accepted.clone());
    list.iter().enumerate().map(|(at, value)| read(value).ok_or_else(|| wrong(at, value))).collect()
}

/// A number that is written without a fraction where it has none: links stay short.
struct Short(f64);

impl Serialize for Short {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match whole(&Value::Number(self.0)) {
            Some(number) => serializer.serialize_u64(number),
            None => serializer.serialize_f64(self.0),
        }
    }
}

impl Serialize for TrafficSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("pattern", self.pattern())?;
        match self {
            Self::Explicit(arrivals) => map.serialize_entry("arrivals", arrivals)?,
            Self::Steady { rate_per_s, duration_ms } => {
                map.serialize_entry("rate_per_s", &Short(*rate_per_s))?;
                map.serialize_entry("duration_ms", &Short(*duration_ms))?;
            }
            Self::Poisson(poisson) => write_poisson(&mut map, poisson)?,
            Self::Bursts(Burstiness { seed, bursts }) => {
                map.serialize_entry("seed", seed)?;
                map.serialize_entry("bursts", bursts)?;
            }
            Self::Bursty(poisson, bursts) => {
                write_poisson(&mut map, poisson)?;
                map.serialize_entry("bursts", bursts)?;
            }
            Self::Edge { window_ms, count } => {
                map.serialize_entry("window_ms", &Short(*window_ms))?;
                map.serialize_entry("count", count)?;
            }
            Self::Replay(Replay { times_ms, costs, keys }) => {
                let times: Vec<Short> = times_ms.iter().copied().map(Short).collect();
                map.serialize_entry("times_ms", &times)?;
                if let Some(costs) = costs {
                    map.serialize_entry("costs", costs)?;
                }
                if let Some(keys) = keys {
                    map.serialize_entry("keys", keys)?;
                }
            }
        }
        map.end()
    }
}

fn write_poisson<M: SerializeMap>(map: &mut M, poisson: &Poisson) -> Result<(), M::Error> {
    map.serialize_entry("seed", &poisson.seed)?;
    map.serialize_entry("rate_per_s", &Short(poisson.rate_per_s))?;
    map.serialize_entry("duration_ms", &Short(poisson.duration_ms))
}

impl Serialize for ExplicitArrival {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("at_ms", &Short(self.at_ms))?;
        if self.count != 1 {
            map.serialize_entry("count", &self.count)?;
        }
        if self.cost != 1 {
            map.serialize_entry("cost", &self.cost)?;
        }
        if !self.key.is_empty() {
            map.serialize_entry("key", &self.key)?;
        }
        map.end()
    }
}

impl Serialize for Burst {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("at_ms", &Short(self.at_ms))?;
        map.serialize_entry("width_ms", &Short(self.width_ms))?;
        map.serialize_entry("count", &self.count)?;
        map.end()
    }
}
