//! Problems of life and death: one group in a region that is really enclosed, and a chain asked about.
//!
//! Statuses are not known: these are questions.

use std::sync::Arc;

use shinpan_board::{Board, Player, Point, Position, Stone};
use shinpan_twin::life;

use crate::dice::Dice;

/// How many empty points a region may have.
pub const EMPTY_POINTS: std::ops::RangeInclusive<usize> = 5..=20;

/// Problems for each number of empty points and each [`Place`].
pub const OF_EACH: usize = 7;

/// Where the region lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In a corner of the board.
    Corner,
    /// At one side.
    Side,
    /// Away from the edge.
    Centre,
}

impl Place {
    /// All of them.
    pub const ALL: [Place; 3] = [Place::Corner, Place::Side, Place::Centre];

    /// Its name in small letters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Place::Corner => "corner",
            Place::Side => "side",
            Place::Centre => "centre",
        }
    }
}

/// A question: is the chain at `asked` independently alive?
#[derive(Clone, Debug)]
pub struct Problem {
    /// Place, number of empty points, and a number: `corner-05-1`.
    pub name: String,
    /// A square of side 9 to 13.
    pub board: Arc<Board>,
    /// What stands on each point.
    pub stones: Vec<Stone>,
    /// A stone of the chain that is asked about.
    pub asked: Point,
    /// Whose chain it is.
    pub defender: Player,
    /// The opponent's chain around the region; it has two eyes elsewhere and cannot be captured.
    pub wall: Vec<Point>,
    /// All points but the wall and its eyes, in ascending order; they are connected.
    pub region: Vec<Point>,
    /// How many points of the region are empty.
    pub empty: usize,
}

impl Problem {
    /// The position.
    ///
    /// # Panics
    /// Never: a problem's position is legal.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::from_stones(&self.board, 2, &self.stones).expect("the position is legal")
    }

    /// The problem as a table of a TOML file.
    #[must_use]
    pub fn toml(&self) -> String {
        let rows = self.position().diagram(&self.board);
        let rows: Vec<String> = rows.iter().map(|row| format!("  \"{row}\",\n")).collect();
        format!(
            "[[problem]]\nname = \"{}\"\nempty = {}\nasks = \"{}\"\nrows = [\n{}]\n",
            self.name,
            self.empty,
            self.board.name(self.asked),
            rows.concat(),
        )
    }
}

/// [`OF_EACH`] problems for each number of empty points and each place, no two alike, always the same.
#[must_use]
pub fn problems() -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    let mut seed = 0;
    for empty in EMPTY_POINTS {
        for place in Place::ALL {
            for number in 1..=OF_EACH {
                let problem = loop {
                    seed += 1;
                    let drawn = draw(&mut Dice::new(seed), place, empty);
                    let is_new = |problem: &Problem| {
                        found.iter().all(|other| other.stones != problem.stones)
                    };
                    if let Some(problem) = drawn.filter(is_new) {
                        break problem;
                    }
                };
                let name = format!("{}-{empty:02}-{number}", place.name());
                found.push(Problem { name, ..problem });
            }
        }
    }
    found
}

/// The [`problems`] as the text of `corpus/problems/problems.toml`.
#[must_use]
pub fn file(problems: &[Problem]) -> String {
    let tables: Vec<String> = problems.iter().map(Problem::toml).collect();
    format!(
        "# Problems of life and death: is the chain at the point asked about independently alive? Made by\n\
         # `cargo run -p shinpan-testkit --example problems`; see corpus/README.md. X is Black, O is White.\n\n{}",
        tables.join("\n")
    )
}

/// Draws an eye space, a ring of the defender around it, a few liberties outside the ring, and the
/// attacker's stones on all the rest but two eyes. `None` if that gives no problem of that size.
fn draw(dice: &mut Dice, place: Place, empty: usize) -> Option<Problem> {
    let (attacker, defender) = if dice.chance(2) {
        (Player::WHITE, Player::BLACK)
    } else {
        (Player::BLACK, Player::WHITE)
    };
    let [attacking, defending] = [attacker, defender].map(Player::stone);
    let (board, eye_space) = eye_space(dice, place, empty)?;

    let mut stones = vec![attacking; board.len()];
    for &point in &eye_space {
        stones[point.index()] = match dice.roll(12) {
            0 | 1 => attacking,
            2 => defending,
            _ => Stone::EMPTY,
        };
    }
    let mut ring = Vec::new();
    for point in board.points().filter(|point| !eye_space.contains(point)) {
        let borders = board.neighbours(point).any(|next| eye_space.contains(&next));
        let touches = !borders && eye_space.iter().any(|&eye| diagonal(&board, point, eye));
        if borders || touches && dice.chance(2) {
            stones[point.index()] = defending;
            ring.push(point);
        }
    }
    if dice.chance(4) {
        stones[ring[dice.roll(ring.len())].index()] = Stone::EMPTY;
    }
    for _ in 0..dice.roll(4) {
        let beside = ring[dice.roll(ring.len())];
        let next: Vec<Point> = board.neighbours(beside).collect();
        let point = next[dice.roll(next.len())];
        if !ring.contains(&point) && !eye_space.contains(&point) {
            stones[point.index()] = Stone::EMPTY;
        }
    }
    let eyes = eyes(dice, &board, &mut stones, attacking)?;
    let problem = checked(board, stones, attacker, defender, eyes)?;
    (problem.empty == empty).then_some(problem)
}

