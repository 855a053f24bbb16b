//! What lies on each point of a scene, looked up by point.

use crate::{MarkKind, Scene, Stone};

/// A checked scene, by point.
pub(crate) struct Overlay<'a> {
    stones: Vec<Option<&'a Stone>>,
    areas: Vec<Option<u8>>,
    marks: Vec<Vec<&'a MarkKind>>,
}

impl<'a> Overlay<'a> {
    /// Things on points that do not exist are left out.
    pub(crate) fn of(scene: &'a Scene) -> Self {
        let points = scene.points.len();
        let mut overlay = Self {
            stones: vec![None; points],
            areas: vec![None; points],
            marks: vec![Vec::new(); points],
        };
        for stone in &scene.stones {
            if let Some(place) = overlay.stones.get_mut(stone.point) {
                *place = Some(stone);
            }
        }
        for area in &scene.areas {
            if let Some(place) = overlay.areas.get_mut(area.point) {
                *place = Some(area.player);
            }
        }
        for mark in &scene.marks {
            if let Some(place) = overlay.marks.get_mut(mark.point) {
                place.push(&mark.kind);
            }
        }
        overlay
    }

    pub(crate) fn stone(&self, point: usize) -> Option<&'a Stone> {
        self.stones[point]
    }

    pub(crate) fn area(&self, point: usize) -> Option<u8> {
        self.areas[point]
    }

    pub(crate) fn marks(&self, point: usize) -> &[&'a MarkKind] {
        &self.marks[point]
    }
}
