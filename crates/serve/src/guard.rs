//! Who may ask, and how often: origins, addresses, rates.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::app::App;
use crate::config::{Config, Limits};
use crate::error::{ApiError, Code};

/// Who may ask, and how often.
#[derive(Debug)]
pub(crate) struct Guard {
    origins: Vec<String>,
    proxies: Vec<IpAddr>,
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    files: Option<DefaultKeyedRateLimiter<IpAddr>>,
    rulings: Option<DefaultKeyedRateLimiter<IpAddr>>,
    connections: Tally,
    sockets: AtomicUsize,
    sockets_by: Tally,
    most_sockets: usize,
    most_sockets_each: usize,
}

/// How many files of the page an address may ask for where it may send one request. A page is some eighty small files, which take no work, and a
/// club has one address.
const FILES: u32 = 20;

/// How many of something each address has open.
type Tally = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// Where a request comes from. An IPv6 address stands for its /64: that is what one customer has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    fn of(address: IpAddr) -> Client {
        Client(match address {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
            four => four,
        })
    }
}

impl Guard {
    pub(crate) fn new(config: &Config) -> Guard {
        let Limits { requests, rulings, sockets, sockets_each, .. } = config.limits;
        let keyed = |quota: Option<Quota>| quota.map(RateLimiter::keyed);
        let times = |number: u32, times: u32| NonZeroU32::new(number.saturating_mul(times));
        let paced = |each: u32| {
            let both = NonZeroU32::new(each).zip(times(each, 4));
            keyed(both.map(|(each, burst)| Quota::per_second(each).allow_burst(burst)))
        };
        Guard {
            origins: config.origins.iter().map(|o| o.trim_end_matches('/').to_owned()).collect(),
            proxies: config.proxies.clone(),
            requests: paced(requests),
            files: paced(requests.saturating_mul(FILES)),
            rulings: keyed(NonZeroU32::new(rulings).map(|each| {
                Quota::per_minute(each).allow_burst(each.min(NonZeroU32::MIN.saturating_add(29)))
            })),
            connections: Tally::default(),
            sockets: AtomicUsize::new(0),
            sockets_by: Tally::default(),
            most_sockets: sockets,
            most_sockets_each: sockets_each,
        }
    }

