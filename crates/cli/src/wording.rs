//! Errors in the words of the command line: which option to change.

use fourcorners_lab::{LabError, Message, Misuse, OpenError, PowerError};

/// An error with its hint.
pub fn message(error: &LabError) -> Message {
    match error {
        LabError::Misuse(misuse) => of_misuse(misuse),
        LabError::Open(error) => of_open(error),
        LabError::Power(error) => of_power(error),
        other => other.message(),
    }
}

fn of_misuse(misuse: &Misuse) -> Message {
    let as_is = Message::new(misuse.to_string());
    match misuse {
        Misuse::NoFolder(_) => as_is.hint("choose another folder with --out"),
        Misuse::VerifySimulated(drive) => Message::new(format!(
            "--verify checks the data of real drives; {drive} is simulated and stores none"
        )),
        Misuse::ReadOnlySimulated(_) => as_is.hint("leave --read-only out"),
        Misuse::DestroyUntested { named, tested } => Message::new(format!(
            "--destroy {} does not name a drive of this run ({})",
            named.display(),
            tested.join(", ")
        ))
        .hint("add it as DRIVE, or leave --destroy out"),
        Misuse::EraseSimulated => Message::new("--erase is for real drives")
            .hint("leave it out; a simulated drive starts fresh"),
        Misuse::Exists(path) => as_is.hint(format!(
            "--size only creates new files; to overwrite this file, leave --size out and give \
             --destroy {}",
            path.display()
        )),
        Misuse::PowerOfSimulated => Message::new(format!(
            "--power and --power-command are for real drives; {misuse}"
        )),
        Misuse::PowerOfSeveral => {
            as_is.hint("give one real DRIVE at a time with --power or --power-command")
        }
        Misuse::PortOfReal(_) => Message::new(format!("--port is for simulated drives; {misuse}"))
            .hint("its page reports the negotiated speed"),
        Misuse::NotSimulated(_) => as_is.hint("`fourcorners list drives` lists them"),
        Misuse::SetOfReal(_) => as_is.hint("leave --set out"),
        Misuse::PortTwice(port) => Message::new(format!("--port {port} is given twice"))
            .hint("to run a drive several times, use --repeat"),
        Misuse::DriveTwice { named, before } => {
            let as_well = match named == before {
                true => String::new(),
                false => format!(", also as {before}"),
            };
            Message::new(format!("{misuse}{as_well}"))
                .hint("to run a drive several times, use --repeat")
        }
        Misuse::OneBudget { .. } => as_is.hint(
            "--max-writes limits the writes to a drive: name only one, or leave --max-writes out",
        ),
        Misuse::NoSuchPath(_) => as_is.hint(
            "name an existing block device, or create a regular file with --size, as in --size \
             4GiB",
        ),
        Misuse::NoSuchDrive(unknown) if of_device(&unknown.name) => {
            as_is.hint(format!("did you mean /dev/{}?", unknown.name))
        }
        Misuse::NoSuchDrive(unknown) => as_is.maybe(unknown.hint()),
        Misuse::SizeOfExisting(_) => as_is.hint("leave --size out"),
        Misuse::SizeUnknown => {
            as_is.hint("name an existing device with --device, or give --size, as in --size 240GB")
        }
    }
}

/// Whether a name is that of a device of this host, as `lsblk` prints it.
fn of_device(name: &str) -> bool {
    !name.contains('/') && std::path::Path::new("/dev").join(name).exists()
}

/// Why a drive is not opened.
pub fn of_open(error: &OpenError) -> Message {
    let as_is = Message::new(error.to_string());
    match error {
        OpenError::NotFound { .. } => as_is.hint(
            "name a block device (lsblk lists them) or an existing file, or create one with \
             --size, as in --size 4GiB",
        ),
        OpenError::NotNamed { path } => as_is.hint(format!(
            "to only read it, add --read-only; to destroy all data on it, add --destroy {}",
            path.display()
        )),
        OpenError::NotPolled { .. } => as_is.hint(
            "leave --engine out, or give --engine io-uring (polled queues for an NVMe disk need \
             the kernel parameter nvme.poll_queues=2)",
        ),
        OpenError::Signature {
            path,
            confirm,
            confirm_is,
            ..
        } => as_is.hint(format!(
            "to destroy it, confirm the device with --serial '{confirm}' ({confirm_is}), or erase \
             the signature yourself (wipefs --all {})",
            path.display()
        )),
        OpenError::WrongSerial {
            path,
            given,
            found,
            confirm,
            confirm_is,
        } => Message::new(format!(
            "{}, which holds {found}, is not the device that --serial '{given}' confirms: \
             {confirm_is} is '{confirm}'",
            path.display()
        ))
        .maybe(error.hint()),
        OpenError::Exists { path } => as_is.hint(format!(
            "--size only creates new files; leave it out to use {} as it is",
            path.display()
        )),
        OpenError::BadSize { .. } => as_is.hint("as in --size 4GiB"),
        OpenError::TooSmall { .. } => {
            as_is.hint("the device may have no medium; --size creates a file under a new name")
        }
        OpenError::NoTrim { .. } => as_is.hint("leave --erase out to overwrite its data"),
        _ => as_is.maybe(error.hint()),
    }
}

fn of_power(error: &PowerError) -> Message {
    match error {
        PowerError::NoSensor => Message::new(format!("--power hwmon: {error}"))
            .hint("name a program that prints watts with --power-command"),
        PowerError::WhichSensor(_) => Message::new(format!("--power hwmon: {error}")),
        PowerError::UnknownSensor { .. } | PowerError::NoPowerState(_) => {
            Message::new(format!("--power {error}"))
        }
        PowerError::Untold { .. } => Message::new(error.to_string()),
    }
}
