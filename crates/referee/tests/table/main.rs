//! The table on random records: the ruling says what the slow literal twin says.

mod acts;
mod casebook;
mod twin;
