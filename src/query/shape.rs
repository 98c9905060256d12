//! The form of the `arch` key: a transformer's shape as codes with numbers, joined by points.
//!
//! Llama 3.1 8B is `l32.h4096.f14336.a32.k8.v128256.c131072`. What follows from the rest is left
//! out: as many key/value heads as heads, a head as wide as the hidden width divided by the heads,
//! every layer with attention to the whole context. `docs/url.md` lists the codes.

use super::codec::ProblemReason;
use crate::catalog::{
    Architecture, Biases, Counts, Experts, GlobalHeads, Latent, Linear, Model, ModelKind,
};
use crate::units::Decimal;

/// A shape that a link spells out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomShape {
    /// What kind of network it is.
    pub kind: ModelKind,
    /// Its numbers.
    pub shape: Architecture,
    /// The longest context it was trained for.
    pub max_context: Option<u32>,
    /// Millions of parameters of networks for other kinds of input, beside the text model.
    pub tower_millions: Option<u32>,
}

/// The words for kinds of network; a decoder has none.
const KINDS: [(&str, ModelKind); 3] = [
    ("enc", ModelKind::Encoder),
    ("encdec", ModelKind::EncoderDecoder),
    ("speech", ModelKind::Speech),
];

/// A number of a shape.
#[derive(Clone, Copy, Debug)]
pub struct ShapeField {
    /// Its letters in the link.
    pub code: &'static str,
    /// Least accepted value.
    pub low: u32,
    /// Greatest accepted value.
    pub high: u32,
}

const fn field(code: &'static str, low: u32, high: u32) -> ShapeField {
    ShapeField { code, low, high }
}

/// The greatest width of anything.
const WIDTH: u32 = 1 << 24;
const LAYERS: u32 = 4096;
const EXPERTS: u32 = 65_536;

/// All numbers of a shape, in the order in which a link lists them.
pub const SHAPE_FIELDS: [ShapeField; 41] = [
    field("l", 1, LAYERS),
    field("h", 1, WIDTH),
    field("f", 1, WIDTH),
    field("a", 1, 65_536),
    field("k", 1, 65_536),
    field("d", 1, WIDTH),
    field("v", 1, WIDTH),
    field("y", 0, 1),
    field("c", 1, u32::MAX),
    field("p", 0, WIDTH),
    field("u", 0, 1),
    field("q", 0, 2),
    field("o", 0, 1),
    field("n", 0, LAYERS),
    field("b", 0, LAYERS),
    field("t", 1, 100_000),
    field("g", 0, LAYERS),
    field("gk", 1, 65_536),
    field("gd", 1, WIDTH),
    field("gv", 0, 1),
    field("w", 1, WIDTH),
    field("ws", 0, LAYERS),
    field("r", 0, LAYERS),
    field("rk", 1, 65_536),
    field("rv", 1, 65_536),
    field("rd", 1, WIDTH),
    field("re", 1, WIDTH),
    field("rc", 1, 1024),
    field("m", 1, WIDTH),
    field("mr", 0, WIDTH),
    field("mq", 0, WIDTH),
    field("mn", 0, WIDTH),
    field("mv", 1, WIDTH),
    field("e", 2, EXPERTS),
    field("et", 1, EXPERTS),
    field("ew", 1, WIDTH),
    field("es", 0, EXPERTS),
    field("ei", 0, WIDTH),
    field("ef", 0, LAYERS),
    field("ev", 1, LAYERS),
    field("el", 1, WIDTH),
];

/// The most parameters of a shape: 20,000 billion, as the key `n` accepts.
const MOST_PARAMETERS: f64 = 2e13;

/// Numbers of a shape, one for each of [`SHAPE_FIELDS`]; `None` where nothing is stated.
#[derive(Clone, Copy)]
struct Numbers([Option<u32>; SHAPE_FIELDS.len()]);

impl Numbers {
    const NONE: Self = Self([None; SHAPE_FIELDS.len()]);

    fn get(&self, code: &str) -> Option<u32> {
        let mut fields = SHAPE_FIELDS.iter().zip(self.0);
        fields.find(|(field, _)| field.code == code)?.1
    }

    fn set(&mut self, code: &str, value: Option<u32>) {
        let mut fields = SHAPE_FIELDS.iter().zip(&mut self.0);
        if let Some((_, slot)) = fields.find(|(field, _)| field.code == code) {
            *slot = value;
        }
    }
}

