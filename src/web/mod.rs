//! The boundary to JavaScript: the only folder that names the browser crates.

pub mod api;
mod error;
pub mod stepper;
