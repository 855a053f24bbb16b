//! Requests that mean no good.

use std::time::{Duration, Instant};

use serde_json::json;
use shinpan_serve::{Config, Limits};

use crate::client::{Running, get, open, post, raw, request, with_token};
use crate::database::Database;

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_without_the_right_token() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let room = open(at, &json!({ "board": "5x5" })).await;
    let other = open(at, &json!({ "board": "5x5" })).await;
    let body = json!({ "id": "1", "after": 0, "act": "B A1" });
    let unknown = (401, "wrong-token".to_owned());
    let path = room.path("/acts");
    assert_eq!(post(at, &path, &body).await.code(), unknown);
    let long = "a".repeat(3000);
    let wrong =
        ["", "x", &other.seats[0], &room.seats[0][1..], &room.seats[0].to_uppercase(), &long];
    for token in wrong {
        let answer = with_token(at, "POST", &path, token, Some(&body)).await;
        assert_eq!(answer.code(), unknown, "{token}");
    }
    for header in ["Basic eDp5", "bearer", "Bearer"] {
        let headers = [("Authorization", header)];
        let answer = request(at, "POST", &path, &headers, Some(&body.to_string())).await;
        assert_eq!(answer.code(), unknown, "{header}");
    }
    let mine = (403, "not-yours".to_owned());
    for act in [
        "W A1",
        "W resign",
        "all dead",
        "all result B+",
        "all undo",
        "referee forfeit W",
        "referee edit B A1=W",
        "referee rule",
    ] {
        let answer = room.act(at, &room.seats[0], ("1", 0, act)).await;
        assert_eq!(answer.code(), mine, "{act}");
    }
    for act in ["B A1", "all dead"] {
        assert_eq!(room.act(at, &room.host, ("1", 0, act)).await.code(), mine, "{act}");
    }
    let bad = (400, "bad-input".to_owned());
    for (id, act) in
        [("", "B A1"), (&*"x".repeat(65), "B A1"), ("\u{7}", "B A1"), ("1", "B Z9"), ("1", "")]
    {
        assert_eq!(room.act(at, &room.seats[0], (id, 0, act)).await.code(), bad, "{id} {act}");
    }
    assert_eq!(room.state(at).await["event"], 0);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_cannot_be_read_are_refused_and_the_server_lives() {
    let database = Database::sqlite();
    let mut config = database.config();
    config.limits.body = 100_000;
    let server = Running::start(config).await;
    let at = server.address;
    let big = "x".repeat(200_000);
    let answer = post(at, "/api/judge", &json!({ "record": big })).await;
    assert_eq!(answer.code(), (413, "too-large".to_owned()));
    for (body, kind, expected) in [
        ("{", "application/json", (400, "bad-input")),
        ("[1]", "application/json", (400, "bad-input")),
        ("{\"record\":7}", "application/json", (400, "bad-input")),
        ("{\"record\":\"\"}", "application/json", (400, "bad-record")),
        ("{\"record\":\"(;SZ[5]\"}", "text/plain", (415, "wrong-type")),
        ("\u{0}", "application/json", (400, "bad-input")),
    ] {
        let text = format!(
            "POST /api/judge HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = raw(at, text.as_bytes()).await;
        assert_eq!(answer.code(), (expected.0, expected.1.to_owned()), "{body}");
    }
    let nested = format!("{{\"board\":{}{}}}", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(request(at, "POST", "/api/rooms", &[], Some(&nested)).await.status, 400);
    // What is no HTTP, or too much of it.
    for bytes in [
        "\r\n\r\n\r\n".to_owned(),
        "hello\r\n\r\n".to_owned(),
        format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(1 << 20)),
        format!("GET / HTTP/1.1\r\nHost: x\r\n{}\r\n", "X-A: b\r\n".repeat(500)),
        "POST /api/judge HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            .to_owned(),
    ] {
        let answer = raw(at, bytes.as_bytes()).await;
        assert!(answer.status == 0 || (400..=499).contains(&answer.status), "{}", answer.head);
    }
    for path in [
        "/api/nothing",
        "/api/rooms/..%2f..%2fetc",
        "/api/rooms/%00",
        "/api/casebook/a/b",
        "/api/cases/x",
        "/api/clauses/x",
        "/api/rules/x",
        "/nothing.js",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
    ] {
        assert_eq!(get(at, path).await.code(), (404, "not-found".to_owned()), "{path}");
    }
    for path in ["/api/rooms?before=x", "/api/rooms?colour=blue"] {
        assert_eq!(get(at, path).await.code(), (400, "bad-input".to_owned()), "{path}");
    }
    let stranger = [("Origin", "https://evil.example")];
    let answer = request(at, "POST", "/api/rooms", &stranger, Some("{}")).await;
    assert_eq!(answer.code(), (403, "not-yours".to_owned()));
    assert_eq!(get(at, "/readyz").await.json(), json!({ "status": "ok" }));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_tell_browsers_to_be_careful_and_logs_hold_no_secrets() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let room = open(at, &json!({})).await;
    for path in [room.path(""), "/api/nothing".to_owned(), "/healthz".to_owned()] {
        let answer = get(at, &path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("x-frame-options"), Some("DENY"));
    }
    assert_eq!(get(at, &room.path("")).await.header("cache-control"), Some("no-store"));
    // Neither tokens nor rooms are in the figures, and tokens are nowhere in the database.
    let figures = get(at, "/metrics").await;
    assert!(figures.text().contains(
        "shinpan_requests_total{method=\"GET\",route=\"/api/rooms/{room}\",status=\"200\"}"
    ));
    assert!(!figures.text().contains(&room.room));
    server.stop().await;
    let Database::Sqlite(path) = &database else { unreachable!() };
    let bytes = std::fs::read(path).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds(&room.room));
    assert!(!holds(&room.host) && !room.seats.iter().any(|seat| holds(seat)));
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_turned_away_and_told_when_to_come_again() {
    let database = Database::sqlite();
    let limits = Limits { requests: 5, rulings: 3, ..Limits::default() };
    let server = Running::start(Config { limits, ..database.config() }).await;
    let at = server.address;
    let record = json!({ "record": "rules = \"kee\"\nboard = \"2x1\"" });
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push(post(at, "/api/judge", &record).await.status);
    }
    assert_eq!(seen, [200, 200, 200, 429, 429]);
    let mut last = get(at, "/api/rules").await;
    for _ in 0..30 {
        last = get(at, "/api/rules").await;
    }
    assert_eq!(last.code(), (429, "too-many".to_owned()));
    assert_eq!(last.header("retry-after"), Some("1"));
    // Whoever watches over the server still hears from it.
    assert_eq!(get(at, "/healthz").await.status, 200);
    server.stop().await;
}

