//! What a guest's script says: lines `@key=value`.

use super::Failure;

/// All lines so far, in order. A key may come several times.
#[derive(Clone, Debug, Default)]
pub struct Reports(Vec<(String, String)>);

impl Reports {
    /// Adds a line; others than `@key=value` are ignored.
    pub(super) fn add(&mut self, line: &str) {
        let line = line.trim_end().strip_prefix('@');
        if let Some((key, value)) = line.and_then(|line| line.split_once('=')) {
            self.0.push((key.into(), value.into()));
        }
    }

    /// The first value of a key.
    ///
    /// # Errors
    /// It was not reported.
    pub fn get(&self, key: &str) -> Result<&str, Failure> {
        let mut values = self.values(key);
        let first = values.next();
        first.ok_or_else(|| format!("the guest did not report {key}"))
    }

    /// All values of a key, a line each.
    pub fn text(&self, key: &str) -> String {
        self.values(key).collect::<Vec<_>>().join("\n")
    }

    /// An error unless the key's value is this.
    pub fn expect(&self, key: &str, value: &str) -> Result<(), Failure> {
        let found = self.get(key)?;
        if found == value {
            Ok(())
        } else {
            Err(format!("{key} is {found}, expected {value}"))
        }
    }

    /// An error, with what it printed, unless the command that `try` ran as `name` succeeded.
    pub fn succeeded(&self, name: &str) -> Result<(), Failure> {
        let exit = self.expect(&format!("{name}.exit"), "0");
        exit.map_err(|error| {
            format!(
                "{error}, and it said: {}",
                self.text(&format!("{name}.said"))
            )
        })
    }

    fn values<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a str> {
        let pairs = self.0.iter().filter(move |(name, _)| name == key);
        pairs.map(|(_, value)| value.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_ends_at_the_first_equals_sign() {
        let mut reports = Reports::default();
        for line in [
            "@run.said=a=b",
            "@run.said= c\r",
            "kernel: x=y",
            "@run.exit=1",
        ] {
            reports.add(line);
        }
        assert_eq!(reports.text("run.said"), "a=b\n c");
        assert!(reports.expect("run.exit", "1").is_ok());
        assert!(reports.expect("run.exit", "0").is_err());
        assert!(reports.get("kernel: x").is_err());
    }
}
