//! The requests: a description and a seed become a list of arrivals.
