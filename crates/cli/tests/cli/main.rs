//! The program as it is used: what it prints, and what it makes of bad input.

mod documents;
mod hostile;
