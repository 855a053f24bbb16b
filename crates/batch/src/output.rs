//! Writes the table.

use std::io::Write;

use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::job::Form;
use crate::row::{COLUMNS, Row, schema, table_of};

/// Rows that are written to a Parquet file at a time.
const ROWS: usize = 4096;

/// Writes rows to a table, one after the other.
pub(crate) enum TableWriter<W: Write + Send> {
    Parquet { writer: Box<ArrowWriter<W>>, rows: Vec<Row> },
    Csv(Box<csv::Writer<W>>),
    Ndjson(W),
}

fn io(fault: impl std::error::Error + Send + Sync + 'static) -> std::io::Error {
    std::io::Error::other(fault)
}

impl<W: Write + Send> TableWriter<W> {
    pub(crate) fn new(form: Form, out: W) -> std::io::Result<TableWriter<W>> {
        Ok(match form {
            Form::Parquet => {
                let level = ZstdLevel::try_new(3).map_err(io)?;
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(level))
                    .set_created_by(concat!("shinpan ", env!("CARGO_PKG_VERSION")).to_owned())
                    .set_max_row_group_row_count(Some(64 * ROWS))
                    .build();
                let writer = ArrowWriter::try_new(out, schema(), Some(properties)).map_err(io)?;
                TableWriter::Parquet { writer: Box::new(writer), rows: Vec::new() }
            }
            Form::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                writer.write_record(COLUMNS.iter().map(|column| column.name)).map_err(io)?;
                TableWriter::Csv(Box::new(writer))
            }
            Form::Ndjson => TableWriter::Ndjson(out),
        })
    }

    pub(crate) fn write(&mut self, row: Row) -> std::io::Result<()> {
        match self {
            TableWriter::Parquet { writer, rows } => {
                rows.push(row);
                if rows.len() == ROWS {
                    writer.write(&table_of(rows).map_err(io)?).map_err(io)?;
                    rows.clear();
                }
                Ok(())
            }
            TableWriter::Csv(writer) => writer.serialize(&row).map_err(io),
            TableWriter::Ndjson(out) => {
                serde_json::to_writer(&mut *out, &row)?;
                out.write_all(b"\n")
            }
        }
    }

    pub(crate) fn finish(self) -> std::io::Result<()> {
        match self {
            TableWriter::Parquet { mut writer, rows } => {
                if !rows.is_empty() {
                    writer.write(&table_of(&rows).map_err(io)?).map_err(io)?;
                }
                writer.close().map_err(io)?;
                Ok(())
            }
            TableWriter::Csv(mut writer) => writer.flush(),
            TableWriter::Ndjson(mut out) => out.flush(),
        }
    }
}
