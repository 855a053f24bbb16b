//! Games and records as texts that pickles hold.

pub(crate) mod game;
pub(crate) mod record;
