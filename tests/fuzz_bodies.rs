//! The bodies of the fuzz targets on seeded inputs: the committed ones, broken ones made from them, and arbitrary ones.

#![cfg(not(target_arch = "wasm32"))]

#[path = "support/fuzz.rs"]
mod fuzz;

use std::fs;
use std::path::Path;

use fuzz::Ended;
use ratelab::traffic::Mulberry32;

/// The committed inputs of a target, by name.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("the seeds are there").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("readable")).collect()
}

fn below(random: &mut Mulberry32, end: usize) -> usize {
    random.next_u32() as usize % end.max(1)
}

/// How often each end was met.
#[derive(Debug, Default)]
struct Count {
    refused: u32,
    run: u32,
    long: u32,
}

impl Count {
    fn add(&mut self, ended: Ended) {
        match ended {
            Ended::Refused => self.refused += 1,
            Ended::Run => self.run += 1,
            Ended::Long => self.long += 1,
        }
    }
}

/// Pieces that JSON is made of.
const PIECES: [&str; 18] = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "null", "true", "-", ".5", "\"gcra\"", "\"key\"", "\u{FEFF}",
    "é", " ",
];

/// Numbers that are usual, and that are the ends of something.
const NUMBERS: [&str; 30] = [
    "1",
    "2",
    "3",
    "5",
    "8",
    "60",
    "100",
    "1000",
    "2500",
    "60000",
    "0",
    "-0",
    "-1",
    "0.5",
    "1.000001",
    "1e-320",
    "1e308",
    "1e999",
    "1000000",
    "1000001",
    "1000000000",
    "1000000001",
    "4294967295",
    "4294967296",
    "31557600000",
    "31557600001",
    "315576000000",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
];

/// One to four damages: mostly a number replaced, since numbers are where the edges are; else a piece put in, bytes taken
/// out, a byte changed, a part said twice.
fn damage(random: &mut Mulberry32, input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=below(random, 4) {
        let at = below(random, bytes.len() + 1);
        let end = (at + below(random, 12)).min(bytes.len());
        match below(random, 24) {
            0 => drop(bytes.splice(at..at, PIECES[below(random, PIECES.len())].bytes())),
            1 => drop(bytes.drain(at..end)),
            2 if at < bytes.len() => bytes[at] ^= 1 << below(random, 8),
            3 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            _ => {
                let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
                let end_of = if below(random, 3) > 0 { 10 } else { NUMBERS.len() };
                if let Some(&first) = digits.get(below(random, digits.len())) {
                    let length = bytes[first..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    drop(bytes.splice(first..first + length, NUMBERS[below(random, end_of)].bytes()));
                }
            }
        }
    }
    bytes
}

#[test]
fn scenarios_never_panic() {
    let (mut random, mut count) = (Mulberry32::new(1), Count::default());
    let inputs = seeds("scenario");
    for input in &inputs {
        assert_eq!(fuzz::scenario(input), Ended::Run, "{}", String::from_utf8_lossy(input));
    }
    for _ in 0..4000 {
        let input = &inputs[below(&mut random, inputs.len())];
        count.add(fuzz::scenario(&damage(&mut random, input)));
    }
    println!("{count:?}");
    assert!(count.refused > 1000 && count.run > 500, "the inputs cover little: {count:?}");
}

#[test]
fn deep_and_long_inputs_are_refused() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(50_000), format!("\"{}\"", "x".repeat(1_000_000))] {
        assert_eq!(fuzz::scenario(text.as_bytes()), Ended::Refused);
    }
    let many = vec![r#"{"at_ms":0}"#; 100_001].join(",");
    let limiter = r#"{"algorithm":"gcra","permits":1,"period_ms":1,"burst":1}"#;
    let text =
        format!(r#"{{"version":1,"limiters":[{limiter}],"traffic":{{"pattern":"explicit","arrivals":[{many}]}}}}"#);
    assert_eq!(fuzz::scenario(text.as_bytes()), Ended::Refused);
}

#[test]
fn columns_and_drivers_agree_on_anything() {
    let (mut random, mut count) = (Mulberry32::new(2), Count::default());
    for input in seeds("decide") {
        assert_eq!(fuzz::decide(&input), Ended::Run);
    }
    for _ in 0..20_000 {
        let length = 4 + below(&mut random, 400);
        let mut bytes: Vec<u8> = (0..length).map(|_| random.next_u32().to_le_bytes()[0]).collect();
        if below(&mut random, 2) == 0 {
            // Sizes in a range that can be built, and times in one where things happen.
            for at in (1..bytes.len()).step_by(3) {
                bytes[at] %= 40;
            }
        }
        count.add(fuzz::decide(&bytes));
    }
    println!("{count:?}");
    assert!(count.refused > 500 && count.run > 5000, "the inputs cover little: {count:?}");
}
