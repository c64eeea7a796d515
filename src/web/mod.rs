//! The boundary to JavaScript: the only folder that names the browser crates.

pub mod api;
mod canvas;
#[cfg(feature = "columns")]
pub mod columns;
mod convert;
pub mod drawing;
pub mod stepper;
