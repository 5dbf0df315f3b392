//! `trace`: recorded work of any form, ours or others'.

mod convert;
mod options;
mod record;
mod recorder;
mod replay;
mod stat;
mod synth;
mod watched;

pub use options::Trace;

use crate::end::End;
use crate::refusal::Refusal;

pub fn trace(verb: Trace, json: bool) -> Result<End, Refusal> {
    match verb {
        Trace::Stat(stat) => stat::stat(&stat, json),
        Trace::Convert(convert) => convert::convert(&convert, json),
        Trace::Synth(synth) => synth::synth(&synth, json),
        Trace::Record(record) => record::record(&record, json),
        Trace::Replay(replay) => replay::replay(*replay, json),
    }
}
