//! What is served, and how; and the server that does it.

use crate::contents::Contents;
use crate::control::Control;
use crate::error::ServeError;
use crate::nbd::Export;
use crate::recording::Recording;
use crate::served::Served;
use crate::server::{Server, Sockets};
use crate::socket::{Address, Listener};
use crate::store::{Header, OnDamage, Store};
use crate::syncer::Syncer;
use fourcorners_block::Drive;
use std::num::NonZeroU32;
use std::path::Path;

#[derive(Clone, Copy, Debug)]
pub struct Config<'a> {
    /// Catalog name of the drive.
    pub name: &'a str,
    /// Maker and model.
    pub model: &'a str,
    /// All that decides what the drive does: a store belongs to one such drive.
    pub behavior: &'a str,
    /// Whether the drive compresses or deduplicates, so that data has to be looked at.
    pub sees_data: bool,
    /// Folder of its data and state; none: fresh.
    pub store: Option<&'a Path>,
    /// What becomes of a store that is damaged.
    pub on_damage: OnDamage,
    /// Without a store, memory for data; none: data is not kept.
    pub memory_bytes: Option<u64>,
    /// Socket for reports and faults; none: there is no such socket.
    pub control: Option<&'a Path>,
    /// File for a trace of what clients do.
    pub record: Option<&'a Path>,
    /// Times slower than the drive.
    pub dilation: NonZeroU32,
    /// Polls instead of sleeping shortly before a reply.
    pub spin: bool,
}

impl Server {
    /// Serves a drive at an address; see [`Self::run`].
    ///
    /// # Errors
    /// The store is no store of that drive, or the host fails.
    pub fn open(
        config: &Config<'_>,
        mut drive: Box<dyn Drive>,
        address: &Address,
    ) -> Result<Self, ServeError> {
        let bytes = drive.identity().capacity.bytes().0;
        let header = Header::new(config.name, config.behavior, bytes);
        let store = config
            .store
            .map(|folder| Store::open(folder, &header, &mut *drive, config.on_damage));
        let store = store.transpose()?;
        let contents = match (&store, config.memory_bytes) {
            (Some(store), _) => store.contents(bytes)?,
            (None, Some(limit)) => Contents::in_memory(bytes, limit)?,
            (None, None) => Contents::nothing(),
        };
        let files = store.as_ref().map(Store::files).transpose()?;
        let syncer = files.map(Syncer::of).transpose()?;
        let listen = |error| ServeError::Listen {
            address: address.clone(),
            error,
        };
        let listener = Listener::new(address).map_err(listen)?;
        let control = config.control.map(|path| {
            Control::listen(path).map_err(|error| ServeError::Listen {
                address: Address::Unix(path.into()),
                error,
            })
        });
        let sockets = Sockets {
            listener,
            control: control.transpose()?,
        };
        let identity = drive.identity();
        let export = Export {
            description: config.model.into(),
            takes_trim: identity.discard.is_some(),
            is_rotational: identity.rotational == Some(true),
            ..Export::new(config.name, bytes)
        };
        let recording = config
            .record
            .map(|path| Recording::new(path, config.name, drive.now()));
        let served = Served::new(
            drive,
            config.sees_data,
            contents,
            store,
            recording.transpose()?,
            config.dilation,
        )?;
        Self::new(served, export, sockets, syncer, config.spin)
    }
}
