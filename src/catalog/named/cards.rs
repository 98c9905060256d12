//! Cards by name.

use super::words::{bare_gigabytes, is_number, pieces};
use crate::catalog::{Accelerator, AcceleratorIx, Catalog};
use crate::sorted;
use crate::units::{Bytes, Watts};

/// What a name of a card tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamedCard {
    /// The cards: one, or several that work together where the name joins them by ` + `. None where
    /// the name tells a memory size only, or one of several cards.
    pub accelerators: Vec<AcceleratorIx>,
    /// The memory that the name states, read as GiB like the label of a card; of several cards the
    /// smallest.
    pub memory: Option<Bytes>,
    /// A power limit that the name states.
    pub watts: Option<Watts>,
}

/// The card of a name; `None` where it tells neither a card nor a memory size.
///
/// The memory that a name states decides between cards of one chip, and so does the form, SXM or
/// PCIe. Where no form is stated the module is taken, where no memory is stated the card whose
/// name states none or else the largest.
#[must_use]
pub fn accelerator_by_name(catalog: &Catalog, name: &str) -> Option<NamedCard> {
    if let Some((ix, _)) = catalog.accelerator_by_id(name.trim()) {
        return Some(NamedCard {
            accelerators: vec![ix],
            ..NamedCard::default()
        });
    }
    let mut all = NamedCard::default();
    let mut known = true;
    for part in name.split(" + ") {
        let wanted = Wanted::of(part);
        match find(catalog, &wanted) {
            Some(ix) => all.accelerators.push(ix),
            None => known = false,
        }
        all.memory = match (all.memory, wanted.memory.map(Bytes::from_gib)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        all.watts = all.watts.or(wanted.watts.map(Watts::new));
    }
    if !known {
        all.accelerators.clear();
    }
    (known || all.memory.is_some()).then_some(all)
}

/// The form of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Form {
    /// Not stated, or the chip has one form only.
    #[default]
    Any,
    /// A module on a board.
    Module,
    /// A card in a slot.
    Slot,
}

/// A name, taken apart.
#[derive(Clone, Debug, Default, PartialEq)]
struct Wanted {
    /// What tells the chip, in the order of the alphabet.
    chip: Vec<String>,
    form: Form,
    /// GiB.
    memory: Option<f64>,
    watts: Option<f64>,
    /// Processor cores, by which Apple tells variants of one chip.
    cores: Option<f64>,
}

/// Words that tell no card from another: makers, product lines, architectures.
const IDLE: [&str; 41] = [
    "accelerator",
    "amd",
    "ampere",
    "apple",
    "ascend",
    "aws",
    "blackwell",
    "cambricon",
    "card",
    "corporation",
    "dcu",
    "edition",
    "enflame",
    "geforce",
    "generation",
    "google",
    "gpu",
    "graphics",
    "gtx",
    "habana",
    "hopper",
    "huawei",
    "hygon",
    "iluvatar",
    "instinct",
    "intel",
    "lovelace",
    "nvidia",
    "oam",
    "pascal",
    "quadro",
    "radeon",
    "rtx",
    "rx",
    "tesla",
    "tpu",
    "turing",
    "volta",
    "we",
    "workstation",
    "biren",
];

/// Words that make a card another one, though no card of the catalog may have them.
const APART: [&str; 8] = [
    "laptop", "lp", "max", "mobile", "notebook", "sff", "super", "embedded",
];

impl Wanted {
    fn of(text: &str) -> Self {
        let mut wanted = Self::default();
        let (plain, remarks) = without_remarks(text);
        let (all, bare) = (pieces(&plain), bare_gigabytes(&plain));
        let mut at = 0;
        while let Some(piece) = all.get(at) {
            let next = all.get(at + 1).map_or("", String::as_str);
            let number = piece.parse::<u32>().ok().map(f64::from);
            at += 1;
            match (number, next) {
                (Some(_), "x") if at == 1 => at += 1,
                (Some(n), unit)
                    if unit == "gb" || unit == "gib" || unit == "g" && bare == Some(n) =>
                {
                    wanted.memory = wanted.memory.or(Some(n));
                    at += 1;
                }
                (Some(n), "w") => {
                    wanted.watts = Some(n);
                    at += 1;
                }
                (Some(n), "core" | "cores") => {
                    wanted.cores = Some(n);
                    at += 1;
                }
                (None, _) if piece == "sxm" || piece == "pcie" || piece == "pci" => {
                    wanted.form = if piece == "sxm" {
                        Form::Module
                    } else {
                        Form::Slot
                    };
                    // The generation that follows: SXM5, PCIe 4.0.
                    while all.get(at).is_some_and(|p| p.len() == 1 && is_number(p)) {
                        at += 1;
                    }
                }
                // Kinds of memory, and the size of a rack.
                (None, _) if matches!(piece.as_str(), "hbm" | "gddr" | "lpddr") => {
                    at += usize::from(is_number(next));
                    let letter = all.get(at).is_some_and(|p| p == "e" || p == "x");
                    at += usize::from(letter && is_number(next));
                }
                (None, _)
                    if piece == "nvl"
                        && is_number(next)
                        && next.len() == 2
                        && all.get(at + 1).is_none_or(|p| p != "gb") =>
                {
                    at += 1;
                }
                (None, _) if piece == "tpuv" => wanted.chip.push("v".to_owned()),
                (None, _) if piece == "se" => wanted.chip.push("server".to_owned()),
                (None, _) if IDLE.contains(&piece.as_str()) => {}
                _ => wanted.chip.push(piece.clone()),
            }
        }
        for remark in remarks {
            let limits = pieces(&remark);
            for pair in limits.windows(2) {
                if let [number, unit] = pair
                    && let Ok(n) = number.parse::<u32>()
                {
                    match unit.as_str() {
                        "w" => wanted.watts = Some(f64::from(n)),
                        "gb" => wanted.memory = wanted.memory.or(Some(f64::from(n))),
                        _ => {}
                    }
                }
            }
        }
        sorted::sort(&mut wanted.chip);
        wanted
    }
}

