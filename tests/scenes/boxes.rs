//! What is wrong with a picture: texts that touch, parts that leave it, coordinates that are no numbers.

use ratelab::chart::scene::{Align, Op, Role, Scene, Words};

/// One fault.
#[derive(Debug)]
pub(crate) enum Found {
    Overlap { _one: String, _other: String },
    Outside { _text: String, _area: [f64; 4] },
    TooSmall { _text: String },
    NotFinite { _op: String },
    Away { _op: String },
}

/// Looks for faults. What a card covers (an opaque box of paper) does not count as overlapping with what is on the card.
pub(crate) fn check(scene: &Scene, words: &dyn Words) -> Vec<Found> {
    let mut found = Vec::new();
    let mut texts: Vec<(String, [f64; 4])> = Vec::new();
    for op in &scene.ops {
        let numbers = numbers(op);
        if !numbers.iter().all(|number| number.is_finite()) {
            found.push(Found::NotFinite { _op: format!("{op:?}") });
        }
        match op {
            Op::Text { at, text, size, bold, align, .. } => {
                let width = words.width(text, *size, *bold);
                let left = match align {
                    Align::Start => at.0,
                    Align::Middle => at.0 - width / 2.0,
                    Align::End => at.0 - width,
                };
                let area = [left, at.1 - size * 0.78, left + width, at.1 + size * 0.22];
                if *size < 11.0 {
                    found.push(Found::TooSmall { _text: text.clone() });
                }
                if area[0] < -0.1 || area[1] < -0.1 || area[2] > scene.width + 0.1 || area[3] > scene.height + 0.1 {
                    found.push(Found::Outside { _text: text.clone(), _area: area });
                }
                if let Some((other, _)) = texts.iter().find(|(_, other)| touch(&area, other)) {
                    found.push(Found::Overlap { _one: text.clone(), _other: other.clone() });
                }
                texts.push((text.clone(), area));
            }
            Op::Box { area: [left, top, width, height], role: Role::Paper, opacity, .. } if *opacity >= 1.0 => {
                let card = [*left, *top, left + width, top + height];
                texts.retain(|(_, area)| !touch(area, &card));
            }
            _ => {
                let away = points(op)
                    .iter()
                    .any(|(x, y)| *x < -1.0 || *y < -1.0 || *x > scene.width + 1.0 || *y > scene.height + 1.0);
                if away {
                    found.push(Found::Away { _op: format!("{op:?}") });
                }
            }
        }
    }
    found
}

fn touch(a: &[f64; 4], b: &[f64; 4]) -> bool {
    a[0] < b[2] - 0.1 && b[0] < a[2] - 0.1 && a[1] < b[3] - 0.1 && b[1] < a[3] - 0.1
}

fn points(op: &Op) -> Vec<(f64, f64)> {
    match op {
        Op::Line { points, .. } | Op::Area { points, .. } => points.clone(),
        Op::Box { area: [left, top, width, height], .. } => vec![(*left, *top), (left + width, top + height)],
        Op::Disc { at, .. } | Op::Mark { at, .. } | Op::Text { at, .. } => vec![*at],
    }
}

fn numbers(op: &Op) -> Vec<f64> {
    let mut numbers: Vec<f64> = points(op).into_iter().flat_map(|(x, y)| [x, y]).collect();
    match op {
        Op::Disc { radius, ring, opacity, .. } => numbers.extend([*radius, *ring, *opacity]),
        Op::Mark { radius, opacity, .. } => numbers.extend([*radius, *opacity]),
        Op::Line { width, opacity, .. } => numbers.extend([*width, *opacity]),
        Op::Box { radius, opacity, .. } => numbers.extend([*radius, *opacity]),
        Op::Area { opacity, .. } => numbers.push(*opacity),
        Op::Text { size, .. } => numbers.push(*size),
    }
    numbers
}
