//! Compares what this crate reads and writes with three readers written by others, on clean files.
//!
//! sgf-parse is linked in. sgfmill needs Python and @sabaki/sgf needs Node; where they are missing
//! their tests say so and pass, unless `SHINPAN_REQUIRE_TOOLS=1`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use sgf_parse::SgfNode;
use sgf_parse::go::{Move, Prop};
use shinpan_sgf::{Collection, Node, Size, Where, parse};

const FILES: u64 = 60;

/// SplitMix64: the files are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Writes clean SGF by hand, not with the writer that is tested.
struct Author {
    dice: Dice,
    side: u64,
    /// Whether texts have soft line breaks.
    soft: bool,
    out: String,
}

impl Author {
    fn file(seed: u64, soft: bool) -> String {
        let mut author = Author { dice: Dice(seed), side: 0, soft, out: String::new() };
        for _ in 0..=author.dice.below(3) {
            author.side = [5, 9, 13, 19][author.dice.below(4) as usize];
            let side = author.side;
            let _ = write!(author.out, "(;GM[1]FF[4]CA[UTF-8]SZ[{side}]");
            author.texts(&["PB", "PW", "GN", "RU", "KBX"]);
            author.sequence(4);
            author.out.push_str(")\n");
        }
        author.out
    }

    fn sequence(&mut self, depth: u64) {
        for _ in 0..self.dice.below(6) {
            self.blank();
            self.node();
        }
        if depth > 0 && self.dice.below(3) > 0 {
            for _ in 0..2 + self.dice.below(2) {
                self.blank();
                self.out.push('(');
                self.node();
                self.sequence(depth - 1);
                self.out.push(')');
            }
        }
    }

    fn blank(&mut self) {
        let blank = self.dice.pick(&["", "", "\n", " "]);
        self.out.push_str(blank);
    }

    fn node(&mut self) {
        self.out.push(';');
        match self.dice.below(6) {
            0 => self.stones(),
            1 => self.out.push_str(["B[]", "W[]", "B[tt]"][self.dice.below(3) as usize]),
            n => {
                let point = self.point();
                let _ = write!(self.out, "{}[{point}]", if n % 2 == 0 { "B" } else { "W" });
            }
        }
        self.texts(&["C", "N", "KBX", "SHPH"]);
        if self.dice.below(4) == 0 {
            let (point, text) = (self.point(), self.text());
            let _ = write!(self.out, "LB[{point}:{}]", text.replace(':', "\\:").replace('\n', " "));
        }
    }

    fn stones(&mut self) {
        let mut free: Vec<String> = Vec::new();
        while free.len() < 6 {
            let point = self.point();
            if !free.contains(&point) {
                free.push(point);
            }
        }
        for identifier in ["AB", "AW", "AE"] {
            let _ = write!(self.out, "{identifier}[{}][{}]", free.remove(0), free.remove(0));
        }
    }

    fn point(&mut self) -> String {
        let letter = |n: u64| char::from(b'a' + n as u8);
        let (col, row) = (self.dice.below(self.side), self.dice.below(self.side));
        format!("{}{}", letter(col), letter(row))
    }

    fn texts(&mut self, identifiers: &[&str]) {
        for identifier in identifiers {
            if self.dice.below(4) == 0 {
                let text = self.text();
                let _ = write!(self.out, "{identifier}[{text}]");
            }
        }
    }

    fn text(&mut self) -> String {
        let pieces =
            ["a", "b c", "\\]", ":", "\\:", "\n", "(;", ")", "[", "碁", "é", "🂡", "\\\\", "\\\n"];
        let pieces = if self.soft { &pieces[..] } else { &pieces[..pieces.len() - 1] };
        let count = 1 + self.dice.below(8);
        let mut text: String = (0..count).map(|_| self.dice.pick(pieces)).collect();
        text.insert(0, 'x');
        text.push('x');
        text
    }
}

fn files(soft: bool) -> Vec<String> {
    (0..FILES).map(|seed| Author::file(seed, soft)).collect()
}

/// The nodes with their parents and sorted properties, as the scripts print them.
fn dump(path: &Path, collection: &Collection, raw: bool) -> String {
    let mut out = format!("file {}\n", path.display());
    let mut place = vec![0; collection.node_count()];
    let nodes = collection.games().flat_map(|game| game.nodes().collect::<Vec<_>>());
    for (index, node) in nodes.enumerate() {
        place[node.id().index()] = index;
        let parent = |parent: Node<'_>| place[parent.id().index()].to_string();
        let parent = node.parent().map_or("-1".to_owned(), parent);
        let _ = writeln!(out, "node {parent}");
        let mut lines: Vec<(String, String)> = Vec::new();
        for property in node.properties() {
            let values = property.values().map(|value| {
                let text = if raw { value.raw().into() } else { value.text() };
                text.bytes().fold(String::from(" ."), |hex, byte| format!("{hex}{byte:02x}"))
            });
            lines.push((property.identifier().into_owned(), values.collect()));
        }
        lines.sort();
        for (identifier, values) in lines {
            let _ = writeln!(out, "{identifier}{values}");
        }
    }
    out
}

/// Gives each generated file, and what our writer makes of it, to another program, and compares.
fn compare(folder: &str, raw: bool, mut command: impl FnMut() -> Command) {
    let folder = tempfile::Builder::new().prefix(folder).tempdir().expect("a folder for the files");
    let mut paths = Vec::new();
    let mut expected = String::new();
    for (i, text) in files(true).into_iter().enumerate() {
        let original = parse(text.as_bytes()).expect("readable");
        assert!(original.repairs().is_empty(), "{:?}\n{text}", original.repairs());
        for (name, text) in [("found", &text), ("written", &original.to_sgf())] {
            let path = folder.path().join(format!("{i}-{name}.sgf"));
            std::fs::write(&path, text).expect("room for a file");
            expected.push_str(&dump(&path, &original, raw));
            paths.push(path);
        }
    }
    let output = command().args(&paths).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).expect("the script prints ASCII");
    for (found, expected) in found.split("file ").zip(expected.split("file ")) {
        assert_eq!(found.trim_end(), expected.trim_end());
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/test-tools")
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(name)
}

