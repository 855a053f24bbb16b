//! Load: many rooms played at random over sockets, and a kill in the middle of it.
//!
//! ```sh
//! cargo build --release -p shinpan-cli
//! cargo run --release -p shinpan-serve --example load -- target/release/shinpan --rooms 1000 --seconds 20
//! ```
//!
//! Starts `shinpan serve`, opens rooms with two sockets each and plays random legal moves in all of them:
//! first at a pace of one move in two seconds a room, then as fast as it goes. Then the server is killed
//! (SIGKILL) under load and started anew, and every move that was acknowledged is looked for. One JSON
//! object on standard output; exit status 1 if a move was lost.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use shinpan_testkit::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Args {
    program: String,
    rooms: usize,
    seconds: u64,
    board: String,
    database: Option<String>,
}

fn args() -> Result<Args, Failure> {
    let mut args = Args {
        program: "target/release/shinpan".to_owned(),
        rooms: 1000,
        seconds: 20,
        board: "9x9".to_owned(),
        database: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("expected a value after {word}"));
        match word.as_str() {
            "--rooms" => args.rooms = value()?.parse()?,
            "--seconds" => args.seconds = value()?.parse()?,
            "--board" => args.board = value()?,
            "--database" => args.database = Some(value()?),
            other if other.starts_with("--") => return Err(format!("unknown: {other}").into()),
            program => args.program = program.to_owned(),
        }
    }
    Ok(args)
}

/// A server that is killed when it is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &Args, database: &str) -> Result<Server, Failure> {
        let mut call = Command::new(&args.program);
        call.args(["serve", "--port", "0", "--no-engines", "--database", database]);
        call.args(["--requests", "0", "--rulings", "0", "--messages", "0"]);
        call.args(["--sockets", "100000", "--sockets-each", "100000"]);
        let mut child = call.env("SHINPAN_LOG", "error").stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line.trim().strip_prefix("listening on http://").ok_or("no address")?;
        Ok(Server { address: address.to_owned(), child })
    }

    /// Memory now and at most, in MiB.
    fn memory(&self) -> Option<[u64; 2]> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let line = text.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse::<u64>().ok()
        };
        Some([field("VmRSS:")? / 1024, field("VmHWM:")? / 1024])
    }

    /// Processor time so far, in seconds.
    fn cpu(&self) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn http(address: &str, method: &str, path: &str, body: &str) -> Result<Value, Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    Ok(serde_json::from_str(body)?)
}

/// A room as its players know it.
struct Room {
    name: String,
    sockets: [Socket; 2],
    event: usize,
    report: Value,
    /// Every act that was acknowledged, in order.
    acknowledged: Vec<String>,
}

async fn hear(socket: &mut Socket) -> Result<Value, Failure> {
    loop {
        match socket.next().await.ok_or("closed")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Close(_) => return Err("closed".into()),
            _ => {}
        }
    }
}

impl Room {
    async fn open(address: &str, board: &str) -> Result<Room, Failure> {
        let wish = json!({ "rules": "tromp-taylor", "board": board }).to_string();
        let opened = http(address, "POST", "/api/rooms", &wish).await?;
        let name = opened["room"].as_str().ok_or(opened.to_string())?.to_owned();
        let enter = async |seat: usize| {
            let url = format!("ws://{address}/api/rooms/{name}/socket");
            let (mut socket, _) = connect_async(url).await?;
            let hello = json!({ "type": "hello", "tokens": [opened["seats"][seat]["token"]] });
            socket.send(Message::text(hello.to_string())).await?;
            let welcome = hear(&mut socket).await?;
            Ok::<_, Failure>((socket, welcome))
        };
        let (black, welcome) = enter(0).await?;
        let (white, _) = enter(1).await?;
        let report = welcome["room"]["state"]["report"].clone();
        Ok(Room { sockets: [black, white], event: 0, report, acknowledged: Vec::new(), name })
    }

