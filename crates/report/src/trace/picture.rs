//! A trace as a picture: where it reads and writes over time, and how large its I/Os are.

use crate::wording::trace as words;
use fourcorners_trace::statistics::{Kind, Statistics};
use fourcorners_trace::{About, Op, Record, Records, TraceError};
use std::fmt::Write;

/// Records on their way to the statistics; a bounded number of them is kept for the picture.
pub struct Pictured<'a> {
    records: &'a mut dyn Records,
    points: Vec<Point>,
    /// Every so manieth read or write is kept.
    stride: u64,
    seen: u64,
}

#[derive(Clone, Copy)]
struct Point {
    issued_s: f64,
    offset_bytes: f64,
    is_write: bool,
}

/// Points of a picture at most; half as many at the least, of a trace that has them.
const POINTS: usize = 20_000;

impl<'a> Pictured<'a> {
    /// Nothing seen yet.
    pub fn new(records: &'a mut dyn Records) -> Self {
        Self {
            records,
            points: Vec::new(),
            stride: 1,
            seen: 0,
        }
    }

    fn see(&mut self, record: &Record) {
        let is_write = match record.op {
            Op::Read => false,
            Op::Write => true,
            Op::Trim | Op::Flush => return,
        };
        if self.seen.is_multiple_of(self.stride) {
            self.points.push(Point {
                issued_s: record.issued.0 as f64 / 1e9,
                offset_bytes: record.offset.0 as f64,
                is_write,
            });
        }
        self.seen += 1;
        if self.points.len() == POINTS {
            let mut index = 0;
            self.points.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
    }

    /// The picture as SVG, once all records went through [`Statistics::of`].
    /// `file`: its name, for a trace that says nothing of itself.
    pub fn svg(&self, statistics: &Statistics, file: &str) -> String {
        let mut svg = Svg::new();
        svg.title(
            26,
            match statistics.title.as_str() {
                "" => file,
                title => title,
            },
        );
        let most = |value: fn(&Point) -> f64| self.points.iter().map(value).fold(0.0, f64::max);
        let (name, unit) = unit(most(|point| point.offset_bytes));
        let x = Axis::to(most(|point| point.issued_s));
        let y = Axis::to(most(|point| point.offset_bytes) / unit);
        svg.text(LEFT, 50, "start", &words::first_bytes(name, self.stride));
        svg.key(50);
        self.places(&mut svg, &x, &y, unit);
        svg.text(LEFT, 450, "start", words::SHARES_OF_SIZES);
        sizes(&mut svg, &statistics.reads, &statistics.writes);
        svg.end()
    }

    fn places(&self, svg: &mut Svg, x: &Axis, y: &Axis, unit: f64) {
        let frame = Frame {
            top: 60.0,
            bottom: 380.0,
        };
        svg.axis_y(&frame, y);
        for tick in x.ticks() {
            let at = LEFT + x.share(tick) * WIDTH;
            svg.text(at, 398, "middle", &x.number(tick));
        }
        svg.text(LEFT + WIDTH, 416, "end", words::ISSUED);
        // Few points are to be seen, and many are not to hide each other.
        let side = match self.points.len() {
            ..100 => 6.0,
            100..2000 => 3.0,
            _ => 1.5,
        };
        for point in &self.points {
            let color = if point.is_write { WRITES } else { READS };
            let at_x = LEFT + x.share(point.issued_s) * WIDTH;
            let at_y = frame.y(y.share(point.offset_bytes / unit));
            svg.rect(at_x - side / 2.0, at_y - side / 2.0, side, side, color);
        }
    }
}

impl Records for Pictured<'_> {
    fn about(&self) -> &About {
        self.records.about()
    }

    fn streams(&self) -> &[String] {
        self.records.streams()
    }

    fn source(&self) -> Option<&dyn Records> {
        Some(&*self.records)
    }

    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        let before = into.len();
        self.records.read(most, into)?;
        into[before..].iter().for_each(|record| self.see(record));
        Ok(())
    }
}

