//! From a description to the list of requests.

use std::collections::HashMap;

use super::spec::{Burst, Burstiness, Poisson, Replay, TrafficSpec};
use super::{Arrival, MAX_STEPS, Mulberry32, Requests};
use crate::input::{Accepted, InputError, Value};
use crate::time::Nanos;

/// The gap between the requests of [`TrafficSpec::Edge`], in milliseconds.
const EDGE_GAP_MS: f64 = 10.0;

impl TrafficSpec {
    /// The requests, in the order in which they are decided.
    ///
    /// # Errors
    /// When there are more than [`MAX_STEPS`]; the error stands at the description itself, its field is empty.
    pub fn arrivals(&self) -> Result<Requests, InputError> {
        let mut keys = Keys::new();
        let arrivals = match self {
            Self::Explicit(lines) => {
                within(lines.iter().fold(0, |sum: u64, line| sum.saturating_add(line.count)))?;
                let mut arrivals = Vec::new();
                for line in lines {
                    let at = Nanos::from_millis_f64(line.at_ms);
                    let arrival = Arrival { at, cost: line.cost, key: keys.place(&line.key) };
                    arrivals.extend((0..line.count).map(|_| arrival));
                }
                arrivals
            }
            Self::Replay(Replay { times_ms, costs, keys: names }) => {
                within(times_ms.len() as u64)?;
                let cost = |at: usize| costs.as_ref().and_then(|costs| costs.get(at)).copied().unwrap_or(1);
                let name = |at: usize| names.as_ref().and_then(|names| names.get(at)).map_or("", String::as_str);
                let one = |(at, &ms): (usize, &f64)| Arrival {
                    at: Nanos::from_millis_f64(ms),
                    cost: cost(at),
                    key: keys.place(name(at)),
                };
                times_ms.iter().enumerate().map(one).collect()
            }
            Self::Edge { window_ms, count } => {
                edge_ms(*window_ms, *count)?.into_iter().map(|ms| anyone(Nanos::from_millis_f64(ms))).collect()
            }
            Self::Steady { .. } | Self::Poisson(_) | Self::Bursts(_) | Self::Bursty(..) => {
                self.seconds()?.into_iter().map(|seconds| anyone(nearest(seconds))).collect()
            }
        };
        Ok(Requests { arrivals, keys: keys.names })
    }

    /// The times of the requests in seconds, before they are rounded to nanoseconds.
    ///
    /// # Errors
    /// When there are more than [`MAX_STEPS`].
    pub fn seconds(&self) -> Result<Vec<f64>, InputError> {
        match self {
            Self::Explicit(lines) => {
                within(lines.iter().fold(0, |sum: u64, line| sum.saturating_add(line.count)))?;
                let line_seconds = |line: &super::ExplicitArrival| {
                    let seconds = line.at_ms / 1000.0;
                    (0..line.count).map(move |_| seconds)
                };
                Ok(lines.iter().flat_map(line_seconds).collect())
            }
            Self::Replay(Replay { times_ms, .. }) => {
                within(times_ms.len() as u64)?;
                Ok(times_ms.iter().map(|ms| ms / 1000.0).collect())
            }
            Self::Edge { window_ms, count } => {
                Ok(edge_ms(*window_ms, *count)?.into_iter().map(|ms| ms / 1000.0).collect())
            }
            Self::Steady { rate_per_s, duration_ms } => steady(*rate_per_s, duration_ms / 1000.0),
            Self::Poisson(spec) => poisson(spec, &mut Mulberry32::new(spec.seed)),
            Self::Bursts(Burstiness { seed, bursts }) => {
                let mut seconds = Vec::new();
                scatter(bursts, &mut Mulberry32::new(*seed), &mut seconds)?;
                Ok(seconds)
            }
            Self::Bursty(background, bursts) => {
                let mut random = Mulberry32::new(background.seed);
                let mut seconds = poisson(background, &mut random)?;
                scatter(bursts, &mut random, &mut seconds)?;
                Ok(seconds)
            }
        }
    }
}

/// The names of keys, each with its place.
struct Keys {
    names: Vec<String>,
    places: HashMap<String, u32>,
}

impl Keys {
    fn new() -> Self {
        Self { names: vec![String::new()], places: HashMap::from([(String::new(), 0)]) }
    }

    fn place(&mut self, name: &str) -> u32 {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        // There are no more names than requests, and those are bounded.
        let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }
}

/// A request of cost 1 that names no key.
const fn anyone(at: Nanos) -> Arrival {
    Arrival { at, cost: 1, key: 0 }
}

/// Seconds to the nearest nanosecond.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates; times are not negative")]
fn nearest(seconds: f64) -> Nanos {
    Nanos::new(libm::round(seconds * 1e9) as u64)
}

/// Refuses more than [`MAX_STEPS`].
#[expect(clippy::cast_precision_loss, reason = "the message's own copy")]
fn within(steps: u64) -> Result<(), InputError> {
    if steps > MAX_STEPS {
        return Err(InputError::new("", &Value::Number(steps as f64), Accepted::Steps { max: MAX_STEPS }));
    }
    Ok(())
}

/// One every 1/rate seconds while before the horizon, each time divided on its own so that no error adds up.
#[expect(clippy::cast_precision_loss, reason = "at most MAX_STEPS")]
fn steady(rate: f64, horizon: f64) -> Result<Vec<f64>, InputError> {
    let mut seconds = Vec::new();
    for count in 0_u64.. {
        let at = count as f64 / rate;
        if at >= horizon {
            break;
        }
        within(count + 1)?;
        seconds.push(at);
    }
    Ok(seconds)
}

/// Exponential gaps, summed up until the horizon; the draw that goes past it is spent.
fn poisson(spec: &Poisson, random: &mut Mulberry32) -> Result<Vec<f64>, InputError> {
    let horizon = spec.duration_ms / 1000.0;
    let mut seconds = Vec::new();
    let mut at = 0.0;
    loop {
        at += -libm::log(1.0 - random.next_f64()) / spec.rate_per_s;
        if at >= horizon {
            return Ok(seconds);
        }
        within(seconds.len() as u64 + 1)?;
        seconds.push(at);
    }
}

/// Adds the bursts, one after the other, and sorts; equal times keep the order in which they were drawn.
fn scatter(bursts: &[Burst], random: &mut Mulberry32, seconds: &mut Vec<f64>) -> Result<(), InputError> {
    within(bursts.iter().fold(seconds.len() as u64, |sum, burst| sum.saturating_add(burst.count)))?;
    for burst in bursts {
        let (start, width) = (burst.at_ms / 1000.0, burst.width_ms / 1000.0);
        seconds.extend((0..burst.count).map(|_| start + width * random.next_f64()));
    }
    seconds.sort_by(f64::total_cmp);
    Ok(())
}

/// A burst up to the boundary and a burst from it on.
#[expect(clippy::cast_precision_loss, reason = "at most MAX_STEPS")]
fn edge_ms(window: f64, count: u64) -> Result<Vec<f64>, InputError> {
    within(count.saturating_mul(2))?;
    let gap = EDGE_GAP_MS.min(window / count as f64);
    let before = (1..=count).rev().map(|back| window - back as f64 * gap);
    let after = (0..count).map(|on| window + on as f64 * gap);
    Ok(before.chain(after).collect())
}
