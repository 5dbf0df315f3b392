//! Siblings: files that say only how they are populated, and else which drive they are like.

use crate::checked::Checked;
use crate::error::SpecError;
use crate::facts::facts;
use crate::merge::merge;
use crate::parse::table;
use crate::set::Changes;
use fourcorners_sim::SpecFact;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

/// What a sibling can say of each table; an empty list: anything.
const OWN: &[(&str, &[&str])] = &[
    ("like", &[]),
    ("name", &[]),
    ("model", &[]),
    ("firmware", &[]),
    ("capacity", &["user_bytes"]),
    ("nand", &["channels", "dies"]),
    (
        "layout",
        &[
            "superblock_dies",
            "parity_stripe_dies",
            "l2p_cache_kib",
            "reserved_blocks_per_plane",
        ],
    ),
    ("about", &[]),
    ("price", &[]),
];

/// The same where its firmware is another revision.
const OF_FIRMWARE: &[&str] = &["gc", "controller", "trim"];

/// The values of a drive: of one file, or of a sibling's and of the file that it is like.
pub struct Document<'a> {
    /// Where they stand.
    pub file: Checked<'a>,
    /// A sibling's together with the others. Places in the other file are counted on from the end
    /// of the sibling's text.
    values: Spanned<DeTable<'a>>,
    like: Option<SpecFact>,
}

impl<'a> Document<'a> {
    /// Of a file that stands for itself.
    pub fn alone(name: &'a str, text: &'a str) -> Result<Self, SpecError> {
        let file = Checked {
            file: name,
            text,
            other: None,
            changes: None,
        };
        Ok(Self {
            file,
            values: table(name, text)?,
            like: None,
        })
    }

    /// Of a sibling. Both texts are TOML; `moved` is the other's text behind as many spaces as
    /// the sibling's is long.
    pub fn sibling(
        own: (&'a str, &'a str),
        like: &'a Spanned<String>,
        other_name: &'a str,
        moved: &'a str,
    ) -> Result<Self, SpecError> {
        let file = Checked {
            file: own.0,
            text: own.1,
            other: Some((other_name, moved)),
            changes: None,
        };
        let mine = tree(own.0, own.1)?.into_inner();
        let mut merged = tree(other_name, moved)?;
        check_keys(&file, like, &mine, merged.get_ref())?;
        // Another size has another price and rating, or none that is known.
        merged.get_mut().remove("price");
        if let Some(DeValue::Table(about)) = merged.get_mut().get_mut("about").map(Spanned::get_mut)
        {
            about.remove("rated_tbw");
        }
        for (key, value) in mine {
            // A value that is a table of its own is replaced as a whole.
            merge(merged.get_mut(), key, value, 1);
        }
        merged.get_mut().remove("like");
        let like = SpecFact {
            name: "like".into(),
            value: like.get_ref().clone(),
            source: String::new(),
        };
        Ok(Self {
            file,
            values: merged,
            like: Some(like),
        })
    }

    /// The same with values of the command line.
    pub fn changed(mut self, changes: &'a Changes) -> Result<Self, SpecError> {
        let values = self.values.get_mut();
        // What was sold at that price is another drive; a price that is set is the user's.
        values.remove("price");
        changes.put_into(values)?;
        self.file.changes = Some(changes);
        Ok(self)
    }

    /// The changes of its NAND part, behind as many spaces as the part's file is long.
    pub fn nand_changes(&self, from: usize) -> Result<Option<Changes>, SpecError> {
        let Some(changes) = self.file.changes else {
            return Ok(None);
        };
        let changes = changes.of_nand(from, self.values.get_ref())?;
        Ok((!changes.is_empty()).then_some(changes))
    }

    /// As the fields of a drive of some kind.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, SpecError> {
        T::deserialize(Deserializer::from(self.values.clone())).map_err(|mut error| {
            let place = error.span().map_or(0, |span| span.start);
            if let Some(changes) = self.file.changes.filter(|changes| changes.hold(place)) {
                return changes.wrong(place, error.message().into());
            }
            let (file, text) = self.file.holding(place);
            error.set_input(Some(text));
            SpecError::Syntax {
                file: file.into(),
                message: error.to_string(),
            }
        })
    }

    /// Every sourced value; `prefix` stands before each key.
    pub fn facts(&self, prefix: &str) -> Vec<SpecFact> {
        let like = self.like.iter().cloned();
        let table = self.read::<toml::Table>().unwrap_or_default();
        let mut all: Vec<SpecFact> = like.chain(facts(&table, prefix)).collect();
        if let Some(changes) = self.file.changes {
            let set = all.iter_mut().filter(|fact| changes.set(&fact.name));
            set.for_each(|fact| fact.source = "--set".into());
        }
        all
    }
}

fn tree<'a>(name: &str, text: &'a str) -> Result<Spanned<DeTable<'a>>, SpecError> {
    DeTable::parse(text).map_err(|error| SpecError::Syntax {
        file: name.into(),
        message: error.to_string(),
    })
}

fn check_keys(
    file: &Checked,
    like: &Spanned<String>,
    mine: &DeTable,
    other: &DeTable,
) -> Result<(), SpecError> {
    for needed in ["name", "model"] {
        if !mine.contains_key(needed) {
            let problem = format!("a drive with `like` needs its own {needed}");
            return Err(file.wrong_at(like, problem));
        }
    }
    let text = |table: &DeTable| {
        let value = table.get("firmware").map(|value| value.get_ref().clone());
        value.map_or(String::new(), |value| match value {
            DeValue::String(text) => text.into_owned(),
            _ => String::new(),
        })
    };
    let updated = mine.contains_key("firmware") && text(mine) != text(other);
    for (key, value) in mine {
        let name = key.get_ref().as_ref();
        if updated && OF_FIRMWARE.contains(&name) {
            continue;
        }
        let Some((_, inner)) = OWN.iter().find(|(allowed, _)| *allowed == name) else {
            return Err(file.wrong_at(key, not_its_own(name, like, updated)));
        };
        if let DeValue::Table(table) = value.get_ref()
            && !inner.is_empty()
            && let Some((key, _)) = table
                .iter()
                .find(|(key, _)| !inner.contains(&key.get_ref().as_ref()))
        {
            let name = format!("{name}.{}", key.get_ref());
            return Err(file.wrong_at(key, not_its_own(&name, like, updated)));
        }
    }
    Ok(())
}

fn not_its_own(key: &str, like: &Spanned<String>, updated: bool) -> String {
    let allowed: Vec<String> = OWN
        .iter()
        .filter(|(table, _)| *table != "like")
        .flat_map(|(table, keys)| match (*table, keys.is_empty()) {
            ("about" | "price", _) => vec![format!("{table}.*")],
            (_, true) => vec![(*table).to_string()],
            _ => keys.iter().map(|key| format!("{table}.{key}")).collect(),
        })
        .collect();
    let more = if updated {
        "; and gc.*, controller.* and trim.*, because its firmware differs"
    } else {
        "; and gc.*, controller.* and trim.* if its firmware differs"
    };
    format!(
        "{key} is inherited from {} through `like`; this drive can set only {}{more}",
        like.get_ref(),
        allowed.join(", ")
    )
}
