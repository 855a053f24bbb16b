//! A game as the list of everything that stood in it, and one move more (RULES.md 1 to 5).

use crate::history::{
    Entry, Line, Phase, ends_with_two_passes, ko_position, mover, superko_history,
};
use crate::kee;
use crate::phases::{end_of_move, proof_line, refilled, resumed};
use crate::position::{Played, play};
use crate::report::{Final, Move, Point, Reason, Setup};
use crate::rules::Name;

/// A game: what stood in each of its phases.
#[derive(Clone, Debug)]
pub(crate) struct Game<'a> {
    pub(crate) setup: &'a Setup,
    /// The phases in the order in which they were played.
    pub(crate) lines: Vec<Line>,
    /// How many moves were made.
    pub(crate) moves: usize,
    /// The result, when the game has ended.
    pub(crate) result: Option<Final>,
    /// Section 5: the Competition has ended by two passes.
    pub(crate) analysis: bool,
    /// Section 3.5: whether each proof game that is over was achieved, Black's first.
    pub(crate) achieved: Vec<bool>,
    /// Aga: White's last pass has been made after Black's second.
    pub(crate) white_passed_last: bool,
}

/// Why a move is refused, and when its position last stood.
pub(crate) type No = (Reason, Option<usize>);

/// The kinds of repetition rule.
enum Clause {
    BasicKo,
    Superko,
    Cyclic,
}

/// Sections 2.1, 2.9, 3.1, 3.4, 4.2, 5: which repetition rule holds in which phase.
fn clause(name: Name, phase: Phase) -> Clause {
    match name {
        Name::LaskerMaas
        | Name::LaskerMaasSituational
        | Name::LaskerMaasAdjusted
        | Name::Button
        | Name::TrompTaylor
        | Name::Aga
        | Name::NewZealand => Clause::Superko,
        Name::LongCycle1 | Name::LongCycle3 | Name::Japanese1989 | Name::Chinese => Clause::BasicKo,
        Name::LongCycle2 => match phase {
            Phase::Main => Clause::BasicKo,
            _ => Clause::Superko,
        },
        Name::Kee => Clause::Cyclic,
    }
}

/// The game before its first move.
pub(crate) fn started(setup: &Setup) -> Game<'_> {
    let phase = match setup.rules.name {
        Name::Japanese1989 => Phase::Competition,
        _ => Phase::Main,
    };
    let start = Entry {
        made: 0,
        position: setup.start.clone(),
        to_move: setup.to_move,
        prisoners: setup.prisoners.clone(),
        last: None,
    };
    Game {
        setup,
        lines: vec![Line { phase, carried: None, entries: vec![start] }],
        moves: 0,
        result: None,
        analysis: false,
        achieved: Vec::new(),
        white_passed_last: false,
    }
}

impl<'a> Game<'a> {
    /// The phase being played, or the last one.
    pub(crate) fn line(&self) -> &Line {
        &self.lines[self.lines.len() - 1]
    }

    /// What stands now.
    pub(crate) fn now(&self) -> &Entry {
        let line = self.line();
        &line.entries[line.entries.len() - 1]
    }

    /// Whether no move is expected any more.
    pub(crate) fn is_over(&self) -> bool {
        self.result.is_some() || self.analysis
    }

    /// Whether the player to move may play on `point`: suicide first, then the repetition rule.
    pub(crate) fn allowed(&self, point: Point) -> Result<Played, No> {
        let setup = self.setup;
        let line = self.line();
        let now = self.now();
        if point >= now.position.len() || now.position[point] != 0 {
            return Err((Reason::Occupied, None));
        }
        let played = play(
            &setup.neighbours,
            &now.position,
            setup.players,
            now.to_move,
            point,
            setup.rules.suicide,
        );
        let Some(played) = played else {
            return Err((Reason::Suicide, None));
        };
        match clause(setup.rules.name, line.phase) {
            // Section 3.1.
            Clause::BasicKo => {
                if let Some(stood) = ko_position(line, line.entries.len() - 1)
                    && stood.position == played.position
                {
                    return Err((Reason::Ko, Some(stood.made)));
                }
            }
            // Sections 2.1 and 2.7.
            Clause::Superko => {
                let next = (now.to_move + 1) % setup.players;
                for entry in superko_history(setup, &self.lines).into_iter().rev() {
                    if entry.position == played.position
                        && (!setup.rules.superko_situational || entry.to_move == next)
                    {
                        return Err((Reason::Superko, Some(entry.made)));
                    }
                }
            }
            // Section 4.2.
            Clause::Cyclic => {
                if let Some(last) = kee::prohibited(&line.entries, &played.position) {
                    return Err((Reason::Cyclic, Some(last)));
                }
            }
        }
        Ok(played)
    }

    /// The game with one move more, or why that move is refused.
    pub(crate) fn with(&self, mv: Move) -> Result<Game<'a>, No> {
        if self.is_over() && self.white_may_pass_last() {
            if mv == Move::Pass {
                let mut next = self.clone();
                next.white_passed_last = true;
                next.moves += 1;
                return Ok(next);
            }
            return Err((Reason::Ended, None));
        }
        let mut next = if self.is_over() { self.requested()? } else { self.clone() };
        let entry = next.entry_after(mv)?;
        let last = next.lines.len() - 1;
        next.lines[last].entries.push(entry);
        next.moves += 1;
        Ok(end_of_move(next))
    }

    /// What stands after the move.
    fn entry_after(&self, mv: Move) -> Result<Entry, No> {
        let now = self.now();
        let mut position = now.position.clone();
        let mut prisoners = now.prisoners.clone();
        if let Move::Play(point) = mv {
            let played = self.allowed(point)?;
            position = played.position;
            for (colour, removed) in played.removed.iter().enumerate() {
                prisoners[colour] += removed;
            }
            // Section 2.3.
            if self.line().phase.uses_prisoner_place() {
                prisoners[now.to_move] -= 1;
                prisoners = refilled(prisoners);
            }
        }
        Ok(Entry {
            made: self.moves + 1,
            position,
            to_move: (now.to_move + 1) % self.setup.players,
            prisoners,
            last: Some(mv),
        })
    }

    /// Aga: two passes have ended the game, Black made the last of them, White has not yet passed.
    fn white_may_pass_last(&self) -> bool {
        let line = self.line();
        self.setup.rules.name == Name::Aga
            && !self.white_passed_last
            && mover(line, line.entries.len() - 1) == 0
    }

    /// The game is over and a move is made all the same: section 2.7, a request for another
    /// resolution while any is left; section 3.5, a request for the proof games.
    fn requested(&self) -> Result<Game<'a>, No> {
        let line = self.line();
        if line.phase != Phase::Resolution || !ends_with_two_passes(line) {
            return Err((Reason::Ended, None));
        }
        let had = self.lines.iter().filter(|line| line.phase == Phase::Resolution).count();
        let mut next = self.clone();
        next.result = None;
        if had < self.setup.rules.resolutions as usize {
            next.lines.push(resumed(line, Phase::Resolution, self.moves));
            Ok(next)
        } else if self.setup.rules.name == Name::LongCycle3 {
            next.lines.push(proof_line(self, 0));
            Ok(next)
        } else {
            Err((Reason::Ended, None))
        }
    }
}