    /// One random move. Says how long it took until it was acknowledged.
    async fn play(&mut self, dice: &mut Dice) -> Result<Duration, Failure> {
        let black = self.report["to_move"] == "black";
        let legal = self.report["legal"].as_array().ok_or("no report")?;
        let point = match legal.len() {
            0 => "pass",
            many => legal[dice.roll(many)].as_str().unwrap_or("pass"),
        };
        let act = format!("{} {point}", if black { 'B' } else { 'W' });
        let id = format!("{}", self.event);
        let message = json!({ "type": "act", "id": id, "after": self.event, "act": act });
        let [one, other] = &mut self.sockets;
        let (mine, others) = if black { (one, other) } else { (other, one) };
        let begun = Instant::now();
        mine.send(Message::text(message.to_string())).await?;
        loop {
            let told = hear(mine).await?;
            match told["type"].as_str() {
                Some("ack") => break,
                Some("error" | "refused") => return Err(told.to_string().into()),
                _ => {}
            }
        }
        let took = begun.elapsed();
        self.acknowledged.push(act);
        self.event += 1;
        // The other player hears of it too; what he hears of moves before was not waited for.
        loop {
            let told = hear(others).await?;
            if told["event"]["event"] == self.event {
                self.report = told["state"]["report"].clone();
                break;
            }
        }
        Ok(took)
    }

    /// Whether everything acknowledged is there.
    async fn kept(&self, address: &str) -> Result<usize, Failure> {
        let path = format!("/api/rooms/{}/events", self.name);
        let told = http(address, "GET", &path, "").await?;
        let events = told["events"].as_array().ok_or(told.to_string())?;
        let there = |(index, act): (usize, &String)| {
            events.get(index).is_some_and(|event| event["act"] == act.as_str())
        };
        Ok(self.acknowledged.iter().enumerate().filter(|&one| !there(one)).count())
    }
}

/// All rooms play until the time is over. A move a room in each pace, if there is one.
async fn phase(
    rooms: Vec<Room>,
    (address, board): (&str, &str),
    pace: Option<Duration>,
    stop: &Arc<AtomicBool>,
) -> (Vec<Room>, Vec<Duration>, Vec<String>) {
    let times = Arc::new(Mutex::new(Vec::new()));
    let faults = Arc::new(Mutex::new(Vec::new()));
    let tasks = rooms.into_iter().enumerate().map(|(index, mut room)| {
        let (times, faults, stop) = (Arc::clone(&times), Arc::clone(&faults), Arc::clone(stop));
        let (address, board) = (address.to_owned(), board.to_owned());
        tokio::spawn(async move {
            let mut dice = Dice::new(index as u64 + 1);
            let mut own = Vec::new();
            let mut finished = Vec::new();
            if let Some(pace) = pace {
                // Not all at once.
                tokio::time::sleep(pace.mul_f64(dice.roll(1000) as f64 / 1000.0)).await;
            }
            while !stop.load(Ordering::Relaxed) {
                let begun = Instant::now();
                let done = match room.report["result"].is_null() {
                    true => room.play(&mut dice).await.map(|took| own.push(took)),
                    false => Room::open(&address, &board).await.map(|new| {
                        finished.push(std::mem::replace(&mut room, new));
                    }),
                };
                if let Err(fault) = done {
                    let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                    faults.push(fault.to_string());
                    break;
                }
                if let Some(pace) = pace {
                    tokio::time::sleep(pace.saturating_sub(begun.elapsed())).await;
                }
            }
            times.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
            finished.push(room);
            finished
        })
    });
    let tasks: Vec<_> = tasks.collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap_or_default());
    }
    let take = |list: &Mutex<Vec<Duration>>| {
        std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner))
    };
    let faults = std::mem::take(&mut *faults.lock().unwrap_or_else(PoisonError::into_inner));
    (all, take(&times), faults)
}

