//! Japanese fill-in counting, step by step (J-8): prisoners go into their own colour's territory,
//! territories are rearranged into easy rectangles, what is left is counted.
//!
//! It shows a count and decides nothing. What each player would have by territory less prisoners
//! stays the same from step to step ([`Step::balance`]), so the last picture can be read off for the
//! score.

mod arrange;
mod film;
mod report;
mod settled;
mod words;

use shinpan_board::{Board, ByPlayer, Player, Point, regions};
use shinpan_rules::Score;

pub use report::{FillInReport, FilledReport, StepReport};
pub use settled::{FillInError, Settled};

/// A count by filling in.
#[derive(Clone, Debug)]
pub struct FillIn {
    settled: Settled,
    steps: Vec<Step>,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The position when the play has ended.
    Start,
    /// The dead stones of a colour are lifted off and join the prisoners.
    Removal(Player),
    /// Territory is told from the points that count for nobody.
    Territory,
    /// The prisoners of a colour go into that colour's territory.
    Fill(Player),
    /// Stones of a colour are moved so that its territory is easy to count.
    Arrange(Player),
    /// What is left is counted.
    Count,
}

/// Where a stone lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// On the board.
    On(Point),
    /// Beside the board, among the prisoners of its colour.
    Beside,
}

/// A stone carried from one place to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// Whose stone it is.
    pub player: Player,
    /// From here.
    pub from: Place,
    /// To there.
    pub to: Place,
}

/// Points counted together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// For whom.
    pub player: Player,
    /// Its points, in the order of the board.
    pub points: Vec<Point>,
}

/// A step of the count, as things stand after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// What stands on each point, as codes.
    pub codes: Vec<u8>,
    /// Dead stones that are still on the board.
    pub dead: Vec<Point>,
    /// The territory left to each player: empty, or with dead stones of others on it.
    pub territory: ByPlayer<Vec<Point>>,
    /// The prisoners of each colour beside the board.
    pub beside: ByPlayer<u32>,
    /// The stones carried in this step.
    pub carried: Vec<Carried>,
    /// Points counted together, once it is known which.
    pub blocks: Vec<Block>,
}

impl Step {
    /// What a player has: territory left, less prisoners beside the board, less dead stones still on
    /// it. No step changes it.
    #[must_use]
    pub fn balance(&self, player: Player) -> i64 {
        let code = player.stone().code();
        let dead = self.dead.iter().filter(|point| self.codes[point.index()] == code).count();
        self.territory[player].len() as i64 - i64::from(self.beside[player]) - dead as i64
    }

    /// The empty points that are nobody's territory.
    #[must_use]
    pub fn neutral(&self) -> Vec<Point> {
        let mut empty: Vec<bool> = self.codes.iter().map(|&code| code == 0).collect();
        for point in self.territory.iter().flat_map(|(_, points)| points) {
            empty[point.index()] = false;
        }
        let points = (0..).map(Point::new).zip(empty);
        points.filter_map(|(point, neutral)| neutral.then_some(point)).collect()
    }
}

impl FillIn {
    /// Counts by filling in.
    ///
    /// # Errors
    /// If the position, what is removed and the territory do not fit together.
    pub fn of(mut settled: Settled) -> Result<FillIn, FillInError> {
        settled.check()?;
        for (_, points) in settled.territory.iter_mut() {
            points.sort_unstable();
        }
        let mut now = Step {
            kind: StepKind::Start,
            codes: settled.codes.clone(),
            dead: settled.removed.clone(),
            territory: settled.territory.clone(),
            beside: settled.prisoners.clone(),
            carried: Vec::new(),
            blocks: Vec::new(),
        };
        let mut steps = vec![now.clone()];
        let players = settled.territory.players();
        for player in Player::all(players) {
            steps.extend(now.lift(player).then(|| now.clone()));
        }
        now.become_step(StepKind::Territory);
        steps.push(now.clone());
        let plans = ByPlayer::new(players, |player| Plan::of(&settled.board, &now, player));
        for (player, plan) in plans.iter() {
            steps.extend(now.fill(plan, player).then(|| now.clone()));
        }
        for (player, plan) in plans.iter() {
            steps.extend(now.arrange(plan, player).then(|| now.clone()));
        }
        now.become_step(StepKind::Count);
        for (player, plan) in plans.iter() {
            now.add_blocks(player, plan);
        }
        steps.push(now);
        Ok(FillIn { settled, steps })
    }

    /// The steps, from the end of the play to the count.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What was counted.
    #[must_use]
    pub fn settled(&self) -> &Settled {
        &self.settled
    }

    /// What stands at the end of the count.
    fn last(&self) -> &Step {
        &self.steps[self.steps.len() - 1]
    }

    /// A player's score, read off the last step: points left, less prisoners that found no place,
    /// and what comes on top.
    #[must_use]
    pub fn score(&self, player: Player) -> Score {
        Score::from_integer(self.last().balance(player)) + self.settled.extras[player]
    }
}

impl Step {
    fn become_step(&mut self, kind: StepKind) {
        self.kind = kind;
        self.carried.clear();
    }

