//! Coarse mapping units (indirection units of 16 to 64 KiB, as large QLC drives have): what they
//! make of small writes. The drive comes from files, as a user's would.

use super::*;
use crate::theory;
use fourcorners_drive_file::load;

/// Pages of 16 KiB on four planes, programmed together: 64 KiB.
const NAND: &str = r#"
part = "qlc"
planes = { value = 4, from = "assumed", source = "test" }
page_kib = { value = 16, from = "assumed", source = "test" }
pages_per_block = { value = 32, from = "assumed", source = "test" }
blocks_per_plane = { value = 301, from = "assumed", source = "test" }
t_read_us = { value = 100, from = "assumed", source = "test" }
t_prog_us = { value = 2000, from = "assumed", source = "test" }
t_erase_us = { value = 10000, from = "assumed", source = "test" }
"#;

/// One die: 300 blocks of 2 MiB that may hold data, of which the host has 80 %, and one in reserve.
const DRIVE: &str = r#"
name = "coarse"
model = "Coarse units"
firmware = ""

[capacity]
user_bytes = { value = 503316480, from = "assumed", source = "test" }

[nand]
part = "qlc"
channels = { value = 1, from = "assumed", source = "test" }
dies = { value = 1, from = "assumed", source = "test" }
channel_mb_per_s = { value = 1000, from = "assumed", source = "test" }
cache_program = { value = true, from = "assumed", source = "test" }

[layout]
unit_kib = { value = 64, from = "assumed", source = "test" }
superblock_dies = { value = 1, from = "assumed", source = "test" }
reserved_blocks_per_plane = { value = 0, from = "assumed", source = "test" }
parity_stripe_dies = { value = 0, from = "assumed", source = "test" }
buffer_kib = { value = 512, from = "assumed", source = "test" }
read_ahead_kib = { value = 0, from = "assumed", source = "test" }

[link]
name = "test"
mb_per_s = { value = 100000, from = "assumed", source = "test" }
queue_depth = { value = 32, from = "assumed", source = "test" }
command_latency_us = { value = 0, from = "assumed", source = "test" }

[controller]
read_command_us = { value = 0, from = "assumed", source = "test" }
read_unit_us = { value = 0, from = "assumed", source = "test" }
write_command_us = { value = 0, from = "assumed", source = "test" }
write_unit_us = { value = 0, from = "assumed", source = "test" }
copy_unit_us = { value = 0, from = "assumed", source = "test" }
trim_command_us = { value = 0, from = "assumed", source = "test" }
trim_mib_us = { value = 0, from = "assumed", source = "test" }

[gc]
low_watermark = { value = 1, from = "assumed", source = "test" }
high_watermark = { value = 1, from = "assumed", source = "test" }
pacing = "foreground"
copies_in_flight = { value = 4, from = "assumed", source = "test" }
frontiers = "shared"
"#;

fn text_with(unit_kib: u32) -> String {
    let key = "unit_kib = { value = ";
    DRIVE.replace(&format!("{key}64"), &format!("{key}{unit_kib}"))
}
fn spec(unit_kib: u32) -> SsdSpec {
    let nand = |_: &str| Some(NAND.into());
    let spec = load("coarse.toml", &text_with(unit_kib), &nand).expect("a drive");
    spec.into_ssd().expect("an SSD")
}

/// Random writes of whole multiples of their size.
fn writes(spec: &SsdSpec, kib: u64, count: u64) -> Vec<Request> {
    let (blocks, mut generator) = (kib * 2, Seed(13).generator());
    let places = spec.capacity.0 / blocks;
    let any = (0..count).map(|tag| (tag, Lba(generator.below(places) * blocks)));
    any.map(|(tag, lba)| Request::write(tag, lba, Blocks(blocks), Data::RANDOM))
        .collect()
}

/// A drive that was filled sequentially once.
fn filled(spec: &SsdSpec) -> Station<Ssd> {
    let mut drive = drive(spec, 8);
    work(&mut drive, &sequential_writes(spec.capacity.0 / 8, 16));
    drive
}

#[test]
fn small_write_is_amplified_by_the_unit_and_an_aligned_one_is_not() {
    let small = |unit_kib| {
        let spec = spec(unit_kib);
        // As long as free blocks are left.
        work(&mut filled(&spec), &writes(&spec, 4, 900))
    };
    let off = small(4);
    for unit_kib in [16, 32, 64] {
        let what = format!("{unit_kib} KiB mapping unit");
        let on = small(unit_kib);
        assert_eq!(on.counters.nand_moved_units, 0);
        assert_near(
            &what,
            "bytes programmed for a byte of a random 4 KiB write",
            off.write_amplification(),
            on.write_amplification(),
            f64::from(unit_kib) / 4.0,
            0.1,
        );
        // The rest of the unit is read first, unless it is in the buffer.
        assert_near(
            &what,
            "array reads for a random 4 KiB write",
            off.counters.nand_page_reads as f64 / 900.0,
            on.counters.nand_page_reads as f64 / 900.0,
            1.0,
            1.0,
        );
        let spec = spec(unit_kib);
        let aligned = work(&mut filled(&spec), &writes(&spec, 64, 900));
        assert_near(
            &what,
            "bytes programmed for a byte of a random 64 KiB write",
            1.0,
            aligned.write_amplification(),
            1.0,
            0.1,
        );
        assert_eq!(aligned.counters.nand_page_reads, 0);
    }
}

/// In steady state the unit multiplies what GC copies as well: a block holds fewer units, each of
/// them overwritten as a whole, so greedy's formula gives the rest.
#[test]
fn unit_multiplies_the_write_amplification_of_garbage_collection() {
    let steady = |unit_kib, write_kib| {
        let spec = spec(unit_kib);
        let mut drive = filled(&spec);
        let once = spec.capacity.0 / 2 / u64::from(unit_kib);
        work(&mut drive, &writes(&spec, write_kib, 5 * once));
        work(&mut drive, &writes(&spec, write_kib, 10 * once)).write_amplification()
    };
    let off = steady(4, 4);
    for unit_kib in [16, 32, 64] {
        let units = 2048 / unit_kib;
        let greedy = theory::uniform(&spec(unit_kib).gc, units, 0.2).expect("a formula");
        let what = format!("{unit_kib} KiB mapping unit");
        let (figure, factor) = ("WA, random 4 KiB writes", f64::from(unit_kib) / 4.0);
        let on = steady(unit_kib, 4);
        assert_near(&what, figure, off, on, factor * greedy, 2.0);
        let figure = format!("WA, random {unit_kib} KiB writes");
        let on = steady(unit_kib, u64::from(unit_kib));
        assert_near(&what, &figure, off, on, greedy, 2.0);
    }
}

#[test]
fn unit_larger_than_a_page_of_every_plane_is_refused_with_what_fits() {
    let nand = |_: &str| Some(NAND.into());
    let error = load("coarse.toml", &text_with(128), &nand).expect_err("does not fit");
    let message = error.to_string();
    for part in [
        "coarse.toml:17:",
        "unit_kib is 128",
        "0.5 to 64",
        "one page on every plane",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn capacity_of_part_of_a_unit_is_refused_with_the_nearest_that_fits() {
    let nand = |_: &str| Some(NAND.into());
    let text = DRIVE.replace("503316480", "503296000");
    let error = load("coarse.toml", &text, &nand).expect_err("not whole units");
    let message = error.to_string();
    for part in ["multiple of the mapping unit (65536 bytes)", "503250944"] {
        assert!(message.contains(part), "{message}");
    }
}
