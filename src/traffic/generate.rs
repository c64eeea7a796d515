//! From a description to the list of requests.

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
        let mut arrivals = Vec::new();
        let mut names = Vec::new();
        match self {
            Self::Explicit(lines) => {
                within(total(0, lines.iter().map(|line| line.count)))?;
                for line in lines {
                    let arrival = Arrival { at: Nanos::from_millis_f64(line.at_ms), cost: line.cost, key: 0 };
                    for _ in 0..line.count {
                        arrivals.push(arrival);
                        names.push(line.key.as_str());
                    }
                }
            }
            Self::Replay(Replay { times_ms, costs, keys }) => {
                within(times_ms.len() as u64)?;
                for (at, &ms) in times_ms.iter().enumerate() {
                    let cost = costs.as_ref().and_then(|costs| costs.get(at)).copied().unwrap_or(1);
                    arrivals.push(Arrival { at: Nanos::from_millis_f64(ms), cost, key: 0 });
                    names.push(keys.as_ref().and_then(|names| names.get(at)).map_or("", String::as_str));
                }
            }
            Self::Edge { window_ms, count } => {
                for ms in edge_ms(*window_ms, *count)? {
                    arrivals.push(Arrival { at: Nanos::from_millis_f64(ms), cost: 1, key: 0 });
                }
            }
            Self::Steady { .. } | Self::Poisson(_) | Self::Bursts(_) | Self::Bursty(..) => {
                for seconds in self.drawn()? {
                    arrivals.push(Arrival { at: nearest(seconds), cost: 1, key: 0 });
                }
            }
        }
        let keys = number_keys(&names, &mut arrivals);
        Ok(Requests { arrivals, keys })
    }

    /// The times of the requests in seconds, before they are rounded to nanoseconds.
    ///
    /// # Errors
    /// When there are more than [`MAX_STEPS`].
    pub fn seconds(&self) -> Result<Vec<f64>, InputError> {
        match self {
            Self::Explicit(lines) => {
                within(total(0, lines.iter().map(|line| line.count)))?;
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
            Self::Steady { .. } | Self::Poisson(_) | Self::Bursts(_) | Self::Bursty(..) => self.drawn(),
        }
    }

    /// The seconds of the patterns that are worked out in seconds; of the others none.
    fn drawn(&self) -> Result<Vec<f64>, InputError> {
        let mut seconds = Vec::new();
        match self {
            Self::Explicit(_) | Self::Replay(_) | Self::Edge { .. } => {}
            Self::Steady { rate_per_s, duration_ms } => steady(*rate_per_s, duration_ms / 1000.0, &mut seconds)?,
            Self::Poisson(spec) => poisson(spec, &mut Mulberry32::new(spec.seed), &mut seconds)?,
            Self::Bursts(Burstiness { seed, bursts }) => {
                seconds = scatter(bursts, &mut Mulberry32::new(*seed), seconds)?;
            }
            Self::Bursty(background, bursts) => {
                let mut random = Mulberry32::new(background.seed);
                poisson(background, &mut random, &mut seconds)?;
                seconds = scatter(bursts, &mut random, seconds)?;
            }
        }
        Ok(seconds)
    }
}

/// Numbers the keys that requests name, in the order in which they are met, and returns their names. The first is empty:
/// requests beyond `names` keep its number.
///
/// By sorting rather than hashing: a hash map is two kilobytes more of the page.
fn number_keys(names: &[&str], arrivals: &mut [Arrival]) -> Vec<String> {
    let order = sorted(names.len(), &|a, b| names[a] > names[b]);
    // By request: the first one that names the same key.
    let mut first = order.clone();
    let mut earlier = 0;
    for &at in &order {
        if names[at] != names[earlier] || at == order[0] {
            earlier = at;
        }
        first[at] = earlier;
    }
    let mut keys = vec![String::new()];
    for (at, &name) in names.iter().enumerate() {
        if first[at] < at {
            arrivals[at].key = arrivals[first[at]].key;
        } else if !name.is_empty() {
            // There are no more names than requests, and those are bounded.
            arrivals[at].key = u32::try_from(keys.len()).unwrap_or(u32::MAX);
            keys.push(name.to_owned());
        }
    }
    keys
}

/// The numbers below `length` in the order in which nothing stands before what it is `after`; equals keep theirs.
///
/// A merge sort over places, so that one copy of it serves names and times: the standard one is five kilobytes for each.
fn sorted(length: usize, after: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut order = Vec::with_capacity(length);
    for at in 0..length {
        order.push(at);
    }
    let mut merged = order.clone();
    let mut run = 1;
    while run < length {
        for start in (0..length).step_by(2 * run) {
            let (middle, end) = ((start + run).min(length), (start + 2 * run).min(length));
            let (mut left, mut right) = (start, middle);
            for slot in &mut merged[start..end] {
                let from = if right == end || (left < middle && !after(order[left], order[right])) {
                    &mut left
                } else {
                    &mut right
                };
                *slot = order[*from];
                *from += 1;
            }
        }
        core::mem::swap(&mut order, &mut merged);
        run *= 2;
    }
    order
}

/// The sum of `counts` and what is there already.
fn total(already: u64, counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(already, u64::saturating_add)
}

/// Seconds to the nearest nanosecond.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates; times are not negative")]
fn nearest(seconds: f64) -> Nanos {
    Nanos::new(libm::round(seconds * 1e9) as u64).min(Nanos::HORIZON)
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
fn steady(rate: f64, horizon: f64, seconds: &mut Vec<f64>) -> Result<(), InputError> {
    loop {
        let count = seconds.len() as u64;
        let at = count as f64 / rate;
        if at >= horizon {
            return Ok(());
        }
        within(count + 1)?;
        seconds.push(at);
    }
}

/// Exponential gaps, summed up until the horizon; the draw that goes past it is spent.
#[inline(never)]
fn poisson(spec: &Poisson, random: &mut Mulberry32, seconds: &mut Vec<f64>) -> Result<(), InputError> {
    let horizon = spec.duration_ms / 1000.0;
    let mut at = 0.0;
    loop {
        at += -libm::log(1.0 - random.next_f64()) / spec.rate_per_s;
        if at >= horizon {
            return Ok(());
        }
        within(seconds.len() as u64 + 1)?;
        seconds.push(at);
    }
}

/// Adds the bursts, one after the other, and sorts; equal times keep the order in which they were drawn.
#[inline(never)]
fn scatter(bursts: &[Burst], random: &mut Mulberry32, mut seconds: Vec<f64>) -> Result<Vec<f64>, InputError> {
    within(total(seconds.len() as u64, bursts.iter().map(|burst| burst.count)))?;
    for burst in bursts {
        let (start, width) = (burst.at_ms / 1000.0, burst.width_ms / 1000.0);
        for _ in 0..burst.count {
            seconds.push(start + width * random.next_f64());
        }
    }
    let mut in_order = Vec::with_capacity(seconds.len());
    for at in sorted(seconds.len(), &|a, b| seconds[a] > seconds[b]) {
        in_order.push(seconds[at]);
    }
    Ok(in_order)
}

/// A burst up to the boundary and a burst from it on.
#[expect(clippy::cast_precision_loss, reason = "at most MAX_STEPS")]
fn edge_ms(window: f64, count: u64) -> Result<Vec<f64>, InputError> {
    within(count.saturating_mul(2))?;
    let gap = EDGE_GAP_MS.min(window / count as f64);
    let mut times = Vec::new();
    for back in 0..count {
        times.push(window - (count - back) as f64 * gap);
    }
    for on in 0..count {
        times.push(window + on as f64 * gap);
    }
    Ok(times)
}
