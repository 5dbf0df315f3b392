//! `cargo xtask test` is everything that CI runs, and installs what it needs first.
//! The other commands measure, and are run by people, with a record.

mod ablations;
mod benchmark;
mod browser;
mod ci;
mod engine;
mod fio_job;
mod formats;
mod install;
mod job;
mod limit;
mod loop_device;
mod pseudo;
mod run;
mod sentences;
mod soak;
mod tests_build;
mod texts;
mod theory;
mod tidy;
mod vm;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask COMMAND

  test [STEP]             everything that CI runs, or one step of it; installs what it needs
                          (apt as root)
  test nightly [STEP]     the suites that take longer, with a record in records/nightly.tsv
  bundle                  build web/dist, which is committed, from its TypeScript
  types                   declare in TypeScript what the page and the browser read, from the Rust
                          types
  formats                 write the tables of docs/fields.md from the Rust types (tidy checks them)
  page --json [PAGE]      how heavy a review's page is: bytes, time until it is drawn, DOM
                          nodes; without PAGE of a default review made for it
  engine [--target DEVICE|NEW-FILE] [--t-io-uring PATH] [--pairs N] [--seconds S]
         [--only TEXT] [--json]
                          our engine versus fio (and t/io_uring) on one device, which is
                          overwritten, or a file of 4 GiB, which is made; without a
                          target: on a loop device over /dev/shm made for it
  engine --null           what making and recording an I/O costs
  fio-job [--pairs N] [--seconds S] [--only TEXT] [--json]
                          every test versus fio with the job file that repeats it, in turns,
                          on a loop device over /dev/shm made for it
  ablations [--json]      what each mechanism of the simulator changes, and the prediction
  theory [--json] [--quick] [--spare-factor X [--pages-per-block B] [--policy P]
         [--workload W] [--frontiers F] [--blocks T]]
                          write amplification versus theory: every row of
                          theory/write-amplification.csv (many minutes), or one point
  speed [--smoke] [--json] [ROW...]
                          how fast the simulator is, and our own form of traces, with
                          digests of their results
  speed --limit [--before PROGRAM] [--mqsim PROGRAM] [--rounds N] [--json] [ROW...]
                          the simulator compared with a probe in C that does the least steady
                          random writes need, with its own example from before, and with MQSim
                          (row random-write-steady-16gib, about 5 minutes per round)
  soak [--subject NAME] [--cpu-minutes N]
                          tests that are never through, for N minutes of processor time (10),
                          from where records/soak.tsv ends: the simulator against a plain map
                          under any combination of mechanisms (mapping), and what any bytes make
                          of drive files (drive-files), of traces (trace-text, trace-own,
                          trace-blktrace), of job files (fio-job) and of the files of traces,
                          suites and published figures (definitions)
  soak --kills N          runs killed N times that go on, from where the record ends
  pseudo                  every text of a review with the wording in another alphabet: what is
                          decided stays the same, and no English is left but data
  sentences [--out FILE] [--sample N [--seed S]]
                          every sentence that users see on page, terminal, in errors, help, docs and
                          data, as file:line, kind and text; of a sample the same N per seed
  texts make RUNS [--binary PATH]
  texts show RUNS OUT [--binary PATH]
                          what terminal, Markdown and JUnit say about a fixed set of runs, to be
                          compared (diff -r) with what another binary says about them
  vm [--binary PATH] [--all | CASE...]
                          cases in virtual machines (QEMU, emulated): refusals, drivers, failures
                          and power cuts; without a choice a list of them
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.split_first() {
        Some((&"test", steps)) => ci::test(steps),
        Some((&"bundle", [])) => browser::bundle(),
        Some((&"page", options)) => browser::page(options),
        Some((&"types", [])) => browser::types(),
        Some((&"engine", options)) => engine::compare(options),
        Some((&"fio-job", options)) => fio_job::compare(options),
        Some((&"ablations", options)) => ablations::ablations(options),
        Some((&"theory", options)) => theory::theory(options),
        Some((&"soak", options)) => soak::soak(options),
        Some((&"pseudo", [])) => pseudo::pseudo(),
        Some((&"formats", [])) => formats::write(),
        Some((&"sentences", options)) => sentences::sentences(options),
        Some((&"texts", options)) => texts::texts(options),
        Some((&"vm", options)) => vm::run(options),
        Some((&"speed", options)) => benchmark::speed(options),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
