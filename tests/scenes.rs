//! The charts: golden scenes, and what must hold for every picture of every run at every width.
//!
//! Golden scenes are readable text, one operation a line. After a wanted change rewrite them with
//! `RATELAB_BLESS=1 cargo test --test scenes` and read the difference before committing it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]
#![cfg(not(target_arch = "wasm32"))]

#[path = "scenes/boxes.rs"]
mod boxes;
#[path = "scenes/golden.rs"]
mod golden;

use boxes::{Found, check};
use ratelab::chart::scene::{Op, Scene, Target, Words};
use ratelab::chart::words::{ENGLISH, Plain};
use ratelab::chart::{Chart, Frame, svg::svg};
use ratelab::input::Value;
use ratelab::sim::{Scenario, Stepper};
use serde_json::{Value as Json, json};

const WIDTHS: [f64; 5] = [320.0, 360.0, 768.0, 1280.0, 1600.0];

fn stepper(limiters: &[Json], arrivals: &[Json]) -> Stepper {
    let scenario =
        json!({"version": 1, "limiters": limiters, "traffic": {"pattern": "explicit", "arrivals": arrivals}});
    let value: Value = serde_json::from_value(scenario).unwrap();
    Stepper::new(Scenario::read(&value).unwrap()).unwrap()
}

fn bucket(burst: u64) -> Json {
    json!({"algorithm": "token-bucket", "permits": 2, "period_ms": 1000, "burst": burst})
}

fn gcra(burst: u64) -> Json {
    json!({"algorithm": "gcra", "permits": 2, "period_ms": 1000, "burst": burst})
}

fn both() -> Vec<Json> {
    vec![bucket(5), gcra(5)]
}

fn eight() -> Vec<Json> {
    [5, 1, 12, 31, 100, 1_000_000].into_iter().map(bucket).chain([gcra(3), gcra(500)]).collect()
}

/// One of each algorithm.
fn each() -> Vec<Json> {
    vec![
        bucket(5),
        gcra(5),
        json!({"algorithm": "leaky-bucket-meter", "permits": 2, "period_ms": 1000, "burst": 5}),
        json!({"algorithm": "leaky-bucket-queue", "permits": 2, "period_ms": 1000, "queue": 4}),
        json!({"algorithm": "nginx-limit-req", "permits": 2, "period": "second", "burst": 4, "delay": 2}),
        json!({"algorithm": "fixed-window", "limit": 6, "window_ms": 1000}),
        json!({"algorithm": "sliding-window-log", "limit": 6, "window_ms": 1000}),
        json!({"algorithm": "sliding-window-counter", "limit": 6, "window_ms": 1000}),
    ]
}

/// Extremes, and the wrong rules, whose levels may leave their gauges.
fn more() -> Vec<Json> {
    vec![
        json!({"algorithm": "leaky-bucket-meter", "permits": 1, "period_ms": 60_000, "burst": 1_000_000}),
        json!({"algorithm": "leaky-bucket-queue", "permits": 2, "period_ms": 1000, "queue": 70}),
        json!({"algorithm": "leaky-bucket-queue", "permits": 10, "period_ms": 1000, "queue": 1000}),
        json!({"algorithm": "nginx-limit-req", "permits": 1, "period": "minute", "burst": 0, "delay": "nodelay"}),
        json!({"algorithm": "sliding-window-log", "limit": 1000, "window_ms": 60_000}),
        json!({"flawed": "no-cap", "permits": 2, "period_ms": 1000, "burst": 5}),
        json!({"flawed": "negative-elapsed", "permits": 2, "period_ms": 1000, "burst": 5}),
        json!({"flawed": "paid-twice", "permits": 2, "period_ms": 1000, "burst": 5}),
    ]
}

/// The first lesson's requests: six at once, then some later, one too costly.
fn lesson() -> Vec<Json> {
    vec![
        json!({"at_ms": 0, "count": 6}),
        json!({"at_ms": 700}),
        json!({"at_ms": 1500, "cost": 2}),
        json!({"at_ms": 1500}),
        json!({"at_ms": 1900, "cost": 9}),
        json!({"at_ms": 2400, "count": 2}),
    ]
}

