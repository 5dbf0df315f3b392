//! Data in memory.

use fourcorners_serve::Contents;
use std::io::ErrorKind;

#[test]
fn writes_fail_once_data_takes_the_memory_it_may() {
    let mut contents = Contents::in_memory(1 << 30, 64 << 10).expect("a file in memory");
    contents.write(0, &[1; 128 << 10]).expect("room");
    contents.look();
    let refused = contents.write(0, &[1; 512]).expect_err("no room");
    assert_eq!(refused.kind(), ErrorKind::StorageFull);
    let mut data = [0; 512];
    contents.read(0, &mut data).expect("what was written");
    assert_eq!(data, [1; 512]);
    contents.zero(0, 128 << 10).expect("given back");
    contents.look();
    contents.write(0, &[1; 512]).expect("room again");
}
