//! The slow twin as an engine of the case book. It knows moves, not acts, and no clauses.

use num_rational::Ratio;
use shinpan_board::{Board, Player, Point};
use shinpan_casebook::{
    Act, Ban, Cycle, Engine, GameResult, Move, Outcome, Refusal, Score, Setup, Snapshot, Unable,
};
use shinpan_twin as twin;

/// A game on the twin: all moves so far, replayed after each.
pub(crate) struct Twin {
    board: Board,
    setup: twin::Setup,
    moves: Vec<twin::Move>,
    report: twin::Report,
}

fn unsupported(what: impl Into<String>) -> Unable {
    Unable::Unsupported(what.into())
}

fn rules(setup: &Setup) -> Result<twin::Rules, Unable> {
    let name = match setup.rules.as_str() {
        "lasker-maas" => twin::Name::LaskerMaas,
        "lasker-maas-situational" => twin::Name::LaskerMaasSituational,
        "lasker-maas-adjusted" => twin::Name::LaskerMaasAdjusted,
        "button" => twin::Name::Button,
        "long-cycle-1" => twin::Name::LongCycle1,
        "long-cycle-2" => twin::Name::LongCycle2,
        "long-cycle-3" => twin::Name::LongCycle3,
        "kee" => twin::Name::Kee,
        "japanese-1989" => twin::Name::Japanese1989,
        "tromp-taylor" => twin::Name::TrompTaylor,
        "chinese" => twin::Name::Chinese,
        "aga" => twin::Name::Aga,
        "new-zealand" => twin::Name::NewZealand,
        other => return Err(unsupported(format!("the ruleset {other}"))),
    };
    let mut rules = twin::Rules::new(name);
    for (key, value) in &setup.options {
        let number: Option<u32> = value.parse().ok();
        match (key.as_str(), value.as_str(), number) {
            ("superko", "situational", _) => rules.superko_situational = true,
            ("superko", "positional", _) => rules.superko_situational = false,
            ("phase_switch", "first-pass", _) => rules.first_pass_switch = true,
            ("phase_switch", "two-passes", _) => rules.first_pass_switch = false,
            ("resolutions", _, Some(number)) => rules.resolutions = number,
            ("button_lifts_bans", "true", _) => rules.button_lifts_bans = true,
            ("cycles", "claim", _) => rules.cycles = twin::Cycles::Claim,
            ("cycles", "automatic", _) => rules.cycles = twin::Cycles::Automatic,
            ("cycles", _, Some(number)) => rules.cycles = twin::Cycles::Repetitions(number),
            ("superko_history", "phase", _) => rules.superko_history_phase = true,
            ("scoring", "territory", _) => rules.kee_territory = true,
            ("suicide", "allowed", _) => rules.suicide = true,
            ("suicide", "forbidden", _) => rules.suicide = false,
            ("refill", "at-once", _)
            | ("ko_ban", "stands", _)
            | ("balanced", "draw", _)
            | ("superko_history", "game", _)
            | ("scoring", "area", _)
            | ("button_lifts_bans", "false", _)
            | ("hypothetical_ko", _, _) => {}
            _ => return Err(unsupported(format!("the option {key}={value}"))),
        }
    }
    Ok(rules)
}

impl Engine for Twin {
    fn start(setup: &Setup) -> Result<Twin, Unable> {
        if setup.handicap > 0 {
            return Err(unsupported("handicap stones"));
        }
        let board = &setup.board;
        let neighbours = board
            .points()
            .map(|point| board.neighbours(point).map(Point::index).collect())
            .collect();
        let setup = twin::Setup {
            neighbours,
            players: setup.players,
            start: setup.position.clone(),
            to_move: setup.to_move.index(),
            prisoners: setup.prisoners.iter().map(|&stones| stones.into()).collect(),
            komi_halves: setup.komi_halves(),
            rules: rules(setup)?,
        };
        let report = twin::report(&setup, &[]);
        Ok(Twin { board: board.clone(), setup, moves: Vec::new(), report })
    }

    fn snapshot(&self) -> Snapshot {
        self.snapshot_with(Vec::new(), None)
    }

