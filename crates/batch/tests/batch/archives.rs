//! Archives as they are found, damaged and hostile ones too.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shinpan_batch::{Bounds, Inputs, Pieces};

use super::{done, folder, game, job, rows, rows_of, told};

/// A zip archive. A name that begins with `!` is stored, others are compressed.
pub(super) fn zip(path: &Path, members: &[(&str, &[u8])]) {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, content) in members {
        let (method, name) = match name.strip_prefix('!') {
            Some(name) => (rawzip::CompressionMethod::STORE, name),
            None => (rawzip::CompressionMethod::DEFLATE, *name),
        };
        let (mut entry, config) =
            archive.new_file(name).compression_method(method).start().unwrap();
        if method == rawzip::CompressionMethod::STORE {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).unwrap();
            let (_, descriptor) = writer.finish().unwrap();
            entry.finish(descriptor).unwrap();
        } else {
            let encoder =
                flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
            let mut writer = config.wrap(encoder);
            writer.write_all(content).unwrap();
            let (encoder, descriptor) = writer.finish().unwrap();
            encoder.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
    }
    archive.finish().unwrap();
    std::fs::write(path, out).unwrap();
}

pub(super) fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive.append_data(&mut header, name, *content).unwrap();
    }
    archive.into_inner().unwrap()
}

pub(super) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(content).unwrap();
    out.finish().unwrap()
}

fn results(path: &Path) -> Vec<(String, u32, String)> {
    rows_of(&[path], "tromp-taylor").iter().map(told).collect()
}

fn members() -> Vec<(String, Vec<u8>)> {
    (0..5).map(|n| (format!("games/{n}.sgf"), game(n).into_bytes())).collect()
}

#[test]
fn every_kind_of_archive_holds_the_same_games() {
    let held = folder("kinds");
    let folder = held.path();
    let members = members();
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    let packed = tar(&members);
    zip(&folder.join("a.zip"), &members);
    std::fs::write(folder.join("a.tar"), &packed).unwrap();
    std::fs::write(folder.join("a.tar.gz"), gzip(&packed)).unwrap();
    std::fs::write(folder.join("a.tgz"), gzip(&packed)).unwrap();
    std::fs::write(folder.join("a.tar.zst"), zstd::encode_all(&packed[..], 3).unwrap()).unwrap();
    let expected: Vec<(String, u32, String)> = members
        .iter()
        .map(|(name, content)| {
            std::fs::write(folder.join("one.sgf"), content).unwrap();
            let one = rows_of(&[&folder.join("one.sgf")], "tromp-taylor");
            ((*name).to_owned(), 1, one[0].result.clone().unwrap())
        })
        .collect();
    for name in ["a.zip", "a.tar", "a.tar.gz", "a.tgz", "a.tar.zst"] {
        assert_eq!(results(&folder.join(name)), expected, "{name}");
    }
    // A folder: sorted by name, files of other kinds left out.
    std::fs::create_dir(folder.join("in")).unwrap();
    for n in [3, 1, 2] {
        std::fs::write(folder.join(format!("in/{n}.sgf")), game(n)).unwrap();
    }
    std::fs::write(folder.join("in/readme.txt"), "nothing").unwrap();
    let mut job = job(&[&folder.join("in")], &folder.join("t.ndjson"), "tromp-taylor");
    let summary = done(&job);
    assert_eq!((summary.records, summary.broken, summary.left_out), (3, 0, 1));
    let sources: Vec<String> =
        rows(&folder.join("t.ndjson")).into_iter().map(|row| row.source).collect();
    assert!(sources.is_sorted() && sources[0].ends_with("in/1.sgf"), "{sources:?}");
    // A pattern finds the same.
    let pattern = folder.join("in/*.sgf");
    job.inputs = shinpan_batch::Inputs::find(&[pattern]).unwrap();
    job.fresh = true;
    assert_eq!(done(&job).records, 3);
}

#[test]
fn broken_members_are_rows_and_stop_nothing() {
    let held = folder("broken");
    let folder = held.path();
    let good = game(1);
    zip(&folder.join("inner.zip"), &[("x.sgf", good.as_bytes())]);
    let inner = std::fs::read(folder.join("inner.zip")).unwrap();
    let members: [(&str, &[u8]); 9] = [
        ("1.sgf", good.as_bytes()),
        ("2.sgf", b"no game at all"),
        ("3.sgf", b""),
        ("!4.sgf", b"(;SZ[5];B[aa];W[aa])"),
        ("5.zip", &inner),
        ("6.txt", b"left out"),
        ("__MACOSX/._1.sgf", b"\0\x05\x16"),
        ("7.sgf", b"(;SZ[99])"),
        ("8.sgf", good.as_bytes()),
    ];
    zip(&folder.join("dirty.zip"), &members);
    let found = results(&folder.join("dirty.zip"));
    let expected = [
        ("1.sgf", "W+1"),
        ("2.sgf", "1:1: no game found: expected `(;`"),
        ("3.sgf", "the file is empty: expected an SGF file or a TOML record"),
        ("4.sgf", "refused"),
        ("5.zip", "expected a record, found an archive or a table inside an archive"),
        ("7.sgf", "1:6: expected a size"),
        ("8.sgf", "W+1"),
    ];
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((member, _, what), (name, about)) in found.iter().zip(expected) {
        assert_eq!(member, name);
        if !["2.sgf", "7.sgf"].contains(&name) {
            assert_eq!(what, about, "{name}");
        }
    }
}

