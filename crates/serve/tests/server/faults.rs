//! A database that does not take it: nothing is lost, nothing is told that is not so.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection, Executor};

use crate::client::{Opened, Running, Socket, get, open};
use crate::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn while_the_database_is_locked_nothing_is_done() {
    for database in Database::all().await {
        let server = Running::start(database.config()).await;
        let at = server.address;
        let room = open(at, &json!({ "board": "5x5" })).await;
        room.play(at, 0, &["B A1"]).await;
        let (mut socket, _) = Socket::enter(at, &room.room, json!({})).await;
        let mut locker = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
        locker
            .execute(match database {
                Database::Sqlite(_) => "BEGIN EXCLUSIVE",
                Database::Postgres { .. } => "BEGIN; LOCK TABLE events IN SHARE MODE",
            })
            .await
            .unwrap();
        let answer = room.act(at, &room.seats[1], ("1", 1, "W B1")).await;
        assert_eq!(answer.code(), (503, "storage".to_owned()));
        assert_eq!(answer.header("retry-after"), Some("2"));
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("nothing was done") && message.contains("lock"), "{message}");
        locker.execute("ROLLBACK").await.unwrap();
        room_again(at, &room, 1).await;
        // The same message goes through now, and the watcher has heard of it once.
        let answer = room.act(at, &room.seats[1], ("1", 1, "W B1")).await;
        assert_eq!(answer.json(), json!({ "id": "1", "event": 2, "again": false }));
        assert_eq!(socket.until("event").await["event"]["act"], "W B1");
        locker.close().await.unwrap();
        server.stop().await;
    }
}

/// Waits until a room is there again with so many events: while it is read anew it is busy.
async fn room_again(at: SocketAddr, room: &Opened, events: usize) -> Value {
    for _ in 0..200 {
        let state = room.state(at).await;
        if state["event"] == events {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the room is not there with {events} events");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_are_cut_are_made_again() {
    for database in Database::all().await {
        let Database::Postgres { .. } = database else { continue };
        let server = Running::start(database.config()).await;
        let at = server.address;
        let room = open(at, &json!({ "board": "5x5" })).await;
        room.play(at, 0, &["B A1"]).await;
        let mut admin = sqlx::AnyConnection::connect(&database.url()).await.unwrap();
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let (mut done, mut told) = (1, 0);
        for turn in 0..6 {
            admin.execute(cut).await.unwrap();
            let (token, act) = match done % 2 {
                0 => (&room.seats[0], format!("B A{}", done + 1)),
                _ => (&room.seats[1], format!("W E{}", done)),
            };
            // Whoever is told that nothing was done says it again.
            for attempt in 0..20 {
                let answer = room.act(at, token, (&format!("{turn}"), done, &act)).await;
                if answer.status == 200 {
                    done += 1;
                    break;
                }
                told += 1;
                assert_eq!(answer.code(), (503, "storage".to_owned()), "{}", answer.text());
                room_again(at, &room, done).await;
                assert!(attempt < 19, "{}", answer.text());
            }
            if done == 5 {
                break;
            }
        }
        assert_eq!(done, 5, "{told} were told that nothing was done");
        room_again(at, &room, 5).await;
        admin.close().await.unwrap();
        server.stop().await;
    }
}

/// A small file system of its own, which only root can have.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = std::env::temp_dir().join(format!("shinpan-disk-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(&folder);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
        let _ = std::fs::remove_dir(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_disk_is_full_nothing_that_was_acknowledged_is_lost() {
    let Some(disk) = SmallDisk::mount() else {
        // Only root can, and not in every container: this is no tool that could be installed.
        eprintln!("no file system of one's own can be mounted: not tested");
        return;
    };
    let mut config = Database::sqlite().config();
    config.database = format!("sqlite:{}", disk.0.join("games.sqlite").display());
    let server = Running::start(config.clone()).await;
    let at = server.address;
    let room = open(at, &json!({ "board": "9x9", "rules": "tromp-taylor" })).await;
    room.play(at, 0, &["B A1", "W B1"]).await;
    let filler = disk.0.join("filler");
    let mut full = Vec::new();
    while std::fs::write(&filler, &full).is_ok() {
        full.resize(full.len() + 4096, 0);
    }
    let mut done = 2;
    let mut refused = 0;
    for turn in 0..200 {
        let (token, player) =
            if done % 2 == 0 { (&room.seats[0], "B") } else { (&room.seats[1], "W") };
        let act = format!("{player} undo");
        let answer = room.act(at, token, (&format!("{turn}"), done, &act)).await;
        if answer.status == 200 {
            done += 1;
        } else {
            assert_eq!(answer.code(), (503, "storage".to_owned()), "{}", answer.text());
            let told = answer.text();
            assert!(refused > 0 || told.contains("disk is full"), "{told}");
            refused += 1;
            if refused == 3 {
                break;
            }
        }
    }
    assert_eq!(refused, 3, "the disk was never full");
    assert_eq!(room.state(at).await["event"], done);
    // There is room again: the game goes on, and after a restart everything is there.
    std::fs::remove_file(&filler).unwrap();
    let token = if done % 2 == 0 { &room.seats[0] } else { &room.seats[1] };
    let act = if done % 2 == 0 { "B undo" } else { "W undo" };
    assert_eq!(room.act(at, token, ("again", done, act)).await.status, 200);
    server.stop().await;
    let server = Running::start(config).await;
    assert_eq!(room.state(server.address).await["event"], done + 1);
    assert_eq!(get(server.address, "/readyz").await.status, 200);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_server_wrote_is_found() {
    for database in Database::all().await {
        // Two servers on one database are against the rules; nothing is overwritten even so.
        let one = Running::start(database.config()).await;
        let other = Running::start(database.config()).await;
        let room = open(one.address, &json!({ "board": "5x5" })).await;
        assert_eq!(room.state(other.address).await["event"], 0);
        room.play(one.address, 0, &["B A1"]).await;
        let answer = room.act(other.address, &room.seats[0], ("x", 0, "B C3")).await;
        assert_eq!(answer.code(), (503, "storage".to_owned()));
        let state = room_again(other.address, &room, 1).await;
        assert_eq!(
            (&state["event"], &state["report"]["position"][4]),
            (&json!(1), &json!("X...."))
        );
        one.stop().await;
        other.stop().await;
    }
}
