//! Whatever is typed or uploaded: a clear message and exit status 2 (1 where a move breaks the
//! rules), never a panic, within seconds and a gibibyte.

mod files;
mod graphs;
mod many;
mod options;
mod run;
mod values;