    fn act(&mut self, act: &Act) -> Result<Snapshot, Unable> {
        let &Act::Move(player, made) = act else {
            return Err(unsupported("acts other than moves"));
        };
        let turn = player.index() != self.report.to_move;
        let over = matches!(self.report.phase.as_str(), "ended" | "analysis");
        if turn && !over {
            return Ok(self.refused("turn", None));
        }
        let made = match made {
            Move::Pass => twin::Move::Pass,
            Move::Play(point) => twin::Move::Play(point.index()),
        };
        self.moves.push(made);
        let report = twin::report(&self.setup, &self.moves);
        if let Some(refused) = report.refused {
            self.moves.pop();
            return Ok(self.refused(reason(refused.reason), refused.repeats));
        }
        if turn {
            self.moves.pop();
            return Ok(self.refused("turn", None));
        }
        let captured = self.captured(made);
        self.report = report;
        Ok(self.snapshot_with(captured, None))
    }

    fn analyse(&mut self) -> Result<Snapshot, Unable> {
        Err(unsupported("the analysis of life and death"))
    }
}

impl Twin {
    fn point(&self, index: usize) -> Point {
        self.board.point(index).expect("the twin names points of the board")
    }

    fn player(index: usize) -> Player {
        Player::new(index).expect("the twin names players of the game")
    }

    fn refused(&self, reason: &str, repeats: Option<usize>) -> Snapshot {
        let refusal = Refusal { reason: reason.to_owned(), clause: None, repeats };
        self.snapshot_with(Vec::new(), Some(refusal))
    }

    /// The stones that the move removes from the position before it.
    fn captured(&self, made: twin::Move) -> Vec<Point> {
        let twin::Move::Play(point) = made else { return Vec::new() };
        let before = &self.report;
        let Some(played) = twin::play(
            &self.setup.neighbours,
            &before.position,
            self.setup.players,
            before.to_move,
            point,
            self.setup.rules.suicide,
        ) else {
            return Vec::new();
        };
        let stood = |&index: &usize| before.position[index] != 0 || index == point;
        let gone = (0..played.position.len()).filter(|&index| played.position[index] == 0);
        gone.filter(stood).map(|index| self.point(index)).collect()
    }

    fn snapshot_with(&self, captured: Vec<Point>, refused: Option<Refusal>) -> Snapshot {
        let report = &self.report;
        let ban = |ban: &twin::Ban| Ban {
            point: self.point(ban.point),
            refusal: Refusal {
                reason: reason(ban.reason).to_owned(),
                clause: None,
                repeats: ban.repeats,
            },
        };
        Snapshot {
            phase: report.phase.clone(),
            to_move: Twin::player(report.to_move),
            prisoners: report.prisoners.iter().map(|&stones| stones as u32).collect(),
            position: report.position.clone(),
            legal: report.legal.iter().map(|&point| self.point(point)).collect(),
            banned: report.banned.iter().map(ban).collect(),
            button: report.button.map(Twin::player),
            captured,
            refused,
            ended_by: None,
            result: report.result.as_ref().map(result),
            analysis: None,
        }
    }
}

fn reason(reason: twin::Reason) -> &'static str {
    match reason {
        twin::Reason::Occupied => "occupied",
        twin::Reason::Suicide => "suicide",
        twin::Reason::Ko => "ko",
        twin::Reason::Superko => "superko",
        twin::Reason::Cyclic => "cyclic",
        twin::Reason::Ended => "ended",
    }
}

fn result(found: &twin::Final) -> GameResult {
    let scores: Option<Vec<Score>> = found
        .scores
        .as_ref()
        .map(|scores| scores.iter().map(|&(top, bottom)| Ratio::new(top, bottom)).collect());
    let margin = scores.as_ref().and_then(|scores| {
        let mut scores = scores.clone();
        scores.sort_unstable();
        Some(scores.pop()? - scores.pop()?)
    });
    GameResult {
        outcome: match found.outcome {
            twin::Outcome::Win(player) => Outcome::Win(Twin::player(player)),
            twin::Outcome::Draw => Outcome::Draw,
            twin::Outcome::NoResult => Outcome::NoResult,
            twin::Outcome::Ranking => Outcome::Ranking(scores.as_deref().map(places)),
        },
        clause: None,
        ground: found.ground.clone(),
        margin,
        scores,
        cycle: found.cycle.as_ref().map(|cycle| Cycle {
            from: cycle.from,
            to: cycle.to,
            passes: cycle.passes.iter().map(|&passes| passes as u32).collect(),
        }),
        scoring_positions: found.scoring_positions.clone(),
    }
}

/// The players from the highest score to the lowest.
fn places(scores: &[Score]) -> Vec<Vec<Player>> {
    let mut values = scores.to_vec();
    values.sort_unstable();
    values.dedup();
    let of = |value: &Score| {
        (0..scores.len()).filter(|&player| scores[player] == *value).map(Twin::player).collect()
    };
    values.iter().rev().map(of).collect()
}
