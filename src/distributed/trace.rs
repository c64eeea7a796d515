//! The trace of a race: the same steps taken by each method.

use super::race::{Method, Race, Seen};
use super::schedule::{Move, Schedule};
use crate::input::{Fields, InputError, one_of};
use crate::time::Nanos;
use crate::value::{Map, Value, list};

/// The version of the format, the same as for all kinds.
const VERSION: u64 = 1;
/// The largest limit of a race.
const MAX_LIMIT: u64 = 1_000_000;

/// Methods that race on the same schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceScenario {
    /// How the nodes count; one row a method.
    pub methods: Vec<Method>,
    /// How many should be admitted at most.
    pub limit: u64,
    /// Who moves when.
    pub schedule: Schedule,
}

impl RaceScenario {
    /// Reads `{"version": 1, "kind": "race", "limit": ..., "methods": [...], "schedule": {...}}`.
    ///
    /// # Errors
    /// Names the first field that is unknown, missing or out of range.
    pub fn read(value: &Value) -> Result<Self, InputError> {
        let fields = Fields::of(value, "", &["version", "kind", "limit", "methods", "schedule"])?;
        fields.whole("version", VERSION, VERSION, None)?;
        fields.choice("kind", &["race"], None)?;
        let slugs = Method::ALL.map(Method::slug);
        let mut methods = Vec::new();
        for (at, item) in fields.list("methods", 1, Method::ALL.len() as u64)?.iter().enumerate() {
            let known = match item {
                Value::Text(word) => slugs.iter().position(|slug| slug == word),
                _ => None,
            };
            let wrong = || InputError::new(format!("methods[{at}]"), item, one_of(&slugs));
            methods.push(Method::ALL[known.ok_or_else(wrong)?]);
        }
        let schedule = Schedule::read(fields.get("schedule").unwrap_or(&Value::Null), "schedule")?;
        Ok(Self { methods, limit: fields.whole("limit", 1, MAX_LIMIT, None)?, schedule })
    }

    /// The scenario as it is written.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Map::new()
            .put("version", VERSION)
            .put("kind", "race")
            .put("limit", self.limit)
            .put("methods", list(&self.methods, |method| method.slug().into()))
            .put("schedule", self.schedule.to_value())
            .value()
    }
}

/// A whole race. Steps are moves, in the order of the schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceTrace {
    /// Who moved when.
    pub moves: Vec<Move>,
    /// How many should be admitted at most.
    pub limit: u64,
    /// What each method made of the moves.
    pub rows: Vec<RaceRow>,
}

/// One method's part of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceRow {
    /// How its nodes count.
    pub method: Method,
    /// One entry a move.
    pub turns: Vec<Turn>,
}

/// What one move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// What the request saw and did; nothing where it had ended before.
    pub seen: Option<Seen>,
    /// How many are admitted after the move.
    pub admitted: u64,
    /// What the store holds after the move: the counter, or TAT in nanoseconds.
    pub stored: u64,
}

/// Plays the race of each method.
///
/// # Errors
/// When the limit cannot be exact.
pub fn play(scenario: &RaceScenario) -> Result<RaceTrace, InputError> {
    let moves = scenario.schedule.moves();
    let requests = scenario.schedule.requests();
    let mut rows = Vec::new();
    for &method in &scenario.methods {
        let mut race = Race::new(method, scenario.limit, requests)?;
        let mut ended = vec![false; requests];
        let mut turns = Vec::with_capacity(moves.len());
        for step in &moves {
            let seen = (!ended[step.request]).then(|| race.step(step.request, Nanos::from_millis_f64(step.at_ms)));
            ended[step.request] |= seen.is_some_and(|seen| seen.last);
            turns.push(Turn { seen, admitted: race.admitted(), stored: race.stored() });
        }
        rows.push(RaceRow { method, turns });
    }
    Ok(RaceTrace { moves, limit: scenario.limit, rows })
}
