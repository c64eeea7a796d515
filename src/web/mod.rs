//! The boundary to JavaScript: the only folder that names the browser crates.

/// Smaller and faster than the standard library's; the package runs in one thread.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

pub mod api;
mod canvas;
mod convert;
pub mod drawing;
#[cfg(feature = "full")]
pub mod full;
pub mod stepper;
