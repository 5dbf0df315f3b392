//! What a sweep can vary.

use fourcorners_bench::nearest;
use std::fmt;

/// A parameter, by its key in the sweep's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// `drive`: a catalog name or a drive file.
    Drive,
    /// `port`: what the drive is plugged into.
    Port,
    /// `seed`: root of all randomness.
    Seed,
    /// `spare_percent`: spare area of the tests, in percent of the raw NAND.
    SparePercent,
    /// `duration_s`: length of every timed phase.
    DurationS,
    /// `state`: state that the tests start from.
    State,
    /// `data`: data class of the writes.
    Data,
    /// `data.ratio`: data that compresses to that many thousandths.
    DataRatio,
    /// `span`: LBA range of the I/Os.
    Span,
    /// `align`: addresses are multiples of it.
    Align,
    /// `test.PHASE.KEY`: a key of a phase's work.
    OfTest { phase: String, key: String },
    /// Any other key with a dot: a key of the drive's file, as in `gc.low_watermark`.
    OfDrive(String),
}

const PLAIN: [(&str, Parameter); 10] = [
    ("drive", Parameter::Drive),
    ("port", Parameter::Port),
    ("seed", Parameter::Seed),
    ("spare_percent", Parameter::SparePercent),
    ("duration_s", Parameter::DurationS),
    ("state", Parameter::State),
    ("data", Parameter::Data),
    ("data.ratio", Parameter::DataRatio),
    ("span", Parameter::Span),
    ("align", Parameter::Align),
];

impl Parameter {
    /// Reads a key; an unknown one gives the nearest keys.
    pub fn parse(key: &str) -> Result<Self, Vec<String>> {
        if let Some((_, known)) = PLAIN.iter().find(|(name, _)| *name == key) {
            return Ok(known.clone());
        }
        if let Some((phase, key)) = key
            .strip_prefix("test.")
            .and_then(|rest| rest.split_once('.'))
            .filter(|(phase, key)| !phase.is_empty() && !key.is_empty())
        {
            let (phase, key) = (phase.into(), key.into());
            return Ok(Self::OfTest { phase, key });
        }
        match key.split_once('.') {
            Some((table, _)) if table != "test" => Ok(Self::OfDrive(key.into())),
            _ => Err(nearest(key, PLAIN.iter().map(|(name, _)| *name))),
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfTest { phase, key } => write!(f, "test.{phase}.{key}"),
            Self::OfDrive(key) => f.write_str(key),
            plain => {
                let mut names = PLAIN.iter();
                let name = names.find(|(_, parameter)| parameter == plain);
                f.write_str(name.map_or("", |(name, _)| name))
            }
        }
    }
}
