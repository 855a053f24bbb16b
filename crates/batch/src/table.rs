//! Tables with a column of records.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::Ordering;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use serde_json::Value;

use crate::bounds::Bounds;
use crate::pieces::{Giver, Pieces};

/// The names of a column of records, if none is asked for.
const USUAL: [&str; 4] = ["sgf", "record", "content", "game"];

fn expected(column: Option<&str>) -> String {
    match column {
        Some(column) => format!("expected a column `{column}` of records"),
        None => format!("expected a column of records called {}", USUAL.join(", ")),
    }
}

/// Whether a column holds records, by its name. Of several the lowest number is the one: a table with a column `sgf` may have another
/// called `game` with something else in it.
fn rank(name: &str, column: Option<&str>) -> Option<usize> {
    match column {
        Some(column) => (name == column).then_some(0),
        None => USUAL.iter().position(|usual| name.eq_ignore_ascii_case(usual)),
    }
}

/// The most bytes a line may have: JSON may take six to write one.
fn longest_line(bounds: Bounds) -> u64 {
    bounds.record.saturating_mul(6)
}

/// The lines of a file, each a JSON object with a field that is a record, or such a string by itself.
pub(crate) fn lines(
    source: impl Read,
    pieces: &Pieces<'_>,
    giver: &mut Giver<'_>,
) -> ControlFlow<()> {
    let mut source = BufReader::new(source);
    let most = longest_line(pieces.bounds);
    for number in 1_u64.. {
        let mut line = Vec::new();
        let read = source.by_ref().take(most).read_until(b'\n', &mut line);
        let read = match read {
            // The rest of a line that is too long is passed over.
            Ok(length) if length as u64 == most && !line.ends_with(b"\n") => {
                source.skip_until(b'\n').map(|_| length)
            }
            other => other,
        };
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(fault) => return giver.fault(fault),
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let content = || record_of_line(&line, pieces.column, pieces.bounds);
        giver.give(|| Some(format!("line {number}")), 1, content)?;
    }
    ControlFlow::Continue(())
}

/// The record in a line of NDJSON: a string, or the string in a column of an object.
pub(crate) fn record_of_line(
    line: &[u8],
    column: Option<&str>,
    bounds: Bounds,
) -> Result<Vec<u8>, String> {
    if line.len() as u64 >= longest_line(bounds) {
        return Err(bounds.too_large());
    }
    // Some editors begin a file with a byte order mark.
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let value: Value = serde_json::from_slice(line.trim_ascii_end())
        .map_err(|fault| format!("expected JSON: {fault}"))?;
    let text = match value {
        Value::String(text) => text,
        Value::Object(fields) => {
            let field = fields
                .into_iter()
                .filter_map(|(name, value)| Some((rank(&name, column)?, name, value)))
                .min_by_key(|(rank, ..)| *rank);
            match field {
                Some((_, _, Value::String(text))) => text,
                Some((_, name, _)) => return Err(format!("expected a string in `{name}`")),
                None => return Err(format!("{}, found none", expected(column))),
            }
        }
        _ => return Err("expected a JSON object or a string".to_owned()),
    };
    record_of_cell(Some(text.into_bytes()), bounds)
}

/// The record in a cell of a table.
pub(crate) fn record_of_cell(cell: Option<Vec<u8>>, bounds: Bounds) -> Result<Vec<u8>, String> {
    let content = cell.ok_or("expected a record, found null")?;
    match content.len() as u64 > bounds.record {
        true => Err(bounds.too_large()),
        false => Ok(content),
    }
}

/// The rows of a Parquet file.
pub(crate) fn parquet(path: &Path, pieces: &Pieces<'_>, giver: &mut Giver<'_>) -> ControlFlow<()> {
    // A damaged file may trip the decoder: what it says then is an answer like another.
    let read = catch_unwind(AssertUnwindSafe(|| rows(path, pieces, giver)));
    match read {
        Ok(Ok(flow)) => flow,
        Ok(Err(why)) => giver.fault(format!("the Parquet file cannot be read on: {why}")),
        Err(_) => giver.fault("the Parquet file cannot be read on: it is damaged"),
    }
}

fn rows(
    path: &Path,
    pieces: &Pieces<'_>,
    giver: &mut Giver<'_>,
) -> Result<ControlFlow<()>, String> {
    let file = File::open(path).map_err(|fault| fault.to_string())?;
    let size = file.metadata().map_or(0, |about| about.len());
    // What the column was in the program that wrote it (a dictionary, a view) is of no interest: text is text.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
        .map_err(|fault| fault.to_string())?;
    let all = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or(0).max(1);
    let column = column_in(builder.schema(), pieces.column)?;
    let only = ProjectionMask::roots(builder.parquet_schema(), [column]);
    let batches = builder
        .with_projection(only)
        .with_batch_size(64)
        .build()
        .map_err(|fault| fault.to_string())?;
    let before = pieces.read.load(Ordering::Relaxed);
    let mut number = 0_u64;
    for batch in batches {
        let batch = batch.map_err(|fault| fault.to_string())?;
        let values = batch.column(0);
        for row in 0..values.len() {
            number += 1;
            // Rows stand for the bytes that hold them: where these are nobody says.
            let read = u128::from(size) * u128::from(number.min(all)) / u128::from(all);
            pieces.read.store(before + read as u64, Ordering::Relaxed);
            let content = || record_of_cell(bytes_at(values, row), pieces.bounds);
            if giver.give(|| Some(format!("row {number}")), 1, content).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn column_in(schema: &Schema, column: Option<&str>) -> Result<usize, String> {
    let found = (0..schema.fields().len())
        .filter_map(|index| Some((rank(schema.field(index).name(), column)?, index)))
        .min();
    let Some((_, index)) = found else {
        let names: Vec<&str> =
            schema.fields().iter().take(20).map(|field| field.name().as_str()).collect();
        return Err(format!("{}, found {}", expected(column), names.join(", ")));
    };
    match schema.field(index).data_type() {
        DataType::Utf8 | DataType::Binary => Ok(index),
        other => Err(format!("expected text or bytes in the column of records, found {other}")),
    }
}

fn bytes_at(values: &ArrayRef, row: usize) -> Option<Vec<u8>> {
    if values.is_null(row) {
        return None;
    }
    Some(match values.data_type() {
        DataType::Utf8 => values.as_string::<i32>().value(row).as_bytes().to_vec(),
        _ => values.as_binary::<i32>().value(row).to_vec(),
    })
}