fn sizes(svg: &mut Svg, reads: &Kind, writes: &Kind) {
    let shares = |kind: &Kind| {
        kind.classes
            .iter()
            .map(|class| class.share * 100.0)
            .collect::<Vec<_>>()
    };
    let (of_reads, of_writes) = (shares(reads), shares(writes));
    let most = of_reads
        .iter()
        .chain(&of_writes)
        .copied()
        .fold(0.0, f64::max);
    let axis = Axis::to(most);
    let frame = Frame {
        top: 460.0,
        bottom: 600.0,
    };
    svg.axis_y(&frame, &axis);
    let step = WIDTH / reads.classes.len().max(1) as f64;
    for (index, class) in reads.classes.iter().enumerate() {
        let left = LEFT + index as f64 * step;
        svg.text(left + step / 2.0, 618, "middle", class.class);
        for (bar, (shares, color)) in [(&of_reads, READS), (&of_writes, WRITES)]
            .into_iter()
            .enumerate()
        {
            let top = frame.y(axis.share(shares[index]));
            let bar_left = left + step * (0.2 + 0.3 * bar as f64);
            svg.rect(bar_left, top, step * 0.3, frame.bottom - top, color);
        }
    }
}

/// In which addresses up to so many bytes read well: its name and bytes.
fn unit(most_bytes: f64) -> (&'static str, f64) {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut unit = 1.0;
    for name in units {
        if most_bytes < unit * 2048.0 {
            return (name, unit);
        }
        unit *= 1024.0;
    }
    ("EiB", unit)
}

const LEFT: f64 = 70.0;
const WIDTH: f64 = 800.0;
const READS: &str = "#2a78b8";
const WRITES: &str = "#d9772b";

/// From 0 to a round number.
struct Axis {
    most: f64,
    step: f64,
}

impl Axis {
    /// To the first step from `most` on, in four to eleven steps of 1, 2 or 5 times a power of ten.
    fn to(most: f64) -> Self {
        let most = if most > 0.0 { most } else { 1.0 };
        let power = 10_f64.powf((most / 4.0).log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|step| step * power);
        let step = steps
            .into_iter()
            .rfind(|step| step * 4.0 <= most)
            .unwrap_or(power);
        // As little beyond a step as rounding makes is none.
        let most = (most / step - 1e-6).ceil() * step;
        Self { most, step }
    }

    fn share(&self, value: f64) -> f64 {
        value / self.most
    }

    /// A tick's label: as many decimals as tell one from the next.
    fn number(&self, tick: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        format!("{tick:.decimals$}")
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (step, most) = (self.step, self.most);
        (0..=11)
            .map(move |n| f64::from(n) * step)
            .take_while(move |tick| *tick <= most * 1.000_001)
    }
}

struct Frame {
    top: f64,
    bottom: f64,
}

impl Frame {
    fn y(&self, share: f64) -> f64 {
        self.bottom - share * (self.bottom - self.top)
    }
}

struct Svg(String);

impl Svg {
    fn new() -> Self {
        Self(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 640\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"#333\">\n\
             <rect width=\"900\" height=\"640\" fill=\"#fff\"/>\n"
                .into(),
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a String does not fail.
        let _ = self.0.write_fmt(element);
        self.0.push('\n');
    }

    fn title(&mut self, y: u32, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{LEFT}\" y=\"{y}\" font-size=\"16\">{text}</text>"
        ));
    }

    fn text(&mut self, x: f64, y: u32, anchor: &str, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>"
        ));
    }

    fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, color: &str) {
        self.add(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             fill=\"{color}\"/>"
        ));
    }

    /// Which color is which.
    fn key(&mut self, y: u32) {
        let top = f64::from(y) - 9.0;
        for (x, color, name) in [(740.0, READS, words::READS), (810.0, WRITES, words::WRITES)] {
            self.rect(x, top, 10.0, 10.0, color);
            self.text(x + 15.0, y, "start", name);
        }
    }

    fn axis_y(&mut self, frame: &Frame, axis: &Axis) {
        for tick in axis.ticks() {
            let y = frame.y(axis.share(tick));
            self.rect(LEFT, y - 0.25, WIDTH, 0.5, "#bbb");
            self.text(LEFT - 8.0, (y + 4.0) as u32, "end", &axis.number(tick));
        }
    }

    fn end(mut self) -> String {
        self.0.push_str("</svg>\n");
        self.0
    }
}

fn escaped(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