/// The same requests at cost 1 where nginx is among the limiters, which knows no other.
fn cheap(limiters: &[Json], mut arrivals: Vec<Json>) -> Vec<Json> {
    if limiters.iter().any(|spec| spec["algorithm"] == "nginx-limit-req") {
        for arrival in &mut arrivals {
            arrival["cost"] = json!(1);
        }
    }
    arrivals
}

/// So many requests over ten seconds, crowded at the whole seconds.
fn many(count: u32) -> Vec<Json> {
    let at = |index: u32| f64::from(index) * 10_000.0 / f64::from(count);
    (0..count)
        .map(|index| json!({"at_ms": if index % 3 == 0 { (at(index) / 1000.0).floor() * 1000.0 } else { at(index) }}))
        .collect()
}

fn draw(stepper: &Stepper, chart: Chart, width: f64, words: &dyn Words) -> Scene {
    stepper.scene(&Frame::new(chart, width, stepper.chart_height(chart, width, words)), words)
}

/// Every chart at this position, at every width, with plain and with long labels.
fn check_all(stepper: &Stepper, name: &str) {
    for stretch in [1.0, 1.6] {
        let words = Plain { stretch };
        for width in WIDTHS {
            for chart in stepper.charts() {
                let scene = draw(stepper, chart, width, &words);
                let at = format!("{name} {} at {} in {width} x{stretch}", chart.name(), stepper.position());
                assert_found(&check(&scene, &words), &at);
                let bound = 60.0 * width + 4000.0;
                assert!(ratelab::chart::scale::count(scene.ops.len()) < bound, "{at}: {} operations", scene.ops.len());
            }
        }
    }
}

fn assert_found(found: &[Found], at: &str) {
    assert!(found.is_empty(), "{at}: {found:#?}");
}

#[test]
fn nothing_overlaps_in_small_runs_at_any_position() {
    for (name, limiters) in [("one", vec![bucket(5)]), ("eight", eight()), ("each", each()), ("more", more())] {
        let mut stepper = stepper(&limiters, &cheap(&limiters, lesson()));
        for position in 0..=stepper.len() {
            stepper.seek(position);
            check_all(&stepper, name);
        }
    }
}

#[test]
fn nothing_overlaps_in_large_runs() {
    for count in [0, 1, 15, 1000, 20_000] {
        for (name, limiters) in [("two", both()), ("eight", eight()), ("each", each()), ("more", more())] {
            if count == 20_000 && matches!(name, "eight" | "more") {
                continue;
            }
            let mut stepper = stepper(&limiters, &many(count));
            for position in [0, stepper.len() / 2, stepper.len()] {
                stepper.seek(position);
                check_all(&stepper, &format!("{name} of {count}"));
            }
        }
    }
}

#[test]
fn long_spans_and_large_numbers_fit() {
    let slow = json!({"algorithm": "token-bucket", "permits": 1, "period_ms": 31_557_600_000_u64, "burst": 3});
    let fast = json!({"algorithm": "gcra", "permits": 1_000_000_000, "period_ms": 1, "burst": 1_000_000_000});
    for arrivals in [
        vec![json!({"at_ms": 0, "count": 5})],
        vec![json!({"at_ms": 0.000_001}), json!({"at_ms": 0.000_002})],
        vec![json!({"at_ms": 86_400_000.0}), json!({"at_ms": 86_400_000.5})],
        vec![json!({"at_ms": 0}), json!({"at_ms": 31_557_600_000.0})],
        vec![json!({"at_ms": 5000}), json!({"at_ms": 1000})],
    ] {
        let mut stepper = stepper(&[slow.clone(), fast.clone()], &arrivals);
        for position in 0..=stepper.len() {
            stepper.seek(position);
            check_all(&stepper, "span");
        }
    }
}

#[test]
fn zooming_and_pointing_keep_everything_inside() {
    let words = Plain { stretch: 1.6 };
    for arrivals in [lesson(), many(5000)] {
        let mut stepper = stepper(&both(), &arrivals);
        stepper.seek(stepper.len() / 2);
        for width in WIDTHS {
            let height = stepper.chart_height(Chart::Time, width, &words);
            let frame = Frame::new(Chart::Time, width, height);
            for (from, to) in
                [(0.0, 500.0), (1400.0, 1600.0), (50_000.0, 60_000.0), (-100.0, 0.001), (-1e308, 1e308), (0.0, 1e308)]
            {
                let frame = frame.with_view(Some(from), Some(to));
                assert_found(&check(&stepper.scene(&frame, &words), &words), "zoom");
            }
            for (x, y) in [(0.0, 0.0), (width / 2.0, height / 2.0), (width, height), (width - 20.0, 30.0)] {
                let frame = frame.with_pointer(Some(x), Some(y));
                assert_found(&check(&stepper.scene(&frame, &words), &words), "pointer");
                assert!(stepper.readout(&frame, &words).is_some());
            }
        }
    }
}

