//! Errors in the words of the command line: which option to change.

use fourcorners_lab::{LabError, Misuse, OpenError, PowerError};

/// An error as a sentence.
pub fn sentence(error: &LabError) -> String {
    match error {
        LabError::Misuse(misuse) => of_misuse(misuse),
        LabError::Open(error) => of_open(error),
        LabError::Power(error) => of_power(error),
        other => other.to_string(),
    }
}

fn of_misuse(misuse: &Misuse) -> String {
    match misuse {
        Misuse::NoFolder(_) => format!("{misuse}; choose another place with --out"),
        Misuse::VerifySimulated(drive) => {
            format!("--verify checks the data of real drives; {drive} is simulated and keeps none")
        }
        Misuse::DestroyUntested { named, tested } => format!(
            "--destroy {} names no drive that is tested here ({}); give its DRIVE too, or leave \
             it out",
            named.display(),
            tested.join(", ")
        ),
        Misuse::EraseSimulated => {
            "--erase is for real drives; a simulated one begins as from the factory".into()
        }
        Misuse::Exists(path) => format!(
            "{0} exists, and --size never touches what exists; leave --size out and name {0} \
             with --destroy to overwrite it, or give another name",
            path.display()
        ),
        Misuse::PowerOfSimulated => {
            format!("--power and --power-command are for real drives; {misuse}")
        }
        Misuse::PowerOfSeveral => {
            format!("{misuse}: give one real DRIVE at a time with --power or --power-command")
        }
        Misuse::PortOfReal(_) => {
            format!("--port is for simulated drives; {misuse}, and its page says at which speed")
        }
        Misuse::PortTwice(port) => format!(
            "--port {port} is given twice; each drive is tested once behind a port, more often \
             with --repeat"
        ),
        Misuse::DriveTwice { named, before } => {
            let as_well = match named == before {
                true => String::new(),
                false => format!(", as {before} too"),
            };
            format!("{misuse}{as_well}; each drive is tested once, more often with --repeat")
        }
        Misuse::NoSuchPath(_) => format!(
            "{misuse}. Give a block device that is there, or let a regular file be made with \
             --size, as in --size 4GiB"
        ),
        Misuse::NoSuchDrive(unknown) if of_device(&unknown.name) => format!(
            "there is no drive '{0}' in the catalogue; did you mean /dev/{0}?",
            unknown.name
        ),
        Misuse::NoSuchDrive(_) => format!(
            "{misuse}; a drive can also be a .toml file, a block device, or a file made with --size"
        ),
        Misuse::SizeOfExisting(_) => format!("{misuse}; leave --size out"),
        Misuse::SizeUnknown => format!(
            "{misuse}: name a device that is there with --device, or say --size, as in 240GB"
        ),
    }
}

/// Whether a name is that of a device of this host, as `lsblk` prints it.
fn of_device(name: &str) -> bool {
    !name.contains('/') && std::path::Path::new("/dev").join(name).exists()
}

/// Why a drive is not opened.
pub fn of_open(error: &OpenError) -> String {
    match error {
        OpenError::NotFound { .. } => {
            format!("{error}, or give a size (as in --size 4GiB) to make a new file")
        }
        OpenError::NotNamed { path } => format!(
            "{error}; if all that it holds may be destroyed, say so with --destroy {}",
            path.display()
        ),
        OpenError::NotPolled { .. } => format!(
            "{error}; leave --engine away, or give --engine io-uring (for an NVMe disk, \
             nvme.poll_queues=2 on the kernel's command line makes polled queues)"
        ),
        OpenError::Signature {
            path,
            confirm,
            confirm_is,
            ..
        } => format!(
            "{error}; if that may be destroyed, confirm the device with --serial '{confirm}' \
             ({confirm_is}), or erase the signature yourself (wipefs --all {})",
            path.display()
        ),
        OpenError::WrongSerial {
            path,
            given,
            found,
            confirm,
            confirm_is,
        } => format!(
            "{} is not the device that --serial '{given}' confirms: {confirm_is} is '{confirm}'; \
             check that this is the drive to destroy. It carries {found}",
            path.display()
        ),
        OpenError::Exists { path } => format!(
            "{} exists, and --size only makes new files; leave --size away to use it as it is, \
             or name a file that does not exist",
            path.display()
        ),
        OpenError::BadSize { .. } => format!("{error}, as in --size 4GiB"),
        OpenError::TooSmall { .. } => {
            format!("{error}, a file is made with --size under a new name")
        }
        OpenError::NoTrim { .. } => {
            format!("{error}; leave --erase away to overwrite what it holds")
        }
        other => other.to_string(),
    }
}

fn of_power(error: &PowerError) -> String {
    match error {
        PowerError::NoSensor => {
            format!("--power hwmon: {error}; name a program that prints watts with --power-command")
        }
        PowerError::WhichSensor(_) => format!("--power hwmon: {error}"),
        PowerError::UnknownSensor { .. } | PowerError::NoPowerState(_) => {
            format!("--power {error}")
        }
        PowerError::Untold { .. } => error.to_string(),
    }
}
