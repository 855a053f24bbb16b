//! What is left of a settled board: the points that are neither walls nor their eyes.
//!
//! It is a board of its own, a graph: the points left, and for each player with walls one stone that
//! stands for them, next to one or two empty points where nobody plays, its eyes. So chains joined to walls are never
//! without liberty, and regions beside walls touch their colour; with two eyes the stone is safe by itself.

use shinpan_board::Point;

use crate::compact::{BLACK, Field, Mask, Stones, WHITE, Walls, walls};

/// The board that is left, seen from the player who wants to force something: he is Black here.
pub(crate) struct Rest<M> {
    pub(crate) field: Field<M>,
    /// Where plays are looked at.
    pub(crate) open: M,
    pub(crate) stones: Stones<M>,
    /// The points of the whole board that the open ones are.
    pub(crate) points: Vec<Point>,
    /// The stones that stand for the walls of each player.
    pub(crate) anchors: [M; 2],
    /// What is added to a margin counted here: Black's settled points less White's.
    pub(crate) settled: i32,
    /// For each wall of White's the open points next to it.
    walls: Vec<M>,
    /// What moves outside there can be.
    pub(crate) outside: Outside,
}

/// Moves in settled territory that White has besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Outside {
    /// How many plays in his own territory there are at most.
    pub(crate) fills: u32,
    /// After how many of them a wall of his could have no liberty in his territory.
    pub(crate) breaking: u32,
    /// How many of his plays in Black's territory Black answers at most.
    pub(crate) threats: u32,
    /// Whether Black may have to spend more moves to take off what was played there.
    pub(crate) cleaning: bool,
}

/// Fills are counted to here and no further.
const MOST_BREAKING: u32 = 2;

impl<M: Mask> Rest<M> {
    /// What is left of a position, from the side of a player, with so many eyes for the stones that stand for walls. `None` if it
    /// has more points than the mask.
    pub(crate) fn of<W: Mask>(
        whole: &Field<W>,
        stones: Stones<W>,
        side: usize,
        eyes: usize,
    ) -> Option<Rest<M>> {
        let found = [walls(whole, stones, side), walls(whole, stones, 1 - side)];
        let settled = |walls: &Walls<W>| walls.stones | walls.territory;
        let open = whole.all & !settled(&found[0]) & !settled(&found[1]);
        let open: Vec<usize> = open.points().collect();
        // Black's first, from whatever side: so that states with exchanged colours are each other's.
        let anchored = [BLACK ^ side, WHITE ^ side].into_iter();
        let anchored: Vec<usize> = anchored.filter(|&of| found[of].stones.any()).collect();
        let each = 1 + eyes;
        let count = open.len() + each * anchored.len();
        if count > M::POINTS {
            return None;
        }
        let mut near = vec![M::none(); count];
        let mut rest_stones = Stones([M::none(); 2]);
        for (place, &point) in open.iter().enumerate() {
            let beside = whole.near(point);
            for (other, &far) in open.iter().enumerate() {
                if beside.meets(W::one(far)) {
                    near[place] |= M::one(other);
                }
            }
            for (of, player) in [side, 1 - side].into_iter().enumerate() {
                if stones.0[player].meets(W::one(point)) {
                    rest_stones.0[of] |= M::one(place);
                }
            }
        }
        let mut anchors = [M::none(); 2];
        for (index, &of) in anchored.iter().enumerate() {
            let stone = open.len() + each * index;
            anchors[of] = M::one(stone);
            rest_stones.0[of] |= M::one(stone);
            for eye in stone + 1..stone + each {
                near[stone] |= M::one(eye);
                near[eye] |= M::one(stone);
            }
            for (place, &point) in open.iter().enumerate() {
                if whole.near(point).meets(found[of].stones) {
                    near[place] |= M::one(stone);
                    near[stone] |= M::one(place);
                }
            }
        }
        let beside = |wall: &W| {
            let wide = whole.widen(*wall);
            let next = |(_, point): &(usize, &usize)| wide.meets(W::one(**point));
            let places = open.iter().enumerate().filter(next);
            places.fold(M::none(), |set, (place, _)| set | M::one(place))
        };
        let points = |of: usize| {
            let all = settled(&found[of]).size() as i32;
            // Counted here as the stone and its eyes.
            if anchors[of].any() { all - each as i32 } else { all }
        };
        Some(Rest {
            open: (0..open.len()).fold(M::none(), |set, place| set | M::one(place)),
            field: Field::of_neighbours(near)?,
            stones: rest_stones,
            points: open.iter().map(|&point| Point::new(point as u16)).collect(),
            anchors,
            settled: points(0) - points(1),
            walls: found[1].chains.iter().map(beside).collect(),
            outside: outside(whole, &found),
        })
    }

    /// How many walls of White's have open points next to them.
    pub(crate) fn open_walls(&self) -> usize {
        self.walls.iter().filter(|wall| wall.any()).count()
    }

    /// Whether a play of Black's takes the last liberty that a wall of White's has among the open points.
    pub(crate) fn breaks(&self, before: Stones<M>, after: Stones<M>) -> bool {
        let liberties = |wall: M, stones: Stones<M>| {
            let own = stones.0[WHITE] & self.open;
            let joined = self.field.flood(wall & own, own);
            (wall | self.field.widen(joined)) & self.open & !stones.taken()
        };
        let mut walls = self.walls.iter();
        walls.any(|&wall| liberties(wall, before).any() && !liberties(wall, after).any())
    }

    /// The place of a point of the whole board among the open ones.
    pub(crate) fn place(&self, point: usize) -> Option<usize> {
        self.points.iter().position(|open| open.index() == point)
    }

    /// Whether two positions are the same where all is settled.
    pub(crate) fn same_settled(&self, codes: &[u8], others: &[u8]) -> bool {
        let mut settled = (0..codes.len()).filter(|&point| self.place(point).is_none());
        settled.all(|point| codes[point] == others[point])
    }

    /// Another position with the same walls, as it is seen here.
    pub(crate) fn seen(&self, codes: &[u8], side: usize) -> Stones<M> {
        let mut stones = Stones(self.anchors);
        for (place, point) in self.points.iter().enumerate() {
            if let Some(player @ (BLACK | WHITE)) = usize::from(codes[point.index()]).checked_sub(1)
            {
                stones.0[player ^ side] |= M::one(place);
            }
        }
        stones
    }
}

fn outside<W: Mask>(whole: &Field<W>, [own, other]: &[Walls<W>; 2]) -> Outside {
    let liberties = |wall: &W| (whole.widen(*wall) & other.territory).size();
    let breaking = other.chains.iter().map(liberties).min().unwrap_or(0);
    // A play in an eye of one point is suicide. In one of two it is taken by the answer.
    let larger = |least: u32| own.eyes.iter().map(|eye| eye.size()).filter(move |&n| n >= least);
    Outside {
        fills: other.territory.size(),
        breaking: breaking.min(MOST_BREAKING),
        threats: larger(2).sum(),
        cleaning: larger(3).next().is_some(),
    }
}

/// The walls of both players, for bounds that need no search: the points Black has less those White has
/// at least, each of the others counted against him.
pub(crate) fn held<W: Mask>(whole: &Field<W>, stones: Stones<W>) -> [i32; 2] {
    let of = |player: usize| {
        let walls = walls(whole, stones, player);
        (walls.stones | walls.territory).size() as i32
    };
    let points = whole.points as i32;
    [2 * of(BLACK) - points, points - 2 * of(WHITE)]
}
