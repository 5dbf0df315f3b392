//! A block device of 256 MiB with an unreadable block at 5 MiB. Prints its path, and goes away when
//! stdin is closed. Needs root.

use fourcorners_testkit::faulty::{Fault, FaultyDevice, Kind, Medium, On};
use std::io::Read as _;

const EIO: i32 = 5;

fn main() {
    let device = FaultyDevice::new(Medium::new(256 << 20));
    let bad = (5 << 20)..(5 << 20) + 4096;
    device.inject(Fault::new(Kind::Fail(EIO), bad).on(On::Reads));
    println!("{}", device.name());
    let _ = std::io::stdin().read_to_end(&mut Vec::new());
}
