//! Where a game stands, with all that came before: what an answer about it hangs on.

use shinpan_board::Player;
use shinpan_rules::{Game, Move, Status};

/// All of a game as bytes, its board and its ruleset apart: two games with the same bytes go on alike. `None` if it is over.
pub(super) fn start(game: &Game) -> Option<Vec<u8>> {
    let stage = game.ruleset().stages.iter().position(|stage| stage == game.stage())?;
    let status = match game.status() {
        Status::InPlay => 0,
        Status::Stopped => 1,
        Status::Over(_) => return None,
    };
    let (players, passes) = (game.players() as u8, game.passes_in_row());
    let mut out = vec![players, stage as u8, status, passes, game.to_move().index() as u8];
    out.push(game.button().map_or(0, |player| 1 + player.index() as u8));
    out.push(u8::from(game.claimable().is_some()));
    let mut number = |number: u64| out.extend(number.to_le_bytes());
    number(game.phase_number().into());
    let (first, made) = (game.first_move(), game.moves_made());
    [first, made, game.moves_in_phase()].into_iter().for_each(|count| number(count as u64));
    let komi = game.compensation();
    number(*komi.numer() as u64);
    number(*komi.denom() as u64);
    let (prisoners, plays) = (game.prisoners(), game.plays_in_first_stage());
    for player in Player::all(game.players()) {
        number(prisoners[player].into());
        number(plays[player].into());
    }
    for banned in [game.ko_point(), game.ko_point_after(first)] {
        number(banned.map_or(0, |point| 1 + point.index() as u64));
    }
    out.extend(game.position_after(first)?);
    for moves in first + 1..=made {
        let (player, made) = game.move_at(moves)?;
        let point = match made {
            Move::Pass => 0,
            Move::Play(point) => 1 + point.index() as u16,
        };
        out.push(player.index() as u8);
        out.extend(point.to_le_bytes());
    }
    Some(out)
}