#[test]
fn nothing_after_the_position_shows_unless_revealed() {
    let words = Plain::default();
    let mut arrivals = lesson();
    let all: Vec<Json> = each().into_iter().filter(|spec| spec["algorithm"] != "nginx-limit-req").collect();
    let mut long = stepper(&all, &arrivals);
    // The same run with a different end, kept to the same span of time.
    arrivals[4] = json!({"at_ms": 1900, "cost": 1});
    let mut other = stepper(&all, &arrivals);
    for position in 0..=9 {
        long.seek(position);
        other.seek(position);
        for chart in long.charts() {
            let frame = Frame { reveal: false, ..Frame::new(chart, 700.0, 500.0) };
            assert_eq!(long.scene(&frame, &words), other.scene(&frame, &words), "{} at {position}", chart.name());
        }
    }
}

#[test]
fn bars_show_nothing_after_the_position_unless_revealed() {
    let words = Plain::default();
    let limiters = [bucket(5), json!({"flawed": "no-cap", "permits": 2, "period_ms": 1000, "burst": 5})];
    let mut arrivals = many(3000);
    let mut one = stepper(&limiters, &arrivals);
    for arrival in arrivals.iter_mut().skip(2000).take(500) {
        arrival["cost"] = json!(3);
    }
    let mut other = stepper(&limiters, &arrivals);
    one.seek(2000);
    other.seek(2000);
    let frame = Frame { reveal: false, ..Frame::new(Chart::Time, 700.0, 500.0) }.with_pointer(Some(600.0), None);
    assert_eq!(one.scene(&frame, &words), other.scene(&frame, &words));
    assert_ne!(one.scene(&Frame { reveal: true, ..frame }, &words), other.scene(&frame, &words));
}

#[test]
fn every_mark_can_be_touched() {
    let words = Plain::default();
    for arrivals in [lesson(), many(15), many(300)] {
        let mut stepper = stepper(&both(), &arrivals);
        stepper.seek(3.min(stepper.len()));
        let frame = Frame::new(Chart::Time, 768.0, stepper.chart_height(Chart::Time, 768.0, &words));
        let scene = stepper.scene(&frame, &words);
        assert_eq!(scene.targets.len(), stepper.len() * 2, "one target a request and row");
        let touch = |target: &Target| {
            let [left, top, width, height] = target.area;
            stepper.hit(&frame, &words, (left + width / 2.0, top + height / 2.0)).unwrap()
        };
        for target in scene.targets.iter().step_by(7) {
            let hit = touch(target);
            assert_eq!((hit.step, hit.row), (Some(target.step), Some(target.row)));
            let at = stepper.trace().arrivals[target.step].at.as_millis_f64();
            assert!((hit.at_ms.unwrap() - at).abs() < 0.01, "the time there is the request's");
        }
    }
}

#[test]
fn bars_have_targets_and_count_every_request() {
    let words = Plain::default();
    let stepper = stepper(&both(), &many(20_000));
    let scene = draw(&stepper, Chart::Time, 768.0, &words);
    assert!(scene.targets.len() > 100 && scene.targets.len() < 768);
    assert!(!scene.ops.iter().any(|op| matches!(op, Op::Mark { .. })), "too many for marks");
}

