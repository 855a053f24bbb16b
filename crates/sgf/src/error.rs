//! What could not be read, or could not be written down.

use crate::Location;

/// A file that cannot be read at all.
///
/// Shown as `3:17: expected ..., found ...`; `what` alone is shown without the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", prefix(*.at))]
pub struct Error {
    /// Where in the input.
    pub at: Option<Location>,
    /// What was expected and found.
    pub what: ErrorKind,
}

/// The kinds of [`Error`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// There is nothing in the file.
    #[error("expected `(;`, found an empty file")]
    Empty,
    /// There is something in the file, but no game tree.
    #[error("expected `(;`, found no game in {bytes} bytes")]
    NoGame {
        /// How much there is.
        bytes: usize,
    },
    /// The file is larger than one of the [`Limits`](crate::Limits).
    #[error("expected at most {most} {limit}, found more")]
    OverLimit {
        /// The limit.
        limit: Limit,
        /// Its value.
        most: usize,
    },
}

/// The name of one of the [`Limits`](crate::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::bytes`](crate::Limits::bytes)
    #[error("bytes of input")]
    Bytes,
    /// [`Limits::nodes`](crate::Limits::nodes)
    #[error("nodes")]
    Nodes,
    /// [`Limits::depth`](crate::Limits::depth)
    #[error("open parentheses")]
    Depth,
    /// [`Limits::properties`](crate::Limits::properties)
    #[error("properties")]
    Properties,
    /// [`Limits::properties_per_node`](crate::Limits::properties_per_node)
    #[error("properties in one node")]
    PropertiesPerNode,
    /// [`Limits::values`](crate::Limits::values)
    #[error("values")]
    Values,
    /// [`Limits::values_per_property`](crate::Limits::values_per_property)
    #[error("values in one property")]
    ValuesPerProperty,
    /// [`Limits::value_bytes`](crate::Limits::value_bytes)
    #[error("bytes in one value")]
    ValueBytes,
    /// [`Limits::repairs`](crate::Limits::repairs)
    #[error("repairs")]
    Repairs,
}

/// A change to a collection that would not give readable SGF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// An identifier with something else than capital letters.
    #[error("expected an identifier of capital letters A to Z, found {}", shown(.found))]
    BadIdentifier {
        /// The identifier given.
        found: String,
    },
    /// A raw value that would end too early or not at all.
    #[error("expected every `]` and a last `\\` to be escaped, found {}", shown(.found))]
    BadRawValue {
        /// The value given.
        found: String,
    },
    /// A property without values.
    #[error("expected at least one value after `{identifier}`, found none")]
    NoValue {
        /// The property's identifier.
        identifier: String,
    },
    /// A node id which this collection did not give.
    #[error("expected a node of this collection, found node {index}")]
    NoSuchNode {
        /// The id's index.
        index: usize,
    },
    /// More than 4 GiB of text or nodes.
    #[error("expected a collection of less than 4 GiB, found more")]
    TooLarge,
}

pub(crate) fn prefix(at: Option<Location>) -> String {
    at.map_or_else(String::new, |at| format!("{at}: "))
}

/// Text from a file, between quotes, with control characters visible and not too long.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("`");
    for (count, character) in text.chars().enumerate() {
        if count == MOST {
            out.push('…');
            break;
        }
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_error_says_what_was_expected() {
        let found = "a\nb".to_owned();
        let texts = [
            EditError::BadIdentifier { found: found.clone() }.to_string(),
            EditError::BadRawValue { found }.to_string(),
            EditError::NoValue { identifier: "AB".to_owned() }.to_string(),
            EditError::NoSuchNode { index: 7 }.to_string(),
            EditError::TooLarge.to_string(),
        ];
        assert_eq!(
            texts,
            [
                "expected an identifier of capital letters A to Z, found `a\\nb`",
                "expected every `]` and a last `\\` to be escaped, found `a\\nb`",
                "expected at least one value after `AB`, found none",
                "expected a node of this collection, found node 7",
                "expected a collection of less than 4 GiB, found more",
            ]
        );
    }

    #[test]
    fn long_text_is_cut_when_shown() {
        assert_eq!(shown(&"碁".repeat(41)), format!("`{}…`", "碁".repeat(40)));
        assert_eq!(shown(&"x".repeat(40)), format!("`{}`", "x".repeat(40)));
    }
}
