use super::super::log::{Reader, Writer};
use super::*;
use fourcorners_block::{Blocks, Data, Lba, Nanos, Seed};

/// A log with a frame for each of these numbers of writes, and the beginnings of the frames.
fn log(frames: &[u64]) -> (File, Vec<u64>) {
    let file = tempfile::tempfile().expect("a file");
    let mut writer = Writer::new(file.try_clone().expect("a file"), 0);
    let (mut random, mut begins) = (Seed(5).generator(), vec![0]);
    for writes in frames {
        for _ in 0..*writes {
            let entry = Entry::Request {
                at: Nanos(random.below(1 << 40)),
                lba: Lba(random.below(1 << 30)),
                blocks: Blocks(8),
                op: Op::Write {
                    data: Data::RANDOM,
                    fua: false,
                },
            };
            writer.push(&entry).expect("logged");
        }
        writer.end_frame().expect("written");
        begins.push(writer.bytes());
    }
    (file, begins)
}

fn read(log: &File) -> Option<LogDamage> {
    let bytes = log.metadata().expect("a length").len();
    let mut all = vec![0; bytes as usize];
    log.read_exact_at(&mut all, 0).expect("read");
    let mut reader = Reader::new(&all[..]);
    while reader.next_entry().expect("entries").is_some() {}
    damage(log, reader.whole_bytes()).expect("read")
}

fn bytes_of(log: &File) -> Vec<u8> {
    let mut bytes = vec![0; log.metadata().expect("a length").len() as usize];
    log.read_exact_at(&mut bytes, 0).expect("read");
    bytes
}

#[test]
fn every_flipped_bit_is_damage_and_what_is_behind_it_is_counted() {
    let frames = [1, 20, 3, 1, 1, 40, 2];
    let (log, begins) = log(&frames);
    let bytes = bytes_of(&log);
    for (at, byte) in bytes.iter().enumerate() {
        let frame = begins.partition_point(|begin| *begin <= at as u64) - 1;
        let requests: u64 = frames[frame + 1..].iter().sum();
        for bit in 0..8 {
            log.write_all_at(&[*byte ^ (1 << bit)], at as u64)
                .expect("flipped");
            let expected = LogDamage {
                at: begins[frame],
                requests,
                written: Bytes(requests * 4096),
            };
            assert_eq!(read(&log), Some(expected), "bit {bit} of byte {at}");
        }
        log.write_all_at(&[*byte], at as u64).expect("restored");
    }
    assert_eq!(read(&log), None);
}

#[test]
fn end_as_a_crash_leaves_it_is_torn() {
    let (log, begins) = log(&[30, 200]);
    let bytes = bytes_of(&log);
    let [_, begin, end] = begins[..] else {
        panic!("{begins:?}");
    };
    for cut in begin..end {
        log.set_len(cut).expect("cut");
        assert_eq!(read(&log), None, "cut at {cut}");
        // The length is that of the whole frame, or more, and the rest was never written.
        for length in [end, end + 10_000] {
            log.set_len(length).expect("zeros");
            let zeros = end.saturating_sub(cut.next_multiple_of(SECTOR_BYTES));
            if zeros >= FEWEST_ZEROS || length > end + SECTOR_BYTES {
                assert_eq!(read(&log), None, "zeros from {cut} to {length}");
            }
        }
        log.write_all_at(&bytes, 0).expect("restored");
        log.set_len(end).expect("as before");
    }
    // One sector was written later than those behind it.
    let sector = (begin + 1000).next_multiple_of(SECTOR_BYTES);
    log.write_all_at(&[0; SECTOR_BYTES as usize], sector)
        .expect("zeros");
    assert_eq!(read(&log), None);
}

#[test]
fn frames_behind_a_hole_are_found() {
    let (log, begins) = log(&[10, 10, 30]);
    let bytes = bytes_of(&log);
    let far = begins[1] + 3 * PIECE_BYTES as u64 / 2;
    log.set_len(begins[1]).expect("cut");
    let moved = &bytes[begins[2] as usize..];
    log.write_all_at(moved, far).expect("written");
    let expected = LogDamage {
        at: begins[1],
        requests: 30,
        written: Bytes(30 * 4096),
    };
    assert_eq!(read(&log), Some(expected));
}

#[test]
fn garbage_is_no_torn_end() {
    let (log, begins) = log(&[10]);
    for garbage in [
        &[0xff; 100][..],
        b"a letter of more than one header",
        &[1; 300_000],
    ] {
        log.set_len(begins[1]).expect("cut");
        log.write_all_at(garbage, begins[1]).expect("written");
        let damage = read(&log).expect("damage");
        assert_eq!((damage.at, damage.requests), (begins[1], 0));
    }
}
