//! Whether guests run on this host's processor (KVM) or on an emulated one.

use super::{Failure, Guest, Image, Kernel};
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::time::Duration;

/// What runs a guest's code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accelerator {
    Kvm,
    /// Twenty times slower, but works everywhere.
    Emulation,
}

/// With KVM a guest boots within a second.
const PATIENCE: Duration = Duration::from_secs(10);

impl Accelerator {
    /// KVM if a guest boots with it: within some virtual machines there is a `/dev/kvm` that lets
    /// guests hang. The answer is kept in `cache` until this host boots again.
    pub fn here(image: &Image, cache: &Path) -> Self {
        if OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/kvm")
            .is_err()
        {
            return Self::Emulation;
        }
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let known = cache.join("kvm.txt");
        let answer = |word: &str| format!("{} {word}", boot.trim());
        match fs::read_to_string(&known) {
            Ok(text) if text == answer("works") => return Self::Kvm,
            Ok(text) if text == answer("hangs") => return Self::Emulation,
            _ => {}
        }
        let works = boots(image, &cache.join("kvm.log")).is_ok();
        // If it cannot be kept, it is asked for again.
        let _ = fs::write(known, answer(if works { "works" } else { "hangs" }));
        if works { Self::Kvm } else { Self::Emulation }
    }

    pub(super) fn arguments(self) -> [&'static str; 4] {
        match self {
            Self::Kvm => ["-accel", "kvm", "-cpu", "host"],
            Self::Emulation => ["-accel", "tcg,thread=multi", "-cpu", "qemu64"],
        }
    }
}

fn boots(image: &Image, console: &Path) -> Result<(), Failure> {
    let guest = Guest::boot_with(Accelerator::Kvm, image, Kernel::Cloud, "", &[], console)?;
    guest.within(PATIENCE).finish().map(drop)
}
