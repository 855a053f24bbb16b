//! Boards as pictures.

use pyo3::prelude::*;
use shinpan_referee::Sitting;
use shinpan_render::{Scene, Theme, to_svg};

use crate::errors::DrawingError;

/// A scene.
pub(crate) fn drawn(scene: Result<Scene, shinpan_render::Error>) -> PyResult<String> {
    let svg = scene.and_then(|scene| to_svg(&scene, &Theme::default()));
    svg.map_err(|fault| DrawingError::new_err(fault.to_string()))
}

/// A position given as codes.
pub(crate) fn position(board: &shinpan_board::Board, codes: &[u8]) -> PyResult<String> {
    drawn(shinpan_referee::position_picture(board, codes))
}

/// A sitting as it stands.
pub(crate) fn sitting(sitting: &Sitting, shows: shinpan_referee::Shows) -> PyResult<String> {
    drawn(shinpan_referee::picture(sitting, shows))
}
