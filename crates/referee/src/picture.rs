//! The state of a sitting as a scene to draw.

use shinpan_board::{Board, Player, Point};
use shinpan_render::{Area, Error, Mark, MarkKind, Scene, Stone};
use shinpan_rules::{Ground, LifeStatus, Move, Settlement};

use crate::judge::Judged;
use crate::report::RefusedMove;
use crate::sitting::Sitting;

/// What a picture shows beside the stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shows {
    /// Number the moves from this one on.
    pub numbers_from: Option<usize>,
    /// Mark the points where the player to move may not play.
    pub banned: bool,
    /// Mark territory or area, and the stones removed before the count.
    pub territory: bool,
}

/// The scene of a record that was ruled on, with what was refused and the result under it.
///
/// # Errors
/// If the board is too large to draw.
pub fn judged_picture(judged: &Judged, shows: Shows) -> Result<Scene, Error> {
    let mut scene = picture(&judged.sitting, shows)?;
    if let Some(refused) = &judged.report.refused {
        let RefusedMove { number, why, clause, .. } = refused;
        scene.caption.push(format!("move {number} is refused: {why} [{clause}]"));
    }
    if let Some(result) = &judged.report.result {
        scene.caption.push(result.sgf.clone().unwrap_or_else(|| result.outcome.clone()));
    }
    Ok(scene)
}

/// The scene of a sitting as it stands.
///
/// # Errors
/// If the board is too large to draw.
pub fn picture(sitting: &Sitting, shows: Shows) -> Result<Scene, Error> {
    let game = sitting.game();
    let mut scene = empty(game.board())?;
    let settled = if shows.territory { settlement(sitting) } else { None };
    if shows.territory
        && let Some(base) = sitting.counted_before()
    {
        let moves = base.moves_made();
        scene
            .caption
            .push(format!("what was counted is the base game, as it stood after move {moves}"));
    }
    let mut last = None;
    let mut labels: Vec<Option<String>> = vec![None; game.board().len()];
    for number in game.first_move() + 1..=game.moves_made() {
        if let Some((_, Move::Play(point))) = game.move_at(number) {
            last = Some(point);
            labels[point.index()] =
                shows.numbers_from.filter(|&from| number >= from).map(|_| number.to_string());
        }
    }
    for (point, stone) in game.board().points().zip(game.position().stones()) {
        let Some(player) = stone.player() else { continue };
        let mut drawn = Stone::new(point.index(), player.index() as u8);
        drawn.label = labels[point.index()].take();
        drawn.dead = settled.as_ref().is_some_and(|settled| settled.removed.contains(&point));
        scene.stones.push(drawn);
    }
    if let Some(point) = last.filter(|&point| !game.position().stone(point).is_empty()) {
        scene.marks.push(Mark { point: point.index(), kind: MarkKind::LastMove });
    }
    if shows.banned {
        for ban in game.banned() {
            let reason = match ban.refusal.repeats() {
                Some(after) => format!("{} {}", ban.refusal.clause, after),
                None => ban.refusal.clause.to_string(),
            };
            let kind = MarkKind::Banned { text: Some(reason) };
            scene.marks.push(Mark { point: ban.point.index(), kind });
        }
    }
    if let Some(settled) = &settled {
        for (player, points) in settled.territory.iter() {
            scene.areas.extend(points.iter().map(|point| area(*point, player)));
        }
    }
    if shows.territory && game.outcome().is_none() {
        let chains = sitting.analysis().into_iter().flat_map(|analysis| analysis.chains);
        for chain in chains.filter(|chain| chain.status == LifeStatus::Unproven) {
            for point in chain.points {
                scene.marks.push(Mark { point: point.index(), kind: unproven() });
            }
        }
        scene.tell(unproven(), "a chain whose status is unproven");
    }
    scene.players = Player::all(game.players()).map(|player| player.to_string()).collect();
    Ok(scene)
}

/// The mark of a stone of which it is not proven whether it stays.
fn unproven() -> MarkKind {
    MarkKind::Label { text: "?".to_owned() }
}

/// What is removed and whose points are whose: by the count, else by what is certain of it. Nothing where the count is of another
/// position than the one that stands now.
fn settlement(sitting: &Sitting) -> Option<Settlement> {
    let game = sitting.game();
    match game.outcome().map(|outcome| &outcome.ground) {
        Some(Ground::Score(tally) | Ground::NoScoringPosition(tally)) => {
            // K-18: the points are those of the last scoring position.
            let scored = tally.scoring_positions.last();
            let counted = scored.is_none_or(|codes| codes == game.position().codes())
                && sitting.counted_before().is_none();
            let (removed, territory) = (tally.removed.clone(), tally.points.clone());
            counted.then_some(Settlement { removed, territory })
        }
        Some(_) => None,
        None => sitting.analysis().map(|analysis| analysis.certain),
    }
}

/// The scene of a position given as codes.
///
/// # Errors
/// If the board is too large to draw.
pub fn position_picture(board: &Board, codes: &[u8]) -> Result<Scene, Error> {
    let mut scene = empty(board)?;
    for (index, &code) in codes.iter().enumerate() {
        if code > 0 {
            scene.stones.push(Stone::new(index, code - 1));
        }
    }
    Ok(scene)
}

fn area(point: Point, player: Player) -> Area {
    Area { point: point.index(), player: player.index() as u8 }
}

/// The scene of an empty board.
pub(crate) fn empty(board: &Board) -> Result<Scene, Error> {
    use shinpan_board::Shape;
    match board.shape() {
        Shape::Rectangle { columns, rows } => Scene::grid(columns.into(), rows.into()),
        Shape::Torus { columns, rows } => Scene::torus(columns.into(), rows.into()),
        Shape::Graph => {
            let names: Vec<String> = board.points().map(|point| board.name(point)).collect();
            let edges: Vec<[usize; 2]> =
                board.edges().map(|(one, near)| [one.index(), near.index()]).collect();
            Scene::graph(names, edges)
        }
    }
}
