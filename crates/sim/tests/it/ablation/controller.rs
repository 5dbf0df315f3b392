//! The controller's two processors, and the link with what it is plugged into.

use super::*;
use fourcorners_sim::spec::HostPort;

/// Reads are limited by firmware: 10 us a command on the host side, 8 us a unit on the flash side.
fn two_stages() -> SsdSpec {
    let mut spec = nand_bound(small::wide(fourcorners_sim::spec::Pacing::Balanced));
    spec.controller.read_command_ns = 10_000;
    spec.controller.flash_unit_ns = 8_000;
    spec
}

fn read_rate(spec: &SsdSpec) -> f64 {
    let mut drive = drive(spec, 32);
    let units = spec.capacity.0 / 8;
    work(&mut drive, &sequential_writes(units, 8));
    work(&mut drive, &random_reads(units, 20_000)).per_second()
}

#[test]
fn do_two_processors_work_side_by_side() {
    let on = two_stages();
    let mut off = on.clone();
    off.controller.one_processor = true;
    let (off, on) = (read_rate(&off), read_rate(&on));
    // One: 18 us a read; two: the slower of 10 and 8.
    assert_near(
        "two processors",
        "random reads/s",
        off,
        on,
        off * 18.0 / 10.0,
        2.0,
    );
    assert_near(
        "one processor",
        "random reads/s",
        on,
        off,
        1e9 / 18_000.0,
        2.0,
    );
}

#[test]
fn does_latency_of_reads_delay_one_and_leave_many_as_fast() {
    let mut off = nand_bound(small::wide(fourcorners_sim::spec::Pacing::Balanced));
    off.controller.read_command_ns = 10_000;
    let mut on = off.clone();
    on.controller.read_latency_ns = 90_000;
    let latency = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &random_reads(units, 2_000)).mean_latency_ns()
    };
    let (alone, delayed) = (latency(&off), latency(&on));
    assert_near(
        "latency of reads",
        "random read latency at QD1, ns",
        alone,
        delayed,
        alone + 90_000.0,
        0.1,
    );
    // Time of the processor passes one read after the other, latency all at once.
    let (without, with) = (read_rate(&off), read_rate(&on));
    assert_near(
        "latency of reads",
        "random reads/s at QD32",
        without,
        with,
        1e9 / 10_000.0,
        1.0,
    );
}

#[test]
fn does_a_slower_port_limit_sequential_reads_and_leave_random_reads_alone() {
    let mut on = nand_bound(small::wide(fourcorners_sim::spec::Pacing::Balanced));
    on.link.mb_per_s = 550;
    on.link.command_latency_ns = 20_000;
    on.layout.read_ahead_bytes = 1 << 20;
    let port = HostPort {
        name: "3 Gbps, slow".into(),
        mb_per_s: 275,
        command_latency_ns: 15_000,
    };
    let mut behind = on.clone();
    behind.link = on.link.behind(&port);
    let sequential = |spec: &SsdSpec| {
        let mut drive = drive(spec, 8);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 32));
        let reads = work(&mut drive, &sequential_reads(units / 32 * 32, 32));
        reads.per_second() * 32.0 * 4096.0 / 1e6
    };
    let (fast, slow) = (sequential(&on), sequential(&behind));
    assert_near("host port", "sequential read, MB/s", fast, slow, 275.0, 2.0);
    let latency = |spec: &SsdSpec| {
        let mut drive = drive(spec, 1);
        let units = spec.capacity.0 / 8;
        work(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &random_reads(units, 2_000)).mean_latency_ns()
    };
    let (fast, slow) = (latency(&on), latency(&behind));
    // 4096 bytes take as much longer on the wire, and every command its latency.
    let predicted = fast + 15_000.0 + 4096.0 * (1e3 / 275.0 - 1e3 / 550.0);
    assert_near(
        "host port",
        "random read latency, ns",
        fast,
        slow,
        predicted,
        1.0,
    );
}
