//! Rulings over HTTP are those of the referee.

use serde_json::{Value, json};
use shinpan_referee::{Options, Record, judge};

use crate::client::{Running, get, post, request};
use crate::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_is_the_same_json_as_everywhere() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let sgf = "(;SZ[9]RU[Chinese]KM[7];B[ee];W[gc];B[cg];W[ee])";
    for rules in [None, Some("lasker-maas"), Some("kee, scoring=territory")] {
        let record = Record::read(sgf.as_bytes(), 1, &[]).unwrap();
        let read = rules.map(|rules| shinpan_rules::Ruleset::read(rules).unwrap());
        let own = judge(&record, &Options { rules: read, ..Options::default() }).unwrap().report;
        let body = json!({ "record": sgf, "rules": rules });
        let told = post(at, "/api/judge", &body).await.json();
        assert_eq!(told, serde_json::to_value(&own).unwrap());
        assert_eq!(told["refused"]["why"], "a stone of black stands there");
    }
    let at_two =
        post(at, "/api/judge", &json!({ "record": sgf, "at": 2, "komi": "6.5" })).await.json();
    assert_eq!((&at_two["moves"], &at_two["refused"]), (&json!(2), &Value::Null));
    let asked = json!({ "record": sgf, "at": 2, "passes": true, "rules": "tromp-taylor" });
    let passed = post(at, "/api/judge", &asked).await.json();
    assert_eq!((&passed["moves"], &passed["phase"]), (&json!(4), &json!("ended")));
    for (body, place) in [
        (json!({ "record": sgf, "at": 9 }), json!("at")),
        (json!({ "record": "board = \"5x5\"\nmoves = [\"B Z9\"]" }), json!("moves[1]")),
        (json!({ "record": "(;SZ[9]" , "game": 7 }), Value::Null),
    ] {
        let answer = post(at, "/api/judge", &body).await;
        assert_eq!(answer.code(), (400, "bad-record".to_owned()), "{}", answer.text());
        if !place.is_null() {
            assert_eq!(answer.json()["error"]["place"], place);
        }
    }
    for body in [
        json!({ "record": sgf, "rules": "checkers" }),
        json!({ "record": sgf, "komi": "much" }),
        json!({ "record": sgf, "cycles": "never" }),
        json!({ "record": sgf, "budget": { "seconds": -1 } }),
    ] {
        assert_eq!(
            post(at, "/api/judge", &body).await.code(),
            (400, "bad-input".to_owned()),
            "{body}"
        );
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chains_may_be_assumed_to_live() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    // Two rows of three points in a corner; the wall stands free on the rest of the board.
    let (wall, rest) = ("O O O O O . . . . . .\n", ". . . . . . . . . . .\n".repeat(7));
    let corner = format!(
        ". . . X O . . . . . .\n{0}X X X X O . . . . . .\n{wall}{rest}",
        ". . . X O . . . . . .\n"
    );
    let record = format!(
        "rules = \"japanese-1989\"\nboard = \"11x11\"\nposition = \"\"\"\n{corner}\"\"\"\nmoves = [\"B pass\", \"W pass\"]"
    );
    let ask = async |path: &str, more: Value| {
        let mut body = json!({ "record": record, "budget": { "nodes": 200 } });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        post(at, path, &body).await
    };
    let told = ask("/api/judge", json!({ "assume_alive": ["A8"] })).await.json();
    assert_eq!((&told["result"], &told["assuming"]["alive"]), (&Value::Null, &json!(["E11"])));
    assert_eq!(told["assuming"]["result"]["sgf"], "W+119");
    let staying = json!({ "dead": ["D11"], "assume_alive": "staying" });
    assert_eq!(ask("/api/judge", staying).await.json()["assuming"]["alive"], json!(["E11"]));
    let told = ask("/api/explain", json!({ "point": "A9", "assume_alive": ["A8"] })).await.json();
    assert_eq!(told["chain"]["status"], "not-alive");
    for (path, more, code) in [
        ("/api/judge", json!({ "assume_alive": ["Z9"] }), "bad-record"),
        ("/api/judge", json!({ "assume_alive": "staying" }), "bad-record"),
        ("/api/explain", json!({ "point": "A9", "assume_alive": ["D11"] }), "bad-input"),
        ("/api/explain", json!({ "point": "A9", "assume_alive": ["K1"] }), "bad-input"),
    ] {
        let answer = ask(path, more).await;
        assert_eq!(answer.code(), (400, code.to_owned()), "{}", answer.text());
        assert!(!answer.text().contains("--"), "{}", answer.text());
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_is_replayed_with_what_came_back() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let record = "rules = \"kee\"\nboard = \"2x1\"\nmoves = [\"B A1\", \"W B1\", \"B pass\", \"W pass\", \"B A1\", \"W B1\"]";
    let replay = post(at, "/api/replay", &json!({ "record": record })).await.json();
    let frames = replay["frames"].as_array().unwrap();
    let seen: Vec<(Value, Value, Value)> = frames
        .iter()
        .map(|frame| (frame["act"].clone(), frame["position"][0].clone(), frame["repeats"].clone()))
        .collect();
    let expected = [
        (Value::Null, json!(".."), Value::Null),
        (json!("B A1"), json!("X."), Value::Null),
        (json!("W B1"), json!(".O"), Value::Null),
        (json!("B pass"), json!(".O"), Value::Null),
        (json!("W pass"), json!(".O"), Value::Null),
        (json!("B A1"), json!("X."), json!(1)),
        (json!("W B1"), json!("X."), Value::Null),
    ];
    assert_eq!(seen, expected);
    assert_eq!(frames[2]["removed"], json!(["A1"]));
    assert_eq!(frames[6]["refused"]["clause"], "K-13");
    assert_eq!(replay["refused"], frames[6]["refused"]);
    assert_eq!((&replay["final"]["moves"], &frames[5]["place"]), (&json!(5), &json!("moves[5]")));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_case_of_the_book_can_be_played_through() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let index = get(at, "/api/casebook").await.json();
    let cases: Vec<&Value> = index
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|page| page["cases"].as_array().unwrap())
        .collect();
    assert_eq!(cases.len(), shinpan_casebook::cases().len());
    // Those of a page are the same as asked for one by one; one page of each ruleset will do.
    for page in ["kee/simple-ko", "general/taking-back", "lasker-maas/ending"] {
        let page = get(at, &format!("/api/casebook/{page}")).await;
        if page.status == 404 {
            continue;
        }
        let parts = page.json()["parts"].as_array().unwrap().clone();
        assert!(parts.iter().any(|part| part["markdown"].is_string()));
        for case in parts.iter().filter_map(|part| part.get("case")) {
            let name = case["name"].as_str().unwrap();
            assert_eq!(*case, get(at, &format!("/api/cases/{name}")).await.json());
            let frames = case["replay"]["frames"].as_array().unwrap();
            assert!(frames.len() > 1, "{name}");
        }
    }
    let ko = get(at, "/api/cases/kee-simple-ko").await.json();
    assert_eq!(ko["replay"]["frames"][2]["refused"]["clause"], "K-13");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_and_conversions() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let sgf = "(;SZ[5]RU[Chinese]KM[0];B[cc];W[dd])";
    for (form, kind, begins) in [
        ("svg", "image/svg+xml", &b"<svg"[..]),
        ("png", "image/png", &b"\x89PNG"[..]),
        ("json", "application/json", &b"{"[..]),
        ("text", "text/plain; charset=utf-8", &b""[..]),
    ] {
        let picture = post(at, "/api/render", &json!({ "record": sgf, "as": form })).await;
        assert_eq!(picture.header("content-type"), Some(kind));
        assert!(picture.body.starts_with(begins), "{form}");
    }
    let over = "(;SZ[5]RU[Tromp-Taylor]KM[0];B[cc];W[];B[])";
    let picture = post(at, "/api/render", &json!({ "record": over, "as": "text" })).await;
    assert!(String::from_utf8_lossy(&picture.body).contains("B+25"), "the result is its caption");
    for wrong in
        [json!({ "as": "html" }), json!({ "theme": "pink" }), json!({ "as": "png", "width": 9 })]
    {
        let mut body = json!({ "record": sgf });
        body.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        assert_eq!(
            post(at, "/api/render", &body).await.code(),
            (400, "bad-input".to_owned()),
            "{wrong}"
        );
    }
    let toml = post(at, "/api/convert", &json!({ "record": sgf, "to": "toml" })).await.json();
    assert!(toml["text"].as_str().unwrap().contains("moves"), "{toml}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_field_of_a_request_is_refused() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let record = "(;SZ[3]RU[Japanese];B[bb];W[];B[])";
    let requests = ["judge", "compare", "replay", "fill-in", "explain", "render"];
    for name in requests {
        let path = format!("/api/{name}");
        for (field, value, why) in [
            ("Komi", json!(6.5), "unknown field `Komi`, expected one of `"),
            ("budget", json!({ "node": 1 }), "budget.node: unknown field `node`, expected"),
            ("budget", json!({ "nodes": -1 }), "budget.nodes: invalid value: integer `-1`"),
            ("at", json!(-1), "at: invalid value: integer `-1`"),
        ] {
            let mut body = json!({ "record": record, "point": "B2" });
            if name != "explain" {
                body.as_object_mut().unwrap().remove("point");
            }
            body[field] = value;
            let answer = post(at, &path, &body).await;
            assert_eq!(answer.code(), (400, "bad-input".to_owned()), "{path} {body}");
            // Where it is and what was expected, in no one else's words.
            let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
            let told = message.strip_prefix("Komi: ").unwrap_or(&message);
            assert!(told.starts_with(why), "{path}: {message}");
        }
        let missing = post(at, &path, &json!({ "at": 1 })).await;
        assert!(missing.text().contains("missing field `record`"), "{}", missing.text());
    }
    let unread = get(at, "/api/rooms?before=x").await;
    assert!(unread.text().contains("the query: "), "{}", unread.text());
    let wrong = post(at, "/api/judge", &json!({ "record": record, "assume_alive": 3 })).await;
    assert!(wrong.text().contains("assume_alive: expected `staying`"), "{}", wrong.text());
    let twice = format!("{{\"record\":\"{record}\",\"at\":1,\"at\":2}}");
    let twice = request(at, "POST", "/api/judge", &[], Some(&twice)).await;
    assert!(twice.text().contains("duplicate field `at`"), "{}", twice.text());
    let broken = request(at, "POST", "/api/judge", &[], Some("{\"record\":")).await.json();
    let message = broken["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("the body is no JSON: "), "{message}");
    // All rulesets are asked.
    let one = post(at, "/api/compare", &json!({ "record": record, "rules": "kee" })).await;
    assert_eq!(one.json()["error"]["place"], "rules", "{}", one.text());
    assert_eq!(one.status, 400);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_breaks_the_rules_is_not_solved() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let record = "rules = \"kee\"\nboard = \"2x1\"\nmoves = [\"B A1\", \"W B1\", \"B A1\"]";
    let body = json!({ "record": record, "moves": true });
    let told = post(server.address, "/api/solve", &body).await.json();
    assert_eq!((&told["value"], &told["exact"]), (&Value::Null, &json!(false)));
    assert_eq!((&told["limit_code"], &told["moves"]), (&json!("refused"), &Value::Null));
    assert_eq!(told["refused"]["clause"], "K-13");
    server.stop().await;
}
