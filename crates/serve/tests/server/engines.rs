//! Engines in seats.

use std::process::Command;

use serde_json::json;
use shinpan_serve::{Config, EngineConfig};

use crate::client::{Running, Socket, get, open, with_token};
use crate::database::Database;

fn with_engine(config: Config, command: &str) -> Config {
    let engines = vec![EngineConfig { name: "one".to_owned(), command: command.to_owned() }];
    Config { engines, ..config }
}

#[tokio::test(flavor = "multi_thread")]
async fn gnugo_takes_a_seat_and_answers_after_a_restart_too() {
    let program = ["gnugo", "/usr/games/gnugo"]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok());
    let Some(program) = program else {
        let required = std::env::var_os("SHINPAN_REQUIRE_TOOLS").is_some();
        assert!(!required, "gnugo is missing: scripts/install-test-tools.sh gnugo");
        eprintln!("gnugo is missing: not tested");
        return;
    };
    let database = Database::sqlite();
    let config = with_engine(database.config(), &format!("{program} --mode gtp --level 0"));
    let server = Running::start(config.clone()).await;
    let at = server.address;
    assert_eq!(get(at, "/api/engines").await.json(), json!([{ "name": "one" }]));
    let wish = json!({ "rules": "chinese", "board": "5x5", "seats": [{}, { "engine": "one" }] });
    let room = open(at, &wish).await;
    assert_eq!(room.seats[1], "");
    let (mut socket, welcome) =
        Socket::enter(at, &room.room, json!({ "tokens": [room.seats[0]] })).await;
    assert_eq!(welcome["room"]["seats"][1]["engine"], "one");
    socket.say(&json!({ "type": "act", "id": "1", "after": 0, "act": "B C3" })).await;
    let answered = loop {
        let event = socket.until("event").await;
        if event["event"]["event"] == 2 {
            break event["event"]["act"].as_str().unwrap().to_owned();
        }
    };
    assert!(answered.starts_with("W "), "{answered}");
    // Nobody else plays for it.
    let stolen = room.act(at, &room.seats[0], ("2", 2, "W pass")).await;
    assert_eq!(stolen.code(), (403, "not-yours".to_owned()));
    server.stop().await;
    let server = Running::start(config).await;
    let (mut socket, _) =
        Socket::enter(server.address, &room.room, json!({ "tokens": [room.seats[0]] })).await;
    socket.say(&json!({ "type": "act", "id": "2", "after": 2, "act": "B pass" })).await;
    while socket.until("event").await["event"]["event"] != 4 {}
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_talks_nonsense_leaves_its_seat_to_somebody() {
    let database = Database::sqlite();
    // It answers everything with success, and every move with nothing.
    let nonsense = "sh -c 'while read id rest; do echo \"=$id\"; echo; done'";
    let server = Running::start(with_engine(database.config(), nonsense)).await;
    let at = server.address;
    let wish = json!({ "rules": "chinese", "board": "5x5", "seats": [{ "engine": "one" }, {}] });
    let room = open(at, &wish).await;
    let (mut socket, welcome) = Socket::enter(at, &room.room, json!({})).await;
    let mut black = welcome["room"]["seats"][0].clone();
    while black["complaint"].is_null() {
        black = socket.until("seats").await["seats"][0].clone();
    }
    let why = black["complaint"].as_str().unwrap();
    assert!(why.contains("expected a point of the board"), "{why}");
    assert_eq!(black["online"], false);
    let path = room.path("/seats/black/link");
    let link = with_token(at, "POST", &path, &room.host, None).await.json();
    let token = link["token"].as_str().unwrap();
    assert_eq!(room.act(at, token, ("1", 0, "B C3")).await.status, 200);
    // Engines play games of two on rectangles.
    let wish = json!({ "rules": "kee", "board": "torus 5x5", "seats": [{ "engine": "one" }] });
    let refused = crate::client::post(at, "/api/rooms", &wish).await;
    assert_eq!(refused.code(), (400, "bad-input".to_owned()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_without_a_place_comes_once_there_is_one() {
    let database = Database::sqlite();
    // It says nothing at all, so it stays.
    let mut config = with_engine(database.config(), "sleep 60");
    config.limits.engines = 1;
    let server = Running::start(config).await;
    let at = server.address;
    let wish = json!({ "rules": "chinese", "board": "5x5", "seats": [{}, { "engine": "one" }] });
    let (first, second) = (open(at, &wish).await, open(at, &wish).await);
    let (_there, welcome) = Socket::enter(at, &first.room, json!({})).await;
    assert_eq!(welcome["room"]["seats"][1]["complaint"], json!(null));
    let (mut socket, welcome) = Socket::enter(at, &second.room, json!({})).await;
    let white = &welcome["room"]["seats"][1];
    let why = white["complaint"].as_str().unwrap();
    assert!(why.contains("it comes once one is free"), "{why}");
    assert_eq!(white["online"], false);
    // The game that has the place ends.
    assert_eq!(first.act(at, &first.seats[0], ("1", 0, "B resign")).await.status, 200);
    while socket.until("seats").await["seats"][1]["complaint"] != json!(null) {}
    server.stop().await;
}
