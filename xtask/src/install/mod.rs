//! What the commands need and a machine may lack: each function makes sure of one thing, installs it where that is
//! possible, and otherwise fails with the line a person can run.

pub(crate) mod apt;
pub(crate) mod browsers;
pub(crate) mod node;
pub(crate) mod rust;
pub(crate) mod tools;
