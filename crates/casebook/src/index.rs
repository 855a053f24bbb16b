//! The pages of the case book, compiled in. A test compares the list with the folder and rewrites
//! it when `UPDATE_CASEBOOK_INDEX` is set.

/// Every page: its file, and its text.
pub const PAGES: &[(&str, &str)] = &[];
