//! HD Tach write passes: what they wrote, and why they are not judged.

use crate::wording::charts;
use crate::wording::host;
use crate::wording::label;
use crate::wording::numbers::speed;
use crate::wording::tables::pass_state;
use fourcorners_block::DataClass;
use fourcorners_findings::judges::passes::{MissingPass, Shrunk, Unfit};
use fourcorners_findings::judges::torture::Written;

/// `, repeating data`: what was written, where a controller could shrink it, or where passes
/// wrote other data too (`of_several`); else empty.
pub fn of_data(class: DataClass, of_several: bool) -> String {
    match class {
        DataClass::FullRandom if !of_several => String::new(),
        class => format!(", {}", label::data(class)),
    }
}

/// ` (repeating data)`: the same for a headline.
pub fn in_headline(written: &Written) -> String {
    let which = match written.shrunk {
        Some(_) => ", which it compresses",
        None => "",
    };
    match written.class {
        DataClass::FullRandom if !written.of_several => String::new(),
        class => format!(" ({}{which})", label::data(class)),
    }
}

/// `random data 141 MB/s when fresh (sequential write, 128 KiB, QD1)`: what a drive writes of other
/// data.
pub fn shrunk(shrunk: &Shrunk) -> String {
    match shrunk {
        Shrunk::WhenNew {
            label,
            mb_per_s,
            test,
        } => format!(
            "{} {} MB/s when fresh ({})",
            label::text(label),
            speed(*mb_per_s),
            charts::test(test)
        ),
        Shrunk::ByNand { bytes_per_byte } => {
            format!("it wrote {bytes_per_byte:.2} bytes to NAND per byte of that data")
        }
    }
}

/// MB/s of a stall: `2.1`.
pub fn stall(mb_per_s: f64) -> String {
    let digits = usize::from(mb_per_s < 10.0);
    format!("{mb_per_s:.digits$}")
}

/// Why passes do not say what torture leaves.
pub fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::ShareNotKnown => "the share of LBAs that was tortured is not known".into(),
        Unfit::NotAll { share } => {
            format!("only {:.0} % of the LBAs were tortured", share * 100.0)
        }
        Unfit::ShortTorture { seconds } => {
            format!("{seconds:.0} s of random writes (needs 20 min)")
        }
        Unfit::ShortPass { seconds, disturbed } => format!(
            "a write pass of {seconds:.1} s (needs 10 s){}",
            by_host(disturbed)
        ),
        Unfit::Disagree {
            trimmed_mb_per_s,
            tortured_mb_per_s,
            disturbed,
        } => format!(
            "the passes disagree: {tortured_mb_per_s:.0} MB/s before TRIM, \
             {trimmed_mb_per_s:.0} after it{}",
            by_host(disturbed)
        ),
    }
}

fn by_host(disturbed: &[String]) -> String {
    match disturbed {
        [] => String::new(),
        some => {
            let names: Vec<&str> = some.iter().map(|id| host::subject(id)).collect();
            format!("; the host may have interfered: {}", names.join(", "))
        }
    }
}

/// Which passes are missing; `names` of the drives.
pub fn missing(passes: &[MissingPass], names: &[String]) -> String {
    let of = |pass: &MissingPass| match pass.drives.as_slice() {
        [] => format!("These runs have no {} pass.", pass_state(pass.state)),
        drives => {
            let names: Vec<&str> = drives.iter().map(|&drive| names[drive].as_str()).collect();
            format!(
                "There is no {} pass of {}.",
                pass_state(pass.state),
                names.join(", ")
            )
        }
    };
    let missing: Vec<String> = passes.iter().map(of).collect();
    missing.join(" ")
}
