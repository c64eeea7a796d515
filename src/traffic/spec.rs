//! The description of requests: patterns, how they are read and how they are written.

use serde::ser::{Serialize, Serializer};

use super::MAX_STEPS;
use crate::input::{Accepted, Fields, InputError, fits, item};
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

/// The fields that each pattern has, in the same order, which is that of [`TrafficSpec`]'s variants.
const FIELDS: [&[&str]; 7] = [
    &["pattern", "arrivals"],
    &["pattern", "rate_per_s", "duration_ms"],
    &["pattern", "seed", "rate_per_s", "duration_ms"],
    &["pattern", "seed", "bursts"],
    &["pattern", "seed", "rate_per_s", "duration_ms", "bursts"],
    &["pattern", "window_ms", "count"],
    &["pattern", "times_ms", "costs", "keys"],
];

impl TrafficSpec {
    /// Reads a description, such as `{"pattern": "steady", "rate_per_s": 5, "duration_ms": 10000}`.
    ///
    /// # Errors
    /// When the pattern or a field is unknown, missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::open(value, path)?;
        let pattern = fields.choice("pattern", &PATTERNS, None)?;
        fields.only(FIELDS[pattern])?;
        Ok(match pattern {
            0 => Self::Explicit(explicit(&fields)?),
            1 => Self::Steady { rate_per_s: rate(&fields)?, duration_ms: instant(&fields, "duration_ms")? },
            2 => Self::Poisson(poisson(&fields)?),
            3 => Self::Bursts(Burstiness { seed: fields.seed()?, bursts: bursts(&fields)? }),
            4 => Self::Bursty(poisson(&fields)?, bursts(&fields)?),
            5 => Self::Edge {
                window_ms: fields.number("window_ms", 1.0, horizon_ms() / 2.0, None)?,
                count: fields.whole("count", 1, MAX_STEPS / 2, None)?,
            },
            _ => Self::Replay(replay(&fields)?),
        })
    }

    /// Refuses any request that does not cost 1, for limiters that know no other cost.
    ///
    /// # Errors
    /// Names the first such request by its place in the description, as seen from it.
    pub fn only_cost_1(&self) -> Result<(), InputError> {
        let wrong = |path, cost: u64| Err(InputError::new(path, &cost.into(), Accepted::Whole { min: 1, max: 1 }));
        match self {
            Self::Explicit(lines) => {
                for (at, line) in lines.iter().enumerate() {
                    if line.cost != 1 {
                        return wrong(item("arrivals", at) + ".cost", line.cost);
                    }
                }
            }
            Self::Replay(Replay { costs: Some(costs), .. }) => {
                for (at, &cost) in costs.iter().enumerate() {
                    if cost != 1 {
                        return wrong(item("costs", at), cost);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The name of the pattern.
    #[must_use]
    pub const fn pattern(&self) -> &'static str {
        let place = match self {
            Self::Explicit(_) => 0,
            Self::Steady { .. } => 1,
            Self::Poisson(_) => 2,
            Self::Bursts(_) => 3,
            Self::Bursty(..) => 4,
            Self::Edge { .. } => 5,
            Self::Replay(_) => 6,
        };
        PATTERNS[place]
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

fn poisson(fields: &Fields<'_>) -> Result<Poisson, InputError> {
    Ok(Poisson { seed: fields.seed()?, rate_per_s: rate(fields)?, duration_ms: instant(fields, "duration_ms")? })
}

// Lists are read by plain loops: the general way to collect what may fail is copied out for every list.

fn explicit(fields: &Fields<'_>) -> Result<Vec<ExplicitArrival>, InputError> {
    let mut arrivals = Vec::new();
    for (at, line) in fields.list("arrivals", 0, MAX_ITEMS)?.iter().enumerate() {
        let path = item(&fields.at("arrivals"), at);
        let line = Fields::of(line, &path, &["at_ms", "count", "cost", "key"])?;
        arrivals.push(ExplicitArrival {
            at_ms: instant(&line, "at_ms")?,
            count: line.whole("count", 1, MAX_STEPS, Some(1))?,
            cost: line.whole("cost", 1, MAX_COST, Some(1))?,
            key: line.text("key", MAX_KEY)?.unwrap_or_default().to_owned(),
        });
    }
    Ok(arrivals)
}

fn bursts(fields: &Fields<'_>) -> Result<Vec<Burst>, InputError> {
    let mut bursts = Vec::new();
    for (at, burst) in fields.list("bursts", 0, MAX_ITEMS)?.iter().enumerate() {
        let path = item(&fields.at("bursts"), at);
        let burst = Fields::of(burst, &path, &["at_ms", "width_ms", "count"])?;
        bursts.push(Burst {
            at_ms: instant(&burst, "at_ms")?,
            width_ms: instant(&burst, "width_ms")?,
            count: burst.whole("count", 1, MAX_STEPS, None)?,
        });
    }
    Ok(bursts)
}

fn replay(fields: &Fields<'_>) -> Result<Replay, InputError> {
    let times = fields.list("times_ms", 0, MAX_STEPS)?;
    // The other lists, where there are any, have one item for each time.
    let beside = |name: &str| match fields.get(name) {
        None => Ok(None),
        Some(_) => fields.list(name, times.len() as u64, times.len() as u64).map(Some),
    };
    let (given_costs, given_keys) = (beside("costs")?, beside("keys")?);
    let wrong = |name: &str, at, value, accepted| Err(InputError::new(item(&fields.at(name), at), value, accepted));
    let mut times_ms = Vec::with_capacity(times.len());
    for (at, value) in times.iter().enumerate() {
        match value {
            Value::Number(given) if (0.0..=horizon_ms()).contains(given) => times_ms.push(*given),
            _ => return wrong("times_ms", at, value, Accepted::Number { min: 0.0, max: horizon_ms() }),
        }
    }
    let mut costs = Vec::new();
    for (at, value) in given_costs.unwrap_or_default().iter().enumerate() {
        match value.whole() {
            Some(cost) if (1..=MAX_COST).contains(&cost) => costs.push(cost),
            _ => return wrong("costs", at, value, Accepted::Whole { min: 1, max: MAX_COST }),
        }
    }
    let mut keys = Vec::new();
    for (at, value) in given_keys.unwrap_or_default().iter().enumerate() {
        keys.push(match value {
            Value::Null => String::new(),
            Value::Text(given) if fits(given, MAX_KEY) => given.clone(),
            _ => return wrong("keys", at, value, Accepted::Text { max: MAX_KEY }),
        });
    }
    Ok(Replay { times_ms, costs: given_costs.map(|_| costs), keys: given_keys.map(|_| keys) })
}

impl TrafficSpec {
    /// The description as it is written; what has its default is left out.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.text("pattern", self.pattern());
        match self {
            Self::Explicit(arrivals) => map.put("arrivals", list(arrivals, ExplicitArrival::to_value)),
            Self::Steady { rate_per_s, duration_ms } => {
                map.num("rate_per_s", *rate_per_s).num("duration_ms", *duration_ms)
            }
            Self::Poisson(poisson) => poisson.write(&mut map),
            Self::Bursts(Burstiness { seed, bursts }) => {
                map.whole("seed", u64::from(*seed)).put("bursts", list(bursts, |burst| burst.to_value()))
            }
            Self::Bursty(poisson, bursts) => {
                poisson.write(&mut map).put("bursts", list(bursts, |burst| burst.to_value()))
            }
            Self::Edge { window_ms, count } => map.num("window_ms", *window_ms).whole("count", *count),
            Self::Replay(Replay { times_ms, costs, keys }) => {
                map.put("times_ms", list(times_ms, |time| (*time).into()));
                if let Some(costs) = costs {
                    map.put("costs", list(costs, |cost| (*cost).into()));
                }
                if let Some(keys) = keys {
                    map.put("keys", list(keys, |key| key.as_str().into()));
                }
                &mut map
            }
        }
        .value()
    }
}

impl Poisson {
    fn write<'a>(&self, map: &'a mut Map) -> &'a mut Map {
        map.whole("seed", u64::from(self.seed));
        map.num("rate_per_s", self.rate_per_s).num("duration_ms", self.duration_ms)
    }
}

impl ExplicitArrival {
    fn to_value(&self) -> Value {
        let mut map = Map::new();
        map.num("at_ms", self.at_ms);
        if self.count != 1 {
            map.whole("count", self.count);
        }
        if self.cost != 1 {
            map.whole("cost", self.cost);
        }
        if !self.key.is_empty() {
            map.text("key", &self.key);
        }
        map.value()
    }
}

impl Burst {
    #[inline(never)]
    fn to_value(self) -> Value {
        Map::new().num("at_ms", self.at_ms).num("width_ms", self.width_ms).whole("count", self.count).value()
    }
}

impl Serialize for TrafficSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}
