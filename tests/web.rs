//! The wasm package in real browsers: the API as JavaScript calls it.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::panic, reason = "a failing test")]
#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "JavaScript has doubles only")]
#![expect(clippy::float_cmp, reason = "exact on purpose")]

use js_sys::{Array, BigUint64Array, Float64Array, JSON, Object, Reflect, Uint8Array, Uint32Array};
use ratelab::web::full::{self, columns};
use ratelab::web::{api, stepper::Stepper};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const TWO: &str = r#"{"version": 1, "limiters": [
    {"algorithm": "token-bucket", "permits": 2, "period_ms": 1000, "burst": 5},
    {"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 5}],
    "traffic": {"pattern": "explicit", "arrivals": [{"at_ms": 0, "count": 8}, {"at_ms": 1500}]}}"#;

fn json<T: JsCast>(text: &str) -> T {
    JSON::parse(text).expect("the test's own JSON").unchecked_into()
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| Reflect::get(&value, &name.into()).expect("an object"))
}

fn whole(numbers: &[u32]) -> columns::JsWhole {
    JsValue::from(Uint32Array::from(numbers)).unchecked_into()
}

fn number(value: &JsValue, path: &str) -> f64 {
    get(value, path).as_f64().unwrap_or_else(|| panic!("{path} is a number"))
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| panic!("{path} is a string"))
}

#[wasm_bindgen_test]
fn replay_returns_plain_objects() {
    let replay: JsValue = full::replay(json(TWO)).expect("a right scenario").into();
    assert_eq!(number(&replay, "steps.length") as u32, 9);
    assert_eq!(text(&replay, "steps.5.decisions.0.outcome"), "refused");
    assert_eq!(number(&replay, "steps.5.decisions.1.retry_after_ms"), 500.0);
    assert!(get(&replay, "steps.0.decisions.0.retry_after_ms").is_null());
    assert_eq!(number(&replay, "steps.8.at_ms"), 1500.0);
    assert_eq!(number(&replay, "totals.0.allowed"), 6.0);
    assert_eq!(number(&replay, "totals.1.refused"), 3.0);
    assert_eq!(number(&replay, "steps.4.decisions.1.state.tat_ms"), 2500.0);
}

#[wasm_bindgen_test]
fn every_vector_decides_here_as_on_the_host() {
    let vectors: Array = json(include_str!("vectors/decisions.json"));
    assert!(vectors.length() >= 45);
    for vector in vectors.iter() {
        let name = text(&vector, "name");
        let arrivals: Array = get(&vector, "arrivals_ns").unchecked_into();
        let column = |place: u32| -> Vec<f64> {
            arrivals.iter().map(|pair| pair.unchecked_into::<Array>().get(place).as_f64().expect("a number")).collect()
        };
        let times: Vec<u64> = column(0).into_iter().map(|time| time as u64).collect();
        let costs: Vec<u32> = column(1).into_iter().map(|cost| cost as u32).collect();
        let columns: JsValue = columns::decide(
            get(&vector, "limiter").unchecked_into(),
            JsValue::from(BigUint64Array::from(times.as_slice())).unchecked_into(),
            Some(whole(&costs)),
            None,
            None,
        )
        .expect("a right limiter")
        .into();
        let outcomes: Uint8Array = get(&columns, "outcomes").unchecked_into();
        let letters: String =
            outcomes.to_vec().into_iter().map(|outcome| char::from(b"ADRX"[usize::from(outcome)])).collect();
        assert_eq!(letters, text(&vector, "outcomes"), "{name}");
        let waits: Float64Array = get(&columns, "waitsNs").unchecked_into();
        let expected: Array = get(&vector, "wait_ns").unchecked_into();
        for (at, (wait, expected)) in waits.to_vec().into_iter().zip(expected.iter()).enumerate() {
            match expected.as_f64() {
                Some(expected) => assert_eq!(wait, expected, "{name}, request {at}"),
                None => assert!(wait.is_nan(), "{name}, request {at}"),
            }
        }
    }
}

