//! `published/*.toml` as values, checked against the drives, ports and tests that there are. Every
//! error names file and line.

mod figure;
mod measure;
mod reader;
mod tables;

use super::entry::Published;
use fourcorners_bench::{Library, nearest};
use reader::Reader;
use std::collections::BTreeMap;
use tables::{Announced, File};

/// Why a published entry cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {problem}", .line.map(|line| format!(", line {line}")).unwrap_or_default())]
pub struct EntryError {
    pub file: String,
    /// Line, from 1; of a syntax error, the message says it.
    pub line: Option<usize>,
    /// What is wrong and what is allowed.
    pub problem: String,
}

/// What there is to be named.
pub struct Context<'a> {
    /// Catalogue names of all drives.
    pub drives: &'a [String],
    /// Names of all ports.
    pub ports: &'a [String],
    /// Tests and states.
    pub definitions: &'a Library,
}

impl Published {
    /// Reads all files, `(name, text)` each.
    pub fn read<'a>(
        files: impl Iterator<Item = (&'a str, &'a str)>,
        context: &Context<'_>,
    ) -> Result<Self, EntryError> {
        let mut all = Self::default();
        let mut ids: BTreeMap<String, String> = BTreeMap::new();
        let mut places = Vec::new();
        let mut aside = Vec::new();
        let mut parsed = Vec::new();
        let mut announced = Announced::default();
        for (file, text) in files {
            let tables: File = toml::from_str(text).map_err(|error| EntryError {
                file: file.into(),
                line: None,
                problem: error.to_string(),
            })?;
            if let Some(more) = &tables.announced {
                announced.drives.extend(more.drives.iter().cloned());
                announced.tests.extend(more.tests.iter().cloned());
            }
            parsed.push((file, text, tables));
        }
        for (file, text, parsed) in parsed {
            let reader = Reader {
                file,
                text,
                context,
                announced: &announced,
            };
            let mut unique = |id: &str, at: usize| match ids.insert(id.into(), file.into()) {
                None => Ok(()),
                Some(other) => Err(reader.wrong(
                    at,
                    format!("'{id}' is already the id of an entry in {other}; ids must be unique"),
                )),
            };
            for entry in parsed.figure {
                unique(&entry.get_ref().id, entry.span().start)?;
                let read = reader.figure(entry.into_inner())?;
                match read.missing.is_empty() {
                    true => all.figures.push(read.figure),
                    false => all.planned.push(read),
                }
            }
            for entry in parsed.fact {
                unique(&entry.get_ref().id, entry.span().start)?;
                reader.fact(&entry)?;
                let fact = entry.into_inner();
                let drive = fact.drive.as_deref();
                match drive.is_some_and(|drive| reader.is_to_come(drive)) {
                    true => all.facts_to_come.push(fact),
                    false => all.facts.push(fact),
                }
            }
            for entry in parsed.waiting {
                unique(&entry.get_ref().id, entry.span().start)?;
                all.waiting.push(entry.into_inner());
            }
            for source in parsed.source {
                let at = source.span().start;
                let source = source.into_inner();
                if let Some(twice) = source.of.iter().find(|name| all.source(name).is_some()) {
                    return Err(
                        reader.wrong(at, format!("'{twice}' already has an entry as a source"))
                    );
                }
                all.sources.push(source);
            }
            for id in parsed.set_aside.map_or(Vec::new(), |aside| aside.figures) {
                aside.push((
                    id.get_ref().clone(),
                    file.to_string(),
                    reader.line(id.span().start),
                ));
                all.set_aside.push(id.into_inner());
            }
            for fit in parsed.fit {
                let at = fit.span().start;
                reader.known("drive", &fit.get_ref().drive, context.drives, at)?;
                reader.fit(&fit)?;
                places.push((file.to_string(), reader.line(at)));
                all.fits.push(fit.into_inner());
            }
        }
        fits_are_of_figures(&all, places)?;
        set_aside_are_figures(&all, aside)?;
        Ok(all)
    }
}

/// Every fit, in the file and line where it is, is to figures that there are.
fn fits_are_of_figures(
    all: &Published,
    places: Vec<(String, Option<usize>)>,
) -> Result<(), EntryError> {
    for (fit, (file, line)) in all.fits.iter().zip(places) {
        let mut ids = fit
            .parameters
            .iter()
            .flat_map(|parameter| parameter.figures.iter().chain(&parameter.decides));
        let unknown = ids.find(|id| !all.figures.iter().any(|figure| figure.id == **id));
        if let Some(id) = unknown {
            let known = all.figures.iter().map(|figure| figure.id.as_str());
            let near = nearest(id, known).join(", ");
            return Err(EntryError {
                file,
                line,
                problem: format!(
                    "{} is fitted to '{id}', which is not the id of a figure; the nearest are \
                     {near}",
                    fit.drive
                ),
            });
        }
    }
    Ok(())
}

/// So is every id that is set aside, with its file and line; and nothing is fitted to it.
fn set_aside_are_figures(
    all: &Published,
    aside: Vec<(String, String, Option<usize>)>,
) -> Result<(), EntryError> {
    for (id, file, line) in aside {
        let planned = all.planned.iter().map(|planned| &planned.figure);
        let known = all
            .figures
            .iter()
            .chain(planned)
            .map(|figure| figure.id.as_str());
        let problem = if !known.clone().any(|known| known == id) {
            let near = nearest(&id, known).join(", ");
            format!("'{id}' is set aside but is not the id of a figure; the nearest are {near}")
        } else if all.is_fitted(&id) {
            format!("'{id}' is set aside, but a number was fitted to it, so it tests nothing")
        } else {
            continue;
        };
        return Err(EntryError {
            file,
            line,
            problem,
        });
    }
    Ok(())
}
