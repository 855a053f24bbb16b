//! Cases at the referee's table.

use std::sync::Arc;

use shinpan_board::{ByPlayer, Stone};
use shinpan_referee::{Action, AgreedResult, Dead, Fault, Sitting};
use shinpan_rules::{Komi, Move, Ruleset, Setup, Verdict, set_option};

use crate::case::{Act, AgreedResult as Agreed, Move as CaseMove, Setup as CaseSetup};

/// A sitting from what a case starts from.
///
/// # Errors
/// What the rules do not know or do not allow, in words: a ruleset, an option, a komi, a position.
pub fn sit_down(setup: &CaseSetup) -> Result<Sitting, String> {
    let mut ruleset = Ruleset::builtin(&setup.rules)
        .ok_or_else(|| format!("there is no ruleset {}", setup.rules))?;
    for (key, value) in &setup.options {
        set_option(&mut ruleset, key, value).map_err(|error| error.to_string())?;
    }
    ruleset.check().map_err(|error| error.to_string())?;
    let prisoners = ByPlayer::new(setup.players, |player| {
        setup.prisoners.get(player.index()).copied().unwrap_or(0)
    });
    let setup = Setup {
        board: Arc::new(setup.board.clone()),
        players: setup.players,
        stones: setup.position.iter().filter_map(|&code| Stone::from_code(code)).collect(),
        to_move: setup.to_move,
        prisoners,
        komi: Komi::from_halves(setup.komi_halves()).ok_or("the komi is too large")?,
        handicap: setup.handicap,
        moves_before: 0,
    };
    Sitting::new(Arc::new(ruleset), &setup).map_err(|error| error.to_string())
}

/// What a case says is done, as the referee knows it.
#[must_use]
pub fn action(act: &Act) -> Action {
    match act {
        Act::Move(player, CaseMove::Pass) => Action::Move(*player, Move::Pass),
        Act::Move(player, CaseMove::Play(point)) => Action::Move(*player, Move::Play(*point)),
        Act::Resign(player) => Action::Resign(*player),
        Act::Claim(player) => Action::Claim(*player),
        Act::Accept(player) => Action::Accept(*player),
        Act::Decline(player) => Action::Decline(*player),
        Act::Request(player) => Action::Request(*player),
        Act::RefereeRules => Action::RefereeRules,
        Act::Dead { player, scoring, points } => {
            let dead = match scoring {
                Some(number) => Dead { everywhere: vec![], at: vec![(*number, points.clone())] },
                None => Dead { everywhere: points.clone(), at: vec![] },
            };
            Action::Dead(*player, dead)
        }
        Act::Undo(player, from) => Action::Undo(*player, *from),
        Act::Time(player) => Action::Lost(*player, Fault::Time),
        Act::Forfeit(player) => Action::Lost(*player, Fault::Forfeit),
        Act::Agree(by, agreed) => Action::Result(*by, result(agreed)),
    }
}

fn result(agreed: &Agreed) -> AgreedResult {
    let (verdict, margin) = match agreed {
        Agreed::Win(player, margin) => (Verdict::Win(*player), *margin),
        Agreed::Draw => (Verdict::Draw, None),
        Agreed::NoResult => (Verdict::NoResult, None),
        // Of two players a ranking is a win or a draw.
        Agreed::Ranking(places) => match places.as_slice() {
            [first, second] if first.len() == 1 && second.len() == 1 => {
                (Verdict::Win(first[0]), None)
            }
            [all] if all.len() == 2 => (Verdict::Draw, None),
            _ => (Verdict::Ranking(places.clone()), None),
        },
    };
    AgreedResult { verdict, margin }
}
