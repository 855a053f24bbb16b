//! Graphs that are no boards, and boards that are large or lopsided.

use super::run::{ruling, run, unreadable};

fn graph(points: &[&str], edges: &[(&str, &str)]) -> String {
    let points: Vec<String> = points.iter().map(|name| format!("{name:?}")).collect();
    let edges: Vec<String> = edges.iter().map(|(a, b)| format!("[{a:?},{b:?}]")).collect();
    format!("[board]\npoints = [{}]\nedges = [{}]\n", points.join(","), edges.join(","))
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("p{number}")).collect()
}

fn refs(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

#[test]
fn faults_are_told_with_their_numbers() {
    let told = |points: &[&str], edges: &[(&str, &str)]| unreadable(graph(points, edges));
    assert_eq!(told(&["a", "b"], &[("a", "a")]), "board: edge 1 joins `a` to itself");
    assert_eq!(
        told(&["a", "b"], &[("a", "b"), ("b", "A")]),
        "board: edge 2 joins `b` and `A`, as edge 1 does"
    );
    assert_eq!(told(&["a", "A"], &[]), "board: points 1 and 2 are both named `A`");
    assert_eq!(
        told(&["a", "b"], &[("a", "z")]),
        "board: edge 1 names the point `z`, which is not among the points"
    );
    assert_eq!(told(&[], &[]), "board: a graph of 0 points: it must have 1 to 10000");
    assert_eq!(
        told(&["pass"], &[]),
        "board: point 1 is named `pass`: `pass` is a move, not a point"
    );
    assert_eq!(told(&[""], &[]), "board: point 1 is named ``: a name must not be empty");
    let long = "x".repeat(100_000);
    assert_eq!(
        told(&[&long], &[]),
        format!(
            "board: point 1 is named `{}`: a name must not be longer than 40 characters",
            "x".repeat(40)
        )
    );
    let ends = told(&["a"; 3], &[("z", "z"); 100_000]);
    assert!(ends.starts_with("board: points 1 and 2 are both named `a`; "), "{ends}");
    assert!(ends.ends_with("; and 199982 more"), "{ends}");
}

#[test]
fn a_point_without_edges_is_a_board() {
    let told = ruling(&["--rules", "kee"], graph(&["a"], &[]));
    assert_eq!(told["banned"][0]["reason"], "suicide");
}

#[test]
fn a_hundred_thousand_edges() {
    let names = names(10_000);
    let edges: Vec<(&str, &str)> = (0..100_000)
        .map(|number| (number % 10_000, number / 10_000 + 1))
        .map(|(from, step)| (names[from].as_str(), names[(from + step) % 10_000].as_str()))
        .collect();
    let board = graph(&refs(&names), &edges);
    assert_eq!(ruling(&["--rules", "kee"], &board)["legal"].as_array().map(Vec::len), Some(10_000));
    let picture = run(&["render", "-", "--rules", "kee"], &board);
    assert_eq!(picture.status, Some(0));
    let more = [&edges[..], &edges[..1]].concat();
    assert_eq!(
        unreadable(graph(&refs(&names), &more)),
        "board: a graph of 100001 edges: at most 100000 are allowed"
    );
    let more = names.iter().map(String::as_str).chain(["q"]).collect::<Vec<_>>();
    assert_eq!(
        unreadable(graph(&more, &[])),
        "board: a graph of 10001 points: it must have 1 to 10000"
    );
}

#[test]
fn a_star_with_9999_leaves() {
    let names = names(10_000);
    let edges: Vec<(&str, &str)> = names[1..].iter().map(|leaf| (&*names[0], &**leaf)).collect();
    // All leaves but one are taken, then the hub captures half of them; asked for in capitals.
    let leaves = (1..9999).map(|leaf| format!("\"{} P{leaf}\"", ["B", "W"][leaf % 2]));
    let moves: Vec<String> = leaves.chain(["\"W P0\"".to_owned()]).collect();
    let record = format!("moves = [{}]\n{}", moves.join(","), graph(&refs(&names), &edges));
    let told = ruling(&["--rules", "tromp-taylor"], &record);
    assert_eq!(told["moves"], 0, "white begins: {}", told["refused"]);
    let record = record.replacen("moves", "to_move = \"white\"\nmoves", 1);
    let told = ruling(&["--rules", "tromp-taylor"], &record);
    assert_eq!((&told["moves"], &told["refused"]), (&9999.into(), &serde_json::Value::Null));
    for rules in ["kee", "long-cycle-1", "chinese"] {
        ruling(&["--rules", rules], &record);
    }
    assert_eq!(run(&["compare", "-"], &record).status, Some(0));
    assert_eq!(run(&["judge", "-", "--rules", "kee"], &record).status, Some(0));
    assert_ne!(run(&["render", "-", "--rules", "kee", "--as", "svg"], &record).status, None);
    assert_ne!(run(&["render", "-", "--rules", "kee", "--as", "png"], &record).status, None);
    // Many words about one point, in the other case than the board's.
    let dead = "P9999 ".repeat(1_000_000);
    let acts = format!("rules = \"lasker-maas\"\nmoves = [\"all dead {dead}\"]\n");
    ruling(&[], acts + &graph(&refs(&names), &edges));
}
