//! TypeScript types of what Rust serializes, made of the JSON schemas that schemars derives: doc
//! comments, string unions and nullability included. The files are committed.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;
use std::path::Path;

/// A type of the page: `SchemaGenerator::subschema_for::<T>`.
pub type Root = fn(&mut SchemaGenerator) -> Schema;

/// Writes files instead of checking them.
const WRITE: &str = "FOURCORNERS_WRITE_TYPES";

/// Checks that a file in web/src, as committed, declares these types and all that they are made of.
///
/// # Panics
/// It does not; or a type has no TypeScript.
pub fn assert_fresh(file: &str, roots: &[Root]) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src");
    let path = sources.join(file);
    let types = declarations(roots);
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, types).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let stale = |(new, old): &(&str, &str)| new != old;
    if let Some((new, old)) = types.lines().zip(committed.lines()).find(stale) {
        panic!("web/src/{file} is stale: {old:?}, not {new:?}; run `cargo xtask types`");
    }
    assert!(
        types == committed,
        "web/src/{file} is stale; run `cargo xtask types`"
    );
}

/// In the order in which the types name each other.
fn declarations(roots: &[Root]) -> String {
    let settings = SchemaSettings::default().for_serialize();
    let mut generator = settings.into_generator();
    let mut waiting: Vec<String> = Vec::new();
    for root in roots {
        references(root(&mut generator).as_value(), &mut waiting);
    }
    let definitions = generator.take_definitions(true);
    let mut text = "// Made of the Rust types by `cargo xtask types`: edit those.\n".to_string();
    let mut done: Vec<String> = Vec::new();
    while !waiting.is_empty() {
        let name = waiting.remove(0);
        if done.contains(&name) {
            continue;
        }
        let schema = &definitions[&name];
        text += &format!("\n{}", declaration(&name, schema));
        let mut named = Vec::new();
        references(schema, &mut named);
        waiting.splice(0..0, named);
        done.push(name);
    }
    text
}

/// The types that a schema names, in the order of its fields.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(parts) => {
            found.extend(reference(schema).map(String::from));
            for (key, part) in parts {
                match part {
                    Value::Object(_) if key == "properties" => {
                        let fields = fields(schema).into_iter();
                        fields.for_each(|(_, field, _)| references(field, found));
                    }
                    part => references(part, found),
                }
            }
        }
        Value::Array(parts) => parts.iter().for_each(|part| references(part, found)),
        _ => {}
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/")
}

/// Name, schema, and whether it is always there. serde_json sorts properties by their names;
/// `required` keeps the order of the Rust fields.
fn fields(schema: &Value) -> Vec<(&str, &Value, bool)> {
    let properties = &schema["properties"];
    let required = schema["required"].as_array().into_iter().flatten();
    let required: Vec<&str> = required.filter_map(Value::as_str).collect();
    let optional = properties.as_object().into_iter().flatten();
    let optional = optional.filter(|(name, _)| !required.contains(&name.as_str()));
    let optional: Vec<_> = optional
        .map(|(name, field)| (name.as_str(), field, false))
        .collect();
    let always = required
        .iter()
        .map(|name| (*name, &properties[*name], true));
    always.chain(optional).collect()
}

fn declaration(name: &str, schema: &Value) -> String {
    let doc = comment(schema, "");
    if schema["properties"].is_object() {
        let fields = fields(schema).into_iter().map(|(name, field, always)| {
            let sign = if always { "" } else { "?" };
            let (doc, kind) = (comment(field, "  "), typescript(field));
            format!("{doc}  {name}{sign}: {kind};\n")
        });
        let fields: String = fields.collect();
        return format!("{doc}export interface {name} {{\n{fields}}}\n");
    }
    match schema["oneOf"].as_array() {
        Some(variants) => {
            let variants = variants.iter().map(|variant| {
                let (doc, kind) = (comment(variant, "  "), typescript(variant));
                format!("\n{doc}  | {kind}")
            });
            let variants: String = variants.collect();
            format!("{doc}export type {name} ={variants};\n")
        }
        None => {
            let kind = typescript(schema);
            let line = format!("export type {name} = {kind};");
            if line.len() <= COLUMNS {
                return format!("{doc}{line}\n");
            }
            let lines = kind.replace(" | ", "\n  | ");
            format!("{doc}export type {name} =\n  | {lines};\n")
        }
    }
}