impl CustomShape {
    /// The shape of a model; `None` where it is not known.
    #[must_use]
    pub fn of(model: &Model) -> Option<Self> {
        let most = SHAPE_FIELDS.iter().find(|field| field.code == "t")?.high;
        let millions = model.tower.and_then(|tower| {
            let millions = Decimal::from_f64(tower.get() / 1e6).to_micros() / Decimal::SCALE;
            u32::try_from(millions).ok()
        });
        Some(Self {
            kind: model.kind,
            shape: model.shape.clone()?,
            max_context: model.max_context,
            tower_millions: millions.filter(|millions| (1..=most).contains(millions)),
        })
    }

    /// The number of a code; `None` where the shape has none.
    #[must_use]
    pub fn number(&self, code: &str) -> Option<u32> {
        let shape = &self.shape;
        let global = shape.global.as_ref();
        let linear = shape.linear.as_ref();
        let latent = shape.latent.as_ref();
        let experts = shape.experts.as_ref();
        match code {
            "l" => Some(shape.layers),
            "h" => Some(shape.hidden),
            "f" => Some(shape.intermediate),
            "a" => Some(shape.heads),
            "k" => Some(shape.kv_heads),
            "d" => Some(shape.head_dim),
            "v" => Some(shape.vocab),
            "y" => Some(u32::from(shape.tied_embeddings)),
            "c" => self.max_context,
            "p" => Some(shape.positions),
            "u" => Some(u32::from(shape.plain)),
            "q" => Some(match shape.biases {
                Biases::None => 0,
                Biases::Qkv => 1,
                Biases::All => 2,
            }),
            "o" => Some(u32::from(shape.output_gate)),
            "n" => Some(shape.encoder_layers),
            "b" => Some(shape.bare_layers),
            "t" => self.tower_millions,
            "g" => Some(shape.full_layers),
            "gk" => global.map(|g| g.kv_heads),
            "gd" => global.map(|g| g.head_dim),
            "gv" => global.map(|g| u32::from(g.keys_as_values)),
            "w" => shape.window,
            "ws" => Some(shape.windowed_layers),
            "r" => Some(shape.linear_layers),
            "rk" => linear.map(|l| l.key_heads),
            "rv" => linear.map(|l| l.value_heads),
            "rd" => linear.map(|l| l.key_dim),
            "re" => linear.map(|l| l.value_dim),
            "rc" => linear.map(|l| l.kernel),
            "m" => latent.map(|l| l.kv_rank),
            "mr" => latent.map(|l| l.rope_dim),
            "mq" => latent.map(|l| l.q_rank),
            "mn" => latent.map(|l| l.nope_dim),
            "mv" => latent.map(|l| l.value_dim),
            "e" => experts.map(|e| e.count),
            "et" => experts.map(|e| e.per_token),
            "ew" => experts.map(|e| e.intermediate),
            "es" => experts.map(|e| e.shared),
            "ei" => experts.map(|e| e.shared_intermediate),
            "ef" => experts.map(|e| e.first_dense),
            "ev" => experts.map(|e| e.every.max(1)),
            "el" => experts.map(|e| e.latent).filter(|width| *width > 0),
            _ => None,
        }
    }

    /// What a number is where nothing states it.
    fn implied(&self, code: &str) -> Option<u32> {
        let shape = &self.shape;
        let number = |code| self.number(code);
        match code {
            "k" => Some(shape.heads),
            "d" => Some(shape.hidden.div_ceil(shape.heads.max(1))),
            "g" => Some(
                shape
                    .layers
                    .saturating_sub(shape.windowed_layers)
                    .saturating_sub(shape.linear_layers),
            ),
            "y" | "p" | "u" | "q" | "o" | "n" | "b" | "ws" | "r" | "gv" | "mq" | "es" | "ef" => {
                Some(0)
            }
            "ev" => Some(1),
            "rv" => number("rk"),
            "rd" => Some(128),
            "re" => number("rd"),
            "rc" => Some(4),
            "mr" => Some(64),
            "mn" | "mv" => Some(shape.head_dim),
            "ew" => Some(shape.intermediate),
            "ei" => number("es")
                .zip(number("ew"))
                .map(|(n, w)| n.saturating_mul(w)),
            _ => None,
        }
    }

