//! The steps of a count as pictures.

use shinpan_board::{Player, Point};
use shinpan_render::{
    Area, Block as Counted, Error, Film, Flight, Mark, MarkKind, Pile, Scene, Shot, Spot, Stone,
};

use super::words::name;
use super::{FillIn, Place, Step, StepKind};
use crate::picture::empty;

impl FillIn {
    /// The steps as pictures of one board, with the stones carried between them.
    ///
    /// # Errors
    /// If the board is too large to draw.
    pub fn film(&self) -> Result<Film, Error> {
        let board = empty(&self.settled.board)?;
        let shots = (0..self.steps.len()).map(|index| Shot {
            scene: self.scene(board.clone(), index),
            flights: self.steps[index]
                .carried
                .iter()
                .map(|carried| Flight {
                    player: carried.player.index() as u8,
                    from: spot(carried.from),
                    to: spot(carried.to),
                })
                .collect(),
        });
        Ok(Film { title: "Counted by filling in".to_owned(), shots: shots.collect() })
    }

    fn scene(&self, mut scene: Scene, index: usize) -> Scene {
        let step = &self.steps[index];
        scene.title = format!("{} of {}: {}", index + 1, self.steps.len(), heading(step.kind));
        scene.caption = self.says(index);
        let players = step.territory.players();
        scene.players = Player::all(players).map(name).collect();
        scene.stones = stones(step);
        for (player, &count) in step.beside.iter() {
            let label = format!("Prisoners of {}'s colour", name(player));
            scene.piles.push(Pile { player: player.index() as u8, stones: count, label });
        }
        if matches!(step.kind, StepKind::Start | StepKind::Removal(_)) {
            return scene;
        }
        for (player, points) in step.territory.iter() {
            let area = |point: &Point| Area { point: point.index(), player: player.index() as u8 };
            scene.areas.extend(points.iter().map(area));
        }
        let mark = |point: Point, kind| Mark { point: point.index(), kind };
        scene.marks.extend(step.neutral().iter().map(|&point| mark(point, MarkKind::Cross)));
        scene.marks.extend(step.carried.iter().filter_map(|carried| match carried.to {
            Place::On(point) => Some(mark(point, MarkKind::Circle)),
            Place::Beside => None,
        }));
        scene.tell(MarkKind::Cross, "counts for nobody");
        scene.tell(MarkKind::Circle, "put there in this step");
        for block in &step.blocks {
            scene.blocks.push(Counted {
                points: block.points.iter().map(|point| point.index()).collect(),
                player: block.player.index() as u8,
                label: block.points.len().to_string(),
            });
        }
        scene
    }
}

fn stones(step: &Step) -> Vec<Stone> {
    let mut dead = vec![false; step.codes.len()];
    for point in &step.dead {
        dead[point.index()] = true;
    }
    let stones = step.codes.iter().zip(dead).enumerate().filter(|(_, (code, _))| **code > 0);
    stones.map(|(point, (&code, dead))| Stone { dead, ..Stone::new(point, code - 1) }).collect()
}

fn spot(place: Place) -> Spot {
    match place {
        Place::On(point) => Spot::Point(point.index()),
        Place::Beside => Spot::Pile,
    }
}

/// A step in a few words.
fn heading(kind: StepKind) -> String {
    match kind {
        StepKind::Start => "the play has ended".to_owned(),
        StepKind::Removal(player) => format!("dead {player} stones are lifted off"),
        StepKind::Territory => "territory".to_owned(),
        StepKind::Fill(player) => format!("{player} prisoners are put in"),
        StepKind::Arrange(player) => format!("{}'s territory is rearranged", name(player)),
        StepKind::Count => "the count".to_owned(),
    }
}
