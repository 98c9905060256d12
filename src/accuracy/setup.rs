//! A row as a question to the engine: the same functions answer it that answer the page.

use super::names;
use super::row::{Row, Table};
use crate::calibration::Calibration;
use crate::catalog::named::accelerator_by_name;
use crate::catalog::{Accelerator, Catalog, GpuCount, InstanceLink};
use crate::fit::{self, Device, Footprint, Group, Subject};
use crate::query::{Query, Workload};
use crate::speed::{self, Speed, Unrated};
use crate::units::Bytes;

/// What all rows share.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) calibration: &'a Calibration,
}

/// Why a row has no estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The row does not say which card it ran on.
    NoCard,
    /// The card is not in the catalog.
    UnknownCard,
    /// The model is not in the catalog.
    UnknownModel,
    /// The number format is not known.
    UnknownFormat,
    /// The kind of figure is not estimated.
    UnknownKind,
    /// A figure of the card is missing.
    Unrated,
    /// The row does not say something that the estimate hangs on.
    Unstated(&'static str),
}

impl Reason {
    /// The reason in a few words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoCard => "the card is not stated",
            Self::UnknownCard => "the card is not in the catalog",
            Self::UnknownModel => "the model is not in the catalog",
            Self::UnknownFormat => "the number format is not known",
            Self::UnknownKind => "this kind of figure is not estimated",
            Self::Unrated => "a figure of the card is missing",
            Self::Unstated(what) => what,
        }
    }
}

/// A row as a question.
pub(super) struct Setup<'a> {
    pub(super) query: Query,
    pub(super) subject: Option<Subject>,
    pub(super) card: Accelerator,
    pub(super) group: Group,
    pub(super) sequences: u32,
    pub(super) context: Context<'a>,
}

impl<'a> Setup<'a> {
    /// The question of a row with its model, card and formats; what else a row says is the matter
    /// of each room.
    ///
    /// # Errors
    /// [`Reason`] where the row names what the catalog lacks.
    pub(super) fn new(context: Context<'a>, row: &Row, workload: Workload) -> Result<Self, Reason> {
        let card = card(context.catalog, row)?;
        let query = Query {
            workload,
            model: names::model(context.catalog, row.text("model"))
                .map(|model| model.id.clone())
                .ok_or(Reason::UnknownModel)?,
            weights: names::format(row.text("precision")).ok_or(Reason::UnknownFormat)?,
            engine: names::engine(row.text("engine")),
            trainer: names::trainer(row.text("engine")),
            runtime: names::runtime(row.text("engine")),
            optimizer: names::optimizer(row.text("optimizer")),
            ..Query::default()
        };
        let subject = fit::subject(context.catalog, &query);
        if subject.is_none() {
            return Err(Reason::UnknownModel);
        }
        Ok(Self {
            query,
            subject,
            card,
            group: Group::of(workload, row.cards(), InstanceLink::Unknown),
            sequences: 1,
            context,
        })
    }

    /// The card.
    pub(super) fn device(&self) -> Result<Device<'_>, Reason> {
        let device = Device::new(
            self.context.catalog,
            &self.query,
            &self.card,
            GpuCount::Whole(1),
        )
        .ok_or(Reason::Unrated)?;
        Ok(Device {
            calibration: self.context.calibration,
            ..device
        })
    }

    /// What each card holds.
    pub(super) fn footprint(&self) -> Result<Footprint, Reason> {
        let subject = self.subject.as_ref();
        Ok(fit::footprint(
            &self.query,
            subject,
            &self.device()?,
            &self.group,
            self.sequences,
        ))
    }

    /// How fast it is.
    pub(super) fn speed(&self) -> Result<Speed, Reason> {
        let subject = self.subject.as_ref();
        speed::speed(
            &self.query,
            subject,
            &self.device()?,
            &self.group,
            self.sequences,
        )
        .map_err(|_: Unrated| Reason::Unrated)
    }
}

/// The card of a row, with the power limit that it names; of several unlike cards the first. A
/// memory row that names none, or only a size, ran on some CUDA card: what a model needs hangs
/// little on which.
pub(super) fn card(catalog: &Catalog, row: &Row) -> Result<Accelerator, Reason> {
    let name = row.text("gpu");
    let named = accelerator_by_name(catalog, name);
    let size = named.as_ref().and_then(|named| named.memory);
    let found = named
        .as_ref()
        .and_then(|named| Some((*named.accelerators.first()?, named.watts)));
    match (found, row.table) {
        (Some((ix, watts)), _) => {
            let mut card = catalog.accelerator(ix).clone();
            card.tdp = watts.or(card.tdp);
            Ok(card)
        }
        (None, Table::Memory) if name.is_empty() || size.is_some() => {
            Ok(some_card(size.unwrap_or(Bytes::from_gib(80.0))))
        }
        _ if name.is_empty() => Err(Reason::NoCard),
        _ => Err(Reason::UnknownCard),
    }
}

/// A CUDA card of which only the memory is known.
fn some_card(memory: Bytes) -> Accelerator {
    Accelerator {
        nominal: Some(memory),
        bf16: Some(true),
        runtimes: vec!["cuda".to_owned()],
        ..Accelerator::default()
    }
}