    /// What a link cannot carry of this shape, and the range that it can.
    ///
    /// # Errors
    /// The part at fault with the reason.
    pub fn check(&self) -> Result<(), (String, ProblemReason)> {
        read(&write(self)).map(|_| ())
    }

    /// The same shape with one number changed, or taken away where it may be absent.
    ///
    /// # Errors
    /// The reason why this is no shape.
    pub fn with(&self, code: &str, value: Option<u32>) -> Result<Self, ProblemReason> {
        let mut numbers = Numbers::NONE;
        for field in SHAPE_FIELDS {
            let number = self.number(field.code);
            // What followed from the rest goes on following from it.
            numbers.set(
                field.code,
                number.filter(|n| Some(*n) != self.implied(field.code)),
            );
        }
        numbers.set(code, value);
        // What needs another number is given a usual one.
        for (of, needs, usual) in [("e", "et", 2), ("ws", "w", 4096)] {
            if code == of && value > Some(0) && numbers.get(needs).is_none() {
                numbers.set(needs, Some(usual));
            }
        }
        if code == "e" && value.is_none() {
            for code in ["et", "ew", "es", "ei", "ef", "ev", "el"] {
                numbers.set(code, None);
            }
        }
        if code == "m" && value.is_none() {
            for code in ["mr", "mq", "mn", "mv"] {
                numbers.set(code, None);
            }
        }
        build(self.kind, &numbers).map_err(|(_, reason)| reason)
    }
}

/// What is wrong, and in which part.
type Fault = (String, ProblemReason);

fn outside(code: &str, value: &str, low: u32, high: u32) -> Fault {
    let range = ProblemReason::OutOfRange(low.to_string(), high.max(low).to_string());
    (format!("{code}{value}"), range)
}

/// Reads a shape.
pub(super) fn read(text: &str) -> Result<CustomShape, Fault> {
    let mut numbers = Numbers::NONE;
    let mut kind = ModelKind::Decoder;
    for (position, part) in text.split('.').enumerate() {
        let malformed = || (part.to_owned(), ProblemReason::Malformed);
        if let Some((_, named)) = KINDS.iter().find(|(word, _)| *word == part) {
            if position > 0 {
                return Err(malformed());
            }
            kind = *named;
            continue;
        }
        let end = part.bytes().take_while(u8::is_ascii_lowercase).count();
        let (code, digits) = part.split_at_checked(end).ok_or_else(malformed)?;
        let field = SHAPE_FIELDS.iter().find(|field| field.code == code);
        let field = field.ok_or_else(malformed)?;
        // A number twice, or anything but plain digits, is no shape.
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if !plain || numbers.get(code).is_some() {
            return Err(malformed());
        }
        let value: Option<u32> = digits.parse().ok();
        let value = value.filter(|value| (field.low..=field.high).contains(value));
        if value.is_none() {
            return Err(outside(code, digits, field.low, field.high));
        }
        numbers.set(code, value);
    }
    build(kind, &numbers)
}

/// Looks numbers up and holds them against their ranges.
struct Checked<'a>(&'a Numbers);

impl Checked<'_> {
    /// A number of at most `high`, or `otherwise` where none is stated.
    fn within(&self, code: &str, otherwise: Option<u32>, high: u32) -> Result<u32, Fault> {
        let field = SHAPE_FIELDS.iter().find(|field| field.code == code);
        let (low, high) = field.map_or((0, high), |field| (field.low, field.high.min(high)));
        match self.0.get(code).or(otherwise) {
            Some(value) if (low..=high).contains(&value) => Ok(value),
            Some(value) => Err(outside(code, &value.to_string(), low, high)),
            None => Err(outside(code, "", low, high)),
        }
    }

    fn need(&self, code: &str) -> Result<u32, Fault> {
        self.within(code, None, u32::MAX)
    }

    fn or(&self, code: &str, otherwise: u32) -> Result<u32, Fault> {
        self.within(code, Some(otherwise), u32::MAX)
    }

    fn flag(&self, code: &str) -> bool {
        self.0.get(code) == Some(1)
    }

    fn any(&self, codes: &[&str]) -> bool {
        codes.iter().any(|code| self.0.get(code).is_some())
    }
}

