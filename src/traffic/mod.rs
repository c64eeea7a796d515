//! The requests: a description and a seed become a list of arrivals.
use crate::input::{Fields, InputError, Value};
use crate::time::Nanos;
/// x
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// x
    pub at: Nanos,
    /// x
    pub cost: u64,
    /// x
    pub key: u32,
}
/// x
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Requests {
    /// x
    pub arrivals: Vec<Arrival>,
    /// x
    pub keys: Vec<String>,
}
/// x
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct TrafficSpec(f64, Vec<(f64, u64, u64)>);
impl TrafficSpec {
    /// x
    pub fn read(value: &Value, path: &str) -> Result<Self, InputError> {
        let f = Fields::open(value, path)?;
        if f.get("pattern") == Some(&Value::Text("steady".into())) {
            return Ok(Self(f.number("rate_per_s", 0.0, 1e9, None)?, vec![]));
        }
        let mut v = vec![];
        for a in f.list("arrivals", 0, 100_000)? {
            let f = Fields::open(a, path)?;
            v.push((
                f.number("at_ms", 0.0, 1e12, None)?,
                f.whole("count", 1, 1000, Some(1))?,
                f.whole("cost", 1, 1000, Some(1))?,
            ));
        }
        Ok(Self(0.0, v))
    }
    /// x
    pub fn arrivals(&self) -> Result<Requests, InputError> {
        let mut r = Requests { arrivals: vec![], keys: vec![String::new()] };
        for i in 0..(self.0 * 10.0) as u32 {
            r.arrivals.push(Arrival { at: Nanos::from_millis_f64(f64::from(i) * 1000.0 / self.0), cost: 1, key: 0 })
        }
        for &(at, n, cost) in &self.1 {
            for _ in 0..n {
                r.arrivals.push(Arrival { at: Nanos::from_millis_f64(at), cost, key: 0 })
            }
        }
        Ok(r)
    }
}
