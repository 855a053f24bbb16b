//! Play over WebSockets: order, repetition, coming back.

use std::time::Duration;

use serde_json::{Value, json};
use shinpan_serve::Limits;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Opened, Running, Socket, get, open, with_token};
use crate::database::Database;

fn act(id: &str, after: usize, act: &str) -> Value {
    json!({ "type": "act", "id": id, "after": after, "act": act })
}

async fn room_on(server: &Running) -> Opened {
    open(server.address, &json!({ "board": "5x5" })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_holds_a_link_that_is_replaced_hears_it() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let room = room_on(&server).await;
        let at = server.address;
        let enter = async |tokens: Value| {
            Socket::enter(at, &room.room, json!({ "tokens": tokens })).await.0
        };
        let mut black = enter(json!([room.seats[0], room.host])).await;
        let mut white = enter(json!([room.seats[1]])).await;
        let link = room.path("/seats/white/link");
        let new = with_token(at, "POST", &link, &room.host, None).await.json();
        assert_eq!(white.until("error").await["error"]["code"], "wrong-token");
        while white.hear().await["type"] != "closed" {}
        let (mut again, welcome) =
            Socket::enter(at, &room.room, json!({ "tokens": [new["token"]] })).await;
        assert_eq!(welcome["room"]["you"]["seats"], json!(["white"]));
        // Nobody else is sent away.
        black.say(&act("1", 0, "B C3")).await;
        assert_eq!(black.until("ack").await["event"], 1);
        again.until("event").await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_hears_what_happens_in_order() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let room = room_on(&server).await;
        let at = server.address;
        let (mut black, welcome) =
            Socket::enter(at, &room.room, json!({ "tokens": [room.seats[0]], "trail": 0 })).await;
        assert_eq!(welcome["room"]["you"], json!({ "seats": ["black"], "host": false }));
        assert_eq!(welcome["room"]["trail"][0]["act"], Value::Null);
        let (mut white, _) =
            Socket::enter(at, &room.room, json!({ "tokens": [room.seats[1], room.host] })).await;
        let (mut watcher, welcome) = Socket::enter(at, &room.room, json!({})).await;
        assert_eq!(welcome["room"]["seats"][0]["online"], true);
        assert_eq!(welcome["room"]["you"], json!({ "seats": [], "host": false }));
        let mut told = black.until("seats").await;
        while told["spectators"] != 1 {
            told = black.until("seats").await;
        }
        black.say(&act("1", 0, "B C3")).await;
        assert_eq!(
            black.until("ack").await,
            json!({ "type": "ack", "id": "1", "event": 1, "again": false })
        );
        for socket in [&mut white, &mut watcher] {
            let event = socket.until("event").await;
            assert_eq!(
                (&event["event"]["event"], &event["event"]["act"]),
                (&json!(1), &json!("B C3"))
            );
            assert_eq!(event["state"]["report"]["to_move"], "white");
            assert_eq!(event["trail"]["frames"][0]["position"][2], "..X..");
        }
        watcher.say(&act("1", 1, "W A1")).await;
        assert_eq!(watcher.until("error").await["error"]["code"], "wrong-token");
        white.say(&act("1", 1, "W C3")).await;
        let refused = white.until("refused").await;
        assert_eq!(
            (&refused["id"], &refused["refused"]["reason"]),
            (&json!("1"), &json!("occupied"))
        );
        white.say(&json!({ "type": "name", "player": "white", "name": "Wu" })).await;
        let seats = watcher.until("seats").await;
        assert_eq!(seats["seats"][1]["name"], "Wu");
        white.say(&json!({ "type": "ping" })).await;
        white.until("pong").await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn replayed_and_out_of_order_messages_do_nothing() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let room = room_on(&server).await;
        let tokens = json!({ "tokens": room.seats });
        let (mut socket, _) = Socket::enter(server.address, &room.room, tokens.clone()).await;
        socket.say(&act("a", 0, "B A1")).await;
        socket.until("ack").await;
        // The same message again: the same answer, and nothing done.
        socket.say(&act("a", 0, "B A1")).await;
        assert_eq!(
            socket.until("ack").await,
            json!({ "type": "ack", "id": "a", "event": 1, "again": true })
        );
        // Its id for something else.
        socket.say(&act("a", 1, "B B1")).await;
        assert_eq!(socket.until("error").await["error"]["code"], "id-reused");
        // What was said before it was known, and what cannot be known yet.
        for after in [0, 7] {
            socket.say(&act("b", after, "W B1")).await;
            let error = socket.until("error").await;
            assert_eq!((&error["id"], &error["error"]["code"]), (&json!("b"), &json!("stale")));
            assert_eq!(error["error"]["event"], 1);
        }
        // Ids are a player's own.
        socket.say(&act("a", 1, "W B1")).await;
        assert_eq!(socket.until("ack").await["event"], 2);
        server.stop().await;
        // And after a restart.
        let server = Running::start(database.config()).await;
        let (mut socket, _) = Socket::enter(server.address, &room.room, tokens).await;
        socket.say(&act("a", 0, "B A1")).await;
        assert_eq!(socket.until("ack").await["again"], true);
        assert_eq!(room.state(server.address).await["event"], 2);
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_hears_what_was_missed() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let room = room_on(&server).await;
    let (first, _) = Socket::enter(at, &room.room, json!({})).await;
    drop(first);
    room.play(at, 0, &["B A1", "W B2", "B C3", "W D4"]).await;
    let (_, welcome) = Socket::enter(at, &room.room, json!({ "since": 1, "trail": 3 })).await;
    let acts: Vec<&Value> =
        welcome["events"].as_array().unwrap().iter().map(|event| &event["act"]).collect();
    assert_eq!(acts, ["W B2", "B C3", "W D4"]);
    assert_eq!(welcome["room"]["trail"].as_array().unwrap().len(), 2);
    // The same over HTTP, waiting for what is to come.
    let events = get(at, &room.path("/events?since=3")).await.json();
    assert_eq!((&events["event"], &events["events"][0]["act"]), (&json!(4), &json!("W D4")));
    let path = room.path("/events?since=4&wait=20");
    let waits = tokio::spawn(async move { get(at, &path).await.json() });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!waits.is_finished());
    room.play(at, 4, &["B E5"]).await;
    assert_eq!(waits.await.unwrap()["events"][0]["act"], "B E5");
    // Who knows of more than there is has come to the wrong place.
    let mut socket = Socket::connect(at, &room.room).await;
    socket.say(&json!({ "type": "hello", "since": 99 })).await;
    assert_eq!(socket.hear().await["error"]["code"], "stale");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_that_misbehave_are_closed() {
    let database = Database::sqlite();
    let mut config = database.config();
    config.limits = Limits { messages: 5, sockets_each: 3, ..config.limits };
    config.limits.patience = Duration::from_millis(300);
    let server = Running::start(config).await;
    let at = server.address;
    let room = room_on(&server).await;
    // Nothing but a hello comes first.
    for (first, code) in [
        (Message::text(act("1", 0, "B A1").to_string()), 1008),
        (Message::text("{"), 1008),
        (Message::text(r#"{"type":"hello","tokens":[1]}"#), 1008),
        (Message::binary(vec![1, 2, 3]), 1008),
        (Message::text(json!({ "type": "hello", "tokens": vec!["x"; 10] }).to_string()), 1008),
        (Message::text(json!({ "type": "hello", "tokens": ["wrong"] }).to_string()), 1008),
    ] {
        let mut socket = Socket::connect(at, &room.room).await;
        socket.send(first.clone()).await;
        let closed = loop {
            let message = socket.hear().await;
            if message["type"] == "closed" {
                break message;
            }
            assert_eq!(message["type"], "error", "{message}");
        };
        assert_eq!(closed["code"], code, "{first:?}");
    }
    let mut nowhere = Socket::connect(at, "nowhere").await;
    nowhere.say(&json!({ "type": "hello" })).await;
    assert_eq!(nowhere.hear().await["error"]["code"], "not-found");
    assert_eq!(nowhere.hear().await["code"], 4404);
    // Malformed messages are answered.
    let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
    for text in ["", "null", "[]", r#"{"type":"act"}"#, r#"{"type":"fly"}"#] {
        socket.send(Message::text(text)).await;
        assert_eq!(socket.until("error").await["error"]["code"], "bad-input", "{text}");
    }
    // Too large, binary, too many.
    socket.send(Message::text("x".repeat(70 << 10))).await;
    while socket.hear().await["type"] != "closed" {}
    let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
    for _ in 0..60 {
        socket.say(&json!({ "type": "ping" })).await;
    }
    let code = loop {
        let message = socket.hear().await;
        if message["type"] == "closed" {
            break message["code"].clone();
        }
    };
    assert!(code == 1008 || code == 0, "{code}");
    drop(socket);
    // A client that answers nothing is dropped after a while.
    let (mut silent, _) = Socket::enter(at, &room.room, json!({})).await;
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let mut last = silent.hear().await;
    while last["type"] != "closed" {
        last = silent.hear().await;
    }
    // So many of one address, and no more.
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(Socket::enter(at, &room.room, json!({})).await);
    }
    assert_eq!(Socket::refused(at, &room.room, None).await, 429);
    drop(held);
    tokio::time::sleep(Duration::from_millis(300)).await;
    // Pages of strangers.
    assert_eq!(Socket::refused(at, &room.room, Some("https://evil.example")).await, 403);
    assert_eq!(Socket::refused(at, &room.room, Some(&format!("http://{at}"))).await, 101);
    server.stop().await;
}
