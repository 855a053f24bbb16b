//! Where the records are.

use std::collections::HashSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use walkdir::WalkDir;

use crate::error::BatchError;

/// The files that hold the records, in the order in which they are read.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    /// The files.
    pub files: Vec<Input>,
    /// Files in folders that are left out, being of no kind that holds records.
    pub left_out: u64,
}

/// A file that holds records.
#[derive(Clone, Debug)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// How it is called in the table.
    pub name: Arc<str>,
    /// What it is.
    pub kind: Kind,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed, in nanoseconds since 1970; 0 where that is not known.
    pub changed: u128,
}

/// What a file is, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A record, or an SGF collection of them: also anything whose ending says nothing.
    Record,
    /// `.zip`.
    Zip,
    /// `.tar`.
    Tar,
    /// `.parquet`: a table with a column of records.
    Parquet,
    /// `.ndjson`, `.jsonl`: a JSON object, or a string, a line.
    Lines,
}

/// How a file is compressed, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Packing {
    Plain,
    Gzip,
    Zstandard,
}

impl Packing {
    /// How a file is packed, and its name without the ending that says so.
    pub(crate) fn of(name: &str) -> (Packing, String) {
        let lower = name.to_ascii_lowercase();
        for (ending, packing, rest) in [
            (".tgz", Packing::Gzip, ".tar"),
            (".tzst", Packing::Zstandard, ".tar"),
            (".gz", Packing::Gzip, ""),
            (".zst", Packing::Zstandard, ""),
        ] {
            if let Some(stem) = lower.strip_suffix(ending) {
                return (packing, format!("{stem}{rest}"));
            }
        }
        (Packing::Plain, lower)
    }
}

impl Kind {
    /// What a name says, `None` if nothing that holds records.
    #[must_use]
    pub fn of(name: &str) -> Option<Kind> {
        let (packing, lower) = Packing::of(name);
        let ending = lower.rsplit(['/', '\\']).next()?.rsplit_once('.')?.1.to_owned();
        match ending.as_str() {
            "sgf" | "toml" => Some(Kind::Record),
            "tar" => Some(Kind::Tar),
            "ndjson" | "jsonl" => Some(Kind::Lines),
            "zip" if packing == Packing::Plain => Some(Kind::Zip),
            "parquet" if packing == Packing::Plain => Some(Kind::Parquet),
            _ => None,
        }
    }

    /// Whether records are packed in it with others.
    #[must_use]
    pub fn is_bundle(self) -> bool {
        self != Kind::Record
    }
}

impl Inputs {
    /// Finds the files. A name may be a file, a folder, which is searched to the bottom, or a pattern like
    /// `games/**/*.sgf`. What a folder or pattern holds is sorted by name. Links in a folder are followed, but
    /// each folder that is found there is read once, whatever leads to it.
    ///
    /// # Errors
    /// If nothing of a name is there.
    pub fn find(names: &[impl AsRef<Path>]) -> Result<Inputs, BatchError> {
        let mut inputs = Inputs::default();
        for path in names {
            let path = path.as_ref();
            // Patterns are text; files may have names that are none.
            let name = &*path.to_string_lossy();
            let fault = |why: String| BatchError::Input { found: name.to_owned(), why };
            if path.is_dir() {
                inputs.folder(path)?;
            } else if path.is_file() {
                inputs.file(path).map_err(fault)?;
            } else if name.contains(['*', '?', '[']) {
                let found = glob::glob(name).map_err(|why| fault(why.to_string()))?;
                let mut found: Vec<PathBuf> = found.filter_map(Result::ok).collect();
                found.sort();
                if found.is_empty() {
                    return Err(fault("expected files, found none".to_owned()));
                }
                for path in &found {
                    if path.is_dir() {
                        inputs.folder(path)?;
                    } else if path.is_file() || !path.exists() {
                        inputs.found(path);
                    } else {
                        inputs.left_out += 1;
                    }
                }
            } else if path.exists() {
                return Err(fault("expected a file or a folder, found something else".to_owned()));
            } else {
                return Err(fault("expected a file, a folder or a pattern, found none".to_owned()));
            }
        }
        Ok(inputs)
    }

    /// These files, which [`find`](Inputs::find) has found: what cannot be opened by now is said to be so when it is read.
    #[must_use]
    pub fn of_files(files: &[PathBuf]) -> Inputs {
        let mut inputs = Inputs::default();
        for path in files {
            inputs.found(path);
        }
        inputs
    }

    fn folder(&mut self, folder: &Path) -> Result<(), BatchError> {
        let (mut found, mut seen) = (Vec::new(), HashSet::new());
        // The first name of a folder is the one: it must not depend on the order on disk.
        let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
        let entries = entries.filter_entry(|entry| {
            !entry.file_type().is_dir()
                || entry.path().canonicalize().map_or(true, |folder| seen.insert(folder))
        });
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                // A link in a circle.
                Err(fault) if fault.depth() > 0 && fault.loop_ancestor().is_some() => continue,
                // A folder that may not be read, or a link to nothing: a row says so.
                Err(fault) => match fault.path() {
                    Some(path) if fault.depth() > 0 => {
                        if path.is_symlink() && !holds_records(path) {
                            self.left_out += 1;
                        } else {
                            found.push(path.to_owned());
                        }
                        continue;
                    }
                    _ => {
                        let found = folder.display().to_string();
                        return Err(BatchError::Input { found, why: fault.to_string() });
                    }
                },
            };
            if !entry.file_type().is_file() {
                self.left_out += u64::from(!entry.file_type().is_dir());
                continue;
            }
            if holds_records(entry.path()) {
                found.push(entry.into_path());
            } else {
                self.left_out += 1;
            }
        }
        found.sort();
        for path in found {
            self.found(&path);
        }
        Ok(())
    }

    /// A file of a folder or a pattern. One that cannot be opened is said to be so when it is read, by a row.
    fn found(&mut self, path: &Path) {
        self.add(path, path.metadata().ok().as_ref());
    }

    /// A file that was named itself.
    fn file(&mut self, path: &Path) -> Result<(), String> {
        let about = path.metadata().map_err(|why| why.to_string())?;
        self.add(path, Some(&about));
        Ok(())
    }

    fn add(&mut self, path: &Path, about: Option<&Metadata>) {
        let name = path.to_string_lossy().into_owned();
        self.files.push(Input {
            path: path.to_owned(),
            kind: Kind::of(&name).unwrap_or(Kind::Record),
            name: name.into(),
            size: about.map_or(0, Metadata::len),
            changed: about.map_or(0, changed),
        });
    }

    /// The size of all files together, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }

    /// A number that changes when a file comes, goes, or is changed.
    pub(crate) fn fingerprint(&self) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        };
        for file in &self.files {
            add(file.name.as_bytes());
            add(&[0]);
            add(&file.size.to_le_bytes());
            add(&file.changed.to_le_bytes());
        }
        format!("{} files, {hash:016x}", self.files.len())
    }
}

/// Whether a file of a folder is read, by its name.
fn holds_records(path: &Path) -> bool {
    Kind::of(&path.to_string_lossy()).is_some()
}

fn changed(about: &Metadata) -> u128 {
    let since = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos())
}