    /// Carries out what a step carries.
    fn carry(&mut self, carried: Vec<Carried>) -> bool {
        for &Carried { player, from, to } in &carried {
            match from {
                Place::On(point) => self.codes[point.index()] = 0,
                Place::Beside => self.beside[player] -= 1,
            }
            match to {
                Place::On(point) => self.codes[point.index()] = player.stone().code(),
                Place::Beside => self.beside[player] = self.beside[player].saturating_add(1),
            }
        }
        self.carried = carried;
        !self.carried.is_empty()
    }

    /// Lifts a colour's dead stones off. Like [`Step::fill`] and [`Step::arrange`], it says whether
    /// there was anything to do.
    fn lift(&mut self, player: Player) -> bool {
        self.become_step(StepKind::Removal(player));
        let code = player.stone().code();
        let (mut lifted, left): (Vec<Point>, Vec<Point>) =
            self.dead.iter().partition(|point| self.codes[point.index()] == code);
        lifted.sort_unstable();
        self.dead = left;
        let off = |point| Carried { player, from: Place::On(point), to: Place::Beside };
        self.carry(lifted.into_iter().map(off).collect())
    }

    /// Puts prisoners in, as many as the plan has places for.
    fn fill(&mut self, plan: &Plan, player: Player) -> bool {
        self.become_step(StepKind::Fill(player));
        let fill = |&point: &Point| Carried { player, from: Place::Beside, to: Place::On(point) };
        let done = self.carry(plan.filled.iter().map(fill).collect());
        self.territory[player].retain(|point| self.codes[point.index()] == 0);
        done
    }

    /// Moves the stones of the plan.
    fn arrange(&mut self, plan: &Plan, player: Player) -> bool {
        self.become_step(StepKind::Arrange(player));
        let step = |&(from, to): &(Point, Point)| Carried {
            player,
            from: Place::On(from),
            to: Place::On(to),
        };
        let done = self.carry(plan.moved.iter().map(step).collect());
        if done {
            let mut territory: Vec<Point> = plan.blocks.iter().flatten().copied().collect();
            territory.sort_unstable();
            self.territory[player] = territory;
            self.add_blocks(player, plan);
        }
        done
    }

    fn add_blocks(&mut self, player: Player, plan: &Plan) {
        if self.blocks.iter().all(|block| block.player != player) {
            let block = |points: &Vec<Point>| Block { player, points: points.clone() };
            self.blocks.extend(plan.blocks.iter().map(block));
        }
    }
}

/// What is done with a player's territory, chosen before the first prisoner goes in, so that
/// prisoners go where they need not be moved again.
struct Plan {
    /// Where prisoners go.
    filled: Vec<Point>,
    /// Stones moved, each from its point to the other.
    moved: Vec<(Point, Point)>,
    /// What is empty in the end.
    blocks: Vec<Vec<Point>>,
}

impl Plan {
    fn of(board: &Board, now: &Step, player: Player) -> Plan {
        let territory = &now.territory[player];
        let own = |point: Point| now.codes[point.index()] == player.stone().code();
        let mut empty = vec![false; board.len()];
        for point in territory {
            empty[point.index()] = true;
        }
        let shut = |point: Point| {
            own(point) && board.neighbours(point).all(|near| own(near) || empty[near.index()])
        };
        let zone: Vec<bool> =
            board.points().map(|point| empty[point.index()] || shut(point)).collect();
        let prisoners = territory.len().min(now.beside[player] as usize);
        let left = territory.len() - prisoners;
        let Some(blocks) = arrange::rectangles(board, &zone, &empty, left) else {
            return Plan::as_it_stands(board, now, player, prisoners);
        };
        let mut kept = vec![false; board.len()];
        for point in blocks.iter().flatten() {
            kept[point.index()] = true;
        }
        let mut full: Vec<Point> =
            territory.iter().copied().filter(|point| !kept[point.index()]).collect();
        // As many points are filled and not kept as there are prisoners and stones to move.
        let mut to = full.split_off(prisoners.min(full.len()));
        let from = board.points().filter(|&point| kept[point.index()] && !empty[point.index()]);
        let moved = from
            .filter_map(|from| {
                let nearest = (0..to.len()).min_by_key(|&i| (distance(board, from, to[i]), i))?;
                Some((from, to.remove(nearest)))
            })
            .collect();
        Plan { filled: full, moved, blocks }
    }

    /// Small regions are filled first; what is left is counted as it stands.
    fn as_it_stands(board: &Board, now: &Step, player: Player, prisoners: usize) -> Plan {
        let mut codes = now.codes.clone();
        let own = |codes: &[u8]| -> Vec<Vec<Point>> {
            let within = |points: &Vec<Point>| {
                points.iter().any(|point| now.territory[player].binary_search(point).is_ok())
            };
            regions(board, codes).into_iter().map(|region| region.points).filter(within).collect()
        };
        let mut smallest_first = own(&codes);
        smallest_first.sort_by_key(Vec::len);
        let filled: Vec<Point> = smallest_first.iter().flatten().copied().take(prisoners).collect();
        for point in &filled {
            codes[point.index()] = player.stone().code();
        }
        Plan { filled, moved: Vec::new(), blocks: own(&codes) }
    }
}

/// How far apart two points of a grid are, as the picture shows them.
fn distance(board: &Board, one: Point, other: Point) -> usize {
    match (board.column_and_row(one), board.column_and_row(other)) {
        (Some((x, y)), Some((u, v))) => x.abs_diff(u).pow(2) + y.abs_diff(v).pow(2),
        _ => 0,
    }
}
