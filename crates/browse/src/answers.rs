//! What is asked for, and what is answered.

use crate::collection::{Collection, Failure, MOST_RUNS};
use crate::csp;
use crate::frames;
use crate::id::RunId;
use crate::live::{Follower, Look, Told};
use crate::refusal::Refusal;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

/// Pages that are made at once: each holds its runs in memory.
const PAGES_AT_ONCE: usize = 2;
/// Runs that are followed at once, counted by viewer.
const VIEWERS: usize = 256;
/// How often a run that is followed is looked at.
const PAUSE: Duration = Duration::from_millis(400);

/// What the handlers share.
struct Shared {
    collection: Arc<Collection>,
    /// What review pages may run.
    of_reviews: HeaderValue,
    pages: Arc<Semaphore>,
    viewers: Arc<Semaphore>,
}

/// Every address. Who may ask is decided before.
pub fn routes(collection: Arc<Collection>) -> Router {
    let of_reviews = HeaderValue::from_str(&csp::of_reviews());
    let shared = Arc::new(Shared {
        collection,
        of_reviews: of_reviews.unwrap_or(HeaderValue::from_static(csp::OF_DATA)),
        pages: Arc::new(Semaphore::new(PAGES_AT_ONCE)),
        viewers: Arc::new(Semaphore::new(VIEWERS)),
    });
    Router::new()
        .route("/", get(async || frame(frames::LIST)))
        .route("/index.html", get(async || frame(frames::LIST)))
        .route("/compare", get(async || frame(frames::COMPARE)))
        .route("/compare.html", get(async || frame(frames::COMPARE)))
        .route("/follow.html", get(async || frame(frames::FOLLOW)))
        .route(
            "/browse.js",
            get(async || typed("text/javascript; charset=utf-8", frames::SCRIPT)),
        )
        .route(
            "/browse.css",
            get(async || typed("text/css; charset=utf-8", frames::STYLE)),
        )
        .route("/runs.json", get(runs))
        .route("/figures/{name}", get(figures))
        .route("/run/{name}", get(run))
        .route("/review.html", get(review))
        .route("/live/{id}", get(live))
        .fallback(async || Refusal::new(StatusCode::NOT_FOUND, NOWHERE))
        .with_state(shared)
}

const NOWHERE: &str = "Page not found. The list of runs is at /.";

/// A page of the browser, without any data in it.
fn frame(page: &'static str) -> Response {
    let mut response = typed("text/html; charset=utf-8", page);
    let policy = HeaderValue::from_static(csp::OF_LISTS);
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

fn typed(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Files are read, and pages made, beside the connections; only so many at once.
async fn apart<T: Send + 'static>(
    shared: &Arc<Shared>,
    work: impl FnOnce(&Collection) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Refusal> {
    let permit = Arc::clone(&shared.pages).acquire_owned().await;
    let collection = Arc::clone(&shared.collection);
    let work = move || {
        // Held as long as the work goes on, which nobody ends when who asked goes away.
        let _permit = permit;
        work(&collection)
    };
    let done = tokio::task::spawn_blocking(work).await;
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(Failure::Unknown)) => Err(unknown()),
        Ok(Err(Failure::Unreadable(reason))) => Err(Refusal::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("This run cannot be shown: {reason}"),
        )),
        Err(_panicked) => Err(Refusal::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "This page could not be created because of a bug in fourcorners; your runs are not \
             affected. See the terminal for details.",
        )),
    }
}

fn unknown() -> Refusal {
    let sentence = "This run does not exist or was deleted. The list of runs is at /.";
    Refusal::new(StatusCode::NOT_FOUND, sentence)
}

fn id_of(name: &str, ending: &str) -> Result<RunId, Refusal> {
    let id = name.strip_suffix(ending).and_then(RunId::parse);
    id.ok_or_else(unknown)
}

type Answer = Result<Response, Refusal>;

async fn runs(State(shared): State<Arc<Shared>>) -> Answer {
    let json = apart(&shared, |collection| json(&collection.runs(true))).await?;
    Ok(typed("application/json", json))
}

async fn figures(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Answer {
    let id = id_of(&name, ".json")?;
    let json = apart(&shared, move |collection| json(&collection.figures(&id)?)).await?;
    Ok(typed("application/json", json))
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(value).map_err(|error| Failure::Unreadable(error.to_string()))
}

async fn run(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Answer {
    let ids = vec![id_of(&name, ".html")?];
    page(&shared, ids, "../index.html").await
}

/// One page of several runs: `?runs=ID,ID`, or `runs` several times.
async fn review(State(shared): State<Arc<Shared>>, RawQuery(query): RawQuery) -> Answer {
    let query = query.unwrap_or_default();
    let mut ids: Vec<RunId> = Vec::new();
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        let parts = value
            .split(',')
            .filter(|part| name == "runs" && !part.is_empty());
        for part in parts {
            let id = RunId::parse(part).ok_or_else(unknown)?;
            if !ids.contains(&id) {
                ids.push(id);
            }
            if ids.len() > MOST_RUNS {
                let sentence = format!("A page shows up to {MOST_RUNS} runs: choose fewer.");
                return Err(Refusal::new(StatusCode::BAD_REQUEST, sentence));
            }
        }
    }
    if ids.is_empty() {
        let sentence = "Choose runs in the list at / first; the URL then ends in ?runs=ID,ID.";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, sentence));
    }
    page(&shared, ids, "index.html").await
}

async fn page(shared: &Arc<Shared>, ids: Vec<RunId>, home: &'static str) -> Answer {
    let html = apart(shared, move |collection| collection.review(&ids, home)).await?;
    let mut response = typed("text/html; charset=utf-8", html);
    let policy = shared.of_reviews.clone();
    response
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}

/// A run as it goes on: server-sent events.
async fn live(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Answer {
    let id = RunId::parse(&id).ok_or_else(unknown)?;
    let Ok(permit) = Arc::clone(&shared.viewers).try_acquire_owned() else {
        let sentence = "Too many viewers are following runs; try again later.";
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence));
    };
    let place = headers
        .get("last-event-id")
        .and_then(|place| place.to_str().ok());
    let place = place.map(String::from);
    let (follower, begun) = apart(&shared, move |collection| {
        let follower = Follower::new(&collection.folder(&id)?, place.as_deref());
        let begun = follower.begin().map_err(Failure::Unreadable)?;
        Ok((follower, begun))
    })
    .await?;
    let (tell, told) = mpsc::channel(4);
    tokio::spawn(async move {
        let _permit = permit;
        follow(follower, begun, &tell).await;
    });
    let events = ReceiverStream::new(told).map(|told: Told| {
        let event = Event::default().event(told.event).data(told.data);
        Ok::<Event, Infallible>(match told.place {
            Some(place) => event.id(place),
            None => event,
        })
    });
    Ok(Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// Tells until the run has ended, or nobody listens.
async fn follow(mut follower: Follower, begun: Told, tell: &mpsc::Sender<Told>) {
    let mut told = vec![begun];
    loop {
        for told in told {
            if tell.send(told).await.is_err() {
                return;
            }
        }
        let apart = tokio::task::spawn_blocking(move || (follower.look(), follower));
        let Ok((looked, back)) = apart.await else {
            return;
        };
        follower = back;
        let look = looked.unwrap_or_else(Look::lost);
        let (ended, more) = (look.ended, look.more);
        told = look.told;
        if ended {
            for told in told {
                let _nobody_listens = tell.send(told).await;
            }
            return;
        }
        if told.is_empty() && !more {
            tokio::select! {
                () = tell.closed() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
    }
}
