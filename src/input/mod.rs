//! The checked reader for everything a person can type, paste, link to or send.
//!
//! Input arrives as a [`Value`] (from JSON on the host, from a JavaScript value in a browser), and is read field by field
//! through [`Fields`], which knows the path to where it stands. A wrong field becomes an [`InputError`] that names the
//! field, what was given and what is accepted, in parts, so that a page can say it in its own language.

mod error;
mod fields;
mod writing;

pub use crate::value::Value;
pub(crate) use error::owned;
pub use error::{Accepted, InputError, Wrong, one_of};
pub use fields::{Fields, item};
pub(crate) use writing::{concat, fits};

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Value {
        serde_json::from_str(json).expect("the test's own JSON")
    }

    #[test]
    fn a_wrong_number_is_named_with_its_path_and_range() {
        let value = parse(r#"{"permits": -1, "burst": 2.5}"#);
        let fields = Fields::of(&value, "limiters[0]", &["permits", "burst"]).expect("both fields are known");
        let error = fields.whole("permits", 1, 9, None).expect_err("negative");
        assert_eq!(error.to_string(), "limiters[0].permits: got -1; accepts a whole number from 1 to 9");
        let error = fields.whole("burst", 1, 9, None).expect_err("a fraction");
        assert_eq!(error.to_string(), "limiters[0].burst: got 2.5; accepts a whole number from 1 to 9");
    }

    #[test]
    fn numbers_that_json_cannot_write_are_told_apart() {
        let shown = |given| InputError::new("x", &Value::Number(given), Accepted::Object).given.clone();
        assert_eq!(shown(f64::NAN), "NaN");
        assert_eq!(shown(f64::NEG_INFINITY), "-Infinity");
        assert_eq!(shown(1e300), "1e300");
        assert_eq!(shown(0.1), "0.1");
        assert_eq!(shown(-2.5e-7), "-2.5e-7");
        assert_eq!(Value::Number(f64::NAN).whole(), None);
        assert_eq!(Value::Number(1e300).whole(), None);
    }

    #[test]
    fn unknown_and_repeated_fields_are_refused() {
        let value = parse(r#"{"permits": 1, "burts": 5}"#);
        let error = Fields::of(&value, "", &["permits", "burst"]).err().expect("a typing error");
        assert_eq!(error.to_string(), "burts: got 5; accepts one of permits, burst");
        let twice = Value::Map(vec![("a".into(), Value::Null), ("a".into(), Value::Null)]);
        assert!(Fields::of(&twice, "", &["a"]).is_err());
    }

    #[test]
    fn long_text_is_shortened_in_the_message() {
        let error = InputError::new("algorithm", &Value::Text("x".repeat(500)), Accepted::Object);
        assert!(error.given.chars().count() < 70);
        assert!(error.given.ends_with("…\""));
    }
}