/// What a line has at most.
const COLUMNS: usize = 100;

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema["description"].as_str() else {
        return String::new();
    };
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [one] if indent.len() + one.len() + "/**  */".len() <= COLUMNS => {
            format!("{indent}/** {one} */\n")
        }
        lines => {
            let lines = lines.iter().map(|line| format!("{indent} * {line}"));
            let lines: Vec<String> = lines.map(|line| line.trim_end().into()).collect();
            format!("{indent}/**\n{}\n{indent} */\n", lines.join("\n"))
        }
    }
}

fn typescript(schema: &Value) -> String {
    let union = |parts: &[Value], of: fn(&Value) -> String| {
        let parts: Vec<String> = parts.iter().map(of).collect();
        parts.join(" | ")
    };
    if let Some(name) = reference(schema) {
        return name.into();
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values, Value::to_string);
    }
    if let Some(parts) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return union(parts, typescript);
    }
    match &schema["type"] {
        Value::String(name) => of_type(name, schema),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str);
            let names: Vec<String> = names.map(|name| of_type(name, schema)).collect();
            names.join(" | ")
        }
        _ => panic!("no TypeScript for {schema}"),
    }
}

fn of_type(name: &str, schema: &Value) -> String {
    match name {
        "string" | "boolean" | "null" => name.into(),
        "integer" | "number" => "number".into(),
        "array" => array(schema),
        "object" => record(schema),
        _ => panic!("no TypeScript for {schema}"),
    }
}

/// Of one type, or a tuple.
fn array(schema: &Value) -> String {
    let item = typescript;
    let tuple = |items: Vec<String>| format!("[{}]", items.join(", "));
    if let Some(items) = schema["prefixItems"].as_array() {
        return tuple(items.iter().map(item).collect());
    }
    let each = item(&schema["items"]);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => tuple(vec![each; most as usize]),
        _ if each.contains(" | ") => format!("({each})[]"),
        _ => format!("{each}[]"),
    }
}

/// Of known fields, as a variant of an enum has them, or of any keys, which are texts or numbers.
fn record(schema: &Value) -> String {
    if schema["properties"].is_object() {
        let fields = fields(schema).into_iter().map(|(name, field, always)| {
            let sign = if always { "" } else { "?" };
            format!("{name}{sign}: {}", typescript(field))
        });
        return format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "));
    }
    let numbered = schema["patternProperties"].as_object();
    match numbered.and_then(|patterns| patterns.values().next()) {
        Some(value) => format!("Record<number, {}>", typescript(value)),
        None => format!(
            "Record<string, {}>",
            typescript(&schema["additionalProperties"])
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::JsonSchema;
    use std::collections::BTreeMap;

    /// A drive.
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct Drive {
        /// In bytes;
        /// null: not known.
        size: Option<u64>,
        kind: Kind,
        #[serde(skip_serializing_if = "str::is_empty")]
        extra: String,
        #[serde(skip)]
        path: String,
        curve: Vec<(f64, u32)>,
        ends: [bool; 2],
        names: BTreeMap<u32, Vec<Option<String>>>,
        #[serde(flatten)]
        more: More,
    }

    #[derive(JsonSchema)]
    #[allow(dead_code)]
    struct More {
        by_name: BTreeMap<String, Option<State>>,
    }

    #[derive(JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    #[allow(dead_code)]
    enum Kind {
        HardDisk,
        Ssd,
    }

    /// How it is.
    #[derive(JsonSchema)]
    #[allow(dead_code)]
    enum State {
        /// Never written.
        #[serde(rename = "as new")]
        New,
        Used,
    }

    #[test]
    fn types_say_what_serde_emits() {
        let types = declarations(&[SchemaGenerator::subschema_for::<Drive>]);
        let expected = r#"
/** A drive. */
export interface Drive {
  /**
   * In bytes;
   * null: not known.
   */
  size: number | null;
  kind: Kind;
  curve: [number, number][];
  ends: [boolean, boolean];
  names: Record<number, (string | null)[]>;
  by_name: Record<string, State | null>;
  extra?: string;
}

export type Kind = "hard-disk" | "ssd";

/** How it is. */
export type State =
  | "Used"
  /** Never written. */
  | "as new";
"#;
        let (_, types) = types.split_once('\n').unwrap_or_default();
        assert_eq!(types, expected);
    }
}
