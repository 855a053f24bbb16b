//! What a game tells, and what in it cannot be read.

use super::read;
use crate::{Area, Colour, Event, EventKind, Setup, Size, Where};

const NINE: Size = Size { cols: 9, rows: 9 };

fn shown(event: &Event<'_>) -> String {
    let list = |points: &[crate::Point]| points.iter().map(|p| p.to_string()).collect::<String>();
    let at = event.location().map_or(String::new(), |at| at.to_string());
    let kind = match &event.kind {
        EventKind::Move { colour, at: Where::Pass } => format!("{colour} passes"),
        EventKind::Move { colour, at } => format!("{colour} {at}"),
        EventKind::Setup(Setup { black, white, empty }) => {
            format!("setup {}/{}/{}", list(black), list(white), list(empty))
        }
        EventKind::Player(colour) => format!("{colour} to play"),
        EventKind::Private => format!("private {}", event.property),
        EventKind::Unreadable(fault) => return fault.to_string(),
    };
    format!("{at} {kind}")
}

/// The events of the last node, each with its notes.
fn events(text: &str, size: Size) -> Vec<String> {
    let collection = read(text);
    let node = collection.game(0).expect("a game").main_line().last().expect("a node");
    let events = node.events(size);
    let with_notes = events.iter().flat_map(|event| {
        let notes = event.notes.iter().map(|note| format!("note {note}"));
        std::iter::once(shown(event)).chain(notes)
    });
    with_notes.collect()
}

#[test]
fn events_come_in_the_order_of_the_file() {
    assert_eq!(
        events("(;W[bb]SHPH[2]AB[aa]C[x]B[cc]BL[3]AW[dd]PL[W]Black[])", NINE),
        [
            "1:3 White bb",
            "1:8 private SHPH[2]",
            "1:15 setup aa/dd/",
            "1:25 Black cc",
            "1:41 White to play",
            "1:46 Black passes",
        ]
    );
}

#[test]
fn tt_is_read_by_the_size_of_the_board() {
    assert_eq!(events("(;B[tt])", Size::NINETEEN), ["1:3 Black passes"]);
    assert_eq!(events("(;B[tt])", Size { cols: 25, rows: 25 }), ["1:3 Black tt"]);
    assert_eq!(
        events("(;B[ZZ]W[Aa])", Size { cols: 52, rows: 52 }),
        ["1:3 Black ZZ", "1:8 White Aa"]
    );
}

#[test]
fn values_that_cannot_be_read_do_not_stop_the_others() {
    assert_eq!(
        events("(;\n;B[jj]W[q17]B[aa][bb][cc]AB[xx][aa][zz:aa][]PL[x][y]W[aa:bb])", NINE),
        [
            "2:3: expected a point of the 9x9 board after `B`, found `[jj]`",
            "2:8: expected a point of the 9x9 board after `W`, found `[q17]`",
            "2:13 Black aa",
            "2:18: expected one value after `B`, found `[bb]` and 1 more",
            "2:26 setup aa//",
            "note 2:43: no point in `[]` after `AB`, ignored",
            "2:28: expected a point or two corners on the 9x9 board after `AB`, found `[xx]` and 1 more",
            "2:47: expected `B` or `W` after `PL`, found `[x]`",
            "2:50: expected one value after `PL`, found `[y]`",
            "2:54: expected a point of the 9x9 board after `W`, found `[aa:bb]`",
        ]
    );
}

#[test]
fn lists_of_stones_are_expanded() {
    assert_eq!(
        events("(;AB[aa:cb][ee]AW[dd:dc]AE[ii:ii])", NINE),
        [
            "1:3 setup aabacaabbbcbee/dcdd/ii",
            "note 1:18: `dd:dc` after `AW`, read as `dc:dd`",
            "note 1:27: `ii:ii` after `AE`, read as `ii`",
        ]
    );
    assert_eq!(
        events("(;AB[aa][aa][bb]AW[ bb ][cc]AB[aa:bb])", NINE),
        [
            "1:3 setup aabbbaab/bbcc/",
            "note 1:9: 1 point again after `AB`, the first is `aa`, already after `AB`",
            "note 1:19: blanks in ` bb ` after `AW`, ignored",
            "note 1:19: 1 point again after `AW`, the first is `bb`, already after `AB`",
            "note 1:31: 2 points again after `AB`, the first is `aa`, already after `AB`",
        ]
    );
}

#[test]
fn a_rectangle_given_again_and_again_is_expanded_once() {
    let text = format!("(;AB{})", "[aa:ZZ]".repeat(100_000));
    let collection = read(&text);
    let events = collection.game(0).expect("a game").root().events(Size { cols: 52, rows: 52 });
    let EventKind::Setup(setup) = &events[0].kind else { panic!("{events:?}") };
    let all = Area::between(setup.black[0], setup.black[2703]);
    assert!(setup.black.iter().copied().eq(all.points()));
    assert_eq!(
        events[0].notes[0].to_string(),
        "1:12: 99999 points again after `AB`, the first is `aa`, already after `AB`"
    );
}

