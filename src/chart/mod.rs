//! The pictures as data: a trace, a position and a size become drawing operations with colour roles.

pub mod scene;
