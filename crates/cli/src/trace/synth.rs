//! `trace synth`: a synthetic trace into a file.

use super::convert::{NOTHING_KEPT, Target, written_form};
use super::options::Synth;
use super::watched::Watched;
use crate::end::End;
use crate::interrupt;
use crate::refusal::Refusal;
use fourcorners_block::Seed;
use fourcorners_lab as lab;

pub fn synth(options: &Synth, json: bool) -> Result<End, Refusal> {
    interrupt::listen(NOTHING_KEPT)?;
    let source = lab::trace_source(&options.name)?;
    let source = source.trace(Seed(options.seed));
    let target = Target {
        path: &options.output,
        form: written_form(&options.output, options.to)?,
        json,
    };
    let sink = target.create(source.about())?;
    let mut source = Watched::new(source, &options.name, options.quiet);
    target.fill(sink, &mut source, &options.name)
}
