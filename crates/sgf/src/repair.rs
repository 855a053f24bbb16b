//! What the reader put right, and says so.

use crate::error::{prefix, shown};
use crate::{Location, Point};

/// Something that was not as the standard asks, and how it was read.
///
/// Shown as `3:17: missing ")" at the end of the file, supplied`; `what` alone is shown without
/// the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{what}", prefix(*.at))]
pub struct Repair {
    /// Where in the input; nothing for nodes which did not come from a file.
    pub at: Option<Location>,
    /// What was found and what was done.
    pub what: RepairKind,
}

/// The kinds of [`Repair`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepairKind {
    /// No encoding was declared and the bytes are not UTF-8.
    #[error("no known encoding is declared and this is not UTF-8, read as {encoding} by a guess")]
    GuessedEncoding {
        /// What was guessed.
        encoding: &'static str,
    },
    /// `CA` names an encoding which is not known, or in which it could not stand.
    #[error("the encoding {} is not known, the declaration is ignored", shown(.label))]
    UnknownEncoding {
        /// The value of `CA`.
        label: String,
    },
    /// The bytes contradict the encoding that `CA` declares.
    #[error("the text is not {declared} as declared, read as {read_as}")]
    WrongEncoding {
        /// The encoding declared.
        declared: &'static str,
        /// The encoding used.
        read_as: &'static str,
    },
    /// Bytes which mean nothing in the encoding; the place is that of the first.
    #[error("{} no {encoding}, replaced by U+FFFD", counted(*.sequences, "byte sequence is", "byte sequences are"))]
    MalformedText {
        /// How many byte sequences.
        sequences: usize,
        /// The encoding.
        encoding: &'static str,
    },
    /// Text before the first game, such as a mail header.
    #[error("{} before the first game, skipped", counted(*.bytes, "byte", "bytes"))]
    TextBeforeGame {
        /// How long it is, after decoding.
        bytes: usize,
    },
    /// Text between two games.
    #[error("{} between two games, skipped", counted(*.bytes, "byte", "bytes"))]
    TextBetweenGames {
        /// How long it is, after decoding.
        bytes: usize,
    },
    /// Text after the last game, such as a signature.
    #[error("{} after the last game, skipped", counted(*.bytes, "byte", "bytes"))]
    TextAfterGame {
        /// How long it is, after decoding.
        bytes: usize,
    },
    /// Parentheses closed that are not open.
    #[error("{} without \"(\", skipped", counted(*.count, "\")\"", "\")\""))]
    ExtraClose {
        /// How many.
        count: usize,
    },
    /// The file ends inside a game.
    #[error("missing \")\" at the end of the file, {}supplied", number(*.count))]
    MissingClose {
        /// How many are missing.
        count: usize,
    },
    /// The file ends inside a value.
    #[error("missing \"]\" at the end of the file, supplied")]
    MissingBracket,
    /// A property where a node should start.
    #[error("missing \";\" before a property, supplied")]
    MissingSemicolon,
    /// `()`
    #[error("empty variation, skipped")]
    EmptyVariation,
    /// A node after the variations of its tree.
    #[error("node after a variation, read as another variation")]
    NodeAfterVariation,
    /// A `]` outside any value.
    #[error("\"]\" outside a value, skipped")]
    StrayBracket,
    /// A value before any identifier.
    #[error("value without an identifier, skipped: {}", shown(.raw))]
    ValueWithoutIdentifier {
        /// The value.
        raw: String,
    },
    /// A word which no value follows.
    #[error("expected a value after {}, skipped", shown(.word))]
    WordWithoutValue {
        /// The word.
        word: String,
    },
    /// An identifier with lower-case letters, as before `FF[4]`; told once for each spelling.
    #[error("identifier `{found}`, read as `{read_as}`")]
    Respelled {
        /// The identifier as found, and as it is written again.
        found: String,
        /// Its capital letters.
        read_as: String,
    },
    /// An identifier without capital letters or with something else than letters and digits; told
    /// once for each spelling.
    #[error("expected an identifier of capital letters, found {}, kept but not read", shown(.found))]
    OddIdentifier {
        /// The identifier as found.
        found: String,
    },
    /// A property which its node has already.
    #[error("`{identifier}` again in the same node, both kept")]
    Doubled {
        /// The identifier.
        identifier: String,
    },
    /// A property with more than the one value that it takes, or there more than once.
    #[error("{count} values after `{identifier}`, the first is read")]
    MoreValues {
        /// The identifier.
        identifier: String,
        /// How many there are.
        count: usize,
    },
    /// A game-info property in a node after the root.
    #[error("`{identifier}` stands after the root, and is read from there")]
    LateInfo {
        /// The identifier.
        identifier: String,
    },
    /// A game-info property that another of its line contradicts.
    #[error("`{identifier}` again with another value, not read: {}", shown(.found))]
    OtherInfo {
        /// The identifier.
        identifier: String,
        /// The other value.
        found: String,
    },
    /// Blanks around a value that has no room for them.
    #[error("blanks in {} after `{identifier}`, ignored", shown(.raw))]
    Blanks {
        /// The identifier.
        identifier: String,
        /// The first such value.
        raw: String,
    },
    /// A value that other programs write in a way of their own.
    #[error("{} after `{identifier}`, read as `{read_as}`", shown(.raw))]
    Reread {
        /// The identifier.
        identifier: String,
        /// The first such value.
        raw: String,
        /// That value as the standard writes it.
        read_as: String,
    },
    /// An empty value in a list of stones.
    #[error("no point in `[]` after `{identifier}`, ignored")]
    EmptyList {
        /// The identifier.
        identifier: String,
    },
    /// Points that occur more than once in the lists of stones of a node.
    #[error("{} again after `{identifier}`, the first is `{point}`, already after `{first}`", counted(*.count, "point", "points"))]
    DoubledPoints {
        /// The identifier.
        identifier: String,
        /// How many points.
        count: usize,
        /// The first of them.
        point: Point,
        /// The list it was in already.
        first: &'static str,
    },
    /// No `SZ`, but stones beyond 19x19; the place is that of the first.
    #[error("no `SZ` in this game, read as 19x19, but {} lies outside", shown(.raw))]
    SizeAssumed {
        /// The first value outside.
        raw: String,
    },
}

