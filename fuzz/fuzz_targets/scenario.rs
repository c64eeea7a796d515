//! Fuzzes `fuzz::scenario`; see there for what must hold.

#![no_main]

#[path = "../../tests/support/fuzz.rs"]
#[allow(dead_code, reason = "the other target uses the rest")]
mod fuzz;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzz::scenario(bytes);
});
