//! A game as the literal twin sees it.

use shinpan_board::Point;
use shinpan_rules::Setup;

/// The twin's setup for ours.
///
/// # Panics
/// If the twin has no such ruleset or option.
#[must_use]
pub fn literal(setup: &Setup, name: &str, options: &[(&str, &str)]) -> shinpan_twin::Setup {
    use shinpan_twin::{Cycles, Name, Rules};
    let name = match name {
        "lasker-maas" => Name::LaskerMaas,
        "lasker-maas-situational" => Name::LaskerMaasSituational,
        "lasker-maas-adjusted" => Name::LaskerMaasAdjusted,
        "button" => Name::Button,
        "long-cycle-1" => Name::LongCycle1,
        "long-cycle-2" => Name::LongCycle2,
        "long-cycle-3" => Name::LongCycle3,
        "kee" => Name::Kee,
        "japanese-1989" => Name::Japanese1989,
        "tromp-taylor" => Name::TrompTaylor,
        "chinese" => Name::Chinese,
        "aga" => Name::Aga,
        "new-zealand" => Name::NewZealand,
        other => panic!("the twin has no {other}"),
    };
    let mut rules = Rules::new(name);
    for &(key, value) in options {
        match key {
            "resolutions" => rules.resolutions = value.parse().expect("a number"),
            "superko" => rules.superko_situational = value == "situational",
            "superko_history" => rules.superko_history_phase = value == "phase",
            "phase_switch" => rules.first_pass_switch = value == "first-pass",
            "button_lifts_bans" => rules.button_lifts_bans = value == "true",
            "scoring" => rules.kee_territory = value == "territory",
            "suicide" => rules.suicide = value == "allowed",
            "cycles" => {
                rules.cycles = match value {
                    "claim" => Cycles::Claim,
                    "automatic" => Cycles::Automatic,
                    number => Cycles::Repetitions(number.parse().expect("a number")),
                }
            }
            other => panic!("the twin has no option {other}"),
        }
    }
    let board = &setup.board;
    let mut start: Vec<u8> = setup.stones.iter().map(|stone| stone.code()).collect();
    start.resize(board.len(), 0);
    shinpan_twin::Setup {
        neighbours: board
            .points()
            .map(|point| board.neighbours(point).map(Point::index).collect())
            .collect(),
        players: setup.players,
        start,
        to_move: setup.to_move.index(),
        prisoners: setup.prisoners.iter().map(|(_, &count)| i64::from(count)).collect(),
        komi_halves: (setup.komi.score() * 2).to_integer(),
        rules,
    }
}