    /// Where a request comes from: the address of the connection, or what a trusted proxy says.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let peer = peer.to_canonical();
        let mut from = peer;
        if self.proxies.contains(&peer) {
            let said = headers.get_all("x-forwarded-for").iter().filter_map(|h| h.to_str().ok());
            let said: Vec<&str> = said.flat_map(|line| line.split(',')).collect();
            // The last that is no proxy of ours: what stands before it anybody can write.
            for address in said.iter().rev() {
                let Ok(address) = address.trim().parse::<IpAddr>() else { break };
                from = address.to_canonical();
                if !self.proxies.contains(&from) {
                    break;
                }
            }
        }
        Client::of(from)
    }

    /// A place for a connection from this address; none where it has as many as one address may have. Beside its sockets
    /// that is as many again, and a hundred. A proxy brings the connections of everybody and is not counted.
    pub(crate) fn connection(&self, peer: IpAddr) -> Option<Place> {
        let peer = peer.to_canonical();
        let most = match self.proxies.contains(&peer) {
            true => usize::MAX,
            false => self.most_sockets_each.saturating_mul(2).saturating_add(100),
        };
        Place::take(&self.connections, Client::of(peer), most).ok()
    }

    /// A page of somebody else may not use the server with its visitors' browsers.
    fn check_origin(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
        let origin = origin.to_str().unwrap_or_default();
        let same = match self.origins.as_slice() {
            [] => {
                let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
                let of_origin = origin.split_once("://").map(|(_, host)| host);
                host.is_some() && host == of_origin
            }
            known => known.iter().any(|known| known == origin),
        };
        match same {
            true => Ok(()),
            false => Err(ApiError::new(
                Code::NotYours,
                "origin: the page that asks is not this server's",
            )),
        }
    }

    /// One more ruling, solution or room for this address.
    pub(crate) fn check_ruling(&self, client: Client) -> Result<(), ApiError> {
        check(self.rulings.as_ref(), client, "rulings")
    }

    fn check_request(&self, client: Client) -> Result<(), ApiError> {
        check(self.requests.as_ref(), client, "requests")
    }

    fn check_file(&self, client: Client) -> Result<(), ApiError> {
        check(self.files.as_ref(), client, "files of the page")
    }

    /// A place for a socket of this address.
    pub(crate) fn socket(self: &Arc<Self>, client: Client) -> Result<SocketPlace, ApiError> {
        let full =
            |why: String| ApiError { retry_after: Some(60), ..ApiError::new(Code::TooMany, why) };
        let more = |all: usize| (all < self.most_sockets).then(|| all + 1);
        let (relaxed, sockets) = (Ordering::Relaxed, &self.sockets);
        sockets.fetch_update(relaxed, relaxed, more).map_err(|all| {
            full(format!("{all} sockets are open, which is the most there may be"))
        })?;
        match Place::take(&self.sockets_by, client, self.most_sockets_each) {
            Ok(place) => Ok(SocketPlace { guard: Arc::clone(self), _place: place }),
            Err(each) => {
                sockets.fetch_sub(1, relaxed);
                Err(full(format!("{each} sockets of this address are open, which is the most")))
            }
        }
    }

    /// Forgets addresses that have not asked for a while.
    pub(crate) fn forget(&self) {
        for limiter in [&self.requests, &self.files, &self.rulings].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// A socket's place among those that may be open.
#[derive(Debug)]
pub(crate) struct SocketPlace {
    guard: Arc<Guard>,
    _place: Place,
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        self.guard.sockets.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One of what an address has open.
#[derive(Debug)]
pub(crate) struct Place {
    tally: Tally,
    client: Client,
}

impl Place {
    /// One more, or how many there are where that is the most there may be.
    fn take(tally: &Tally, client: Client, most: usize) -> Result<Place, usize> {
        let mut by = tally.lock().unwrap_or_else(PoisonError::into_inner);
        let each = by.entry(client.0).or_default();
        if *each >= most {
            return Err(*each);
        }
        *each += 1;
        Ok(Place { tally: Arc::clone(tally), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut by = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(each) = by.get_mut(&self.client.0) {
            *each -= 1;
            if *each == 0 {
                by.remove(&self.client.0);
            }
        }
    }
}

fn check(
    limiter: Option<&DefaultKeyedRateLimiter<IpAddr>>,
    client: Client,
    what: &str,
) -> Result<(), ApiError> {
    let Some(Err(not_until)) = limiter.map(|limiter| limiter.check_key(&client.0)) else {
        return Ok(());
    };
    let seconds = not_until.wait_time_from(DefaultClock::default().now()).as_secs() + 1;
    let why = format!("too many {what} from one address: try again in {seconds} s");
    Err(ApiError { retry_after: Some(seconds), ..ApiError::new(Code::TooMany, why) })
}

/// How often one socket may say something.
#[derive(Debug)]
pub(crate) struct Pace(Option<DefaultDirectRateLimiter>);

impl Pace {
    pub(crate) fn new(limits: &Limits) -> Pace {
        let each = NonZeroU32::new(limits.messages);
        let burst = NonZeroU32::new(limits.messages.saturating_mul(5));
        let quota = each.zip(burst).map(|(each, burst)| Quota::per_second(each).allow_burst(burst));
        Pace(quota.map(RateLimiter::direct))
    }

    /// Whether one more is not too much.
    pub(crate) fn keeps(&self) -> bool {
        self.0.as_ref().is_none_or(|limiter| limiter.check().is_ok())
    }
}

/// Turns away whoever may not ask, before anything is read.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let client = app.guard.client(peer.unwrap_or(IpAddr::from([0, 0, 0, 0])), request.headers());
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let counted = match request.uri().path() {
        path if path.starts_with("/api/") || path == "/metrics" => app.guard.check_request(client),
        _ => app.guard.check_file(client),
    };
    let checked = counted.and_then(|()| match changes || upgrades {
        true => app.guard.check_origin(request.headers()),
        false => Ok(()),
    });
    if let Err(error) = checked {
        return error.into_response();
    }
    request.extensions_mut().insert(client);
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_trusted_proxies_say_where_a_request_comes_from() {
        let proxies = vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let guard = Guard::new(&Config { proxies, ..Config::default() });
        let from = |peer: &str, said: &str| {
            guard
                .client(peer.parse().unwrap(), &headers(&[("x-forwarded-for", said)]))
                .0
                .to_string()
        };
        assert_eq!(from("192.0.2.9", "198.51.100.1"), "192.0.2.9");
        assert_eq!(from("10.0.0.1", "198.51.100.1"), "198.51.100.1");
        assert_eq!(from("10.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
        assert_eq!(from("10.0.0.1", "1.2.3.4, nonsense"), "10.0.0.1");
        assert_eq!(from("::ffff:10.0.0.1", "2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }

    #[test]
    fn strangers_pages_are_turned_away() {
        let own = Guard::new(&Config::default());
        let ask = |guard: &Guard, list: &[(&'static str, &str)]| guard.check_origin(&headers(list));
        assert!(ask(&own, &[("host", "go.example")]).is_ok());
        assert!(ask(&own, &[("host", "go.example"), ("origin", "https://go.example")]).is_ok());
        assert!(ask(&own, &[("host", "go.example"), ("origin", "https://evil.example")]).is_err());
        assert!(ask(&own, &[("host", "go.example"), ("origin", "null")]).is_err());
        let origins = vec!["https://go.example/".to_owned()];
        let named = Guard::new(&Config { origins, ..Config::default() });
        assert!(ask(&named, &[("host", "x"), ("origin", "https://go.example")]).is_ok());
        assert!(ask(&named, &[("host", "evil"), ("origin", "http://evil")]).is_err());
    }

    #[test]
    fn rates_and_places_are_counted_by_address() {
        let limits = Limits { requests: 1, sockets: 3, sockets_each: 2, ..Limits::default() };
        let guard = Arc::new(Guard::new(&Config { limits, ..Config::default() }));
        let [one, other] = [Client([1, 1, 1, 1].into()), Client([2, 2, 2, 2].into())];
        let passed = (0..20).filter(|_| guard.check_request(one).is_ok()).count();
        assert!((4..8).contains(&passed), "{passed}");
        let refused = guard.check_request(one).unwrap_err();
        assert_eq!((refused.code, refused.retry_after), (Code::TooMany, Some(1)));
        assert!(guard.check_request(other).is_ok());
        let files = (0..1000).filter(|_| guard.check_file(one).is_ok()).count();
        assert!((80..160).contains(&files), "{files}");
        let places = [guard.socket(one), guard.socket(one), guard.socket(other)];
        assert!(places.iter().all(Result::is_ok));
        assert!(guard.socket(one).unwrap_err().message.contains("3 sockets are open"));
        drop(places);
        let places = [guard.socket(one), guard.socket(one)];
        assert!(places.iter().all(Result::is_ok));
        assert!(guard.socket(one).unwrap_err().message.contains("of this address"));
        let [peer, proxy] = ["2001:db8::1", "10.0.0.1"].map(|address| address.parse().unwrap());
        let limits = Limits { sockets_each: 2, ..Limits::default() };
        let guard = Guard::new(&Config { limits, proxies: vec![proxy], ..Config::default() });
        let mut held: Vec<_> = (0..104).map(|_| guard.connection(peer).unwrap()).collect();
        assert!(guard.connection("2001:db8::2".parse().unwrap()).is_none(), "the same network");
        assert!(guard.connection([1, 1, 1, 1].into()).is_some());
        assert!((0..300).map(|_| guard.connection(proxy)).collect::<Option<Vec<_>>>().is_some());
        held.pop();
        assert!(guard.connection(peer).is_some());
        let free = Limits { requests: 0, rulings: 0, messages: 0, ..Limits::default() };
        let pace = Pace::new(&free);
        let guard = Guard::new(&Config { limits: free, ..Config::default() });
        assert!((0..10_000).all(|_| guard.check_ruling(one).is_ok() && pace.keeps()));
    }
}
