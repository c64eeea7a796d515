//! The description of requests: patterns, how they are read and how they are written.

use serde::ser::{Serialize, Serializer};

use super::MAX_STEPS;
use crate::input::{Accepted, Fields, InputError};
use crate::time::Nanos;
use crate::value::{Map, Value, list};

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
    let cost = |value: &Value| value.whole().filter(|cost| (1..=MAX_COST).contains(cost));
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

impl TrafficSpec {
    /// The description as it is written; what has its default is left out.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let map = Map::new().put("pattern", self.pattern());
        match self {
            Self::Explicit(arrivals) => map.put("arrivals", list(arrivals, ExplicitArrival::to_value)),
            Self::Steady { rate_per_s, duration_ms } => {
                map.put("rate_per_s", *rate_per_s).put("duration_ms", *duration_ms)
            }
            Self::Poisson(poisson) => poisson.write(map),
            Self::Bursts(Burstiness { seed, bursts }) => {
                map.put("seed", u64::from(*seed)).put("bursts", list(bursts, |burst| burst.to_value()))
            }
            Self::Bursty(poisson, bursts) => poisson.write(map).put("bursts", list(bursts, |burst| burst.to_value())),
            Self::Edge { window_ms, count } => map.put("window_ms", *window_ms).put("count", *count),
            Self::Replay(Replay { times_ms, costs, keys }) => {
                let mut map = map.put("times_ms", list(times_ms, |time| (*time).into()));
                if let Some(costs) = costs {
                    map = map.put("costs", list(costs, |cost| (*cost).into()));
                }
                if let Some(keys) = keys {
                    map = map.put("keys", list(keys, |key| key.as_str().into()));
                }
                map
            }
        }
        .value()
    }
}

impl Poisson {
    fn write(&self, map: Map) -> Map {
        let map = map.put("seed", u64::from(self.seed)).put("rate_per_s", self.rate_per_s);
        map.put("duration_ms", self.duration_ms)
    }
}

impl ExplicitArrival {
    fn to_value(&self) -> Value {
        let mut map = Map::new().put("at_ms", self.at_ms);
        if self.count != 1 {
            map = map.put("count", self.count);
        }
        if self.cost != 1 {
            map = map.put("cost", self.cost);
        }
        if !self.key.is_empty() {
            map = map.put("key", self.key.as_str());
        }
        map.value()
    }
}

impl Burst {
    fn to_value(self) -> Value {
        Map::new().put("at_ms", self.at_ms).put("width_ms", self.width_ms).put("count", self.count).value()
    }
}

impl Serialize for TrafficSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