fn works(mut command: Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Whether the tool is there; without it the test passes, or fails where tools are required.
fn have(tool: &str, is_there: bool) -> bool {
    if !is_there {
        let text = format!("{tool} is missing; scripts/install-test-tools.sh sgf installs it");
        let required = std::env::var("SHINPAN_REQUIRE_TOOLS").is_ok_and(|v| v == "1");
        assert!(!required, "{text}");
        // Not `eprintln!`, which is shown for failing tests only.
        let _ = writeln!(std::io::stderr(), "skipped: {text}");
    }
    is_there
}

fn python() -> Option<PathBuf> {
    [tools().join("venv/bin/python"), PathBuf::from("python3")].into_iter().find(|python| {
        let mut command = Command::new(python);
        command.args(["-c", "import sgfmill"]);
        works(command)
    })
}

fn node() -> Command {
    let mut command = Command::new("node");
    command.env("NODE_PATH", tools().join("node_modules"));
    command
}

#[test]
fn sgfmill_reads_the_same() {
    let python = python();
    if !have("sgfmill for python3", python.is_some()) {
        return;
    }
    for (mode, raw) in [("raw", true), ("text", false)] {
        compare(&format!("shinpan-sgfmill-{mode}"), raw, || {
            let mut command = Command::new(python.as_deref().unwrap_or(Path::new("python3")));
            command.arg(script("sgfmill_dump.py")).arg(mode);
            command
        });
    }
}

#[test]
fn sabaki_reads_the_same() {
    let mut check = node();
    check.args(["-e", "require('@sabaki/sgf')"]);
    if !have("@sabaki/sgf for node", works(check)) {
        return;
    }
    compare("shinpan-sabaki", false, || {
        let mut command = node();
        command.arg(script("sabaki_dump.js"));
        command
    });
}

/// What both crates understand of a node: moves, stones set up, comment, number of children.
#[derive(Debug, Default, PartialEq, Eq)]
struct Understood {
    moves: Vec<(char, Option<(u8, u8)>)>,
    stones: [BTreeSet<(u8, u8)>; 3],
    comment: Option<String>,
    identifiers: Vec<String>,
    children: usize,
}

fn by_us(node: Node<'_>, size: Size) -> Understood {
    let mut understood = Understood { children: node.children().count(), ..Understood::default() };
    for property in node.properties() {
        let identifier = property.identifier().into_owned();
        match identifier.as_str() {
            "B" | "W" => {
                let at = match property.value().as_move(size).expect("a move") {
                    Where::Pass => None,
                    Where::Point(point) => Some((point.col, point.row)),
                };
                understood.moves.push((if identifier == "B" { 'B' } else { 'W' }, at));
            }
            "C" => understood.comment = Some(property.value().text().into_owned()),
            _ => {}
        }
        for (list, name) in ["AB", "AW", "AE"].into_iter().enumerate() {
            if identifier == name {
                let areas = property.values().filter_map(|value| value.as_area(size));
                let points = areas.flat_map(|area| area.points());
                understood.stones[list].extend(points.map(|p| (p.col, p.row)));
            }
        }
        understood.identifiers.push(identifier);
    }
    understood.identifiers.sort();
    understood
}

fn by_sgf_parse(node: &SgfNode<Prop>) -> Understood {
    let mut understood = Understood { children: node.children().count(), ..Understood::default() };
    for property in node.properties() {
        let at = |m: &Move| match m {
            // This reader leaves `tt` to its caller.
            Move::Move(point) if (point.x, point.y) == (19, 19) => None,
            Move::Move(point) => Some((point.x, point.y)),
            Move::Pass => None,
        };
        let points = |set: &std::collections::HashSet<sgf_parse::go::Point>| {
            set.iter().map(|point| (point.x, point.y)).collect()
        };
        match property {
            Prop::B(m) => understood.moves.push(('B', at(m))),
            Prop::W(m) => understood.moves.push(('W', at(m))),
            Prop::AB(set) => understood.stones[0] = points(set),
            Prop::AW(set) => understood.stones[1] = points(set),
            Prop::AE(set) => understood.stones[2] = points(set),
            Prop::C(text) => understood.comment = Some(text.text.clone()),
            _ => {}
        }
        understood.identifiers.push(sgf_parse::SgfProp::identifier(property));
    }
    understood.identifiers.sort();
    understood
}

#[test]
fn sgf_parse_reads_the_same() {
    // It leaves soft line breaks in the text, against the standard.
    for text in files(false) {
        let collection = parse(text.as_bytes()).expect("readable");
        for text in [&text, &collection.to_sgf()] {
            let theirs = sgf_parse::go::parse(text).expect("clean");
            assert_eq!(theirs.len(), collection.games().len());
            for (game, root) in collection.games().zip(&theirs) {
                let size = game.info().expect("Go").size;
                let mut todo = vec![root];
                let mut nodes = game.nodes();
                while let Some(their_node) = todo.pop() {
                    let our_node = nodes.next().expect("as many nodes as theirs");
                    assert_eq!(by_us(our_node, size), by_sgf_parse(their_node), "{text}");
                    let children: Vec<_> = their_node.children().collect();
                    todo.extend(children.into_iter().rev());
                }
                assert!(nodes.next().is_none());
            }
        }
    }
}
