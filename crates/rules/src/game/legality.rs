//! What is allowed.

use shinpan_board::{Consequence, Player, Point, Stone};

use super::{Game, Status};
use crate::axes::{Repetition, Sameness, Suicide, Then, Window};
use crate::history::{Banned, Key, Move, Sought};
use crate::ruling::{Ban, Evidence, Reason, Refusal};

/// What forbids a play.
enum Forbidden<'a> {
    /// LM-2, K-12, J-2, A-2.
    Suicide,
    /// A repetition rule.
    Repetition { rule: &'a Repetition, reason: Reason, after: usize },
}

impl Game {
    /// Whether the player to move may make a move, and if not, why. Changes nothing.
    ///
    /// # Errors
    /// The refusal, with its clause and evidence.
    pub fn ruling(&self, made: Move) -> Result<(), Refusal> {
        let refuse = |reason, clause: &crate::clause::Clause, evidence| Refusal {
            player: self.to_move,
            made,
            reason,
            clause: clause.clone(),
            evidence,
        };
        if self.status != Status::InPlay && !(self.white_owes_pass && made == Move::Pass) {
            let clause = crate::clause::Clause::new("G-3");
            return Err(refuse(Reason::Ended, &clause, Evidence::Ended));
        }
        let Move::Play(point) = made else { return Ok(()) };
        let articles = &self.ruleset.articles;
        if self.board.point(point.index()).is_none() {
            return Err(refuse(Reason::Unreadable, &articles.play, Evidence::NoSuchPoint));
        }
        if let Some(player) = self.position.stone(point).player() {
            return Err(refuse(Reason::Occupied, &articles.play, Evidence::Occupied(player)));
        }
        let consequence = self.position.consequence(&self.board, point, self.to_move);
        match self.forbidden(point, &consequence) {
            None => Ok(()),
            Some(Forbidden::Suicide) => {
                let chain = self.breathless_chain(point);
                Err(refuse(Reason::Suicide, &articles.suicide, Evidence::NoLiberty(chain)))
            }
            Some(Forbidden::Repetition { rule, reason, after }) => {
                let asked = rule.same == Sameness::Situational;
                let turn = asked.then(|| self.next_player());
                Err(refuse(reason, &rule.clause, Evidence::Repeats { after, turn }))
            }
        }
    }

    /// The same, for a player who may not be the one to move.
    ///
    /// # Errors
    /// The refusal, with its clause and evidence.
    pub fn ruling_for(&self, player: Player, made: Move) -> Result<(), Refusal> {
        let turns = self.status == Status::InPlay || self.white_owes_pass;
        if player != self.to_move && turns {
            let clause = crate::clause::Clause::new("G-2");
            let evidence = Evidence::Turn(self.to_move);
            return Err(Refusal { player, made, reason: Reason::Turn, clause, evidence });
        }
        self.ruling(made).map_err(|refusal| Refusal { player, ..refusal })
    }

    /// Whether the player to move may play on a point: [`Game::ruling`] without the reasons.
    #[must_use]
    pub fn is_legal(&self, point: Point) -> bool {
        self.status == Status::InPlay
            && self.position.codes().get(point.index()) == Some(&0)
            && self
                .forbidden(point, &self.position.consequence(&self.board, point, self.to_move))
                .is_none()
    }

    /// The points where the player to move may play, in the board's order. None once the play is
    /// over.
    #[must_use]
    pub fn legal(&self) -> Vec<Point> {
        self.empty_points().filter(|&point| self.is_legal(point)).collect()
    }

    /// The empty points where the player to move may not play, in the board's order, with the
    /// reasons. None once the play is over.
    #[must_use]
    pub fn banned(&self) -> Vec<Ban> {
        self.empty_points()
            .filter_map(|point| {
                let refusal = self.ruling(Move::Play(point)).err()?;
                Some(Ban { point, refusal })
            })
            .collect()
    }

    fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        let in_play = self.status == Status::InPlay;
        self.board.points().filter(move |&point| in_play && self.position.stone(point).is_empty())
    }

    /// What forbids a play on an empty point, if anything does: suicide is asked first.
    fn forbidden(&self, point: Point, consequence: &Consequence) -> Option<Forbidden<'_>> {
        if consequence.lost > 0 && !self.may_commit_suicide(consequence) {
            return Some(Forbidden::Suicide);
        }
        self.stage().repetition.iter().find_map(|rule| {
            let (reason, after) = self.forbids(rule, point, consequence)?;
            Some(Forbidden::Repetition { rule, reason, after })
        })
    }

    fn may_commit_suicide(&self, consequence: &Consequence) -> bool {
        match self.ruleset.suicide {
            Suicide::Forbidden => false,
            Suicide::MultiStone => consequence.lost > 1,
            Suicide::Allowed => true,
        }
    }

    /// LM-4, LC-4, K-13, J-3, A-4 to A-6: whether a repetition rule forbids a play, and the number
    /// of moves that had been made when the position last stood.
    fn forbids(
        &self,
        rule: &Repetition,
        point: Point,
        consequence: &Consequence,
    ) -> Option<(Reason, usize)> {
        let Then::Forbidden = rule.then else { return None };
        let from = match rule.window {
            Window::BeforePrecedingPlay => {
                let ban = self.ban?;
                let banned = match ban.banned {
                    Banned::Point(banned) => banned == point,
                    Banned::Unchanged => consequence.lost == 1,
                };
                return banned.then_some((Reason::Ko, ban.repeats));
            }
            // A pass lifts every ban but that of the position it was made on, which still stands.
            Window::SinceLastPass => self.last_pass.unwrap_or(0),
            Window::ThisStage => self.phase_start,
            Window::WholeGame => self.bans_from,
        };
        let codes = || self.position.codes_after(&self.board, point, self.to_move);
        let sought = Sought {
            hash: consequence.hash,
            to_move: self.next_player(),
            ban: None,
            passer: None,
            codes: &codes,
        };
        debug_assert_ne!(rule.same, Sameness::State, "refused by Ruleset::check");
        let found =
            self.history.find(Key::Same(rule.same), &sought).filter(|&found| found >= from)?;
        let reason = match rule.window {
            Window::SinceLastPass => Reason::Cyclic,
            _ => Reason::Superko,
        };
        Some((reason, self.offset + found))
    }

    /// The chain that a stone of the player to move would make at a point: the point and his
    /// chains around it.
    fn breathless_chain(&self, point: Point) -> Vec<Point> {
        let own: Stone = self.to_move.stone();
        let mut chain: Vec<Point> = self
            .board
            .neighbours(point)
            .filter(|&near| self.position.stone(near) == own)
            .flat_map(|near| self.position.chain(near))
            .chain([point])
            .collect();
        chain.sort_unstable();
        chain.dedup();
        chain
    }
}