/// Whatever byte of an archive is wrong, and wherever it is cut off, the job ends, and with rows.
#[test]
fn damaged_archives_end_in_a_row() {
    let held = folder("damaged");
    let folder = held.path();
    let members = members();
    let members: Vec<(&str, &[u8])> =
        members.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    zip(&folder.join("whole.zip"), &members);
    let packed = tar(&members);
    let whole: [(&str, Vec<u8>); 4] = [
        ("d.zip", std::fs::read(folder.join("whole.zip")).unwrap()),
        ("d.tar", packed.clone()),
        ("d.tar.gz", gzip(&packed)),
        ("d.tar.zst", zstd::encode_all(&packed[..], 3).unwrap()),
    ];
    for (name, content) in whole {
        let path: PathBuf = folder.join(name);
        for step in 1..12 {
            let cut = content.len() * step / 12;
            std::fs::write(&path, &content[..cut]).unwrap();
            let found = results(&path);
            // A tar archive that is cut off between members looks like a whole one.
            assert!(!found.is_empty() || name == "d.tar", "{name} cut at {cut}");
            let mut wrong = content.clone();
            wrong[cut] ^= 0x55;
            std::fs::write(&path, &wrong).unwrap();
            results(&path);
        }
    }
}

#[test]
fn what_is_no_zip_archive_is_said_in_words() {
    let held = folder("no-zip");
    let path = held.path().join("a.zip");
    zip(&path, &[("1.sgf", game(1).as_bytes())]);
    let whole = std::fs::read(&path).unwrap();
    for content in [&whole[..whole.len() - 9], b"(;SZ[5])", b""] {
        std::fs::write(&path, content).unwrap();
        let [(_, 1, why)] = &results(&path)[..] else { panic!() };
        let said = "expected a zip archive, found something else or one that is cut off: ";
        assert!(why.starts_with(said), "{why}");
    }
}

#[test]
fn bombs_are_given_up() {
    let held = folder("bombs");
    let folder = held.path();
    let zeros = vec![b' '; 3 << 20];
    let bounds = Bounds { record: 1 << 20, expansion: 20, free: 2 << 20 };
    let many: Vec<(String, &[u8])> =
        (0..10).map(|n| (format!("{n}.sgf"), &zeros[..1 << 20])).collect();
    let many: Vec<(&str, &[u8])> =
        many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    zip(&folder.join("one.zip"), &[("big.sgf", &zeros), ("good.sgf", game(1).as_bytes())]);
    zip(&folder.join("many.zip"), &many);
    std::fs::write(folder.join("many.tar.gz"), gzip(&tar(&many))).unwrap();
    std::fs::write(folder.join("skipped.tar.gz"), gzip(&tar(&[("big.bin", &zeros)]))).unwrap();
    std::fs::write(folder.join("big.sgf.gz"), gzip(&zeros)).unwrap();
    for (name, rows_expected, last) in [
        ("one.zip", 2, "W+1"),
        ("many.zip", 4, "expected an archive that expands at most 20 times, found more"),
        ("many.tar.gz", 3, "expected an archive that expands at most 20 times, found more"),
        ("skipped.tar.gz", 1, "expected an archive that expands at most 20 times, found more"),
        ("big.sgf.gz", 1, "expected"),
    ] {
        let table = folder.join("bombs.ndjson");
        let mut job = job(&[&folder.join(name)], &table, "tromp-taylor");
        (job.bounds, job.fresh) = (bounds, true);
        done(&job);
        let found: Vec<_> = rows(&table).iter().map(told).collect();
        let (_, _, what) = found.last().unwrap();
        assert!(what.contains(last), "{name}: {what}");
        assert_eq!(found.len(), rows_expected, "{name}: {found:?}");
    }
    let table = folder.join("bombs.ndjson");
    let mut job = job(&[&folder.join("one.zip")], &table, "tromp-taylor");
    (job.bounds, job.fresh) = (bounds, true);
    done(&job);
    assert!(
        rows(&table)[0].error.as_ref().unwrap().contains("at most 1048576 bytes"),
        "{:?}",
        rows(&table)[0].error
    );
}

/// Members that cannot be read do not end an archive, and a job that goes on finds the same pieces as one that was
/// never stopped: wherever it begins, the rest is the same.
#[test]
fn pieces_are_the_same_from_wherever_they_are_read() {
    let held = folder("skips");
    let folder = held.path();
    let games: Vec<(String, Vec<u8>)> = (0..40)
        .map(|n| match n % 5 {
            4 => (format!("{n}.sgf.gz"), gzip(game(n).as_bytes())),
            _ => (format!("!{n}.sgf"), game(n).into_bytes()),
        })
        .collect();
    let members: Vec<(&str, &[u8])> =
        games.iter().map(|(name, content)| (name.as_str(), content.as_slice())).collect();
    zip(&folder.join("a.zip"), &members);
    let mut broken = std::fs::read(folder.join("a.zip")).unwrap();
    // Every other stored member is not what its sum says.
    let starts: Vec<usize> =
        (0..broken.len() - 3).filter(|&at| broken[at..].starts_with(b"(;")).step_by(2).collect();
    for at in starts {
        broken[at + 1] = b' ';
    }
    std::fs::write(folder.join("b.zip"), &broken).unwrap();
    let bounds = Bounds { record: 1 << 20, expansion: 2, free: 4 << 20 };
    let inputs = Inputs::find(&[folder]).unwrap();
    let from = |skip| {
        let pieces = Pieces { inputs: &inputs, bounds, column: None, read: Arc::default() };
        let mut found = Vec::new();
        let _ = pieces.each(skip, &mut |piece| {
            found.push((piece.number, piece.member, piece.content));
            ControlFlow::Continue(())
        });
        found
    };
    let all = from(0);
    let unread = all.iter().filter(|(_, _, content)| content.is_err()).count();
    assert_eq!((all.len(), unread), (80, 16));
    for skip in 0..=all.len() {
        assert_eq!(from(skip as u64), all[skip..], "from {skip}");
    }
}
