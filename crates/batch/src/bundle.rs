//! Archives: many files in one.

use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rawzip::{CompressionMethod, ErrorKind, RECOMMENDED_BUFFER_SIZE, ZipArchive};

use crate::bounds::{Bounds, Counted};
use crate::input::{Kind, Packing};
use crate::pieces::{Giver, Pieces, unpacked};

/// What becomes of a member of an archive, by its name.
enum Member {
    Record(Packing),
    /// An archive or a table: not read inside another archive.
    Bundle,
    Other,
}

impl Member {
    fn of(name: &str) -> Member {
        // What macOS adds to archives beside the files themselves.
        let of_macos = |part: &str| part == "__MACOSX" || part.starts_with("._");
        match Kind::of(name) {
            _ if name.split('/').any(of_macos) => Member::Other,
            Some(Kind::Record) => Member::Record(Packing::of(name).0),
            Some(_) => Member::Bundle,
            None => Member::Other,
        }
    }
}

const NESTED: &str = "expected a record, found an archive or a table inside an archive";

/// The members of a tar archive, in its order.
pub(crate) fn tar(source: impl Read, bounds: Bounds, giver: &mut Giver<'_>) -> ControlFlow<()> {
    let mut archive = tar::Archive::new(source);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(fault) => return giver.fault(fault),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(fault) => return giver.fault(told("tar", &fault)),
        };
        if !entry.header().entry_type().is_file() {
            continue;
        }
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let size = entry.size();
        match Member::of(&name) {
            Member::Other => {}
            Member::Bundle => giver.give(|| Some(name), 1, || Err(NESTED.to_owned()))?,
            Member::Record(packing) => giver.give(
                || Some(name),
                1,
                || {
                    unpacked(entry, packing, size, bounds)
                        .and_then(|source| bounds.read_record(source))
                        .map_err(|fault| told("tar", &fault))
                },
            )?,
        }
    }
    ControlFlow::Continue(())
}

fn told(form: &str, fault: &dyn std::fmt::Display) -> String {
    format!("the {form} archive cannot be read on: {fault}")
}

/// Bytes that a zip archive takes for a member beside its content and twice its name.
const HEADERS: u64 = 30 + 46;

/// The members of a zip archive, in the order of its directory.
pub(crate) fn zip(
    path: &Path,
    size: u64,
    pieces: &Pieces<'_>,
    giver: &mut Giver<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = match ZipArchive::from_file(File::open(path)?, &mut buffer) {
        Ok(archive) => archive,
        Err(fault) if matches!(fault.kind(), ErrorKind::IO(_)) => {
            return Ok(giver.fault(told("zip", &fault)));
        }
        // The directory of an archive stands at its end.
        Err(fault) => {
            let why = "expected a zip archive, found something else or one that is cut off";
            return Ok(giver.fault(format!("{why}: {fault}")));
        }
    };
    let mut entries = archive.entries(&mut buffer);
    let before = pieces.read.load(Ordering::Relaxed);
    let mut produced = 0;
    let mut found = 0;
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) if found < archive.entries_hint() => {
                let all = archive.entries_hint();
                let why = format!("expected {all} members in the zip archive, found {found}");
                return Ok(giver.fault(why));
            }
            Ok(None) => return Ok(ControlFlow::Continue(())),
            Err(fault) => return Ok(giver.fault(told("zip", &fault))),
        };
        found += 1;
        let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        let taken = entry.compressed_size_hint().saturating_add(HEADERS + 2 * name.len() as u64);
        let so_far = pieces.read.load(Ordering::Relaxed).saturating_add(taken);
        pieces.read.store(so_far.min(before + size), Ordering::Relaxed);
        let packing = match Member::of(&name) {
            _ if entry.is_dir() => continue,
            Member::Other => continue,
            Member::Bundle => {
                if giver.give(|| Some(name), 1, || Err(NESTED.to_owned())).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            Member::Record(packing) => packing,
        };
        let entry_size = entry.uncompressed_size_hint();
        let given = Arc::new(AtomicU64::new(0));
        let read = || -> io::Result<Vec<u8>> {
            if entry.flags().is_encrypted() {
                return Err(io::Error::other("expected a member that is not encrypted"));
            }
            let stored = archive.get_entry(entry.wayfinder()).map_err(io::Error::other)?;
            let compressed = stored.reader();
            let source: Box<dyn Read + '_> = match entry.compression_method() {
                CompressionMethod::STORE => Box::new(compressed),
                CompressionMethod::DEFLATE => {
                    Box::new(flate2::read::DeflateDecoder::new(compressed))
                }
                CompressionMethod::ZSTD => {
                    let mut source = zstd::Decoder::new(compressed)?;
                    source.window_log_max(27)?;
                    Box::new(source)
                }
                other => {
                    let why = format!("expected deflate, zstd or no compression, found {other:?}");
                    return Err(io::Error::other(why));
                }
            };
            // No more than what the directory says is taken out of it.
            let source = stored.verifying_reader(source).take(entry_size.saturating_add(1));
            let source = unpacked(source, packing, entry_size, pieces.bounds)?;
            let content = pieces.bounds.read_record(Counted::new(source, Arc::clone(&given)))?;
            if packing == Packing::Plain && content.len() as u64 > entry_size {
                let why = format!("expected a member of {entry_size} bytes, found more");
                return Err(io::Error::other(why));
            }
            Ok(content)
        };
        let read = || read().map_err(|fault| format!("in the zip archive: {fault}"));
        // What a member has given must not depend on whether it is passed over: a job that goes on has to find the same
        // pieces. The directory says it of plain members; the others are read.
        let passed = giver.skips();
        let flow = giver.give(|| Some(name), 1, read);
        produced += match packing {
            Packing::Plain => entry_size.min(pieces.bounds.record),
            _ => {
                if passed {
                    drop(read());
                }
                given.load(Ordering::Relaxed)
            }
        };
        if flow.is_break() {
            return Ok(flow);
        }
        pieces.bounds.allow(produced, size)?;
    }
}
