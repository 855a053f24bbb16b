//! What the reader says about pages it cannot read.

use shinpan_casebook::parse;

/// A page with one case whose lines are these; its first line is the fourth of the file.
fn faults(lines: &str) -> String {
    let page = format!("# Page\n\n```case x\n{lines}\n```\n");
    parse("x.md", &page).unwrap_err().to_string()
}

#[test]
fn pages_and_names() {
    let told = |text: &str| parse("x.md", text).unwrap_err().to_string();
    assert_eq!(told(""), "x.md:1: expected a heading `# ...`");
    assert_eq!(
        told("# Page\n```case\nrules kee\nboard 2x2\n```\n"),
        "x.md:2: expected a name of small letters, digits and `-` after `case`, found ``"
    );
    let twice =
        "# Page\n```case a\nrules kee\nboard 2x2\n```\n```case a\nrules kee\nboard 2x2\n```\n";
    assert_eq!(told(twice), "x.md:6: the name `a` is used twice");
    assert_eq!(told("# Page\n```case a\nrules kee\nboard 2x2\n"), "x.md:2: the block has no end");
}

#[test]
fn headers() {
    for (lines, expected) in [
        ("board 2x2", "x.md:3: expected `rules` first"),
        ("rules kee", "x.md:3: expected `board` or `graph`"),
        (
            "rules kee\nrules kee\nboard 2x2\nB a1 a2",
            "x.md:5: `rules` stands twice\n\
          x.md:7: expected `captures`, `refused`, `ends`, `phase` or the end, found `a2`",
        ),
        ("rules kee x\nboard 2x2", "x.md:4: expected `option=value`, found `x`"),
        ("rules kee a=b a=c\nboard 2x2", "x.md:4: the option `a` stands twice"),
        (
            "rules kee\nboard 2y2",
            "x.md:5: expected a board like `19x19`, `line 5` or `torus 5x5`, found `2y2`",
        ),
        ("rules kee\ngraph a-a", "x.md:5: edge 1 joins `a` to itself"),
        ("rules kee\nboard 2x2\nplayers 9", "x.md:6: expected 2 to 8 players, found `9`"),
        ("rules kee\nboard 2x2\nto-move 3", "x.md:6: expected a player, found `3`"),
        ("rules kee\nboard 2x2\nkomi 1/3", "x.md:6: expected a multiple of 1/2, found `1/3`"),
        (
            "rules kee\nboard 2x2\nprisoners black x",
            "x.md:6: expected a number for black, found `x`",
        ),
        ("rules kee\nboard 2x2\nposition\n. X", "x.md:6: rows in the position: 1, on the board: 2"),
        (
            "rules kee\nboard 2x1\nposition\n. 3\n",
            "x.md:6: a stone of player 3, but there are 2 players",
        ),
    ] {
        assert_eq!(faults(lines), expected, "{lines}");
    }
}

#[test]
fn statements() {
    for (line, expected) in [
        ("Q a1", "expected a player, `all`, `referee`, `expect` or `result`, found `Q`"),
        (
            "B z9",
            "expected a point, `pass`, `resign`, `claim`, `accept`, `decline`, `request`, `dead`, `result`, `ranking` or `undo` \
             (the board is a 2x2), found `z9`",
        ),
        (
            "B",
            "expected a point, `pass`, `resign`, `claim`, `accept`, `decline`, `request`, \
               `dead`, `result`, `ranking` or `undo`, found the end of the line",
        ),
        ("B a1 captures", "expected points after `captures`"),
        ("B a1 captures b9", "expected a point of the 2x2 board, found `b9`"),
        ("B a1 captures b2 b2", "a point stands twice in the list"),
        ("B a1 refused K-13", "expected the reason after the clause of the refusal"),
        (
            "B a1 refused K-13 cycle",
            "expected a reason (occupied, suicide, ko, superko, cyclic, turn, ended, not-now), \
             found `cycle`",
        ),
        ("B a1 refused rule13 ko", "expected a clause, found `rule13`"),
        ("B a1 refused K-13 cyclic repeats x", "expected a number of moves, found `x`"),
        (
            "B a1 refused K-5 occupied ends K-15",
            "what is refused neither captures nor ends anything",
        ),
        (
            "all resign",
            "expected `dead`, `result`, `ranking` or `undo` after `all`, found `resign`",
        ),
        ("all result B", "expected a result like `B+3.5` or `draw`, found `B`"),
        ("all ranking black", "expected every player once in the ranking"),
        ("all dead @0 a1", "expected a scoring position's number, found `@0`"),
        ("referee decides", "expected `rule`, `time` or `forfeit`, found `decides`"),
        ("expect legal", "expected points or `none`"),
        ("expect banned a1", "expected a reason, found the end of the line"),
        ("expect position\n. .", "rows in the position: 1, on the board: 2"),
        ("result lost", "expected `win`, `draw`, `no-result` or `ranking`, found `lost`"),
        ("result draw", "expected a clause, found the end of the line"),
        ("margin x", "expected a number, found `x`"),
        ("scores black 1 black 2", "black stands twice"),
        ("cycle 1 to 2", "expected `from`, found `1`"),
        ("scoring X.", "rows in the position: 1, on the board: 2"),
    ] {
        let told = faults(&format!("rules kee\nboard 2x2\n{line}"));
        assert_eq!(told, format!("x.md:6: {expected}"), "{line}");
    }
}
