//! The boundary to JavaScript: the only folder that names the browser crates.

pub mod api;
#[cfg(feature = "columns")]
pub mod columns;
mod convert;
pub mod stepper;