fn figures(mut times: Vec<Duration>, seconds: f64, cpu: f64) -> Value {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (times.len().saturating_sub(1)) as f64 * share;
        times.get(index as usize).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    json!({
        "acknowledged": times.len(),
        "moves_per_second": (times.len() as f64 / seconds).round(),
        "milliseconds": { "p50": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": at(1.0) },
        "server_cpu_seconds_per_1000_moves": cpu / times.len().max(1) as f64 * 1000.0,
    })
}

async fn run(args: &Args) -> Result<Value, Failure> {
    let folder = std::env::temp_dir().join(format!("shinpan-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let own = format!("sqlite:{}", folder.join("load.sqlite").display());
    let database = args.database.clone().unwrap_or(own);
    let server = Server::start(args, &database)?;
    let address = server.address.clone();
    let begun = Instant::now();
    let mut rooms = Vec::new();
    // Some at a time: there is a queue in front of every port.
    while rooms.len() < args.rooms {
        let some = (args.rooms - rooms.len()).min(20);
        let opened = (0..some).map(|_| Room::open(&address, &args.board));
        rooms.extend(futures_util::future::try_join_all(opened).await?);
    }
    let opening = begun.elapsed().as_secs_f64();
    let at = (address.as_str(), args.board.as_str());
    let mut told = serde_json::Map::new();
    let mut older: Vec<Room> = Vec::new();
    for (name, pace) in [("paced", Some(Duration::from_secs(2))), ("saturated", None)] {
        let stop = Arc::new(AtomicBool::new(false));
        let (before, begun) = (server.cpu().unwrap_or(0.0), Instant::now());
        let (flag, seconds) = (Arc::clone(&stop), args.seconds);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            flag.store(true, Ordering::Relaxed);
        });
        let (all, times, faults) = phase(rooms, at, pace, &stop).await;
        if let Some(fault) = faults.first() {
            return Err(format!("{} rooms failed, the first: {fault}", faults.len()).into());
        }
        let cpu = server.cpu().unwrap_or(0.0) - before;
        told.insert(name.to_owned(), figures(times, begun.elapsed().as_secs_f64(), cpu));
        let (over, open): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|room| !room.report["result"].is_null());
        older.extend(over);
        rooms = open;
    }
    let memory = server.memory();
    // And now in the middle of it.
    let stop = Arc::new(AtomicBool::new(false));
    let killer = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(3)).await;
        drop(server);
    });
    let playing = rooms.len();
    let (all, times, faults) = phase(rooms, at, None, &stop).await;
    killer.await?;
    older.extend(all);
    let server = Server::start(args, &database)?;
    let begun = Instant::now();
    let (mut acknowledged, mut lost) = (0, 0);
    for room in &older {
        acknowledged += room.acknowledged.len();
        lost += room.kept(&server.address).await?;
    }
    drop(server);
    std::fs::remove_dir_all(&folder)?;
    Ok(json!({
        "rooms": args.rooms, "sockets": 2 * args.rooms, "board": args.board,
        "seconds_to_open": opening,
        "load": told,
        "memory_mib": memory.map(|[now, most]| json!({ "now": now, "most": most })),
        "kill": {
            "rooms_playing": playing,
            "cut_off": faults.len(),
            "acknowledged_in_the_last_seconds": times.len(),
            "acknowledged_in_all": acknowledged,
            "lost": lost,
            "seconds_to_read_all_rooms_again": begun.elapsed().as_secs_f64(),
        },
    }))
}

#[tokio::main]
async fn main() -> ExitCode {
    let done = match args() {
        Ok(args) => run(&args).await,
        Err(fault) => Err(fault),
    };
    match done {
        Ok(told) => {
            println!("{told}");
            ExitCode::from(u8::from(told["kill"]["lost"] != 0))
        }
        Err(fault) => {
            eprintln!("load: {fault}");
            ExitCode::from(2)
        }
    }
}