#[wasm_bindgen_test]
fn decide_takes_both_kinds_of_column_and_keeps_one_state_a_key() {
    let gcra = || json(r#"{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 1}"#);
    let times = || JsValue::from(Float64Array::from([0.0, 0.0, 0.0].as_slice())).unchecked_into();
    let outcomes = |keys: Option<&[u32]>| -> Vec<u8> {
        let keys = keys.map(whole);
        let columns: JsValue =
            columns::decide(gcra(), times(), None, Some(false), keys).expect("right arguments").into();
        assert!(get(&columns, "waitsNs").is_undefined());
        get(&columns, "outcomes").unchecked_into::<Uint8Array>().to_vec()
    };
    assert_eq!(outcomes(None), [0, 2, 2]);
    assert_eq!(outcomes(Some(&[7, 8, 7])), [0, 0, 2]);
    assert_eq!(outcomes(Some(&[u32::MAX, 0, u32::MAX])), [0, 0, 2], "keys may be any number");
}

#[wasm_bindgen_test]
fn requests_are_kept_and_decided_by_one_limiter_after_another() {
    let times: JsValue = Float64Array::from([0.0, 0.0, 5e8].as_slice()).into();
    let requests =
        columns::Requests::new(times.unchecked_into(), Some(whole(&[1, 5, 1])), None).expect("right columns");
    assert_eq!(requests.length(), 3);
    let outcomes = |limiter: &str| -> Vec<u8> {
        let columns: JsValue = requests.decide(json(limiter), Some(false)).expect("a right limiter").into();
        get(&columns, "outcomes").unchecked_into::<Uint8Array>().to_vec()
    };
    assert_eq!(outcomes(r#"{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 1}"#), [0, 3, 0]);
    assert_eq!(outcomes(r#"{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 9}"#), [0, 0, 0]);
    let nginx = json(r#"{"algorithm": "nginx-limit-req", "permits": 2, "period": "second"}"#);
    let error = requests.decide(nginx, None).err().expect("nginx knows no costs");
    assert_eq!(text(&error, "field"), "costs[1]");
}

#[wasm_bindgen_test]
fn the_bursty_stream_is_the_same_bit_for_bit() {
    let figures: JsValue = json(include_str!("vectors/figures.json"));
    let stream = json(
        r#"{"pattern": "bursty", "seed": 7, "rate_per_s": 6, "duration_ms": 10000,
            "bursts": [{"at_ms": 2000, "width_ms": 200, "count": 35}, {"at_ms": 6000, "width_ms": 200, "count": 35}]}"#,
    );
    let arrivals = full::arrivals(stream).expect("a right description").to_vec();
    let expected: Array = get(&figures, "bursty_stream.arrivals_s").unchecked_into();
    assert_eq!(arrivals.len(), 134);
    for (arrival, expected) in arrivals.iter().zip(expected.iter()) {
        let nearest = (expected.as_f64().expect("a number") * 1e9).round() / 1e6;
        assert_eq!(arrival.to_bits(), nearest.to_bits());
    }
}

#[wasm_bindgen_test]
fn errors_are_javascript_errors_that_name_the_field() {
    let wrong = r#"{"version": 1, "limiters": [{"algorithm": "gcra", "permits": 0, "period_ms": 1, "burst": 1}],
        "traffic": {"pattern": "explicit", "arrivals": []}}"#;
    let error = full::replay(json(wrong)).err().expect("permits is 0");
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "field"), "limiters[0].permits");
    assert_eq!(text(&error, "given"), "0");
    assert_eq!(number(&error, "accepted.max"), 1e9);
    assert!(text(&error, "message").contains("accepts a whole number from 1 to 1000000000"));

    let limiter = || json(r#"{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 1}"#);
    let field = |times: JsValue, costs: Option<&[u32]>| {
        let costs = costs.map(whole);
        let error =
            columns::decide(limiter(), times.unchecked_into(), costs, None, None).err().expect("wrong arguments");
        text(&error, "field")
    };
    let times = |times: &[f64]| JsValue::from(Float64Array::from(times));
    assert_eq!(field(JsValue::from_str("no"), None), "arrivalsNs");
    assert_eq!(field(times(&[0.0, f64::NAN]), None), "arrivalsNs[1]");
    assert_eq!(field(times(&[0.5]), None), "arrivalsNs[0]");
    assert_eq!(field(times(&[-1.0]), None), "arrivalsNs[0]");
    assert_eq!(field(BigUint64Array::from([u64::MAX].as_slice()).into(), None), "arrivalsNs[0]");
    assert_eq!(field(times(&[0.0]), Some(&[1, 1])), "costs");
    assert_eq!(field(times(&[0.0]), Some(&[0])), "costs[0]");
}

#[wasm_bindgen_test]
fn columns_of_another_kind_are_refused_by_name() {
    let limiter = || json(r#"{"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": 1}"#);
    let times = || JsValue::from(Float64Array::from([0.0, 1.0].as_slice())).unchecked_into();
    let strange = [
        JsValue::from_str("ab"),
        Array::of2(&1.into(), &2.into()).into(),
        Float64Array::from([1.5, 2.5].as_slice()).into(),
        BigUint64Array::from([1, 2].as_slice()).into(),
        Object::new().into(),
        JsValue::TRUE,
    ];
    for value in strange {
        let error = columns::decide(limiter(), times(), Some(value.clone().unchecked_into()), None, None).err();
        assert_eq!(text(&error.expect("no Uint32Array"), "field"), "costs");
        let error = columns::decide(limiter(), times(), None, None, Some(value.unchecked_into())).err();
        assert_eq!(text(&error.expect("no Uint32Array"), "field"), "keys");
    }
}

#[wasm_bindgen_test]
fn strange_values_are_refused_and_the_page_goes_on() {
    let looped = Object::new();
    Reflect::set(&looped, &"traffic".into(), &looped).expect("an object");
    let strange = [
        JsValue::UNDEFINED,
        JsValue::NULL,
        JsValue::from_f64(f64::NAN),
        JsValue::from_str("{}"),
        JsValue::bigint_from_str("3"),
        JsValue::symbol(None),
        Array::new().into(),
        looped.into(),
    ];
    for value in strange {
        assert!(full::replay(value.clone().unchecked_into()).is_err(), "{value:?}");
        assert!(Stepper::new(value.unchecked_into()).is_err());
    }
    assert!(full::replay(json(TWO)).is_ok());
}

#[wasm_bindgen_test]
fn the_stepper_goes_forwards_and_back() {
    let mut stepper = Stepper::new(json(TWO)).expect("a right scenario");
    assert_eq!((stepper.length(), stepper.position()), (9, 0));
    let view = |stepper: &Stepper| -> JsValue { stepper.view().into() };
    assert!(get(&view(&stepper), "request").is_null());
    stepper.seek(6.0);
    let six = view(&stepper);
    assert_eq!(text(&six, "rows.1.decision.why.reason"), "gcra.refused");
    assert_eq!(number(&six, "rows.1.decision.why.values.retry.value"), 500.0);
    assert_eq!(text(&six, "rows.1.decision.why.values.retry.unit"), "millis");
    assert_eq!(get(&six, "agree").as_bool(), Some(true));
    stepper.seek(9.0);
    stepper.seek(6.0);
    let again = JSON::stringify(&view(&stepper)).expect("plain data");
    assert_eq!(again, JSON::stringify(&six).expect("plain data"));
    for (given, position) in [(4_294_967_297.0, 9), (1e300, 9), (-1.0, 0), (f64::NAN, 0), (f64::INFINITY, 9)] {
        stepper.seek(given);
        assert_eq!(stepper.position(), position, "{given}");
    }
    assert!(stepper.csv().starts_with("step,at_ms,cost,key,1.token-bucket.outcome,"));
    let scenario: JsValue = stepper.scenario().into();
    assert!(Stepper::new(scenario.unchecked_into()).is_ok(), "a stepper's own scenario opens again");
}

#[wasm_bindgen_test]
fn the_catalogue_lists_every_parameter_with_its_range() {
    let catalogue: JsValue = api::catalogue().into();
    assert_eq!(text(&catalogue, "0.algorithm"), "token-bucket");
    assert_eq!(text(&catalogue, "0.parameters.0.name"), "permits");
    assert_eq!(number(&catalogue, "0.parameters.0.max"), 1e9);
    assert_eq!(text(&catalogue, "0.parameters.1.unit"), "millis");
}
