//! Draws the page of runs that are there already, while working on the page.
//! `cargo run -p fourcorners-report --example page -- OUT.html RUN...`

use fourcorners_bench::record::Run;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().ok_or("usage: page OUT.html RUN...")?;
    let runs = arguments
        .map(|path| Run::open(Path::new(&path)))
        .collect::<Result<Vec<_>, _>>()?;
    println!(
        "{}",
        fourcorners_report::tables(&runs, &fourcorners_report::NothingPrinted, Some(120))
    );
    Ok(fourcorners_report::write_page(
        &runs,
        &fourcorners_report::NothingPrinted,
        Path::new(&out),
    )?)
}
