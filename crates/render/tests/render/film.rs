//! Films: stones that come from nowhere are refused, what moves and what does not, pages that need
//! nothing else.

use resvg::usvg::roxmltree::{self, Document};
use shinpan_render::{
    Block, Error, Extent, Film, Flight, Pile, Shot, Spot, Stone, TextOptions, Theme, to_animation,
    to_html, to_png, to_sheet, to_svg, to_text,
};

use super::grid;

fn pile(stones: u32) -> Pile {
    Pile { player: 1, stones, label: "captured".to_owned() }
}

/// A white stone at A1 goes to the pile; then two come from there to B1 and A1.
fn film() -> Film {
    let shot = |title: &str, stones: Vec<Stone>, piled: u32, flights: Vec<Flight>| {
        let mut scene = grid(3, 2);
        scene.title = title.to_owned();
        scene.caption = vec![format!("<{title}>")];
        scene.stones = [Stone::new(2, 0)].into_iter().chain(stones).collect();
        scene.piles = vec![pile(piled)];
        Shot { scene, flights }
    };
    let fly = |from, to| Flight { player: 1, from, to };
    let dead = Stone { dead: true, ..Stone::new(3, 1) };
    let shots = vec![
        shot("one", vec![dead], 1, vec![]),
        shot("two", vec![], 2, vec![fly(Spot::Point(3), Spot::Pile)]),
        shot(
            "three",
            vec![Stone::new(4, 1), Stone::new(3, 1)],
            0,
            vec![fly(Spot::Pile, Spot::Point(4)), fly(Spot::Pile, Spot::Point(3))],
        ),
    ];
    Film { title: "A & B".to_owned(), shots }
}

#[test]
fn stones_neither_come_from_nowhere_nor_vanish() {
    assert_eq!(film().check(), Ok(()));
    let fault = |change: &dyn Fn(&mut Film)| {
        let mut film = film();
        change(&mut film);
        let fault = film.check().unwrap_err();
        assert_eq!(to_html(&film, &Theme::wood()), Err(fault.clone()));
        assert_eq!(to_animation(&film, &Theme::wood()), Err(fault.clone()));
        assert_eq!(to_sheet(&film, &Theme::wood(), 2), Err(fault.clone()));
        fault.to_string()
    };
    let film = "this film cannot be drawn";
    assert_eq!(fault(&|film| film.shots.clear()), format!("{film}: it has no shots"));
    assert_eq!(
        fault(&|film| film.shots[1].flights.clear()),
        format!(
            "{film}: shot 2: its stones are not those of the shot before, with what was carried"
        )
    );
    assert_eq!(
        fault(&|film| film.shots[1].flights[0].from = Spot::Point(0)),
        format!("{film}: shot 2: no stone of player 1 is at Point(0)")
    );
    assert_eq!(
        fault(&|film| film.shots[2].flights[1].to = Spot::Point(2)),
        format!("{film}: shot 3: a stone cannot be put to Point(2)")
    );
    assert_eq!(
        fault(&|film| film.shots[2].flights[1] = film.shots[1].flights[0]),
        format!("{film}: shot 3: no stone of player 1 is at Point(3)")
    );
    assert_eq!(
        fault(&|film| film.shots[1].scene.piles.clear()),
        format!("{film}: shot 2: board, players and piles must be those of shot 1")
    );
    assert_eq!(
        fault(&|film| film.shots = vec![film.shots[0].clone(); 101]),
        format!("{film}: 101 shots, where at most 100 can be drawn")
    );
    assert!(fault(&|film| film.shots[1].scene.stones[0].point = 99).contains("names point 99"));
}

#[test]
fn only_what_is_carried_moves() {
    let svg = to_animation(&film(), &Theme::wood()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let class = |name: &str| {
        let has = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == name))
        };
        document.descendants().filter(has).collect::<Vec<_>>()
    };
    // Two stones move, one rests, and every shot has a layer below the stones and one above.
    assert_eq!((class("mover").len(), class("stone").len(), class("shot").len()), (2, 3, 6));
    assert_eq!(class("last").len(), 2);
    let dead: Vec<_> = class("mover").iter().map(|node| node.attribute("data-dead")).collect();
    assert_eq!(dead, [Some("100"), Some("000")]);
    // The stone from A1 was put on top of the pile, so it is the first to leave it, for B1.
    let at = |index: usize| class("mover")[index].attribute("data-at").unwrap().to_owned();
    assert!(at(0).starts_with("-40,0 ") && at(0).ends_with(" 0,0"), "{}", at(0));
    assert!(svg.contains("prefers-reduced-motion") && svg.contains("@keyframes s2{0%"));
    assert!(svg.contains("&lt;three&gt;") && !svg.contains("http://www.w3.org/1999/xlink"));
}

#[test]
fn a_page_needs_nothing_else() {
    let page = to_html(&film(), &Theme::dark()).unwrap();
    for part in ["<title>A &amp; B</title>", "<h2>two</h2><p>&lt;two&gt;</p>", "#15181c"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("{{") && !page.contains("src=") && !page.contains("<link"));
    let outside = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    // `http-equiv` of the policy that forbids to load anything.
    assert_eq!(outside, 1);
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_sheet_has_all_shots() {
    let svg = to_sheet(&film(), &Theme::print(), 2).unwrap();
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    let inner: Vec<_> = root.children().filter(|node| node.has_tag_name("svg")).collect();
    assert_eq!(inner.len(), 3);
    let place = |index: usize| (inner[index].attribute("x"), inner[index].attribute("y"));
    assert_eq!(place(0).1, place(1).1);
    assert_eq!(place(0).0, place(2).0);
    assert_ne!(place(0), place(1));
    let picture = to_png(&svg, Extent::Width(400)).unwrap();
    assert_eq!((picture.width, picture.warnings.as_slice()), (400, [].as_slice()));
}

#[test]
fn blocks_and_piles_are_drawn_and_told() {
    let mut scene = grid(3, 2);
    scene.players = vec!["Ann".to_owned(), "Bea".to_owned()];
    scene.blocks = vec![
        Block { points: vec![0, 1, 3, 4], player: 0, label: "4".to_owned() },
        Block { points: vec![5], player: 1, label: "1".to_owned() },
    ];
    scene.piles = vec![pile(3), Pile { player: 0, stones: 4_000_000_000, label: String::new() }];
    let text = to_text(&scene, TextOptions::default()).unwrap();
    let expected =
        "...\n...\n\nx 4 at A2-B1   o 1 at C1\nO captured: 3\nX beside the board: 4000000000\n";
    assert_eq!(text.replace(". ", ".").replace(" .", "."), expected);
    let svg = to_svg(&scene, &Theme::wood()).unwrap();
    assert_eq!(svg.matches("class=\"block\"").count(), 2);
    assert_eq!(svg.matches("class=\"stone player-1\"").count(), 3);
    assert_eq!(svg.matches("class=\"stone player-0\"").count(), 100);
    assert!(svg.contains("Counted together for Ann (4): A2, B2, A1, B1."));
    assert!(svg.contains("Beside the board: 3 of Bea."));
    scene.blocks.push(Block { points: vec![0, 9], player: 8, label: String::new() });
    let Err(Error::Scene(faults)) = scene.check() else { panic!("not checked") };
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "block 2 belongs to player 8, and players are 0 to 7",
            "point 0 has more than one block",
            "block 2 names point 9, and there are 6 points",
        ]
    );
}
