//! Who moves when: by seeded times, or by a hand-made list.

use crate::input::{Accepted, Fields, InputError};
use crate::traffic::Mulberry32;
use crate::value::{Map, Value, list};

/// The most requests in a seeded race.
const MAX_REQUESTS: u64 = 20_000;
/// The most requests that a person moves by hand, over all nodes.
const MAX_BY_HAND: u64 = 8;
/// The most gateways.
const MAX_NODES: u64 = 3;
/// The longest time that is accepted, in milliseconds: an hour.
const MAX_MS: f64 = 3_600_000.0;

/// The order of the steps in a race. It is the same for every method, so that methods can be compared on it.
#[derive(Clone, Debug, PartialEq)]
pub enum Schedule {
    /// Requests at two gateways, spread over a time, each with a store call between its read and its write.
    Seeded {
        /// Where the generator begins. Three draws a request: arrival, node, length of the call.
        seed: u32,
        /// How many requests there are.
        requests: u64,
        /// Over which time they arrive.
        spread_ms: f64,
        /// The shortest time from read to write.
        call_min_ms: f64,
        /// The longest time from read to write.
        call_max_ms: f64,
    },
    /// Requests that are moved one step at a time, in any order.
    ByHand {
        /// The node of each request; the node is a label, all requests are concurrent.
        nodes: Vec<usize>,
        /// Which request moves, one entry a step. A move of a request that has ended does nothing.
        order: Vec<usize>,
    },
}

/// One step of one request, before any method has taken it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// Which request.
    pub request: usize,
    /// Its gateway.
    pub node: usize,
    /// When; by hand, one millisecond a step.
    pub at_ms: f64,
    /// Whether it is the request's second step.
    pub second: bool,
}

impl Schedule {
    /// Reads `{"by": "seed", ...}` or `{"by": "hand", ...}`.
    ///
    /// # Errors
    /// Names the field that is unknown, missing or out of range. `path` says where it stands.
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let fields = Fields::open(value, path)?;
        if fields.choice("by", &["seed", "hand"], None)? == 0 {
            fields.only(&["by", "seed", "requests", "spread_ms", "call_min_ms", "call_max_ms"])?;
            let call_min_ms = fields.number("call_min_ms", 0.0, MAX_MS, None)?;
            return Ok(Self::Seeded {
                seed: fields.seed()?,
                requests: fields.whole("requests", 1, MAX_REQUESTS, None)?,
                spread_ms: fields.number("spread_ms", 0.0, MAX_MS, None)?,
                call_min_ms,
                call_max_ms: fields.number("call_max_ms", call_min_ms, MAX_MS, None)?,
            });
        }
        fields.only(&["by", "nodes", "order"])?;
        let nodes = numbers(&fields, "nodes", (1, MAX_BY_HAND), MAX_NODES - 1)?;
        let order = numbers(&fields, "order", (0, 2 * MAX_BY_HAND), nodes.len() as u64 - 1)?;
        Ok(Self::ByHand { nodes, order })
    }

    /// The description as it is written.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Self::Seeded { seed, requests, spread_ms, call_min_ms, call_max_ms } => Map::new()
                .put("by", "seed")
                .put("seed", u64::from(*seed))
                .put("requests", *requests)
                .put("spread_ms", *spread_ms)
                .put("call_min_ms", *call_min_ms)
                .put("call_max_ms", *call_max_ms)
                .value(),
            Self::ByHand { nodes, order } => {
                let numbers = |numbers: &[usize]| list(numbers, |number| (*number).into());
                Map::new().put("by", "hand").put("nodes", numbers(nodes)).put("order", numbers(order)).value()
            }
        }
    }

    /// How many requests there are.
    #[must_use]
    pub fn requests(&self) -> usize {
        match self {
            Self::Seeded { requests, .. } => usize::try_from(*requests).unwrap_or(usize::MAX),
            Self::ByHand { nodes, .. } => nodes.len(),
        }
    }

    /// The steps, in the order in which they are taken.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        match self {
            Self::Seeded { seed, spread_ms, call_min_ms, call_max_ms, .. } => {
                let mut random = Mulberry32::new(*seed);
                // Each request's read, then its write; a stable sort keeps that order at equal times.
                let mut moves = Vec::new();
                for request in 0..self.requests() {
                    let read_ms = random.next_f64() * spread_ms;
                    let node = usize::from(random.next_f64() >= 0.5);
                    let write_ms = read_ms + call_min_ms + random.next_f64() * (call_max_ms - call_min_ms);
                    moves.push(Move { request, node, at_ms: read_ms, second: false });
                    moves.push(Move { request, node, at_ms: write_ms, second: true });
                }
                moves.sort_by(|a, b| a.at_ms.total_cmp(&b.at_ms));
                moves
            }
            Self::ByHand { nodes, order } => {
                let mut moves: Vec<Move> = Vec::new();
                for (&request, at_ms) in order.iter().zip(1_u32..) {
                    let second = moves.iter().any(|earlier| earlier.request == request);
                    moves.push(Move { request, node: nodes[request], at_ms: at_ms.into(), second });
                }
                moves
            }
        }
    }
}

/// A list of small whole numbers, each from 0 to `max`.
fn numbers(fields: &Fields<'_>, name: &str, (least, most): (u64, u64), max: u64) -> Result<Vec<usize>, InputError> {
    let mut numbers = Vec::new();
    for (at, item) in fields.list(name, least, most)?.iter().enumerate() {
        let number = item.whole().filter(|number| *number <= max).and_then(|number| usize::try_from(number).ok());
        let wrong = || InputError::new(format!("{}[{at}]", fields.at(name)), item, Accepted::Whole { min: 0, max });
        numbers.push(number.ok_or_else(wrong)?);
    }
    Ok(numbers)
}