/// A text without what stands in parentheses, and that.
fn without_remarks(text: &str) -> (String, Vec<String>) {
    let (mut plain, mut remarks, mut depth) = (String::new(), Vec::new(), 0_u32);
    for c in text.chars() {
        match c {
            '(' => {
                depth += 1;
                remarks.push(String::new());
            }
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {
                if let Some(remark) = remarks.last_mut() {
                    remark.push(c);
                }
            }
        }
    }
    (plain, remarks)
}

/// The one card that a name means.
fn find(catalog: &Catalog, wanted: &Wanted) -> Option<AcceleratorIx> {
    if wanted.chip.is_empty() {
        return None;
    }
    let mut found: Vec<(u16, &Accelerator, Wanted)> = Vec::new();
    let mut longest = 1;
    for (ix, card) in catalog.accelerators.iter().enumerate() {
        for own in names_of(card) {
            if own.chip.len() < longest || !holds(&wanted.chip, &own.chip, catalog) {
                continue;
            }
            if own.chip.len() > longest {
                longest = own.chip.len();
                found.clear();
            }
            if let Ok(ix) = u16::try_from(ix) {
                found.push((ix, card, own));
            }
        }
    }
    found.retain(|(_, card, own)| {
        fits(card, wanted.memory)
            && (wanted.cores.is_none() || own.cores.is_none() || own.cores == wanted.cores)
            && (wanted.form == Form::Any || own.form == Form::Any || own.form == wanted.form)
    });
    // The first of the order below; a name that fits two chips equally well has been refused.
    let rank = |(_, card, own): &(u16, &Accelerator, Wanted)| {
        let form = match (wanted.form, own.form) {
            (Form::Slot, Form::Slot) | (Form::Module, Form::Module) | (Form::Any, Form::Any) => 0,
            (Form::Any, Form::Module) | (Form::Module | Form::Slot, Form::Any) => 1,
            _ => 2,
        };
        let plain = u8::from(wanted.memory.is_none() && own.memory.is_some());
        // Slotted forms come last whatever the memory says.
        let slotted = u8::from(form == 2);
        let nominal = card.nominal.map_or(0.0, |m| m.get());
        (slotted, plain, form, nominal)
    };
    sorted::sort_by(&mut found, |a, b| {
        let (a, b) = (rank(a), rank(b));
        (a.0, a.1, a.2)
            .cmp(&(b.0, b.1, b.2))
            .then(b.3.total_cmp(&a.3))
    });
    found.first().map(|(ix, ..)| AcceleratorIx(*ix))
}

/// A card's names, taken apart: its own, and one in parentheses where that is a name too.
fn names_of(card: &Accelerator) -> Vec<Wanted> {
    let own = Wanted::of(&card.name);
    let mut all = vec![own];
    let (_, remarks) = without_remarks(&card.name);
    for remark in remarks {
        let other = Wanted::of(&remark);
        if other.watts.is_none() && other.chip.iter().any(|p| is_number(p)) {
            all.push(other);
        }
    }
    all
}

/// Whether a name holds all pieces of a chip's name, and beyond them nothing that tells another
/// card: no number, and no word that some card's name has.
fn holds(name: &[String], chip: &[String], catalog: &Catalog) -> bool {
    let mut left = name.to_vec();
    for piece in chip {
        match left.iter().position(|p| p == piece) {
            Some(at) => left.remove(at),
            None => return false,
        };
    }
    left.iter().all(|piece| {
        !is_number(piece)
            && piece.chars().count() > 1
            && !APART.contains(&piece.as_str())
            && !catalog
                .accelerators
                .iter()
                .any(|card| pieces(&without_remarks(&card.name).0).contains(piece))
    })
}

/// Whether the memory that a name states is that of a card. Names state the usable, the physical or
/// a rounded figure, 0.9 to 1.08 of the label. Memory shared with the processor comes in any size.
fn fits(card: &Accelerator, memory: Option<f64>) -> bool {
    let (Some(memory), Some(nominal)) = (memory, card.nominal) else {
        return true;
    };
    card.memory.starts_with("unified") || (0.9..=1.08).contains(&(memory / nominal.to_gib()))
}
