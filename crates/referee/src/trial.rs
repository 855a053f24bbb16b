//! The proof games of long cycle 3: each player in turn tries to show that he can win or force a
//! balanced cycle.

use shinpan_board::Player;
use shinpan_rules::{Because, Clause, Fact, Game, Ground, Named, Outcome, StageName, Verdict};

/// The base game, and the proof games that have been played.
#[derive(Clone, Debug)]
pub struct Trials {
    base: Game,
    /// The finished proof games, Black's first.
    played: Vec<Game>,
    achieved: Vec<bool>,
    /// That they were asked for.
    asked: Because,
}

/// What comes after a proof game.
pub(crate) enum Next {
    /// The other player's.
    Game(Box<Game>),
    /// The verdict.
    Verdict(Box<Outcome>),
}

impl Trials {
    /// LC-7: two proof games, Black's and then White's, each from the end of the base game.
    pub(crate) fn begin(base: &Game, asked: Because) -> Option<(Trials, Game)> {
        let game = Game::proof_game(base, Player::BLACK, base.moves_made())?;
        let (played, achieved) = (Vec::new(), Vec::new());
        Some((Trials { base: base.clone(), played, achieved, asked }, game))
    }

    /// The base game.
    #[must_use]
    pub fn base(&self) -> &Game {
        &self.base
    }

    /// The article by which they were asked for.
    pub(crate) fn clause(&self) -> &Clause {
        &self.asked.clause
    }

    /// Whether each prover whose game is over achieved the goal, Black first.
    #[must_use]
    pub fn achieved(&self) -> &[bool] {
        &self.achieved
    }

    pub(crate) fn games(&self) -> impl Iterator<Item = &Game> {
        std::iter::once(&self.base).chain(&self.played)
    }

    /// What follows when the proof game that was begun last is over.
    pub(crate) fn follow(&mut self, game: &Game, because: &mut Vec<Because>) -> Next {
        let clause = Clause::new("LC-8");
        let prover = if self.achieved.is_empty() { Player::BLACK } else { Player::WHITE };
        let achieved = game.outcome().is_some_and(|outcome| {
            let first = [StageName::ProofBlack1, StageName::ProofWhite1];
            goal_achieved(prover, outcome, first.contains(&game.stage().name))
        });
        because.push(tried(&clause, prover, achieved));
        self.achieved.push(achieved);
        self.played.push(game.clone());
        if prover == Player::BLACK
            && let Some(next) = Game::proof_game(&self.base, Player::WHITE, game.moves_made())
        {
            because.push(self.begins(Player::WHITE));
            return Next::Game(Box::new(next));
        }
        Next::Verdict(Box::new(self.verdict(clause)))
    }

    /// LC-8: exactly one achieved wins; otherwise the base game's result stands.
    fn verdict(&self, clause: Clause) -> Outcome {
        let &[black, white] = self.achieved.as_slice() else {
            return self.base_outcome(clause, Fact::ProofUnfinished {});
        };
        let winner = match (black, white) {
            (true, false) => Player::BLACK,
            (false, true) => Player::WHITE,
            (true, true) => {
                return self.base_outcome(clause, Fact::ProofBoth {});
            }
            (false, false) => {
                return self.base_outcome(clause, Fact::ProofNeither {});
            }
        };
        let fact = Fact::ProofOnly { player: Named(winner) };
        let because = self.steps(&clause, fact);
        Outcome { verdict: Verdict::Win(winner), ground: Ground::ProofGames, clause, because }
    }

    fn base_outcome(&self, clause: Clause, fact: Fact) -> Outcome {
        let because = self.steps(&clause, fact);
        match self.base.outcome() {
            Some(outcome) => Outcome { because, ..outcome.clone() },
            // Proof games follow a base game that has an outcome.
            None => {
                Outcome { verdict: Verdict::NoResult, ground: Ground::ProofGames, clause, because }
            }
        }
    }

    /// What led to the verdict: how each game ended, and this.
    fn steps(&self, clause: &Clause, fact: Fact) -> Vec<Because> {
        let mut steps = self.so_far();
        steps.push(Because::new(clause, fact));
        steps
    }

    /// How the base game and each proof game that is over ended, and what follows.
    pub(crate) fn so_far(&self) -> Vec<Because> {
        let clause = Clause::new("LC-8");
        let ended = |game: &Game| game.outcome().map_or(Vec::new(), |it| it.because.clone());
        let mut steps = ended(&self.base);
        steps.push(self.asked.clone());
        for ((prover, game), &achieved) in Player::all(2).zip(&self.played).zip(&self.achieved) {
            steps.extend(ended(game));
            steps.push(tried(&clause, prover, achieved));
            // The first of them begins as they are asked for.
            steps.extend((prover == Player::BLACK).then(|| self.begins(Player::WHITE)));
        }
        steps
    }

    /// LC-7: that a player's proof game begins.
    fn begins(&self, prover: Player) -> Because {
        Because::new(&self.asked.clause, Fact::ProofGameBegins { player: Named(prover) })
    }
}

/// LC-8: whether the prover achieved the goal of his proof game.
fn tried(clause: &Clause, prover: Player, achieved: bool) -> Because {
    let player = Named(prover);
    let fact = match achieved {
        true => Fact::ProofAchieved { player },
        false => Fact::ProofFailed { player },
    };
    Because::new(clause, fact)
}

/// LC-8: the prover wins the proof game, or brings about a balanced cycle in its first phase.
fn goal_achieved(prover: Player, outcome: &Outcome, in_first_phase: bool) -> bool {
    match (&outcome.verdict, &outcome.ground) {
        (Verdict::Win(winner), _) => *winner == prover,
        (Verdict::Draw | Verdict::NoResult, Ground::LongCycle(cycle)) => {
            let balanced = cycle.passes[Player::BLACK] == cycle.passes[Player::WHITE];
            in_first_phase && balanced
        }
        _ => false,
    }
}
