//! Golden scenes: written as text, one operation a line, rounded to a tenth of a pixel.

use std::fmt::Write as _;
use std::path::PathBuf;

use ratelab::chart::scale::push_fixed;
use ratelab::chart::scene::{Op, Point, Scene};

/// Appends a scene under a heading.
pub(crate) fn write(out: &mut String, heading: &str, scene: &Scene) {
    writeln!(out, "# {heading}: {} x {}", tenth(scene.width), tenth(scene.height)).unwrap();
    for op in &scene.ops {
        let line = match op {
            Op::Line { points, role, width, opacity, dashed } => {
                let dashed = if *dashed { " dashed" } else { "" };
                format!("line {role:?} {}{}{dashed}: {}", tenth(*width), faint(*opacity), all(points))
            }
            Op::Area { points, role, opacity } => format!("area {role:?}{}: {}", faint(*opacity), all(points)),
            Op::Box { area: [left, top, width, height], radius, role, opacity } => {
                let size = format!("{} {} {} x {}", tenth(*left), tenth(*top), tenth(*width), tenth(*height));
                format!("box {role:?}{}: {size} r {}", faint(*opacity), tenth(*radius))
            }
            Op::Disc { at, radius, role, opacity, ring } => {
                let ring = if *ring > 0.0 { format!(" ring {}", tenth(*ring)) } else { String::new() };
                format!("disc {role:?}{}: {} r {}{ring}", faint(*opacity), point(*at), tenth(*radius))
            }
            Op::Mark { at, radius, outcome, opacity } => {
                format!("mark {outcome:?}{}: {} r {}", faint(*opacity), point(*at), tenth(*radius))
            }
            Op::Text { at, text, role, size, bold, align } => {
                let bold = if *bold { " bold" } else { "" };
                format!("text {role:?} {}{bold} {align:?}: {} {text:?}", tenth(*size), point(*at))
            }
        };
        writeln!(out, "{line}").unwrap();
    }
    for target in &scene.targets {
        let [left, top, width, height] = target.area.map(tenth);
        writeln!(out, "target {} {}: {left} {top} {width} x {height}", target.step, target.row).unwrap();
    }
}

/// Compares with the golden file, or rewrites it when `RATELAB_BLESS` is set.
pub(crate) fn compare(name: &str, text: &str) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "golden", &format!("{name}.txt")].iter().collect();
    if std::env::var_os("RATELAB_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden == text {
        return;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (golden.lines().collect(), text.lines().collect());
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let same_end = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(old, new)| old == new).count();
    let mut difference = String::new();
    for (sign, lines) in [('-', &old[same..old.len() - same_end]), ('+', &new[same..new.len() - same_end])] {
        for line in lines.iter().take(40) {
            writeln!(difference, "{sign} {line}").unwrap();
        }
    }
    panic!("{} differs from line {}:\n{difference}(RATELAB_BLESS=1 rewrites it)", path.display(), same + 1);
}

fn tenth(value: f64) -> String {
    let mut text = String::new();
    push_fixed(&mut text, value, 1);
    text
}

fn faint(opacity: f64) -> String {
    let mut text = String::from(" ");
    push_fixed(&mut text, opacity, 2);
    if opacity < 1.0 { text } else { String::new() }
}

fn point((x, y): Point) -> String {
    format!("{},{}", tenth(x), tenth(y))
}

fn all(points: &[Point]) -> String {
    points.iter().map(|at| point(*at)).collect::<Vec<_>>().join(" ")
}
