//! Drives and hosts that fail.

pub mod bad_sectors;
pub mod dropped_writes;
pub mod full_disk;
pub mod hot_swap;
pub mod hot_unplug;
pub mod hung;
pub mod scsi_debug;

/// The numbers behind each `LBA` of a text.
fn named_lbas(said: &str) -> Vec<u64> {
    let number = |text: &str| -> Option<u64> {
        let digits = text.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    said.split("LBA ").skip(1).filter_map(number).collect()
}
