//! Which of the variations of a game is meant.

use std::fmt;
use std::str::FromStr;

use crate::error::{prefix, shown};
use crate::{Location, Node};

/// A way through a tree: at each node where several may follow, the number of the one to take,
/// from 1. When the numbers are used up, the first.
///
/// ```
/// let collection = shinpan_sgf::parse(b"(;GM[1](;B[aa])(;B[bb](;W[cc])(;W[dd])))")?;
/// let game = collection.game(0).expect("a game");
/// let line = game.line(&"2,1".parse()?)?;
/// assert_eq!(format!("{:?}", line[2].properties().next()), "Some(Property(W[cc]))");
///
/// let refused = game.line(&"3".parse()?).unwrap_err();
/// let text = "1:2: expected a variation from 1 to 2 after move 0, found 3";
/// assert_eq!(refused.to_string(), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VariationPath(Vec<usize>);

impl VariationPath {
    /// The path that takes these children, counted from 1.
    pub fn new(choices: impl IntoIterator<Item = usize>) -> Self {
        VariationPath(choices.into_iter().collect())
    }

    /// The numbers.
    pub fn choices(&self) -> &[usize] {
        &self.0
    }
}

/// Written with commas, as it is read.
impl fmt::Display for VariationPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, choice) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{choice}")?;
        }
        Ok(())
    }
}

impl FromStr for VariationPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        if text.trim().is_empty() {
            return Ok(VariationPath::default());
        }
        let number = |part: &str| part.trim().parse().ok().filter(|&n: &usize| n > 0);
        let unreadable = || PathError { at: None, what: PathErrorKind::unreadable(text) };
        text.split(',')
            .map(|part| number(part).ok_or_else(unreadable))
            .collect::<Result<_, _>>()
            .map(VariationPath)
    }
}

/// A path that the tree does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", prefix(*.at))]
pub struct PathError {
    /// The node where the path ends.
    pub at: Option<Location>,
    /// What is wrong.
    pub what: PathErrorKind,
}

/// The kinds of [`PathError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// The text is no list of numbers.
    #[error("expected numbers from 1 with commas between them, such as `2,1`, found {}", shown(.found))]
    Unreadable {
        /// The text.
        found: String,
    },
    /// There are not that many variations.
    #[error("expected a variation from 1 to {count} after move {moves}, found {wanted}")]
    NoSuchVariation {
        /// The number in the path.
        wanted: usize,
        /// How many variations there are.
        count: usize,
        /// Moves before them.
        moves: usize,
    },
    /// The line ends before the numbers do.
    #[error(
        "expected a path of at most {branchings} numbers, as the line ends after move {moves}, found {wanted}"
    )]
    TooLong {
        /// How many numbers the path has.
        wanted: usize,
        /// How many times the line branches.
        branchings: usize,
        /// Moves in the line.
        moves: usize,
    },
}

impl PathErrorKind {
    fn unreadable(found: &str) -> Self {
        PathErrorKind::Unreadable { found: found.to_owned() }
    }
}

pub(crate) fn follow<'a>(root: Node<'a>, path: &VariationPath) -> Result<Vec<Node<'a>>, PathError> {
    let mut line = Vec::new();
    let mut next = Some(root);
    let (mut moves, mut taken) = (0, 0);
    while let Some(node) = next {
        moves += node.properties().filter(|p| p.is("B") || p.is("W")).count();
        line.push(node);
        next = node.first_child();
        if node.branches() && taken < path.0.len() {
            let wanted = path.0[taken];
            taken += 1;
            next = wanted.checked_sub(1).and_then(|skipped| node.children().nth(skipped));
            if next.is_none() {
                let count = node.children().count();
                let what = PathErrorKind::NoSuchVariation { wanted, count, moves };
                return Err(PathError { at: node.location(), what });
            }
        }
    }
    if taken < path.0.len() {
        let what = PathErrorKind::TooLong { wanted: path.0.len(), branchings: taken, moves };
        return Err(PathError { at: line.last().and_then(Node::location), what });
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(path: &str) -> Result<String, PathError> {
        let text = b"(;A[](;B[aa];W[ab](;B[ac])(;B[ad]))(;C[]\n;B[ba](;E[])(;F[])(;G[];H[])))";
        let collection = crate::parse(text).expect("readable");
        let game = collection.game(0).expect("a game");
        let nodes = game.line(&path.parse()?)?;
        let names = nodes.iter().flat_map(|n| n.properties()).map(|p| p.to_string());
        Ok(names.collect())
    }

    #[test]
    fn numbers_are_used_where_the_tree_branches() {
        assert_eq!(line(""), Ok("A[]B[aa]W[ab]B[ac]".to_owned()));
        assert_eq!(line("1"), Ok("A[]B[aa]W[ab]B[ac]".to_owned()));
        assert_eq!(line("1,2"), Ok("A[]B[aa]W[ab]B[ad]".to_owned()));
        assert_eq!(line(" 2 , 3 "), Ok("A[]C[]B[ba]G[]H[]".to_owned()));
    }

    #[test]
    fn a_path_the_tree_does_not_have_is_explained() {
        let refused = |path| line(path).expect_err("no such path").to_string();
        assert_eq!(refused("2,4"), "2:1: expected a variation from 1 to 3 after move 1, found 4");
        assert_eq!(
            refused("1,1,7"),
            "1:20: expected a path of at most 2 numbers, as the line ends after move 3, found 3"
        );
        for path in ["0", "1,,2", "x", "1;2", "-1"] {
            assert_eq!(
                refused(path),
                format!(
                    "expected numbers from 1 with commas between them, such as `2,1`, found `{path}`"
                )
            );
        }
    }

    #[test]
    fn paths_are_shown_as_they_are_written() {
        assert_eq!(VariationPath::new([2, 1]).to_string(), "2,1");
        assert_eq!(VariationPath::default().to_string(), "");
    }
}
