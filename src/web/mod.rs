//! The boundary to JavaScript: the only folder that names the browser crates.

pub mod api;
mod canvas;
pub mod drawing;
mod error;
pub mod stepper;