#[test]
fn who_plays_may_be_written_in_other_words() {
    assert_eq!(events("(;PL[B])", NINE), ["1:3 Black to play"]);
    assert_eq!(
        events("(;PL[white])", NINE),
        ["1:3 White to play", "note 1:5: `white` after `PL`, read as `W`"]
    );
    assert_eq!(
        events("(;B[ aa\n])", NINE),
        ["1:3 Black aa", "note 1:4: blanks in ` aa ` after `B`, ignored"]
    );
}

#[test]
fn the_root_tells_about_the_game() {
    let text =
        "(;GM[1]FF[4]SZ[5:7]KM[6,5]HA[0]RU[Tromp/\\\nTaylor]RE[B+Illegal]PB[a\nb]BR[]CA[UTF-8])";
    let collection = read(text);
    let info = collection.game(0).expect("a game").info().expect("Go");
    assert_eq!(info.size, Size { cols: 5, rows: 7 });
    assert_eq!(info.size_found.as_deref(), Some("5:7"));
    assert_eq!(info.ff, Some(4));
    assert_eq!(info.komi.as_deref(), Some("6,5"));
    assert_eq!(info.handicap.as_deref(), Some("0"));
    assert_eq!(info.rules.as_deref(), Some("Tromp/Taylor"));
    assert_eq!(info.recorded_result().and_then(|r| r.winner()), Some(Colour::Black));
    assert_eq!(info.black.as_deref(), Some("a b"));
    assert_eq!(info.black_rank.as_deref(), Some(""));
    assert_eq!(info.white, None);
    assert_eq!(info.charset.as_deref(), Some("UTF-8"));
    assert!(info.notes.is_empty());
}

#[test]
fn what_is_about_the_game_may_stand_in_a_later_node() {
    let collection =
        read("(;SZ[3]KM[5.5][6.5]RU[];RU[kee]KM[0]KM[5.5];B[aa](;RE[B+1]PB[me]RU[])(;RE[W+2]))");
    let game = collection.game(0).expect("a game");
    let told = |info: crate::GameInfo| {
        let notes: Vec<String> = info.notes.iter().map(ToString::to_string).collect();
        assert_eq!((info.komi.as_deref(), info.rules.as_deref()), (Some("5.5"), Some("kee")));
        (info.result.expect("a result"), info.black.is_some(), notes)
    };
    let late = |at: &str, name: &str| {
        format!("1:{at}: `{name}` stands after the root, and is read from there")
    };
    let both = [
        "1:8: 2 values after `KM`, the first is read".to_owned(),
        late("25", "RU"),
        "1:32: `KM` again with another value, not read: `0`".to_owned(),
    ];
    let first = [&both[..], &[late("52", "RE"), late("59", "PB")]].concat();
    assert_eq!(told(game.info().expect("Go")), ("B+1".to_owned(), true, first));
    let line = game.line(&crate::VariationPath::new([2])).expect("a line");
    let second = [&both[..], &[late("72", "RE")]].concat();
    assert_eq!(told(game.info_along(&line).expect("Go")), ("W+2".to_owned(), false, second));
    let blank = read("(;BR[];BR[])");
    let info = blank.game(0).expect("a game").info().expect("Go");
    assert_eq!((info.black_rank.as_deref(), info.notes.len()), (Some(""), 0));
}

#[test]
fn sizes_are_read_or_refused() {
    let size = |text: &str| {
        let collection = read(text);
        let info = collection.game(0).expect("a game").info();
        info.map_err(|error| error.to_string()).map(|info| {
            let notes: String = info.notes.iter().map(|note| format!(", {note}")).collect();
            format!("{}{notes}", info.size)
        })
    };
    let ok = |text: &str| Ok(text.to_owned());
    assert_eq!(size("(;SZ[52])"), ok("52x52"));
    assert_eq!(size("(;SZ[1])"), ok("1x1"));
    assert_eq!(size("(;SZ[3][5])"), ok("3x3, 1:5: 2 values after `SZ`, the first is read"));
    assert_eq!(size("(;SiZe[13])"), ok("13x13"));
    assert_eq!(size("(;SZ[9:9])"), ok("9x9, 1:5: `9:9` after `SZ`, read as `9`"));
    assert_eq!(size("(;SZ[ 9])"), ok("9x9, 1:5: blanks in ` 9` after `SZ`, ignored"));
    assert_eq!(size("(;B[aa];W[tt])"), ok("19x19"));
    assert_eq!(
        size("(;B[aa]\n;W[ta];B[ZZ])"),
        ok("19x19, 2:3: no `SZ` in this game, read as 19x19, but `[ta]` lies outside")
    );
    for bad in ["0", "53", "", "x", "9:", "9:53", "5:7:9", "-9", "9.5", "256", "19x19"] {
        assert_eq!(
            size(&format!("(;SZ[{bad}])")),
            Err(format!(
                "1:5: expected a size from 1 to 52, or two such as `5:7`, after `SZ`, found `[{bad}]`"
            ))
        );
    }
    assert_eq!(size("(;GM[]SZ[9])"), ok("9x9"));
    assert_eq!(size("(;GM[01]SZ[9])"), ok("9x9"));
    assert_eq!(size("(;FF[4]GM[3])"), Err("1:8: GM[3] is not Go".to_owned()));
}
