//! What each step says.

use shinpan_board::Player;
use shinpan_rules::{Score, readable};

use super::settled::by_colour;
use super::{FillIn, Step, StepKind};

/// `Black`, `White`, `Player 3`.
pub(super) fn name(player: Player) -> String {
    match player {
        Player::BLACK => "Black".to_owned(),
        Player::WHITE => "White".to_owned(),
        other => format!("Player {}", other.index() + 1),
    }
}

/// `black`, `white`, `player-3`: of stones.
fn stones(count: usize, kind: &str, player: Player) -> String {
    format!("{count} {kind}{player} {}", if count == 1 { "stone" } else { "stones" })
}

fn points(count: usize) -> String {
    format!("{count} {}", if count == 1 { "point" } else { "points" })
}

impl FillIn {
    /// What a step says, in sentences. Steps are counted from 0.
    #[must_use]
    pub fn says(&self, index: usize) -> Vec<String> {
        let Some(step) = self.steps.get(index) else { return Vec::new() };
        let before = &self.steps[index.saturating_sub(1)];
        match step.kind {
            StepKind::Start => self.start(step),
            StepKind::Removal(player) => {
                let lifted = step.carried.len();
                vec![format!(
                    "{} lifted off and put with the prisoners of that colour: {} + {lifted} = {}.",
                    are(stones(lifted, "dead ", player), lifted),
                    before.beside[player],
                    step.beside[player],
                )]
            }
            StepKind::Territory => self.territory(step),
            StepKind::Fill(player) => {
                let (put, had) = (step.carried.len(), before.territory[player].len());
                let mut says = vec![format!(
                    "{} from the prisoners into {}'s territory: {had} - {put} = {} left.",
                    go(stones(put, "", player), put),
                    name(player),
                    points(had - put),
                )];
                let rest = step.beside[player];
                if rest > 0 {
                    says.push(format!(
                        "There is no place for {rest} more: kept beside the board, to be subtracted."
                    ));
                }
                says
            }
            StepKind::Arrange(player) => {
                let moved = step.carried.len();
                vec![format!(
                    "{} moved within {}'s own surroundings: as many points stay empty ({}).",
                    are(stones(moved, "", player), moved),
                    name(player),
                    step.territory[player].len(),
                )]
            }
            StepKind::Count => {
                let players = Player::all(step.territory.players());
                players
                    .clone()
                    .map(|player| self.count(step, player))
                    .chain(self.winner())
                    .collect()
            }
        }
    }

    fn start(&self, step: &Step) -> Vec<String> {
        let captured: Vec<String> =
            step.beside.iter().map(|(player, count)| format!("{} {count}", name(player))).collect();
        let mut says = vec![format!(
            "The play has ended. Prisoners (captured stones of that colour): {}.",
            captured.join(", ")
        )];
        let dead = by_colour(step.territory.players(), &step.codes, &step.dead);
        let dead: Vec<String> = dead
            .iter()
            .filter(|(_, count)| **count > 0)
            .map(|(player, count)| format!("{} {count}", name(player)))
            .collect();
        if !dead.is_empty() {
            says.push(format!("Dead stones on the board: {}.", dead.join(", ")));
        }
        says
    }

    fn territory(&self, step: &Step) -> Vec<String> {
        let held: Vec<String> = step
            .territory
            .iter()
            .map(|(player, held)| format!("{} {}", name(player), held.len()))
            .collect();
        let mut says = vec![format!("Territory: {}.", held.join(", "))];
        let neutral = step.neutral().len();
        if neutral > 0 {
            let (count, it) = if neutral == 1 {
                ("1 point is".to_owned(), "it counts")
            } else {
                (format!("{neutral} points are"), "they count")
            };
            says.push(format!("{count} nobody's: {it} for no player."));
        }
        says
    }

    /// `Black: 20 + 10 + 5 = 35; territory 45 - prisoners 10 = 35`.
    fn count(&self, step: &Step, player: Player) -> String {
        let mut sizes: Vec<usize> = step
            .blocks
            .iter()
            .filter(|block| block.player == player)
            .map(|block| block.points.len())
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut sum: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        if sum.is_empty() {
            sum.push("0".to_owned());
        }
        let mut text = format!("{}: {}", name(player), sum.join(" + "));
        let rest = step.beside[player];
        if rest > 0 {
            text += &format!(" - {rest} beside the board");
        }
        let extra = self.settled.extras[player];
        let shown = self.score(player) - extra;
        if sizes.len() > 1 || rest > 0 {
            text += &format!(" = {}", readable(shown));
        }
        if extra != Score::from_integer(0) {
            text += &format!(", with komi {} = {}", readable(extra), readable(shown + extra));
        }
        let start = &self.steps[0];
        let held = start.territory[player].len() as i64;
        let prisoners = held - start.balance(player);
        text + &format!(" (territory {held} - prisoners {prisoners} = {}).", held - prisoners)
    }

    /// Who is ahead, of two.
    fn winner(&self) -> Option<String> {
        if self.settled.territory.players() != 2 {
            return None;
        }
        let lead = self.score(Player::BLACK) - self.score(Player::WHITE);
        let zero = Score::from_integer(0);
        Some(if lead > zero {
            format!("Black wins by {}.", readable(lead))
        } else if lead < zero {
            format!("White wins by {}.", readable(-lead))
        } else {
            "Nobody wins: a draw.".to_owned()
        })
    }
}

fn are(what: String, count: usize) -> String {
    what + if count == 1 { " is" } else { " are" }
}

fn go(what: String, count: usize) -> String {
    what + if count == 1 { " goes" } else { " go" }
}