/// Whether two points touch at a corner.
fn diagonal(board: &Board, one: Point, other: Point) -> bool {
    let places = board.column_and_row(one).zip(board.column_and_row(other));
    places.is_some_and(|((x, y), (u, v))| x.abs_diff(u) == 1 && y.abs_diff(v) == 1)
}

/// A connected set of points, grown at random within a box at its place, on the smallest board that leaves
/// three lines beside the box.
fn eye_space(dice: &mut Dice, place: Place, empty: usize) -> Option<(Arc<Board>, Vec<Point>)> {
    let (left, top) = match place {
        Place::Corner => (0, 0),
        Place::Side => (3, 0),
        Place::Centre => (3, 3),
    };
    let (width, height) = (3 + dice.roll(4), 2 + dice.roll(4));
    let longest = (left + width).max(top + height) + 3;
    let side = [9, 11, 13].into_iter().find(|&side| side >= longest)?;
    let board = Arc::new(Board::rectangle(side, side).ok()?);
    let [turned, mirrored] = [dice.chance(2), dice.chance(2)];
    let at = |x: usize, y: usize| {
        let (x, y) = (left + x, top + y);
        let x = if mirrored { side - 1 - x } else { x };
        let y = if turned { side - 1 - y } else { y };
        if place == Place::Side && turned && mirrored { board.at(y, x) } else { board.at(x, y) }
    };
    let allowed: Vec<Point> =
        (0..width).flat_map(|x| (0..height).filter_map(move |y| at(x, y))).collect();
    let mut grown = vec![at(if place == Place::Corner { 0 } else { dice.roll(width) }, 0)?];
    let size = (empty + dice.roll(5)).saturating_sub(1);
    while grown.len() < size {
        let next: Vec<Point> = grown
            .iter()
            .flat_map(|&point| board.neighbours(point))
            .filter(|point| allowed.contains(point) && !grown.contains(point))
            .collect();
        if next.is_empty() {
            return None;
        }
        grown.push(next[dice.roll(next.len())]);
    }
    Some((board, grown))
}

/// Two points amid the attacker's stones, taken out as eyes.
fn eyes(
    dice: &mut Dice,
    board: &Board,
    stones: &mut [Stone],
    attacking: Stone,
) -> Option<[Point; 2]> {
    let mut found = Vec::new();
    for _ in 0..2 {
        let amid: Vec<Point> = board
            .points()
            .filter(|&point| {
                let stands = |point: Point| stones[point.index()] == attacking;
                stands(point) && board.neighbours(point).all(stands)
            })
            .collect();
        if amid.is_empty() {
            return None;
        }
        let eye = amid[dice.roll(amid.len())];
        stones[eye.index()] = Stone::EMPTY;
        found.push(eye);
    }
    found.try_into().ok()
}

/// The problem, if it is one: the position is legal; one chain of the attacker surrounds both of its eyes;
/// all else is connected; the longest chain of the defender has two liberties or more, and no two empty
/// points that border it alone.
fn checked(
    board: Arc<Board>,
    stones: Vec<Stone>,
    attacker: Player,
    defender: Player,
    eyes: [Point; 2],
) -> Option<Problem> {
    let position = Position::from_stones(&board, 2, &stones).ok()?;
    let wall_stone = board.neighbours(eyes[0]).next()?;
    let of_wall = |point: Point| {
        position.stone(point) == attacker.stone() && position.same_chain(point, wall_stone)
    };
    if !eyes.iter().all(|&eye| board.neighbours(eye).all(of_wall)) {
        return None;
    }
    let (wall, region): (Vec<Point>, Vec<Point>) =
        board.points().filter(|point| !eyes.contains(point)).partition(|&point| of_wall(point));
    if !is_connected(&board, &region) {
        return None;
    }
    let chains = position.chains(&board);
    let of_defender = |chain: &&Vec<Point>| position.stone(chain[0]) == defender.stone();
    let asked = chains.iter().filter(of_defender).max_by_key(|chain| chain.len())?[0];
    let liberties = position.liberties(&board, asked);
    let own_eyes = liberties.iter().filter(|&&liberty| {
        board.neighbours(liberty).all(|next| {
            position.stone(next) == defender.stone() && position.same_chain(next, asked)
        })
    });
    if liberties.len() < 2 || own_eyes.count() >= 2 || stands_formed(&board, &stones, defender) {
        return None;
    }
    let empty = region.iter().filter(|&&point| position.stone(point) == Stone::EMPTY).count();
    Some(Problem { name: String::new(), board, stones, asked, defender, wall, region, empty })
}

/// Whether the points are connected.
fn is_connected(board: &Board, points: &[Point]) -> bool {
    let mut reached: Vec<Point> = points.first().copied().into_iter().collect();
    let mut looked_at = 0;
    while looked_at < reached.len() {
        for next in board.neighbours(reached[looked_at]) {
            if points.contains(&next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
        looked_at += 1;
    }
    reached.len() == points.len()
}

/// Whether a two-eye-formation of the player stands already.
fn stands_formed(board: &Board, stones: &[Stone], player: Player) -> bool {
    let neighbours =
        board.points().map(|point| board.neighbours(point).map(Point::index).collect()).collect();
    let codes: Vec<u8> = stones.iter().map(|stone| stone.code()).collect();
    !life::formations(&life::Board { neighbours }, &codes, player.index()).is_empty()
}