/// Puts a shape together from numbers, which may contradict each other.
fn build(kind: ModelKind, numbers: &Numbers) -> Result<CustomShape, Fault> {
    let of = Checked(numbers);
    let mut shape = Architecture {
        layers: of.need("l")?,
        hidden: of.need("h")?,
        heads: of.need("a")?,
        vocab: of.need("v")?,
        intermediate: of.within("f", numbers.get("ew"), u32::MAX)?,
        tied_embeddings: of.flag("y"),
        positions: of.or("p", 0)?,
        plain: of.flag("u"),
        biases: match numbers.get("q") {
            Some(1) => Biases::Qkv,
            Some(2) => Biases::All,
            _ => Biases::None,
        },
        output_gate: of.flag("o"),
        ..Architecture::default()
    };
    let (layers, heads) = (shape.layers, shape.heads);
    shape.kv_heads = of.within("k", Some(heads), heads)?;
    shape.head_dim = of.within("d", Some(shape.hidden.div_ceil(heads)), WIDTH / heads)?;
    shape.encoder_layers = of.within("n", Some(0), layers)?;
    shape.bare_layers = of.within("b", Some(0), layers)?;
    shape.windowed_layers = of.within("ws", Some(0), layers)?;
    let rest = layers - shape.windowed_layers;
    shape.linear_layers = of.within("r", Some(0), rest)?;
    let rest = rest - shape.linear_layers;
    shape.full_layers = of.within("g", Some(rest), rest)?;
    if shape.windowed_layers > 0 || of.any(&["w"]) {
        shape.window = Some(of.need("w")?);
    }
    if of.any(&["gk", "gd", "gv"]) {
        shape.global = Some(GlobalHeads {
            kv_heads: of.within("gk", Some(shape.kv_heads), heads)?,
            head_dim: of.within("gd", Some(shape.head_dim), WIDTH / heads)?,
            keys_as_values: of.flag("gv"),
        });
    }
    if of.any(&["rk", "rv", "rd", "re", "rc"]) {
        let key_heads = of.need("rk")?;
        let value_heads = of.or("rv", key_heads)?;
        let key_dim = of.within("rd", Some(128), WIDTH / key_heads)?;
        shape.linear = Some(Linear {
            key_heads,
            value_heads,
            key_dim,
            value_dim: of.within("re", Some(key_dim), WIDTH / value_heads)?,
            kernel: of.or("rc", 4)?,
        });
    }
    if of.any(&["m", "mr", "mq", "mn", "mv"]) {
        shape.latent = Some(Latent {
            kv_rank: of.need("m")?,
            rope_dim: of.or("mr", 64)?,
            q_rank: of.or("mq", 0)?,
            nope_dim: of.within("mn", Some(shape.head_dim), WIDTH / heads)?,
            value_dim: of.within("mv", Some(shape.head_dim), WIDTH / heads)?,
        });
    }
    if of.any(&["e", "et", "es", "ei", "ef", "ev", "el"]) {
        let count = of.need("e")?;
        let width = of.or("ew", shape.intermediate)?;
        let shared = of.or("es", 0)?;
        shape.experts = Some(Experts {
            count,
            per_token: of.within("et", None, count)?,
            shared,
            intermediate: width,
            shared_intermediate: of.or("ei", shared.saturating_mul(width))?,
            first_dense: of.within("ef", Some(0), shape.networks())?,
            every: of.within("ev", Some(1), layers)?,
            latent: if of.any(&["el"]) { of.need("el")? } else { 0 },
        });
    }
    if Counts::of(&shape).total() > MOST_PARAMETERS {
        // Every number alone may pass; together they are no model.
        return Err((
            "arch".to_owned(),
            ProblemReason::OutOfRange("0.001".to_owned(), "20000".to_owned()),
        ));
    }
    let optional = |code| of.any(&[code]).then(|| of.need(code)).transpose();
    Ok(CustomShape {
        kind,
        shape,
        max_context: optional("c")?,
        tower_millions: optional("t")?,
    })
}

/// Writes a shape without what follows from the rest.
pub(super) fn write(custom: &CustomShape) -> String {
    let word = KINDS.iter().find(|(_, kind)| *kind == custom.kind);
    let mut parts: Vec<String> = word.iter().map(|(word, _)| (*word).to_owned()).collect();
    for ShapeField { code, .. } in SHAPE_FIELDS {
        let number = custom.number(code);
        if let Some(number) = number.filter(|n| Some(*n) != custom.implied(code)) {
            parts.push(format!("{code}{number}"));
        }
    }
    parts.join(".")
}
