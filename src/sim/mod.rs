//! The run: a scenario in, a trace out, every decision with its reason and its numbers.
