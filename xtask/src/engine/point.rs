//! What is compared: one kind of I/O at one queue depth.

#[derive(Clone, Copy)]
pub struct Point {
    pub write: bool,
    pub random: bool,
    pub block_bytes: u64,
    pub depth: u32,
}

impl Point {
    /// As in `random-read-4k-qd32`.
    pub fn name(&self) -> String {
        let pattern = if self.random { "random" } else { "sequential" };
        format!(
            "{pattern}-{}-{}k-qd{}",
            self.op(),
            self.block_bytes >> 10,
            self.depth
        )
    }

    /// `read` or `write`.
    pub fn op(&self) -> &'static str {
        if self.write { "write" } else { "read" }
    }

    /// fio's word for it.
    pub fn fio_rw(&self) -> &'static str {
        match (self.random, self.write) {
            (true, true) => "randwrite",
            (true, false) => "randread",
            (false, true) => "write",
            (false, false) => "read",
        }
    }
}

/// All of them.
pub fn all() -> Vec<Point> {
    let mut points = Vec::new();
    for write in [false, true] {
        for depth in [1, 3, 32, 128] {
            points.push(Point {
                write,
                random: true,
                block_bytes: 4 << 10,
                depth,
            });
        }
        points.push(Point {
            write,
            random: false,
            block_bytes: 128 << 10,
            depth: 1,
        });
    }
    points
}
