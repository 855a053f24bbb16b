//! Rooms come back.

use serde_json::json;

use crate::client::{Running, Socket, get, open};
use crate::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart_as_if_nothing_had_been() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let at = server.address;
        let wish = json!({ "rules": "lasker-maas", "board": "3x3", "komi": "1/2",
                           "seats": [{ "name": "Ann" }, { "name": "Bea" }] });
        let room = open(at, &wish).await;
        room.play(at, 0, &["B B2", "W A1", "B A2", "W undo", "B accept"]).await;
        let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
        let before = get(at, &room.path("?trail=0")).await.json();
        server.stop().await;
        let mut last = socket.hear().await;
        while last["type"] != "closed" {
            last = socket.hear().await;
        }
        assert_eq!(last["code"], 1001);
        let server = Running::start(database.config()).await;
        let at = server.address;
        let mut after = get(at, &room.path("?trail=0")).await.json();
        after["spectators"] = json!(1);
        assert_eq!(after, before);
        // Proposals, resolutions and the tokens have survived too.
        room.play(at, 5, &["B A2", "W undo 2"]).await;
        server.stop().await;
        let server = Running::start(database.config()).await;
        let at = server.address;
        assert_eq!(room.state(at).await["pending"]["act"], "W undo 2");
        room.play(at, 7, &["B decline", "W pass", "B pass", "W pass"]).await;
        assert_eq!(room.state(at).await["report"]["phase"], "resolution");
        server.stop().await;
    }
}
