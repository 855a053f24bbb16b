//! Games from their beginning to their end.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Running, Socket, get, open, post, with_token};
use crate::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn two_play_a_game_to_an_agreed_count() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let at = server.address;
        let wish = json!({ "rules": "chinese", "board": "5x5", "komi": 0.5, "title": "Two",
                           "seats": [{ "name": "Ann" }] });
        let room = open(at, &wish).await;
        let acts = [
            "B C3", "W D3", "B C2", "W D2", "B C4", "W D4", "B C5", "W D5", "B C1", "W D1",
            "B pass", "W pass",
        ];
        room.play(at, 0, &acts).await;
        let state = room.state(at).await;
        assert_eq!(state["event"], 12);
        assert_eq!(state["report"]["result"]["sgf"], "B+4.5");
        assert_eq!(state["can"]["black"], json!(["resign", "dead", "result", "request", "undo"]));
        room.play(at, 12, &["B dead D1", "W accept"]).await;
        let state = room.state(at).await;
        assert_eq!(state["report"]["result"]["sgf"], "B+24.5");
        // The record and the journal are what `shinpan judge` reads.
        for (form, begins) in
            [("toml", "rules = \"chinese\""), ("sgf", "(;"), ("journal", "{\"event\":0")]
        {
            let answer = get(at, &room.path(&format!("/record?as={form}"))).await;
            assert!(answer.text().starts_with(begins), "{form}: {}", answer.text());
            let judged = post(at, "/api/judge", &json!({ "record": answer.text() })).await;
            assert_eq!(judged.json()["result"]["sgf"], "B+24.5", "{form}");
        }
        let view = get(at, &room.path("?trail=11")).await.json();
        assert_eq!(
            view["seats"][0],
            json!({ "player": "black", "name": "Ann", "taken": false,
                                             "online": false, "engine": null })
        );
        let frames = view["trail"].as_array().unwrap();
        let acts: Vec<&Value> = frames.iter().map(|frame| &frame["act"]).collect();
        assert_eq!(acts, ["B pass", "W pass", "B dead D1", "W accept"]);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_referee_refuses_and_says_why() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let room = open(at, &json!({ "rules": "kee", "board": "2x1" })).await;
    room.play(at, 0, &["B A1", "W B1"]).await;
    let banned = room.state(at).await["report"]["banned"].clone();
    assert_eq!(
        banned,
        json!([{ "point": "A1", "clause": "K-13", "reason": "cyclic", "repeats": 1 }])
    );
    let refused = room.act(at, &room.seats[0], ("x", 2, "B A1")).await;
    assert_eq!(refused.status, 422);
    let why = "it would bring back the position after move 1, and nobody has passed since";
    let told = json!({ "refused": { "move": 3, "player": "black", "point": "A1", "reason": "cyclic",
                                    "clause": "K-13", "repeats": 1, "why": why } });
    assert_eq!(refused.json(), told);
    // A refused act has used up nothing: neither its id nor its number.
    let passed = room.act(at, &room.seats[0], ("x", 2, "B pass")).await;
    assert_eq!(passed.json(), json!({ "id": "x", "event": 3, "again": false }));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_play_kee_on_a_graph() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let board = json!({ "points": ["hub", "a", "b", "c"],
                        "edges": [["hub", "a"], ["hub", "b"], ["hub", "c"], ["a", "b"]] });
    let room = open(at, &json!({ "rules": "kee", "board": board, "players": 3 })).await;
    room.play(at, 0, &["B a", "W b", "3 c", "B pass", "W pass", "3 pass", "B pass"]).await;
    let view = get(at, &room.path("")).await.json();
    assert_eq!(view["board"]["kind"], "graph");
    assert_eq!(view["board"]["places"].as_object().unwrap().len(), 4);
    let result = &view["state"]["report"]["result"];
    assert_eq!(result["outcome"], "ranking");
    assert_eq!(result["ranking"], json!([["black", "white", "player-3"]]));
    // More than two agree on a ranking.
    room.play(at, 7, &["3 ranking player-3 > black = white", "B accept", "W accept"]).await;
    let result = room.state(at).await["report"]["result"].clone();
    assert_eq!(result["ranking"], json!([["player-3"], ["black", "white"]]));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cycle_is_claimed_and_broken_and_claimed_again() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    // Three kos, and nobody yields.
    let record = shinpan_casebook::cases()
        .iter()
        .find(|case| case.setup.rules == "long-cycle-1" && case.block.contains("B claim"))
        .unwrap();
    let replay = get(at, &format!("/api/cases/{}", record.name)).await.json();
    let text = replay["record"].as_str().unwrap();
    let acts: Vec<&str> = replay["replay"]["frames"].as_array().unwrap()[1..]
        .iter()
        .filter(|frame| frame["refused"].is_null())
        .map(|frame| frame["act"].as_str().unwrap())
        .collect();
    let claim = acts.iter().position(|act| act.ends_with("claim")).unwrap();
    let start = text.split("moves").next().unwrap();
    let room = open(at, &json!({ "record": start, "rules": "long-cycle-1, cycles=claim" })).await;
    room.play(at, 0, &acts[..=claim]).await;
    let state = room.state(at).await;
    assert_eq!(state["pending"]["act"], acts[claim]);
    assert!(state["report"]["claimable"].is_object());
    let answer = if acts[claim].starts_with('B') { "W accept" } else { "B accept" };
    room.play(at, claim + 1, &[answer]).await;
    assert_eq!(room.state(at).await["report"]["result"]["ground"], "long-cycle");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_by_agreement() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let room = open(at, &json!({ "board": "5x5" })).await;
    room.play(at, 0, &["B A1", "W B2", "B C3"]).await;
    let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
    room.play(at, 3, &["B undo 2", "W accept"]).await;
    let proposed = socket.until("event").await;
    assert_eq!(proposed["trail"]["from"], 4);
    assert_eq!(proposed["trail"]["frames"][0]["act"], "B undo 2");
    assert_eq!(proposed["state"]["pending"]["by"], "black");
    let accepted = socket.until("event").await;
    assert_eq!(accepted["event"]["taken_back"], 2);
    assert_eq!(accepted["trail"], json!({ "from": 2, "frames": [] }));
    assert_eq!(
        (&accepted["state"]["event"], &accepted["state"]["report"]["moves"]),
        (&json!(5), &json!(1))
    );
    room.play(at, 5, &["W E5"]).await;
    let next = socket.until("event").await;
    assert_eq!(
        (&next["trail"]["from"], &next["trail"]["frames"][0]["event"]),
        (&json!(2), &json!(6))
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_two_passes_the_chains_are_analysed_and_everybody_is_told() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let position = [".X.XO", "XXXXO", "OOOOO", "OOO.O", ".OOOO"];
    let wish = json!({ "rules": "japanese-1989", "board": "5x5", "position": position });
    let room = open(at, &wish).await;
    let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
    room.play(at, 0, &["B pass", "W pass"]).await;
    let told = loop {
        let told = socket.until("state").await;
        if told["state"]["report"]["phase"] == "analysis" {
            break told;
        }
    };
    let chains = told["state"]["report"]["chains"].as_array().unwrap();
    assert!(chains.iter().all(|chain| chain["status"] == "alive"), "{chains:?}");
    assert_eq!(told["state"]["report"]["result"]["ground"], "score");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_gives_out_new_links_rules_and_closes() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let at = server.address;
        let room = open(at, &json!({ "board": "5x5", "listed": true })).await;
        let other = open(at, &json!({ "board": "5x5" })).await;
        let listed = get(at, "/api/rooms").await.json();
        assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
        assert_eq!(
            (&listed[0]["room"], &listed[0]["rules"]),
            (&json!(room.room), &json!("lasker-maas"))
        );
        let link = |token: &str| {
            let (path, token) = (room.path("/seats/white/link"), token.to_owned());
            async move { with_token(at, "POST", &path, &token, None).await }
        };
        assert_eq!(link(&room.seats[1]).await.code(), (403, "not-yours".to_owned()));
        assert_eq!(link(&other.host).await.code(), (401, "wrong-token".to_owned()));
        let new = link(&room.host).await.json()["token"].as_str().unwrap().to_owned();
        room.play(at, 0, &["B A1"]).await;
        let old = room.act(at, &room.seats[1], ("1", 1, "W B1")).await;
        assert_eq!(old.code(), (401, "wrong-token".to_owned()));
        assert_eq!(room.act(at, &new, ("1", 1, "W B1")).await.status, 200);
        let name = json!({ "name": " 審判 " });
        let named = with_token(at, "PUT", &room.path("/seats/white"), &new, Some(&name)).await;
        assert_eq!(named.json()["name"], "審判");
        let not = with_token(at, "PUT", &room.path("/seats/black"), &new, Some(&name)).await;
        assert_eq!(not.code(), (403, "not-yours".to_owned()));
        // The referee's acts are the host's.
        let time = room.act(at, &new, ("2", 2, "referee time B")).await;
        assert_eq!(time.code(), (403, "not-yours".to_owned()));
        assert_eq!(room.act(at, &room.host, ("2", 2, "referee time B")).await.status, 200);
        assert_eq!(room.state(at).await["report"]["result"]["sgf"], "W+T");
        // What is over is listed no more.
        assert_eq!(get(at, "/api/rooms").await.json(), json!([]));
        let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
        assert_eq!(with_token(at, "DELETE", &room.path(""), &new, None).await.status, 403);
        assert_eq!(with_token(at, "DELETE", &room.path(""), &room.host, None).await.status, 204);
        while socket.hear().await["type"] != "closed" {}
        assert_eq!(get(at, &room.path("")).await.code(), (404, "not-found".to_owned()));
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_from_a_record_and_with_handicap_stones() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let record = "(;SZ[9]RU[Chinese]KM[7];B[ee];W[gc])";
    let room = open(at, &json!({ "record": record })).await;
    let state = room.state(at).await;
    assert_eq!((&state["event"], &state["report"]["moves"]), (&json!(2), &json!(2)));
    room.play(at, 2, &["B C3"]).await;
    // Another game of the file, and a variation of it.
    let several = format!("{record}(;SZ[5]RU[Chinese];B[aa](;W[bb])(;W[cc];B[dd]))");
    for (wish, moves) in [
        (json!({ "record": several, "game": 2 }), 2),
        (json!({ "record": several, "game": 2, "variation": [2] }), 3),
    ] {
        let state = open(at, &wish).await.state(at).await;
        let report = &state["report"];
        assert_eq!(
            (&report["moves"], report["position"][0].as_str()),
            (&json!(moves), Some("X...."))
        );
    }
    let wish = json!({ "rules": "chinese", "board": "9x9", "handicap": 2 });
    let handicap = open(at, &wish).await;
    let view = get(at, &handicap.path("")).await.json();
    assert_eq!(view["handicap"], 2);
    assert_eq!(view["state"]["report"]["to_move"], "white");
    assert_eq!(view["state"]["report"]["position"][2], "......X..");
    for (wish, what) in [
        (json!({ "board": "9x9", "players": 9 }), "players: expected 2 to 8 players, found 9"),
        (json!({ "board": "99x9" }), "board: "),
        (json!({ "rules": "checkers" }), "rules: "),
        (json!({ "board": "9x9", "record": record }), "`board` and `record`: "),
        (json!({ "board": "9x9", "game": 2 }), "game: expected a `record` beside it, found none"),
        (json!({ "record": record, "game": 2 }), "game"),
        (
            json!({ "board": "6x6", "handicap": 2 }),
            "handicap: the 6x6 board has no star points for 2",
        ),
        (json!({ "rules": { "file": "/etc/passwd" } }), "rules: "),
        (json!({ "seats": [{ "engine": "deep" }] }), "seats[0].engine: there is no engine `deep`"),
        (json!({ "seats": [{ "name": "x".repeat(41) }] }), "name: expected at most 40 characters"),
        (json!({ "colour": "blue" }), "unknown field `colour`"),
    ] {
        let answer = post(at, "/api/rooms", &wish).await;
        assert_eq!(answer.status, 400, "{wish}");
        let json = answer.json();
        let told = format!(
            "{}: {}",
            json["error"]["place"].as_str().unwrap_or_default(),
            json["error"]["message"].as_str().unwrap()
        );
        assert!(told.contains(what), "{wish}: {told}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_waits_until_a_worker_is_free() {
    let database = Database::sqlite();
    let mut config = database.config();
    (config.limits.workers, config.limits.ruling) = (1, Duration::from_secs(2));
    let server = Running::start(config).await;
    let at = server.address;
    // A hard record, asked about twice: the worker is taken for two seconds, and for two more if the second request has waited so long.
    let empty = ".........\n".repeat(4);
    let record = format!(
        "rules = \"japanese-1989\"\nboard = \"9x9\"\nposition = \"\"\"\n{empty}XXXXXXXXX\n{empty}\"\"\"\nmoves = [\"B pass\", \"W pass\"]"
    );
    let body = json!({ "record": record, "budget": { "nodes": 1_000_000_000_u64 } });
    let judged = || {
        let body = body.clone();
        tokio::spawn(async move { post(at, "/api/judge", &body).await.status })
    };
    let busy = [judged(), judged()];
    tokio::time::sleep(Duration::from_millis(300)).await;
    let wish = json!({ "rules": "japanese-1989", "board": "2x2", "position": ["X.", ".."] });
    let room = open(at, &wish).await;
    room.play(at, 0, &["B pass", "W pass"]).await;
    let state = room.state(at).await;
    assert_eq!(state["analysing"], true, "{state}");
    assert_eq!(state["report"]["chains"][0]["status"], "unproven");
    let mut tries = 0;
    let state = loop {
        let state = room.state(at).await;
        if state["analysing"] == false {
            break state;
        }
        tries += 1;
        assert!(tries < 200, "{state}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert_eq!(state["report"]["chains"][0]["status"], "not-alive");
    for busy in busy {
        let status = busy.await.unwrap();
        assert!([200, 503].contains(&status), "{status}");
    }
    server.stop().await;
}
