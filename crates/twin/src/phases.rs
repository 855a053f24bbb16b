//! What a move ends: phases, proof games, the game (RULES.md 2.2 to 2.5, 2.9, 3.5, 4.3, 5).

use crate::cycle;
use crate::game::Game;
use crate::history::{Entry, Line, Phase, ends_with_two_passes, first_pass, ko_position};
use crate::kee;
use crate::report::{Final, Move, Outcome};
use crate::rules::Name;
use crate::score::{add, area, outcome, territory, with_komi};

/// Section 2.3 R: while a colour's prisoners are 0, one stone of each colour is added.
pub(crate) fn refilled(mut prisoners: Vec<i64>) -> Vec<i64> {
    while prisoners.iter().any(|&stones| stones < 1) {
        for stones in &mut prisoners {
            *stones += 1;
        }
    }
    prisoners
}

/// Sections 2.2, 3.1 R, 3.5: the phase that follows `line`, as if the two passes that ended it had
/// never occurred: the player who passed first is to move, the ko ban of then stands again.
pub(crate) fn resumed(line: &Line, phase: Phase, made: usize) -> Line {
    let before_passes = line.entries.len() - 3;
    let entry = &line.entries[before_passes];
    let start = Entry {
        made,
        position: entry.position.clone(),
        to_move: entry.to_move,
        prisoners: refilled(entry.prisoners.clone()),
        last: None,
    };
    Line { phase, carried: ko_position(line, before_passes), entries: vec![start] }
}

/// Section 2.7, phase_switch = first-pass: the resolution that the first pass of the game starts.
/// The opponent moves next. The pass did occur, so there is no ko ban.
fn switched(line: &Line, made: usize) -> Line {
    let entry = &line.entries[line.entries.len() - 1];
    let start = Entry {
        made,
        position: entry.position.clone(),
        to_move: entry.to_move,
        prisoners: refilled(entry.prisoners.clone()),
        last: None,
    };
    Line { phase: Phase::Resolution, carried: None, entries: vec![start] }
}

/// Section 3.5: the last phase of the base game.
fn base_line<'g>(game: &'g Game<'_>) -> &'g Line {
    let mut base = &game.lines[0];
    for line in &game.lines {
        if !matches!(line.phase, Phase::Proof { .. }) {
            base = line;
        }
    }
    base
}

/// Section 3.5: the first phase of a proof game, from the base game's final position.
pub(crate) fn proof_line(game: &Game<'_>, prover: usize) -> Line {
    resumed(base_line(game), Phase::Proof { prover, stage: 1 }, game.moves)
}

/// Sections 2.5, 2.9 and the area rulesets: the result of the phase by its final position.
fn by_score(game: &Game<'_>, line: &Line) -> Final {
    let setup = game.setup;
    let end = &line.entries[line.entries.len() - 1];
    let mut scores: Vec<(i64, i64)> = Vec::new();
    for player in 0..setup.players {
        if setup.rules.has_resolution() {
            let points = territory(&setup.neighbours, &end.position, setup.players)[player];
            scores.push((points - end.prisoners[player], 1));
        } else {
            scores.push((area(&setup.neighbours, &end.position, setup.players)[player], 1));
        }
    }
    if setup.rules.name == Name::Button
        && let Some((_, taker)) = first_pass(&game.lines)
    {
        scores[taker] = add(scores[taker], (1, 2));
    }
    let scores = with_komi(scores, setup.komi_halves);
    Final {
        outcome: outcome(&scores),
        ground: "score".to_string(),
        scores: Some(scores),
        cycle: None,
        scoring_positions: Vec::new(),
    }
}

/// Section 2.9: two consecutive passes, neither of them the taking of the button.
fn button_game_ends(game: &Game<'_>) -> bool {
    let line = game.line();
    if !ends_with_two_passes(line) {
        return false;
    }
    let first_of_the_two = line.entries[line.entries.len() - 2].made;
    match first_pass(&game.lines) {
        Some((taken, _)) => taken < first_of_the_two,
        None => false,
    }
}

