//! Connections: only so many, and none keeps its place without asking for something.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Request};
use axum::middleware::Next;
use axum::response::Response;
use axum::serve::{IncomingStream, Listener};
use http_body::{Frame, SizeHint};
use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};

/// Connections at once.
const MOST: usize = 512;
/// The headers of a request are complete so long after the connection was made, or after the last
/// answer was sent. Bytes that trickle in do not extend it.
const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// While an answer is made or sent, a connection is closed after so long without a byte in either
/// direction. A run that is followed sends something every 15 s.
const SILENCE: Duration = Duration::from_secs(120);
/// How soon another connection is closed where the one that was chosen stays.
const NEXT_CHOICE: Duration = Duration::from_millis(100);

/// Accepts connections. Where all places are taken, a new one gets that of the connection that has
/// idled longest.
pub struct Bounded {
    listener: TcpListener,
    room: Arc<Semaphore>,
    places: Vec<Weak<Place>>,
}

impl Bounded {
    pub fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            room: Arc::new(Semaphore::new(MOST)),
            places: Vec::new(),
        }
    }

    async fn permit(&mut self) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() {
            return Some(permit);
        }
        loop {
            self.close_idlest();
            let room = Arc::clone(&self.room);
            if let Ok(permit) = timeout(NEXT_CHOICE, room.acquire_owned()).await {
                // It is never closed, so this is a permit.
                return permit.ok();
            }
        }
    }

    /// Closes none where all are being answered.
    fn close_idlest(&self) {
        let places = self.places.iter().filter_map(Weak::upgrade);
        let idle = places.filter_map(|place| Some((place.idle_since()?, place)));
        if let Some((_, place)) = idle.min_by_key(|(since, _)| *since) {
            place.close();
        }
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let permit = self.permit().await;
        let place = Arc::new(Place::new());
        self.places.retain(|place| place.strong_count() > 0);
        self.places.push(Arc::downgrade(&place));
        let connection = Connection {
            stream,
            place,
            deadline: Box::pin(sleep(HEADERS_WITHIN)),
            silence: Box::pin(sleep(SILENCE)),
            _permit: permit,
        };
        (connection, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What is known of a connection: by itself, by its answers, and by whoever wants its place.
pub struct Place(Mutex<State>);

struct State {
    /// Since when it waits for a request; `None` while it is answered.
    waiting: Option<Instant>,
    /// Since when it takes no bytes of an answer.
    blocked: Option<Instant>,
    closed: bool,
    waker: Option<Waker>,
}

impl Place {
    fn new() -> Self {
        Self(Mutex::new(State {
            waiting: Some(Instant::now()),
            blocked: None,
            closed: false,
            waker: None,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when only the other side could do something; `None` where we can, or it is closed.
    fn idle_since(&self) -> Option<Instant> {
        let state = self.lock();
        state.blocked.or(state.waiting).filter(|_| !state.closed)
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }

    /// Until when a request has to be there, if one is waited for.
    fn deadline(&self, context: &Context<'_>) -> io::Result<Option<Instant>> {
        let mut state = self.lock();
        if state.closed {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        state.waker = Some(context.waker().clone());
        let waiting = state.waiting.filter(|_| state.blocked.is_none());
        Ok(waiting.map(|since| since + HEADERS_WITHIN))
    }

    fn wrote(&self, is_blocked: bool) {
        let (mut state, now) = (self.lock(), Instant::now());
        if is_blocked {
            state.blocked.get_or_insert(now);
            return;
        }
        state.blocked = None;
        // The end of the answer: the next request is waited for from here on.
        state.waiting = state.waiting.map(|_| now);
    }
}

impl Connected<IncomingStream<'_, Bounded>> for WeakPlace {
    fn connect_info(stream: IncomingStream<'_, Bounded>) -> Self {
        Self(Arc::downgrade(&stream.io().place))
    }
}

/// The connection that a request came by.
#[derive(Clone)]
pub struct WeakPlace(Weak<Place>);

/// Notes that a connection is answered, from the end of a request's headers to that of the answer.
pub async fn answered(
    ConnectInfo(place): ConnectInfo<WeakPlace>,
    request: Request,
    next: Next,
) -> Response {
    let answering = Answering::begin(place);
    next.run(request).await.map(|body| {
        Body::new(Answer {
            body,
            _answering: answering,
        })
    })
}

/// Lasts as long as an answer is made and taken.
struct Answering(WeakPlace);

impl Answering {
    fn begin(place: WeakPlace) -> Self {
        if let Some(place) = place.0.upgrade() {
            place.lock().waiting = None;
        }
        Self(place)
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if let Some(place) = self.0.0.upgrade() {
            place.lock().waiting = Some(Instant::now());
        }
    }
}

/// The body of an answer.
struct Answer {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that ends when its place is wanted, no request comes in time, or nothing moves.
pub struct Connection {
    stream: TcpStream,
    place: Arc<Place>,
    deadline: Pin<Box<Sleep>>,
    silence: Pin<Box<Sleep>>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// An error where it has to end now; else it is woken when it has to.
    fn in_time(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let Some(deadline) = self.place.deadline(context)? else {
            return Ok(());
        };
        if self.deadline.deadline() != deadline {
            self.deadline.as_mut().reset(deadline);
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }

    fn watched<T>(
        &mut self,
        context: &mut Context<'_>,
        moved: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if moved.is_ready() {
            self.silence.as_mut().reset(Instant::now() + SILENCE);
            return moved;
        }
        match self.silence.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.in_time(context)?;
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.watched(context, read)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.in_time(context)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.place.wrote(written.is_pending());
        self.watched(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