/// The kinds with the names of their values and their codes; the compiler asks for every one.
macro_rules! codes {
    ($( $variant:ident { $($field:ident),* } $code:literal )*) => {
        impl RepairKind {
            /// Every code with the names of its values.
            pub const CODES: &[(&str, &[&str])] = &[$( ($code, &[$(stringify!($field)),*]) ),*];

            /// What kind it is, as a code for programs.
            #[must_use]
            pub fn code(&self) -> &'static str {
                match self {
                    $( RepairKind::$variant { .. } => $code, )*
                }
            }

            /// Its values by name, as text.
            #[must_use]
            pub fn values(&self) -> Vec<(&'static str, String)> {
                match self {
                    $( RepairKind::$variant { $($field),* } => vec![$( (stringify!($field), short($field)) ),*], )*
                }
            }
        }
    };
}

codes! {
    GuessedEncoding { encoding } "guessed-encoding"
    UnknownEncoding { label } "unknown-encoding"
    WrongEncoding { declared, read_as } "wrong-encoding"
    MalformedText { sequences, encoding } "malformed-text"
    TextBeforeGame { bytes } "text-before-game"
    TextBetweenGames { bytes } "text-between-games"
    TextAfterGame { bytes } "text-after-game"
    ExtraClose { count } "extra-close"
    MissingClose { count } "missing-close"
    MissingBracket {} "missing-bracket"
    MissingSemicolon {} "missing-semicolon"
    EmptyVariation {} "empty-variation"
    NodeAfterVariation {} "node-after-variation"
    StrayBracket {} "stray-bracket"
    ValueWithoutIdentifier { raw } "value-without-identifier"
    WordWithoutValue { word } "word-without-value"
    Respelled { found, read_as } "respelled"
    OddIdentifier { found } "odd-identifier"
    Doubled { identifier } "doubled"
    MoreValues { identifier, count } "more-values"
    LateInfo { identifier } "late-info"
    OtherInfo { identifier, found } "other-info"
    Blanks { identifier, raw } "blanks"
    Reread { identifier, raw, read_as } "reread"
    EmptyList { identifier } "empty-list"
    DoubledPoints { identifier, count, point, first } "doubled-points"
    SizeAssumed { raw } "size-assumed"
}

/// A value as text, cut where the file gives more than is worth saying.
fn short(value: &impl ToString) -> String {
    value.to_string().chars().take(80).collect()
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn number(count: usize) -> String {
    if count == 1 { String::new() } else { format!("{count} ") }
}
