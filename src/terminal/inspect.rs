//! `kasuan inspect`: what a model's own files say. Also how `plan` takes a model from them.

use super::Failure;
use super::args::Args;
use super::plan_json::print;
use crate::catalog::ModelKind;
use crate::locale::{Locale, grouped};
use crate::query::{Query, encode};
use crate::reader::{Described, FileKind, ReadError, Step, read};
use crate::units::Decimal;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

/// Files of a folder that describe a model, the first two before the third.
const IN_FOLDER: [&str; 3] = [
    "config.json",
    "model.safetensors.index.json",
    "model.safetensors",
];

/// Runs the command.
pub fn run(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let json = args.flag("--json");
    let described = describe(&args.some("file")?)?;
    let mut query = Query::default();
    described.apply(&mut query);
    if json {
        write_json(&described, &query, out)
    } else {
        write_text(&described, &query, out).map_err(Failure::Output)
    }
}

/// Reads files of one model, each a file or a folder that holds them.
pub fn describe(paths: &[&str]) -> Result<Described, Failure> {
    let mut all: Option<Described> = None;
    for path in paths.iter().flat_map(|path| files(Path::new(path))) {
        let described = describe_one(&path)?;
        all = Some(match all {
            Some(before) => before.with(described),
            None => described,
        });
    }
    all.ok_or_else(|| Failure::Arguments("no model file is given".to_owned()))
}

/// The files that a path stands for.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut found: Vec<PathBuf> = IN_FOLDER
        .iter()
        .map(|name| path.join(name))
        .filter(|file| file.is_file())
        .collect();
    // The index counts all parts; one whole file has none.
    if found.is_empty() {
        found.push(path.join("config.json"));
    } else if found
        .iter()
        .any(|file| file.ends_with("model.safetensors.index.json"))
    {
        found.retain(|file| !file.ends_with("model.safetensors"));
    }
    found
}

/// Reads the head of one file, as much of it as is asked for.
fn describe_one(path: &Path) -> Result<Described, Failure> {
    let shown = || path.display().to_string();
    let broken = |error| Failure::File(shown(), error);
    // A pipe would keep the program waiting for a head that may never come.
    if !std::fs::metadata(path).map_err(broken)?.is_file() {
        return Err(broken(io::Error::other("no regular file")));
    }
    let mut file = File::open(path).map_err(broken)?;
    let length = file.metadata().map_err(broken)?.len();
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let mut head = Vec::new();
    loop {
        let refused = |error: ReadError| Failure::Model(shown(), Locale::En.read_error(&error));
        match read(&name, &head, length).map_err(refused)? {
            Step::Done(described) => return Ok(*described),
            Step::Need(bytes) => {
                let before = u64::try_from(head.len()).unwrap_or(u64::MAX);
                let more = bytes.saturating_sub(before);
                let read = (&mut file).take(more).read_to_end(&mut head);
                if read.map_err(broken)? == 0 {
                    return Err(refused(ReadError::Truncated));
                }
            }
        }
    }
}

#[derive(Serialize)]
struct Output<'a> {
    file: &'static str,
    name: &'a str,
    family: &'a str,
    kind: &'static str,
    parameters: u64,
    active_parameters: u64,
    exact_parameters: Option<u64>,
    tower_parameters: Option<u64>,
    weight_bytes: Option<u64>,
    weights: Option<&'static str>,
    max_context: Option<u32>,
    shape: Option<serde_json::Map<String, serde_json::Value>>,
    stored: Vec<StoredRow>,
    notes: Vec<String>,
    query: String,
}

#[derive(Serialize)]
struct StoredRow {
    kind: &'static str,
    tensors: u64,
    elements: u64,
    bytes: u64,
}

