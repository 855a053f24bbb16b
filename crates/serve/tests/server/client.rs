//! A client that knows HTTP and WebSocket and nothing of the server's code.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use shinpan_serve::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server that runs until it is stopped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start(mut config: Config) -> Running {
        config.address.set_port(0);
        let server = Server::bind(config).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let address = server.address();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { address, stop, task }
    }

    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(20), self.task).await.unwrap().unwrap();
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    /// The code of an error.
    pub(crate) fn code(&self) -> (u16, String) {
        let code = self.json()["error"]["code"].as_str().unwrap_or("none").to_owned();
        (self.status, code)
    }
}

/// Sends bytes and reads all that comes.
pub(crate) async fn raw(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has heard enough may close while we write.
    let _ = stream.write_all(bytes).await;
    let mut all = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut all)).await;
    let _ = read.expect("an answer in time");
    let end = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap_or(all.len());
    let head = String::from_utf8_lossy(&all[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut body = all.get(end + 4..).unwrap_or_default().to_vec();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        body = dechunked(&body);
    }
    Answer { status, head, body }
}

fn dechunked(mut body: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        if size == 0 {
            break;
        }
        all.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    all
}

pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&str>,
) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if let Some(body) = body {
        text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    text += "\r\n";
    text += body.unwrap_or_default();
    raw(address, text.as_bytes()).await
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    request(address, "GET", path, &[], None).await
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    request(address, "POST", path, &[], Some(&body.to_string())).await
}

/// As somebody with a token.
pub(crate) async fn with_token(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> Answer {
    let authorization = format!("Bearer {token}");
    let body = body.map(Value::to_string);
    request(address, method, path, &[("Authorization", &authorization)], body.as_deref()).await
}

/// A room with its tokens.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub(crate) room: String,
    pub(crate) host: String,
    pub(crate) seats: Vec<String>,
}

pub(crate) async fn open(address: SocketAddr, wish: &Value) -> Opened {
    let answer = post(address, "/api/rooms", wish).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let json = answer.json();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let seats = json["seats"].as_array().unwrap().iter().map(|seat| text(&seat["token"]));
    Opened { room: text(&json["room"]), host: text(&json["host"]), seats: seats.collect() }
}

impl Opened {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/rooms/{}{rest}", self.room)
    }

    /// Does something over HTTP.
    pub(crate) async fn act(
        &self,
        address: SocketAddr,
        token: &str,
        (id, after, act): (&str, usize, &str),
    ) -> Answer {
        let body = json!({ "id": id, "after": after, "act": act });
        with_token(address, "POST", &self.path("/acts"), token, Some(&body)).await
    }

    /// Does acts one after the other, each by its player; the first comes after an event.
    pub(crate) async fn play(&self, address: SocketAddr, after: usize, acts: &[&str]) {
        for (index, act) in acts.iter().enumerate() {
            let token = match act.split(' ').next() {
                Some("B") => &self.seats[0],
                Some("W") => &self.seats[1],
                Some("referee") => &self.host,
                Some(number) => &self.seats[number.parse::<usize>().unwrap() - 1],
                None => panic!("no act"),
            };
            let number = after + index;
            let answer = self.act(address, token, (&format!("p{number}"), number, act)).await;
            assert_eq!(answer.status, 200, "{act}: {}", answer.text());
        }
    }

    pub(crate) async fn state(&self, address: SocketAddr) -> Value {
        get(address, &self.path("")).await.json()["state"].clone()
    }
}

/// A socket into a room.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn connect(address: SocketAddr, room: &str) -> Socket {
        let url = format!("ws://{address}/api/rooms/{room}/socket");
        let (socket, _) = connect_async(url).await.unwrap();
        Socket(socket)
    }

    /// The status with which a connection is refused.
    pub(crate) async fn refused(address: SocketAddr, room: &str, origin: Option<&str>) -> u16 {
        let url = format!("ws://{address}/api/rooms/{room}/socket");
        let mut request = url.into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        match connect_async(request).await {
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                response.status().as_u16()
            }
            Err(other) => panic!("{other}"),
            Ok(_) => 101,
        }
    }

    pub(crate) async fn enter(address: SocketAddr, room: &str, hello: Value) -> (Socket, Value) {
        let mut socket = Socket::connect(address, room).await;
        let mut message = json!({ "type": "hello" });
        message.as_object_mut().unwrap().extend(hello.as_object().unwrap().clone());
        socket.say(&message).await;
        let welcome = socket.hear().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        (socket, welcome)
    }

    pub(crate) async fn say(&mut self, message: &Value) {
        self.send(Message::text(message.to_string())).await;
    }

    pub(crate) async fn send(&mut self, message: Message) {
        // A server that has heard enough may have closed.
        let _ = self.0.send(message).await;
    }

    /// The next message; at the end of the line `{"type": "closed", "code": ...}`.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(30), self.0.next()).await;
            match next.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(0, |frame| u16::from(frame.code));
                    return json!({ "type": "closed", "code": code });
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return json!({ "type": "closed", "code": 0 }),
            }
        }
    }

    /// The next message of a type.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "closed", "waiting for {kind}");
        }
    }
}
