//! The case book and its reader.
#![allow(clippy::unwrap_used)]

mod book;
mod differences;
mod faults;
mod laws;
mod twin;