#[test]
fn the_panel_ends_where_the_state_is() {
    // The dot of the current step lies on the curve: snapshots and curves tell the same level.
    let words = Plain::default();
    let mut stepper = stepper(&each(), &cheap(&each(), lesson()));
    for position in 1..=stepper.len() {
        stepper.seek(position);
        let frame = Frame { reveal: false, ..Frame::new(Chart::Time, 768.0, 500.0) };
        let scene = stepper.scene(&frame, &words);
        let level = ratelab::chart::scene::Role::Level;
        let ends: Vec<_> = scene
            .ops
            .iter()
            .filter_map(|op| match op {
                Op::Line { points, role, .. } if *role == level => points.last().copied(),
                _ => None,
            })
            .collect();
        let dots: Vec<_> = scene
            .ops
            .iter()
            .filter_map(|op| match op {
                Op::Disc { at, role, ring, .. } if *role == level && *ring == 0.0 => Some(*at),
                _ => None,
            })
            .collect();
        assert_eq!(ends.len(), 8);
        for (end, dot) in ends.iter().zip(&dots) {
            assert!((end.0 - dot.0).abs() < 0.01 && (end.1 - dot.1).abs() < 0.01, "{end:?} {dot:?} at {position}");
        }
    }
}

#[test]
fn svg_is_xml() {
    let colours: Vec<String> = (0..11).map(|n| format!("rgb({n} 0 0 / \"&<>\")")).collect();
    let mut stepper = stepper(&both(), &[json!({"at_ms": 1, "count": 7, "key": "<&\"'>\u{1}"})]);
    stepper.seek(6);
    for chart in stepper.charts() {
        let scene = draw(&stepper, chart, 500.0, &Plain::default());
        let text = svg(&scene, "a < b & \"c\"", &colours, "\"Noto Sans\", sans-serif");
        let xml = roxmltree::Document::parse(&text).unwrap();
        let root = xml.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        assert!(root.attribute("viewBox").unwrap().starts_with("0 0 500 "));
        let title = root.children().find(|node| node.has_tag_name((root.tag_name().namespace().unwrap(), "title")));
        assert_eq!(title.unwrap().text(), Some("a < b & \"c\""));
    }
}

#[test]
fn the_english_file_has_the_same_words() {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/www/lessons/en/chart.json")).unwrap();
    let file: Json = serde_json::from_str(&file).unwrap();
    let table: Json =
        ENGLISH.iter().map(|(key, text)| ((*key).to_owned(), json!(text))).collect::<serde_json::Map<_, _>>().into();
    assert_eq!(file, table);
}

/// Says whether a key is missing from the table: then `Plain` would answer with the key itself.
struct Known;

impl Words for Known {
    fn say(&self, message: &ratelab::sim::explain::Message) -> String {
        let text = Plain::default().say(message);
        assert!(text != message.key && !text.contains('{'), "{message:?}");
        text
    }

    fn width(&self, text: &str, size: f64, bold: bool) -> f64 {
        Plain::default().width(text, size, bold)
    }
}

#[test]
fn every_key_that_is_used_is_known() {
    let runs = [(eight(), lesson()), (eight(), many(2000)), (each(), cheap(&each(), lesson())), (more(), many(40))];
    for (limiters, arrivals) in runs {
        let mut stepper = stepper(&limiters, &arrivals);
        for position in 0..=stepper.len().min(9) {
            stepper.seek(position);
            for chart in stepper.charts() {
                let frame = Frame::new(chart, 700.0, stepper.chart_height(chart, 700.0, &Known));
                let frame = frame.with_pointer(Some(300.0), Some(50.0));
                let _ = stepper.scene(&frame, &Known);
                let _ = stepper.readout(&frame, &Known);
                let _ = stepper.chart_title(chart, &Known);
            }
        }
    }
}

#[test]
fn golden_pictures() {
    for spec in each() {
        let slug = spec["algorithm"].as_str().unwrap().to_owned();
        let limiters = [spec];
        let mut stepper = stepper(&limiters, &cheap(&limiters, lesson()));
        let words = Plain::default();
        let mut text = String::new();
        for position in [0, 4, 6, 8] {
            stepper.seek(position);
            golden::write(
                &mut text,
                &format!("position {position}"),
                &draw(&stepper, Chart::Picture(0), 360.0, &words),
            );
        }
        golden::compare(&format!("picture.{slug}"), &text);
    }
}

#[test]
fn golden_levels() {
    for spec in each() {
        let slug = spec["algorithm"].as_str().unwrap().to_owned();
        let limiters = [spec];
        let mut stepper = stepper(&limiters, &cheap(&limiters, lesson()));
        stepper.seek(8);
        let mut text = String::new();
        golden::write(&mut text, "position 8", &draw(&stepper, Chart::Time, 768.0, &Plain::default()));
        golden::compare(&format!("level.{slug}"), &text);
    }
}
