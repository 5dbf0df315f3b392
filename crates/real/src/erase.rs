//! The ways in which a drive is made as new.

use std::str::FromStr;

/// How a drive is made as new.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Erase {
    /// TRIM of the whole drive, where supported, else nothing.
    #[default]
    Nearest,
    /// TRIM of all, or an error when the drive is opened.
    Discard,
    /// NVMe: format with user data erase.
    NvmeFormat,
    /// NVMe: sanitize by block erase, or by crypto erase where there is none.
    NvmeSanitize,
    /// ATA: security erase.
    AtaSecureErase,
    /// Nothing is erased.
    Leave,
}

/// Names of the ways, as `--erase` and `run.json` have them.
const NAMES: [(&str, Erase); 5] = [
    ("blkdiscard", Erase::Discard),
    ("nvme-format", Erase::NvmeFormat),
    ("nvme-sanitize", Erase::NvmeSanitize),
    ("ata-secure-erase", Erase::AtaSecureErase),
    ("none", Erase::Leave),
];

impl FromStr for Erase {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let way = NAMES.iter().find(|(name, _)| *name == text);
        way.map(|(_, way)| *way).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
            format!(
                "unknown erase method '{text}'; expected one of {}",
                names.join(", ")
            )
        })
    }
}

impl Erase {
    /// Its name; none for the way that is taken when nothing is asked for.
    pub fn name(self) -> Option<&'static str> {
        let named = NAMES.iter().find(|(_, way)| *way == self);
        named.map(|(name, _)| *name)
    }

    /// For the table of what the run was.
    pub fn description(self) -> &'static str {
        match self {
            Self::Nearest => "TRIM of the whole drive, if supported",
            Self::Discard => "TRIM of the whole drive (blkdiscard)",
            Self::NvmeFormat => "NVMe format with user data erase (nvme format --ses=1)",
            Self::NvmeSanitize => "NVMe sanitize, block or crypto erase (nvme sanitize)",
            Self::AtaSecureErase => "ATA security erase (hdparm --security-erase)",
            Self::Leave => "none (--erase none)",
        }
    }

    /// The same of a file.
    pub fn description_for_file(self) -> &'static str {
        match self {
            Self::Nearest | Self::Discard => "the file system frees the file's blocks",
            other => other.description(),
        }
    }

    /// Whether it is one of the drive's own commands.
    pub fn is_a_command(self) -> bool {
        matches!(
            self,
            Self::NvmeFormat | Self::NvmeSanitize | Self::AtaSecureErase
        )
    }
}
