//! The boundary to JavaScript: the only folder that names the browser crates.

pub mod api;
mod canvas;
mod convert;
pub mod drawing;
#[cfg(feature = "full")]
pub mod full;
pub mod stepper;