/// The game after its last move has been looked at: two passes before cycles.
pub(crate) fn end_of_move<'a>(game: Game<'a>) -> Game<'a> {
    match game.setup.rules.name {
        Name::Kee => end_of_kee_move(game),
        Name::Button => {
            if button_game_ends(&game) {
                ended_by_score(game)
            } else {
                game
            }
        }
        Name::LaskerMaas
        | Name::LaskerMaasSituational
        | Name::LaskerMaasAdjusted
        | Name::LongCycle1
        | Name::LongCycle2
        | Name::LongCycle3
        | Name::Japanese1989
        | Name::TrompTaylor
        | Name::Chinese
        | Name::Aga
        | Name::NewZealand => end_of_phased_move(game),
    }
}

/// Section 4.3.
fn end_of_kee_move<'a>(mut game: Game<'a>) -> Game<'a> {
    if let Some(earlier) = kee::earlier_pass(game.line()) {
        game.result = Some(kee::result(game.setup, game.line(), earlier));
    }
    game
}

/// The game is over and decided by the position that stands.
fn ended_by_score<'a>(mut game: Game<'a>) -> Game<'a> {
    game.result = Some(by_score(&game, game.line()));
    game
}

/// Sections 2.2, 2.4, 2.7, 3.2, 3.5, 5.
fn end_of_phased_move<'a>(mut game: Game<'a>) -> Game<'a> {
    let rules = &game.setup.rules;
    let phase = game.line().phase;
    // Section 2.7: the first pass of the game starts the resolution.
    if phase == Phase::Main
        && rules.has_resolution()
        && rules.first_pass_switch
        && game.now().last == Some(Move::Pass)
    {
        let next = switched(game.line(), game.moves);
        game.lines.push(next);
        return game;
    }
    if ends_with_two_passes(game.line()) {
        return two_passes(game);
    }
    let Some((cycle, outcome)) = cycle::ruling(game.setup, game.line()) else {
        return game;
    };
    if let Phase::Proof { prover, stage } = phase {
        // Section 3.5: a balanced cycle is the goal in the first phase and failure in the second;
        // an unbalanced one wins for the player it favours.
        let achieved = match outcome {
            Outcome::Win(winner) => winner == prover,
            _ => stage == 1,
        };
        return proof_game_over(game, prover, achieved);
    }
    game.result = Some(Final {
        outcome,
        ground: "long-cycle".to_string(),
        scores: None,
        cycle: Some(cycle),
        scoring_positions: Vec::new(),
    });
    game
}

/// Sections 2.2, 2.4, 3.5, 5: what two consecutive passes end.
fn two_passes<'a>(mut game: Game<'a>) -> Game<'a> {
    match game.line().phase {
        Phase::Main if game.setup.rules.has_resolution() => {
            let next = resumed(game.line(), Phase::Resolution, game.moves);
            game.lines.push(next);
            game
        }
        Phase::Main | Phase::Resolution => ended_by_score(game),
        Phase::Competition => {
            game.analysis = true;
            game
        }
        Phase::Proof { prover, stage: 1 } => {
            let next = resumed(game.line(), Phase::Proof { prover, stage: 2 }, game.moves);
            game.lines.push(next);
            game
        }
        Phase::Proof { prover, .. } => {
            let achieved = by_score(&game, game.line()).outcome == Outcome::Win(prover);
            proof_game_over(game, prover, achieved)
        }
    }
}

/// Section 3.5: after Black's proof game comes White's, and after White's the verdict.
fn proof_game_over<'a>(mut game: Game<'a>, prover: usize, achieved: bool) -> Game<'a> {
    game.achieved.push(achieved);
    if prover == 0 {
        let next = proof_line(&game, 1);
        game.lines.push(next);
        return game;
    }
    let winner = match (game.achieved[0], game.achieved[1]) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    };
    game.result = Some(match winner {
        Some(winner) => Final {
            outcome: Outcome::Win(winner),
            ground: "proof-games".to_string(),
            scores: None,
            cycle: None,
            scoring_positions: Vec::new(),
        },
        None => by_score(&game, base_line(&game)),
    });
    game
}
