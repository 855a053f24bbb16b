//! The case book and its reader.