/// Clients that say what they will send and never send it are let go, and cannot take all there is for themselves.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_send_nothing_are_not_waited_for() {
    let database = Database::sqlite();
    let limits = Limits { patience: Duration::from_secs(1), sockets_each: 1, ..Limits::default() };
    let server = Running::start(Config { limits, ..database.config() }).await;
    let at = server.address;
    let begun = Instant::now();
    let promise = "POST /api/judge HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\
                   Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    assert_eq!(raw(at, promise.as_bytes()).await.code(), (408, "too-slow".to_owned()));
    assert!(begun.elapsed() < Duration::from_secs(8));
    // As many connections as one address may have, and then none, until some have gone.
    let mut idle = Vec::new();
    for _ in 0..102 {
        idle.push(tokio::net::TcpStream::connect(at).await.unwrap());
    }
    assert_eq!(
        raw(at, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.status,
        0
    );
    idle.clear();
    let mut status = 0;
    for _ in 0..50 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        status =
            raw(at, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await.status;
        if status == 200 {
            break;
        }
    }
    assert_eq!(status, 200);
    server.stop().await;
}

/// Moves that take long, and chains that cannot be decided soon: the server goes on answering.
#[tokio::test(flavor = "multi_thread")]
async fn rulings_that_take_long_do_not_hold_up_anybody() {
    let database = Database::sqlite();
    let mut config = database.config();
    config.limits.workers = 1;
    config.limits.waiting = 2;
    config.limits.ruling = Duration::from_secs(2);
    let server = Running::start(config).await;
    let at = server.address;
    let problem = json!({ "board": "4x4", "rules": "chinese", "moves": true,
                          "budget": { "nodes": 1_000_000_000_u64, "seconds": 1 } });
    let begun = Instant::now();
    let ask = || {
        let problem = problem.clone();
        tokio::spawn(async move { post(at, "/api/solve", &problem).await.status })
    };
    let asked: Vec<_> = (0..6).map(|_| ask()).collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let quick = Instant::now();
    assert_eq!(get(at, "/api/rules/kee").await.status, 200);
    let room = open_soon(at).await;
    assert!(room == 201 || room == 503, "{room}");
    assert!(quick.elapsed() < Duration::from_secs(20));
    let mut answers = Vec::new();
    for one in asked {
        answers.push(one.await.unwrap());
    }
    answers.sort_unstable();
    assert!(answers.contains(&200) && answers.contains(&503), "{answers:?}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    server.stop().await;
}

async fn open_soon(at: std::net::SocketAddr) -> u16 {
    post(at, "/api/rooms", &json!({ "board": "5x5" })).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn records_larger_than_can_be_ruled_on_are_refused() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    let moves = ";B[aa];W[]".repeat(60_000);
    let record = json!({ "record": format!("(;SZ[19]RU[Chinese]{moves})") });
    assert_eq!(post(at, "/api/judge", &record).await.code(), (413, "too-large".to_owned()));
    let moves = ";B[];W[]".repeat(5_000);
    let record = json!({ "record": format!("(;SZ[19]RU[Chinese]{moves})") });
    assert_eq!(post(at, "/api/replay", &record).await.code(), (413, "too-large".to_owned()));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_asked_for_wrongly_is_answered_with_an_error_for_programs() {
    let database = Database::sqlite();
    let server = Running::start(database.config()).await;
    let at = server.address;
    for (method, path, status, code) in [
        ("GET", "/api", 404, "not-found"),
        ("GET", "/api/", 404, "not-found"),
        ("PUT", "/api/judge", 405, "wrong-method"),
        ("OPTIONS", "/api/rooms", 405, "wrong-method"),
        ("POST", "/", 405, "wrong-method"),
        ("DELETE", "/main.js", 405, "wrong-method"),
        ("GET", "/api/rooms/%ff", 400, "bad-input"),
        ("GET", "/api/rules/%ff", 400, "bad-input"),
        ("GET", "/api/cases/%ff", 400, "bad-input"),
    ] {
        let answer = request(at, method, path, &[], None).await;
        assert_eq!(answer.code(), (status, code.to_owned()), "{method} {path}: {}", answer.text());
    }
    assert!(request(at, "PUT", "/api/judge", &[], None).await.header("allow").is_some());
    server.stop().await;
}
