//! The server: where it listens, and until when.

use crate::answers;
use crate::collection::Collection;
use crate::connection::{Bounded, WeakPlace, answered};
use crate::error::BrowseError;
use crate::guard::{Guard, Token};
use axum::middleware;
use schemars::JsonSchema;
use serde::Serialize;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

/// Where the server listens, and for whom.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address of this host.
    pub bind: IpAddr,
    /// Port; 0: any that is free.
    pub port: u16,
    /// Token of the user's. Without one, an address that others can reach gets a new one.
    pub token: Option<String>,
}

/// A server that listens already.
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    token: Option<Token>,
    collection: Arc<Collection>,
}

/// What `browse --json` prints.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Listening {
    /// The address to open, with its token if it has one.
    pub url: String,
}

impl Server {
    /// # Errors
    /// The token is too short, or the address cannot be listened on.
    pub fn bind(options: &Options, collection: Collection) -> Result<Self, BrowseError> {
        let token = match &options.token {
            Some(text) => Some(Token::given(text)?),
            None if options.bind.is_loopback() => None,
            None => Some(Token::make()?),
        };
        let address = SocketAddr::new(options.bind, options.port);
        let failed = |error| BrowseError::Listen { address, error };
        let listener = std::net::TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        Ok(Self {
            address: listener.local_addr().map_err(failed)?,
            listener,
            token,
            collection: Arc::new(collection),
        })
    }

    /// The address to open, with its token if it has one.
    pub fn url(&self) -> String {
        let mut address = self.address;
        // All addresses of this host: one of them is always there.
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        match &self.token {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    ///
    /// # Errors
    /// The system lets it go on no more.
    pub fn run(self) -> Result<(), BrowseError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(BrowseError::Ended)?;
        let guard = Guard::new(self.token, self.address.port());
        let routes = answers::routes(self.collection)
            .layer(middleware::from_fn_with_state(guard, Guard::pass))
            .layer(middleware::from_fn(answered))
            .into_make_service_with_connect_info::<WeakPlace>();
        runtime
            .block_on(async {
                let listener = tokio::net::TcpListener::from_std(self.listener)?;
                axum::serve(Bounded::new(listener), routes).await
            })
            .map_err(BrowseError::Ended)
    }
}
