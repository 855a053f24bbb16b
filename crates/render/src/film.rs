//! A film: pictures of one board that follow each other, and the stones carried between them.

use std::collections::BTreeMap;

use crate::{Error, Scene};

/// Films with more shots than this are not drawn.
pub const MAX_SHOTS: usize = 100;

/// Pictures of one board that follow each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Film {
    /// What it is about.
    pub title: String,
    /// The pictures.
    pub shots: Vec<Shot>,
}

/// A picture of a film.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shot {
    /// What is to be seen. Points, lines, players and piles are the same in all shots of a film; title
    /// and caption say what happens.
    pub scene: Scene,
    /// How the stones came here from where they were in the shot before.
    pub flights: Vec<Flight>,
}

/// A stone's way from one place to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flight {
    /// Whose stone it is.
    pub player: u8,
    /// From here.
    pub from: Spot,
    /// To there.
    pub to: Spot,
}

/// A place for stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// A point of the board.
    Point(usize),
    /// The player's first pile beside the board.
    Pile,
}

impl Film {
    /// Looks for what would keep the film from being drawn: a scene's own faults, boards that
    /// differ, stones that come from nowhere or vanish.
    ///
    /// # Errors
    /// [`Error::Scene`] for the first scene that cannot be drawn, or [`Error::Film`].
    pub fn check(&self) -> Result<(), Error> {
        let Some(first) = self.shots.first() else {
            return Err(Error::Film("it has no shots".to_owned()));
        };
        if self.shots.len() > MAX_SHOTS {
            let found = self.shots.len();
            return Err(Error::Film(format!(
                "{found} shots, where at most {MAX_SHOTS} can be drawn"
            )));
        }
        for (number, shot) in (1..).zip(&self.shots) {
            shot.scene.check()?;
            let (one, other) = (&first.scene, &shot.scene);
            let owners =
                |scene: &Scene| -> Vec<u8> { scene.piles.iter().map(|pile| pile.player).collect() };
            if (&one.points, &one.edges, one.grid) != (&other.points, &other.edges, other.grid)
                || one.players != other.players
                || owners(one) != owners(other)
            {
                let what = "board, players and piles must be those of shot 1";
                return Err(Error::Film(format!("shot {number}: {what}")));
            }
        }
        for (number, pair) in (2..).zip(self.shots.windows(2)) {
            if let [before, after] = pair {
                follows(&before.scene, after)
                    .map_err(|what| Error::Film(format!("shot {number}: {what}")))?;
            }
        }
        Ok(())
    }
}

/// Where stones lie, and how many are in each player's first pile.
type Lie = (BTreeMap<usize, u8>, BTreeMap<u8, i64>);

fn lie(scene: &Scene) -> Lie {
    let stones = scene.stones.iter().map(|stone| (stone.point, stone.player)).collect();
    let piles = scene.piles.iter().rev().map(|pile| (pile.player, pile.stones.into())).collect();
    (stones, piles)
}

/// Whether the flights of a shot lead from the scene before to its own.
fn follows(before: &Scene, shot: &Shot) -> Result<(), String> {
    let (mut stones, mut piles) = lie(before);
    for flight in &shot.flights {
        let found = match flight.from {
            Spot::Point(point) => stones.remove(&point) == Some(flight.player),
            Spot::Pile => piles.get_mut(&flight.player).is_some_and(|count| {
                *count -= 1;
                *count >= 0
            }),
        };
        if !found {
            return Err(format!("no stone of player {} is at {:?}", flight.player, flight.from));
        }
        let put = match flight.to {
            Spot::Point(point) => stones.insert(point, flight.player).is_none(),
            Spot::Pile => piles.get_mut(&flight.player).map(|count| *count += 1).is_some(),
        };
        if !put {
            return Err(format!("a stone cannot be put to {:?}", flight.to));
        }
    }
    if (stones, piles) == lie(&shot.scene) {
        Ok(())
    } else {
        Err("its stones are not those of the shot before, with what was carried".to_owned())
    }
}
