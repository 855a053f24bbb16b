//! The symmetries of a board, and one of all images of what stands on it that stands for them.

use shinpan_board::{Board, Point};
use smallvec::SmallVec;

/// What stands on the points of a board, four to a byte.
pub(super) type Packed = SmallVec<[u8; 16]>;

/// Where a symmetry leads each point, and where each point comes from.
struct Symmetry {
    to: Vec<usize>,
    from: Vec<usize>,
}

/// The symmetries of a board.
pub(super) struct Images(Vec<Symmetry>);

/// The image that stands for all of them.
pub(super) struct Image {
    pub(super) packed: Packed,
    /// The point of the ban in it.
    pub(super) ban: Option<Point>,
    /// Which symmetry leads to it.
    turn: usize,
}

impl Images {
    /// The turns and reflections of a board of rows and columns that keep neighbours neighbours; of another board none but itself.
    pub(super) fn of(board: &Board) -> Images {
        let mut found = vec![(0..board.len()).collect::<Vec<usize>>()];
        if let Some((columns, rows)) = board.shape().grid() {
            for kind in 1..8_u8 {
                let place = |point: Point| {
                    let (mut column, mut row) = board.column_and_row(point)?;
                    if kind & 1 > 0 {
                        column = columns - 1 - column;
                    }
                    if kind & 2 > 0 {
                        row = rows - 1 - row;
                    }
                    if kind & 4 > 0 {
                        (column, row) = (row, column);
                    }
                    board.at(column, row).map(Point::index)
                };
                found.extend(board.points().map(place).collect::<Option<Vec<usize>>>());
            }
        }
        found.retain(|to| keeps(board, to));
        found.sort_unstable();
        found.dedup();
        let symmetry = |to: Vec<usize>| {
            let mut from = vec![0; to.len()];
            to.iter().enumerate().for_each(|(point, &image)| from[image] = point);
            Symmetry { to, from }
        };
        Images(found.into_iter().map(symmetry).collect())
    }

    /// The image that stands for a position with a ban.
    pub(super) fn standard(&self, codes: &[u8], ban: Option<Point>) -> Image {
        let image = |(turn, symmetry): (usize, &Symmetry)| {
            let mut packed: Packed = SmallVec::from_elem(0, codes.len().div_ceil(4));
            for (&code, &to) in codes.iter().zip(&symmetry.to) {
                packed[to / 4] |= code << (2 * (to % 4));
            }
            let ban = ban.map(|point| Point::new(symmetry.to[point.index()] as u16));
            Image { packed, ban, turn }
        };
        let first = image((0, &self.0[0]));
        self.0.iter().enumerate().skip(1).map(image).fold(first, |best, next| {
            let key = |image: &Image| (image.ban.map(Point::index), image.turn);
            let less = (&next.packed, key(&next)) < (&best.packed, key(&best));
            if less { next } else { best }
        })
    }

    /// The images of a point in the symmetries that leave a position and a ban as they are.
    pub(super) fn staying(
        &self,
        codes: &[u8],
        ban: Option<Point>,
        point: Point,
    ) -> impl Iterator<Item = Point> {
        let stays = move |symmetry: &&Symmetry| {
            let same =
                codes.iter().zip(&symmetry.to).all(|(&code, &to)| codes.get(to) == Some(&code));
            same && ban.is_none_or(|ban| symmetry.to.get(ban.index()) == Some(&ban.index()))
        };
        let image = move |symmetry: &Symmetry| symmetry.to.get(point.index()).copied();
        self.0.iter().filter(stays).filter_map(image).map(|to| Point::new(to as u16))
    }

    /// A point as it is in an image.
    pub(super) fn turned(&self, point: Point, image: &Image) -> Point {
        self.0[image.turn].to.get(point.index()).map_or(point, |&to| Point::new(to as u16))
    }

    /// The point that is this one in an image.
    pub(super) fn turned_back(&self, point: Point, image: &Image) -> Point {
        self.0[image.turn].from.get(point.index()).map_or(point, |&from| Point::new(from as u16))
    }
}

/// Whether a map of points is one to one and leads neighbours to neighbours.
fn keeps(board: &Board, to: &[usize]) -> bool {
    let mut hit = vec![false; board.len()];
    to.iter().for_each(|&image| hit[image] = true);
    let near = |point: usize| {
        let point = board.point(point)?;
        let mut near: Vec<usize> = board.neighbours(point).map(Point::index).collect();
        near.sort_unstable();
        Some(near)
    };
    let led = |point: usize| {
        let mut led: Vec<usize> = near(point)?.into_iter().map(|near| to[near]).collect();
        led.sort_unstable();
        Some(led)
    };
    hit.iter().all(|&hit| hit) && (0..to.len()).all(|point| led(point) == near(to[point]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_one_standard() {
        for (spec, many) in [("1x1", 1), ("4x1", 2), ("3x2", 4), ("3x3", 8), ("torus 3x4", 4)] {
            let board = Board::parse(spec).unwrap();
            let images = Images::of(&board);
            assert_eq!(images.0.len(), many, "{spec}");
            let mut codes = vec![0_u8; board.len()];
            (0..board.len()).for_each(|point| codes[point] = (point * point % 7 % 3) as u8);
            for point in board.points() {
                let standard = images.standard(&codes, Some(point));
                for symmetry in &images.0 {
                    let image: Vec<u8> = symmetry.from.iter().map(|&from| codes[from]).collect();
                    let turned = Point::new(symmetry.to[point.index()] as u16);
                    let again = images.standard(&image, Some(turned));
                    assert_eq!((&again.packed, again.ban), (&standard.packed, standard.ban));
                    assert_eq!(images.turned(turned, &again), again.ban.unwrap());
                    assert_eq!(images.turned_back(again.ban.unwrap(), &again), turned);
                }
            }
        }
    }

    /// A position that is its own image in a symmetry: with a ban on any point, too, it has one standard, and the images of
    /// a point are those of the symmetries that leave both as they are.
    #[test]
    fn positions_that_are_their_own_images() {
        let mut several = 0;
        for spec in ["4x1", "3x2", "3x3", "4x4"] {
            let board = Board::parse(spec).unwrap();
            let images = Images::of(&board);
            for fold in &images.0 {
                let class = |point: usize| {
                    (0..8)
                        .fold((point, point), |(at, least), _| {
                            (fold.to[at], least.min(fold.to[at]))
                        })
                        .1
                };
                let codes: Vec<u8> =
                    (0..board.len()).map(|point| (class(point) * 5 % 7 % 3) as u8).collect();
                for ban in board.points() {
                    let standard = images.standard(&codes, Some(ban));
                    let turned = Point::new(fold.to[ban.index()] as u16);
                    let again = images.standard(&codes, Some(turned));
                    assert_eq!((&again.packed, again.ban), (&standard.packed, standard.ban));
                    for point in board.points() {
                        let images_of = |ban: Option<Point>| -> Vec<usize> {
                            let found = images.staying(&codes, ban, point).map(Point::index);
                            let mut found: Vec<usize> = found.collect();
                            found.sort_unstable();
                            found.dedup();
                            found
                        };
                        assert!(images_of(None).contains(&fold.to[point.index()]));
                        let with_ban = images_of(Some(ban));
                        assert!(with_ban.contains(&fold.to[point.index()]) || turned != ban);
                        several += usize::from(with_ban.len() > 1);
                    }
                }
            }
        }
        assert!(several > 50, "{several}");
    }
}
