//! Connections, only so many, and none that is silent for ever.

use axum::serve::Listener;
use std::future::Future as _;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// Connections at once; the next ones wait.
const MOST: usize = 512;
/// After so long without a byte in either direction a connection is closed. A run that is followed sends
/// something every 15 s.
const SILENCE: Duration = Duration::from_secs(120);

/// Accepts connections as long as there is room.
pub struct Bounded {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Bounded {
    pub fn new(listener: TcpListener) -> Self {
        let room = Arc::new(Semaphore::new(MOST));
        Self { listener, room }
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // It is never closed, so there is always a permit in the end.
        let permit = Arc::clone(&self.room).acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let silence = Box::pin(sleep(SILENCE));
        let connection = Connection {
            stream,
            silence,
            _permit: permit,
        };
        (connection, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends when nothing moves.
pub struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Connection {
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
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
