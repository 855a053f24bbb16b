//! Tests of the drawing crate from outside: exact text, pictures that can be read, faults told in
//! full, and scenes of all kinds that must not make it panic.

// Helpers of tests are not recognised as tests.
#![allow(clippy::unwrap_used)]

mod faults;
#[cfg(feature = "png")]
mod film;
#[cfg(feature = "png")]
mod picture;
mod random;
mod text;

use shinpan_render::{Mark, MarkKind, Scene};

/// A ban, with a reason unless it is empty.
fn banned(point: usize, reason: &str) -> Mark {
    let text = (!reason.is_empty()).then(|| reason.to_owned());
    Mark { point, kind: MarkKind::Banned { text } }
}

fn last_move(point: usize) -> Mark {
    Mark { point, kind: MarkKind::LastMove }
}

/// A grid known to be good.
fn grid(cols: usize, rows: usize) -> Scene {
    Scene::grid(cols, rows).unwrap()
}
