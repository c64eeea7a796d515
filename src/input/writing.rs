//! Texts put together without the standard formatter: exact as it is, it costs 10 KB of compressed WebAssembly, and a
//! message does not need it.

/// The longest piece of the given input that a message repeats, in characters.
const GIVEN_CHARS: usize = 60;

/// The beginning of a text, as much of it as a message repeats.
pub(super) fn shortened(text: &str) -> &str {
    let mut chars = text.chars();
    for _ in 0..GIVEN_CHARS {
        chars.next();
    }
    // Not a slice of it: its panic would bring a formatter along.
    text.strip_suffix(chars.as_str()).unwrap_or(text)
}

/// Whether a text has at most `max` characters.
pub(crate) fn fits(text: &str, max: u64) -> bool {
    // A byte that goes on with a character begins none.
    let begun = text.as_bytes().iter().filter(|&&byte| byte & 0xC0 != 0x80);
    begun.fold(0, |count, _| count + 1) <= max
}

/// The texts as one.
#[inline(never)]
pub(crate) fn concat(parts: &[&str]) -> String {
    let mut out = String::new();
    push_all(&mut out, parts);
    out
}

pub(super) fn push_all(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

pub(super) fn push_words(out: &mut String, words: &[String]) {
    for (at, word) in words.iter().enumerate() {
        push_all(out, &[if at == 0 { "" } else { ", " }, word]);
    }
}

pub(super) fn push_most(out: &mut String, before: &str, max: u64, after: &str) {
    out.push_str(before);
    push_whole(out, max);
    out.push_str(after);
}

/// Writes a whole number in plain digits.
pub(crate) fn push_whole(out: &mut String, whole: u64) {
    if whole >= 10 {
        push_whole(out, whole / 10);
    }
    push_digit(out, whole % 10);
}

#[expect(clippy::cast_possible_truncation, reason = "one digit")]
pub(super) fn push_digit(out: &mut String, digit: u64) {
    out.push(char::from(b'0' + digit as u8));
}

/// Writes a double in plain digits, at most six after the point, or with a power of ten when it is huge.
///
/// The standard formatter is exact and costs 10 KB of compressed WebAssembly; a message does not need it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "guarded by the comparisons")]
pub(super) fn push_plain(out: &mut String, given: f64) {
    if given.is_nan() {
        return out.push_str("NaN");
    }
    if given < 0.0 {
        out.push('-');
    }
    let size = libm::fabs(given);
    if size.is_infinite() {
        return out.push_str("Infinity");
    }
    if size >= 1e15 {
        let (mut mantissa, mut exponent) = (size, 0);
        while mantissa >= 10.0 {
            (mantissa, exponent) = (mantissa / 10.0, exponent + 1);
        }
        push_plain(out, libm::round(mantissa * 1e3) / 1e3);
        return push_most(out, "e", exponent, "");
    }
    if size > 0.0 && size < 1e-6 {
        let (mut mantissa, mut exponent) = (size, 0);
        while mantissa < 1.0 {
            (mantissa, exponent) = (mantissa * 10.0, exponent + 1);
        }
        push_plain(out, libm::round(mantissa * 1e3) / 1e3);
        out.push_str("e-");
        push_whole(out, exponent);
        return;
    }
    let millionths = libm::round(size * 1e6) as u64;
    push_whole(out, millionths / 1_000_000);
    let mut part = millionths % 1_000_000;
    if part > 0 {
        out.push('.');
    }
    while part > 0 {
        push_digit(out, part / 100_000);
        part = part % 100_000 * 10;
    }
}
