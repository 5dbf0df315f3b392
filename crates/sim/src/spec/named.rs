//! Enums whose variants have names in drive files.

/// An enum each of whose variants has a name in drive files and one line about it. What reads
/// drive files, tests every policy or lists them takes them from here.
macro_rules! named {
    (
        $(#[$doc:meta])* $Enum:ident, $what:literal {
            $($(#[doc = $about:literal])* $Variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Enum {
            $($(#[doc = $about])* $Variant,)*
        }

        impl $Enum {
            /// Every one.
            pub const ALL: &[Self] = &[$(Self::$Variant,)*];
            /// The names of all in drive files, in the same order.
            pub const NAMES: &[&'static str] = &[$($name,)*];

            /// Its name in drive files.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)*
                }
            }
            /// What it does.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$Variant => concat!($($about,)*).trim_ascii(),)*
                }
            }
        }

        impl std::str::FromStr for $Enum {
            type Err = UnknownName;

            fn from_str(name: &str) -> Result<Self, UnknownName> {
                let named = Self::ALL.iter().copied().find(|one| one.name() == name);
                named.ok_or_else(|| UnknownName {
                    what: $what,
                    name: name.into(),
                    known: Self::NAMES.to_vec(),
                })
            }
        }
    };
}

pub(super) use named;

/// None has that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{name}`, expected one of `{}`", .known.join("`, `"))]
pub struct UnknownName {
    pub(super) what: &'static str,
    pub(super) name: String,
    pub(super) known: Vec<&'static str>,
}