fn write_json(described: &Described, query: &Query, out: &mut dyn Write) -> Result<(), Failure> {
    let model = &described.model;
    let shape = described.custom().map(|custom| {
        let names = NAMES.iter().filter_map(|(name, code)| {
            let number = custom.number(code)?;
            Some(((*name).to_owned(), number.into()))
        });
        names.collect()
    });
    let output = Output {
        file: described.source.word(),
        name: &model.name,
        family: &model.family,
        kind: kind(model.kind),
        parameters: whole(model.total.get()),
        active_parameters: whole(model.active.get()),
        exact_parameters: described.exact_parameters,
        tower_parameters: model.tower.map(|tower| whole(tower.get())),
        weight_bytes: described.weight_bytes,
        weights: described.weights.map(|format| format.word()),
        max_context: model.max_context,
        shape,
        stored: described
            .stored
            .iter()
            .map(|row| StoredRow {
                kind: row.kind,
                tensors: row.tensors,
                elements: row.elements,
                bytes: row.bytes,
            })
            .collect(),
        notes: described
            .notes
            .iter()
            .map(|n| Locale::En.file_note(n))
            .collect(),
        query: encode(query),
    };
    print(&output, out)
}

/// Numbers of a shape in the output, and their codes in a link.
const NAMES: [(&str, &str); 19] = [
    ("layers", "l"),
    ("full_layers", "g"),
    ("windowed_layers", "ws"),
    ("linear_layers", "r"),
    ("window", "w"),
    ("hidden", "h"),
    ("intermediate", "f"),
    ("heads", "a"),
    ("kv_heads", "k"),
    ("head_dim", "d"),
    ("vocab", "v"),
    ("tied_embeddings", "y"),
    ("kv_rank", "m"),
    ("rope_dim", "mr"),
    ("experts", "e"),
    ("experts_per_token", "et"),
    ("expert_intermediate", "ew"),
    ("shared_experts", "es"),
    ("first_dense", "ef"),
];

fn write_text(described: &Described, query: &Query, out: &mut dyn Write) -> io::Result<()> {
    let model = &described.model;
    let t = Locale::En;
    let name = if model.name.is_empty() {
        "(no name)"
    } else {
        &model.name
    };
    let family = if model.family.is_empty() {
        "family not stated"
    } else {
        &model.family
    };
    writeln!(
        out,
        "{name}, {family}, read from {}",
        t.file_kind(described.source)
    )?;
    let total = grouped(whole(model.total.get()));
    let how = match (described.exact_parameters, described.source) {
        (Some(_), _) => "counted tensor by tensor",
        (None, FileKind::Index) => "estimated",
        (None, _) => "counted from the shape",
    };
    writeln!(out, "parameters   {total}, {how}")?;
    if model.active < model.total {
        writeln!(out, "active       {}", grouped(whole(model.active.get())))?;
    }
    if let Some(format) = described.weights {
        writeln!(out, "weights      {}", format.word())?;
    }
    if let Some(bytes) = described.weight_bytes {
        writeln!(out, "bytes        {}", grouped(bytes))?;
    }
    for row in &described.stored {
        writeln!(
            out,
            "  {:10} {} in {} tensor(s), {} bytes",
            row.kind,
            grouped(row.elements),
            grouped(row.tensors),
            grouped(row.bytes)
        )?;
    }
    if let Some(custom) = described.custom() {
        writeln!(out, "shape        {}", t.shape_line(&custom))?;
        for (name, code) in NAMES {
            if let Some(number) = custom.number(code) {
                writeln!(out, "  {name:20} {}", grouped(u64::from(number)))?;
            }
        }
    }
    if let Some(context) = model.max_context {
        writeln!(out, "context      {}", grouped(u64::from(context)))?;
    }
    for note in &described.notes {
        writeln!(out, "note: {}", t.file_note(note))?;
    }
    writeln!(out, "query        {}", encode(query))
}

/// The word for a kind of model, as in `catalog/models.json`.
const fn kind(kind: ModelKind) -> &'static str {
    match kind {
        ModelKind::Decoder => "decoder",
        ModelKind::Encoder => "encoder",
        ModelKind::EncoderDecoder => "encoder-decoder",
        ModelKind::Speech => "speech",
        ModelKind::Diffusion => "diffusion",
        ModelKind::VideoDiffusion => "video-diffusion",
        ModelKind::Vision => "vision",
    }
}

/// A count as an integer; one that a file states is far below the end of the range.
fn whole(count: f64) -> u64 {
    // Decimals are exact here, and saturate.
    u64::try_from(Decimal::from_f64(count / 1e6).to_micros()).unwrap_or(0)
}
