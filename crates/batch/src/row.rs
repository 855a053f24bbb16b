//! A row of the table: what there is to say of one record under one ruleset.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int32Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde::{Deserialize, Serialize};
use shinpan_rules::Score;

/// What a column is called and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its type in Arrow: `utf8`, `int32`, `float64`, `bool`.
    pub form: &'static str,
    /// Whether a row may have nothing in it.
    pub nullable: bool,
    /// What it holds.
    pub about: &'static str,
}

/// A type that a column may have.
trait Cell: Sized {
    const FORM: &'static str;
    const NULLABLE: bool;
    fn data_type() -> DataType;
    fn array<'a>(cells: impl Iterator<Item = &'a Self>) -> ArrayRef
    where
        Self: 'a;
}

macro_rules! cell {
    ($type:ty, $form:literal, $nullable:literal, $data:ident, $array:ident, $of:expr) => {
        impl Cell for $type {
            const FORM: &'static str = $form;
            const NULLABLE: bool = $nullable;
            fn data_type() -> DataType {
                DataType::$data
            }
            fn array<'a>(cells: impl Iterator<Item = &'a Self>) -> ArrayRef {
                Arc::new(cells.map($of).collect::<$array>())
            }
        }
    };
}

/// Counts are far from the limit. Signed, since Spark and others have no unsigned numbers.
fn signed(count: &u32) -> Option<i32> {
    Some(i32::try_from(*count).unwrap_or(i32::MAX))
}

cell!(String, "utf8", false, Utf8, StringArray, |cell| Some(cell.as_str()));
cell!(Option<String>, "utf8", true, Utf8, StringArray, |cell| cell.as_deref());
cell!(u32, "int32", false, Int32, Int32Array, signed);
cell!(Option<u32>, "int32", true, Int32, Int32Array, |cell| cell.as_ref().and_then(signed));
cell!(Option<f64>, "float64", true, Float64, Float64Array, |cell| *cell);
cell!(Option<bool>, "bool", true, Boolean, BooleanArray, |cell| *cell);

/// The row, the list of its columns, and its form in Arrow, from one list.
macro_rules! columns {
    ($($name:ident: $type:ty, $about:literal;)*) => {
        /// What there is to say of one record under one ruleset. [`COLUMNS`] lists the fields with their types.
        #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
        pub struct Row {
            $(#[doc = $about] pub $name: $type,)*
        }

        /// The columns of the table, in their order.
        pub const COLUMNS: &[Column] = &[$(Column {
            name: stringify!($name),
            form: <$type as Cell>::FORM,
            nullable: <$type as Cell>::NULLABLE,
            about: $about,
        },)*];

        /// The Arrow schema of the table. Each field says in its metadata (`about`) what it holds.
        #[must_use]
        pub fn schema() -> SchemaRef {
            let fields = vec![$({
                let form = <$type as Cell>::data_type();
                let about = HashMap::from([("about".to_owned(), $about.to_owned())]);
                Field::new(stringify!($name), form, <$type as Cell>::NULLABLE).with_metadata(about)
            },)*];
            Arc::new(Schema::new(fields))
        }

        /// Rows as an Arrow table with the columns of [`schema`].
        ///
        /// # Errors
        /// If they do not fit the schema, which does not happen.
        pub fn table_of(rows: &[Row]) -> Result<RecordBatch, arrow_schema::ArrowError> {
            let columns = vec![
                $(<$type as Cell>::array(rows.iter().map(|row| &row.$name)),)*
            ];
            RecordBatch::try_new(schema(), columns)
        }
    };
}

columns! {
    source: String, "the file, as named or found";
    member: Option<String>, "where in that file: a path in an archive, `row 17` or `line 17` of a table";
    game: u32, "which record of the file or member, from 1";
    rules: String, "the ruleset, as asked for; `record` is the record's own";
    status: String, "`ruled`; `refused` if a move breaks the rules; `error` if it could not be read or ruled on";
    error: Option<String>, "what was found, where, and what was expected";
    ruleset: Option<String>, "the ruleset ruled by";
    board: Option<String>, "the board: `19x19`, `torus 5x5`, `graph of 7 points`";
    players: Option<u32>, "how many play";
    komi: Option<String>, "the komi, exact";
    moves: Option<u32>, "moves made, passes included, up to the end or the refused one";
    phase: Option<String>, "where the game stands: `main`, ..., `analysis`, `ended`";
    outcome: Option<String>, "`win`, `draw`, `no-result` or `ranking`, once there is a result";
    winner: Option<String>, "the player who wins";
    ground: Option<String>, "what the result rests on: `score`, `long-cycle`, `agreement`, ...";
    clause: Option<String>, "the deciding clause";
    result: Option<String>, "the result as SGF's RE writes it";
    margin: Option<String>, "how far the first is ahead: an exact number, `n` or `n/d`";
    score_black: Option<String>, "Black's score, exact";
    score_white: Option<String>, "White's score, exact, komi included";
    scores: Option<String>, "every player's score, exact: `black=11/2 white=3 player-3=1/2`";
    lead: Option<f64>, "Black's score less White's, as a float (exact for halves); null if others play too";
    refused_move: Option<u32>, "the number of the first illegal move";
    refused_point: Option<String>, "where it was played";
    refused_reason: Option<String>, "why it is illegal: `occupied`, `suicide`, `ko`, `superko`, `cyclic`, ...";
    refused_clause: Option<String>, "the clause that forbids it";
    refused_repeats: Option<u32>, "the number of moves made when the position that would come back last stood";
    repetitions: Option<u32>, "plays after which the board stood as it had stood before";
    repetition_events: Option<String>, "the first twenty of them: `57=51 63=57` says that after move 57 the board stood as after move 51";
    cycle_from: Option<u32>, "the cycle that ended the game: it begins after this move...";
    cycle_to: Option<u32>, "...and is complete after this one";
    cycle_passes_black: Option<u32>, "Black's passes in it";
    cycle_passes_white: Option<u32>, "White's passes in it";
    scoring_positions: Option<u32>, "Kee: the positions the score is averaged over";
    chains: Option<u32>, "Japanese 1989: chains on the board when play ended";
    chains_alive: Option<u32>, "those proven independently alive";
    chains_not_alive: Option<u32>, "those proven not to be";
    chains_unproven: Option<u32>, "those the budget left undecided";
    proven_share: Option<f64>, "the share of chains that are decided, from 0 to 1";
    bound_low: Option<String>, "Black's margin is at least this, exact, while it is not decided";
    bound_high: Option<String>, "and at most this";
    recorded: Option<String>, "the result the record states";
    agrees: Option<bool>, "whether that is ours; null where it cannot be compared";
    notes: Option<String>, "what had to be mended or supposed, one note a line";
    seconds: Option<f64>, "how long the ruling took; null if it is not to be told";
}

impl Row {
    /// How far Black is ahead of each of the others, in their order; `None` without scores.
    #[must_use]
    pub fn leads(&self) -> Option<Vec<Score>> {
        let scores =
            self.scores.as_ref()?.split(' ').map(|told| told.split_once('=')?.1.parse().ok());
        let scores: Vec<Score> = scores.collect::<Option<_>>()?;
        let (black, others) = scores.split_first()?;
        Some(others.iter().map(|score| black - score).collect())
    }
}
