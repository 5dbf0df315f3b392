//! Who may ask: no name of another's (DNS rebinding), nobody without the token where there is one;
//! and what every answer says to the browser.

use crate::csp;
use crate::error::BrowseError;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use subtle::ConstantTimeEq as _;

/// Characters that a token has at least.
pub const MIN_TOKEN: usize = 16;

/// A secret that opens the server.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// One of the user's.
    ///
    /// # Errors
    /// It could be guessed, or cannot stand in an address and a cookie.
    pub fn given(text: &str) -> Result<Self, BrowseError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if text.len() < MIN_TOKEN || !text.chars().all(plain) {
            return Err(BrowseError::Token);
        }
        Ok(Self(text.into()))
    }

    /// A new one of 128 random bits.
    ///
    /// # Errors
    /// The system has none.
    pub fn make() -> Result<Self, BrowseError> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| BrowseError::Random(error.to_string()))?;
        Ok(Self(
            bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        ))
    }

    /// In a time that does not tell how much of it is right.
    fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// What is asked of everybody who connects.
pub struct Guard {
    token: Option<Token>,
    /// Name of the cookie that carries the token: cookies know no ports.
    cookie: String,
}

impl Guard {
    pub fn new(token: Option<Token>, port: u16) -> Arc<Self> {
        let cookie = format!("fourcorners-{port}");
        Arc::new(Self { token, cookie })
    }

    /// Turns away, or lets through; and puts the headers of every answer.
    pub async fn pass(State(guard): State<Arc<Self>>, request: Request, next: Next) -> Response {
        let mut response = match guard.turned_away(&request) {
            Some(response) => response,
            None => next.run(request).await,
        };
        put_headers(response.headers_mut());
        response
    }

    fn turned_away(&self, request: &Request) -> Option<Response> {
        if !names_this_host(request.headers(), request.uri()) {
            let sentence = "This server answers only to localhost and numeric addresses (such as \
                            127.0.0.1 or [::1]), to prevent DNS rebinding.";
            return Some(Refusal::new(StatusCode::MISDIRECTED_REQUEST, sentence).into_response());
        }
        let token = self.token.as_ref()?;
        if let Some((given, rest)) = token_of(request.uri()) {
            if token.is(&given) {
                return Some(self.welcome(token, &rest));
            }
        } else if self.carries(token, request.headers()) {
            return None;
        }
        let sentence = "This server requires a token: open the URL that `fourcorners browse` \
                        printed, or send the header `Authorization: Bearer TOKEN`.";
        let mut response = Refusal::new(StatusCode::UNAUTHORIZED, sentence).into_response();
        let ask = HeaderValue::from_static("Bearer");
        response.headers_mut().insert(header::WWW_AUTHENTICATE, ask);
        Some(response)
    }

    /// The token moves from the address to a cookie: addresses are shown, kept and passed on.
    fn welcome(&self, token: &Token, address: &str) -> Response {
        let mut response = StatusCode::SEE_OTHER.into_response();
        let cookie = format!("{}={token}; HttpOnly; SameSite=Lax; Path=/", self.cookie);
        for (name, value) in [
            (header::SET_COOKIE, cookie.as_str()),
            (header::LOCATION, address),
        ] {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }

    fn carries(&self, token: &Token, headers: &HeaderMap) -> bool {
        let text = |value: &HeaderValue| value.to_str().unwrap_or("").to_string();
        let bearer = headers.get_all(header::AUTHORIZATION).iter().map(text);
        let mut bearer =
            bearer.filter_map(|value| Some(value.strip_prefix("Bearer ")?.to_string()));
        let cookies = headers.get_all(header::COOKIE).iter().map(text);
        let cookies = cookies.collect::<Vec<String>>().join(";");
        let mut named = cookies.split(';').filter_map(|cookie| {
            let (name, value) = cookie.trim().split_once('=')?;
            (name == self.cookie).then_some(value)
        });
        bearer.any(|given| token.is(&given)) || named.any(|given| token.is(given))
    }
}

/// The token in an address, and the address without it.
fn token_of(uri: &Uri) -> Option<(String, String)> {
    let mut token = None;
    let mut rest = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(uri.query()?.as_bytes()) {
        if name == "token" {
            token = Some(value.into_owned());
        } else {
            rest.append_pair(&name, &value);
        }
    }
    // `//name/` would lead to another host.
    let path = format!("/{}", uri.path().trim_start_matches('/'));
    let rest = rest.finish();
    let address = if rest.is_empty() {
        path
    } else {
        format!("{path}?{rest}")
    };
    Some((token?, address))
}

/// Whether the request names this host in a way that no name server can be made to lie about.
fn names_this_host(headers: &HeaderMap, uri: &Uri) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let one = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().is_ok_and(is_local),
        _ => false,
    };
    one && uri
        .authority()
        .is_none_or(|authority| is_local(authority.as_str()))
}

/// `localhost` or an address in numbers, with any port: a tunnel's is another than ours.
fn is_local(host: &str) -> bool {
    let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => {
            let address: Result<std::net::Ipv6Addr, _> = address.parse();
            return address.is_ok() && is_port(port);
        }
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    let known = name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok();
    known && is_port(port)
}

fn is_port(text: &str) -> bool {
    text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|port| port.parse::<u16>().is_ok())
}

fn put_headers(headers: &mut HeaderMap) {
    let always = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CACHE_CONTROL, "no-store"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(csp::OF_DATA));
}
