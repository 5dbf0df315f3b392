//! `serve`: a simulated drive as a block device.

use crate::end::End;
use crate::interrupt;
use crate::options::Serve as Options;
use crate::output::{self, number, say};
use crate::refusal::Refusal;
use crate::served::{control_of, report_text, salvaged_text};
use fourcorners_lab::{self as lab, Message};
use fourcorners_serve::attach::{AttachError, Attachment, Event, Way};
use fourcorners_serve::{Address, Config, OnDamage, ServeError, Server, StoreError};
use std::fmt::Write as _;
use std::path::{Path, absolute};
use std::sync::{Arc, Mutex, PoisonError};

const ENDS: &str = "clients are disconnected";
const DETACHES: &str = "the disk is detached once nobody uses it";

pub fn serve(options: &Options, json: bool) -> Result<End, Refusal> {
    let spec = lab::resolve_simulated(&options.drive, &options.set)?;
    // Not that of a changed drive, which lists the changes.
    let name = Path::new(&options.drive).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let name = name.strip_suffix(".toml").unwrap_or(&name);
    let address = match options.listen {
        Some(address) => Address::Tcp(address),
        None => {
            let path = options.socket.clone();
            let path = path.unwrap_or_else(|| format!("{name}.sock").into());
            Address::Unix(absolute(&path).unwrap_or(path))
        }
    };
    if let Address::Tcp(address) = address
        && !address.ip().is_loopback()
    {
        output::note(&format!(
            "anyone who can reach {address} can read and write the drive: NBD has no passwords; \
             docs/serve.md shows how to put TLS in front"
        ));
    }
    let control = match &address {
        Address::Unix(path) => control_of(path),
        Address::Tcp(address) => {
            let name = format!("{name}-{}.control", address.port());
            absolute(name).unwrap_or_default()
        }
    };
    let memory_bytes = (!options.no_data).then(memory_for_data);
    let config = Config {
        name: spec.name(),
        model: spec.model(),
        behavior: &spec.behaviour(),
        sees_data: spec.sees_data(),
        store: options.store.as_deref(),
        on_damage: match options.salvage {
            true => OnDamage::Salvage,
            false => OnDamage::Refuse,
        },
        memory_bytes,
        record: options.record.as_deref(),
        control: Some(&control),
        dilation: options.dilate,
        spin: options.spin,
    };
    interrupt::listen(if options.attach { DETACHES } else { ENDS })?;
    let mut server = Server::open(&config, spec.drive(), &address)?;
    if options.listen.is_some() {
        output::note(&format!("stat and fault take {}", control.display()));
    }
    for lost in server.salvaged() {
        output::note(&salvaged_text(lost));
    }
    say(&begun(options, memory_bytes, spec.model(), &server));
    let attachment = Attaching::begin(options.attach, &address, &server);
    let ended = server.run(&|| attachment.has_failed() || attachment.ends());
    let report = server.close()?;
    ended?;
    attachment.result()?;
    match json {
        true => output::print_json(&report)?,
        false => output::print(&report_text(&report))?,
    };
    Ok(End::Done)
}

/// The block device that is asked for, if one is.
struct Attaching {
    attachment: Option<Attachment>,
    failure: Arc<Mutex<Option<AttachError>>>,
}

impl Attaching {
    fn begin(is_asked: bool, address: &Address, server: &Server) -> Self {
        let failure = Arc::new(Mutex::new(None));
        let failure_of_thread = failure.clone();
        let tell = move |event| match event {
            Event::Attached { device, way } => {
                say(&format!("{}, {}", device.display(), way_text(way)));
            }
            Event::Lost(device) => say(&format!(
                "{} is gone: unmount it; the drive is attached anew",
                device.display()
            )),
            Event::InUse(device) => say(&format!(
                "waiting: {} is mounted or held open by a program",
                device.display()
            )),
            Event::Failed(error) => {
                *failure_of_thread
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        };
        let attachment = match address {
            Address::Unix(socket) if is_asked => {
                Some(Attachment::begin(socket, server.cuts(), tell))
            }
            _ => None,
        };
        Self {
            attachment,
            failure,
        }
    }

    fn has_failed(&self) -> bool {
        self.attachment.as_ref().is_some_and(Attachment::has_ended)
    }

    /// Whether the user wants it to end, and the device is detached.
    fn ends(&self) -> bool {
        interrupt::stop_requested() && self.attachment.as_ref().is_none_or(Attachment::end)
    }

    fn result(&self) -> Result<(), Refusal> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(AttachError::NoWay(errors)) = &*failure else {
            return Ok(());
        };
        let reasons = errors.iter().map(|(_, error)| error.to_string());
        let reasons: Vec<String> = reasons.collect();
        let error = format!("cannot attach the drive: {}", reasons.join("; "));
        let hint = "run as root, and install nbd-client, or libnbd-bin and fuse3";
        Err(Message::new(error).hint(hint).into())
    }
}

fn way_text(way: Way) -> &'static str {
    match way {
        Way::Nbd => "by the kernel's NBD client",
        Way::Ublk => "by ublk",
        Way::Fuse => "by FUSE and a loop device, the slowest way",
    }
}

/// Most of the memory that is available.
fn memory_for_data() -> u64 {
    lab::available_memory().map_or(u64::MAX, |bytes| bytes / 8 * 7)
}

fn begun(options: &Options, memory_bytes: Option<u64>, model: &str, server: &Server) -> String {
    let gb = number(server.bytes() as f64 / 1e9);
    let kept = match (&options.store, memory_bytes) {
        (Some(folder), _) => format!("stored in {}", folder.display()),
        (None, None) => "data is not kept, reads return zeros".into(),
        (None, Some(bytes)) => {
            let gb = number(bytes as f64 / 1e9);
            format!("up to {gb} GB of data in memory, lost at the end")
        }
    };
    let mut text = format!("{model}: {gb} GB, {kept}\n{}", server.uri());
    if options.dilate.get() > 1 {
        let _ = write!(text, "\n{} times slower than the drive", options.dilate);
    }
    text
}

impl From<ServeError> for Refusal {
    fn from(error: ServeError) -> Self {
        let hint = match &error {
            ServeError::Store(StoreError::NotAStore(_)) => {
                "name a new or empty folder with --store"
            }
            ServeError::Store(
                StoreError::Damaged(_) | StoreError::DamagedLog { .. } | StoreError::Incomplete(_),
            ) => {
                "use a copy of the folder, or --salvage, which opens what is whole and keeps \
                 copies of damaged files"
            }
            ServeError::Store(StoreError::Unusable(_)) => {
                "use a copy of the folder, or delete it and begin with a fresh drive"
            }
            ServeError::Store(StoreError::Foreign { .. }) => {
                "use a copy of the folder made with cp -rL --sparse=always, or another folder"
            }
            ServeError::Store(StoreError::Host { .. }) => {
                "--store needs a folder that can be written, with room for all data"
            }
            ServeError::Store(StoreError::InUse(_)) => "end the other one, or use another folder",
            ServeError::Store(StoreError::OtherDrive { .. } | StoreError::Changed { .. }) => {
                "serve the drive it was made with, with the same --set, or use another folder"
            }
            ServeError::Listen { .. } => "choose another with --socket or --listen",
            _ => return error.to_string().into(),
        };
        Message::new(error.to_string()).hint(hint).into()
    }
}
