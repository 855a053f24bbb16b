//! Territory that an SGF file marks.

use shinpan_board::{Board, ByPlayer, Player, Point};
use shinpan_sgf::{Node, Property, Size};

use crate::action::short;
use crate::note::{Note, Notes, Supposed};

/// What is marked as whose territory (`TB` and `TW`) in the last node of a line that marks any, if nothing is played or set up after it. A
/// point that is marked for both players is left out, and so is what is no point of the board; both are noted.
pub(super) fn marked(
    line: &[Node<'_>],
    size: Size,
    board: &Board,
    notes: &mut Notes,
) -> ByPlayer<Vec<Point>> {
    let mut marks = vec![[false; 2]; board.len()];
    for (player, property) in place(line).into_iter().flat_map(properties) {
        for value in property.values() {
            let area = value.as_area(size);
            let points = area.iter().flat_map(|area| area.points());
            let points = points.filter_map(|point| board.at(point.col.into(), point.row.into()));
            let found = points.map(|point| marks[point.index()][player] = true).count();
            let text = value.simple_text();
            if found == 0 && !text.trim().is_empty() {
                let (name, found) = (property.identifier().into_owned(), short(&text));
                let what = Supposed::MarkUnreadable { name, found };
                notes.push(match property.location() {
                    Some(at) => Note::at(at.to_string(), what),
                    None => what.into(),
                });
            }
        }
    }
    let both = |point: &Point| marks[point.index()] == [true; 2];
    let points: Vec<String> = board.points().filter(both).map(|point| board.name(point)).collect();
    if !points.is_empty() {
        notes.push(Supposed::MarkedForBoth { points: short(&points.join(" ")) }.into());
    }
    ByPlayer::new(2, |player: Player| {
        let own = |point: &Point| marks[point.index()][player.index()] && !both(point);
        board.points().filter(own).collect()
    })
}

/// The node whose marks count.
fn place<'a>(line: &[Node<'a>]) -> Option<Node<'a>> {
    let changes = |node: &Node<'_>| {
        ["B", "W", "AB", "AW", "AE"].into_iter().any(|name| node.property(name).is_some())
    };
    let last = line.iter().rposition(changes).unwrap_or(0);
    let marks = |node: &&Node<'_>| properties(**node).next().is_some();
    line[last..].iter().rev().find(marks).copied()
}

/// The properties of a node that mark territory, with the player's number.
fn properties<'a>(node: Node<'a>) -> impl Iterator<Item = (usize, Property<'a>)> {
    let marks = ["TB", "TW"].into_iter().enumerate();
    marks.filter_map(move |(player, name)| Some((player, node.property(name)?)))
}
