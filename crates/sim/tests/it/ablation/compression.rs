//! Compression and deduplication: what data that says little does for the spare area, and what
//! the controller pays for it.

use super::*;
use fourcorners_block::DataClass;
use fourcorners_sim::spec::{CompressionSpec, Pacing};

const SANDFORCE_LIKE: CompressionSpec = CompressionSpec {
    slot_bytes: 512,
    min_stored_per_mille: 100,
    unit_ns: 0,
    slot_ns: 0,
    read_slot_ns: 0,
    deduplication_units: 0,
};

fn compressing(compression: Option<CompressionSpec>) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.compression = compression;
    spec
}

fn of(class: DataClass, requests: Vec<Request>) -> Vec<Request> {
    let with = |request: Request| {
        let identity = request.tag as u32;
        Request::write(
            request.tag,
            request.lba,
            request.blocks,
            Data { class, identity },
        )
    };
    requests.into_iter().map(with).collect()
}

/// Random writes over a full drive, all data of one class, in steady state.
fn tortured(spec: &SsdSpec, class: DataClass) -> f64 {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &of(class, sequential_writes(units, 8)));
    work(&mut drive, &of(class, random_writes(units, 4 * units)));
    work(&mut drive, &of(class, random_writes(units, 2 * units))).write_amplification()
}

/// Write amplification of greedy collection at a spare factor, b units a superblock (Desnoyers
/// 2012, equation 12).
fn greedy(spare_factor: f64, b: f64) -> f64 {
    let k = 1.0 + 1.0 / (2.0 * b);
    let alpha = k / (1.0 - spare_factor);
    let mut fifo = 1.0 / spare_factor;
    for _ in 0..10_000 {
        fifo = 1.0 / (1.0 - (-alpha / fifo).exp());
    }
    fifo / k
}

#[test]
fn does_data_of_half_the_content_write_half_and_leave_the_rest_as_spare_area() {
    let (off, on) = (compressing(None), compressing(Some(SANDFORCE_LIKE)));
    let half = DataClass::Ratio(500);
    let without = tortured(&off, half);
    let with = tortured(&on, half);
    // 64 superblocks of 512 units, about 4 of them kept free or open. Half as full:
    let share = on.capacity.0 as f64 / 8.0 / (60.0 * 512.0);
    let predicted = 0.5 * greedy(1.0 - share / 2.0, 1024.0);
    assert_near(
        "compression",
        "write amplification, data that compresses to a half",
        without,
        with,
        predicted,
        4.0,
    );
    // What does not compress costs what it did.
    assert_near(
        "compression",
        "write amplification, random data",
        without,
        tortured(&on, DataClass::FullRandom),
        without,
        2.0,
    );
}

#[test]
fn does_data_pass_the_nand_in_its_stored_size() {
    let rate = |compression, class| {
        let spec = compressing(compression);
        let mut drive = drive(&spec, 32);
        work(
            &mut drive,
            &of(class, sequential_writes(spec.capacity.0 / 16, 32)),
        )
        .per_second()
    };
    // Stored in 6 of 8 slots: 5 of them in each group of 32 slots, 30 of which are used.
    let class = DataClass::Ratio(700);
    assert_near(
        "compression",
        "sequential writes of 128 KiB a second, data that compresses to 70 %",
        rate(None, class),
        rate(Some(SANDFORCE_LIKE), class),
        rate(None, class) * 5.0 / 4.0,
        3.0,
    );
}

#[test]
fn is_content_that_was_just_stored_kept_as_a_reference() {
    let programmed = |deduplication_units| {
        let compression = CompressionSpec {
            deduplication_units,
            ..SANDFORCE_LIKE
        };
        let mut drive = drive(&compressing(Some(compression)), 1);
        let writes: Vec<Request> = random_writes(8_000, 4_000)
            .into_iter()
            .map(|write| {
                let same = Data {
                    class: DataClass::OneBuffer,
                    identity: 0,
                };
                Request::write(write.tag, write.lba, write.blocks, same)
            })
            .collect();
        work(&mut drive, &writes).write_amplification()
    };
    assert_near(
        "deduplication",
        "bytes programmed for a byte of one buffer, written again and again",
        programmed(0),
        programmed(16),
        1.0 / 8.0,
        1.0,
    );
}

#[test]
fn does_compressing_cost_a_fixed_time_a_unit_and_a_time_for_what_is_stored() {
    let elapsed = |unit_ns, slot_ns, class| {
        let compression = CompressionSpec {
            unit_ns,
            slot_ns,
            ..SANDFORCE_LIKE
        };
        let mut spec = compressing(Some(compression));
        // Only the controller takes time.
        spec.nand.t_prog_ns = 1_000;
        spec.nand.channel_mb_per_s = 100_000;
        let mut drive = drive(&spec, 32);
        let mut requests = of(class, random_writes(8_000, 4_000));
        requests.push(Request::flush(4_000)); // what is in the buffer takes its time, too
        let done = work(&mut drive, &requests);
        done.elapsed.0 as f64 / 4_000.0
    };
    let class = DataClass::Ratio(500);
    assert_near(
        "compression, fixed cost",
        "ns a random 4 KiB write",
        elapsed(0, 0, class),
        elapsed(20_000, 0, class),
        20_000.0,
        2.0,
    );
    // 4 slots, against 8 of random data.
    assert_near(
        "compression, cost of what is stored",
        "ns a random 4 KiB write",
        elapsed(0, 0, class),
        elapsed(0, 5_000, class),
        20_000.0,
        2.0,
    );
    assert_near(
        "compression, cost of what is stored",
        "ns a random 4 KiB write of random data",
        elapsed(0, 0, class),
        elapsed(0, 5_000, DataClass::FullRandom),
        40_000.0,
        2.0,
    );
}

#[test]
fn does_turning_data_back_take_a_time_for_what_is_stored() {
    let elapsed = |read_slot_ns, class| {
        let compression = CompressionSpec {
            read_slot_ns,
            ..SANDFORCE_LIKE
        };
        let mut spec = compressing(Some(compression));
        // Only the controller takes time.
        spec.nand.t_read_ns = 1_000;
        spec.nand.channel_mb_per_s = 100_000;
        let mut drive = drive(&spec, 32);
        work(&mut drive, &of(class, sequential_writes(8_000, 8)));
        let done = work(&mut drive, &random_reads(8_000, 4_000));
        done.elapsed.0 as f64 / 4_000.0
    };
    // 4 slots, against 8 of random data.
    for (class, slots) in [(DataClass::Ratio(500), 4.0), (DataClass::FullRandom, 8.0)] {
        assert_near(
            "compression, turning back what is read",
            "ns a random 4 KiB read",
            elapsed(0, class),
            elapsed(5_000, class),
            slots * 5_000.0,
            2.0,
        );
    }
}
