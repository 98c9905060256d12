//! Calibration: the figures of the engine that were fitted to measurements.
//!
//! [`FITTED`] is the one table of their values; `kasuan accuracy --fit ROOM` fits one room's again
//! and prints the table. Figures that a paper, a data sheet or a tool's defaults state stand in the
//! code beside their source and are not fitted; so do a few that were fitted by themselves to few
//! measurements: the profile of paged engines (`fit::peak`) and operations per joule in training
//! (`speed::sustained`).

mod class;
mod fitted;
mod imaging;
mod published;
mod serving_memory;
mod serving_speed;
mod training_memory;
mod training_speed;

pub use class::{Class, Published};
pub use fitted::FITTED;
pub use imaging::Imaging;
pub use published::{FITS, OUT_OF_MEMORY, PUBLISHED};
pub use serving_memory::ServingMemory;
pub use serving_speed::ServingSpeed;
pub use training_memory::TrainingMemory;
pub use training_speed::TrainingSpeed;

/// Declares one room's figures: a struct of numbers with its names in order. Names that start with
/// `spread_` are half-widths: a figure's range is the expected value divided and multiplied by
/// one more than this.
macro_rules! figures {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $($(#[$fdoc])* pub(crate) $field: f64),+ }

        impl $name {
            /// The names, in the order of [`Self::values`].
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            /// The values, in the order of [`Self::NAMES`].
            #[must_use]
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$field),+]
            }

            /// Takes values in the order of [`Self::NAMES`]; `None` where their number differs.
            #[must_use]
            pub fn from_values(values: &[f64]) -> Option<Self> {
                match values {
                    [$($field),+] => Some(Self { $($field: *$field),+ }),
                    _ => None,
                }
            }
        }
    };
}
use figures;

/// All rooms.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Memory of inference.
    pub serving_memory: ServingMemory,
    /// Memory of training.
    pub training_memory: TrainingMemory,
    /// Speed of inference.
    pub serving_speed: ServingSpeed,
    /// Speed of training.
    pub training_speed: TrainingSpeed,
    /// Memory and speed of image, video, vision and speech networks.
    pub imaging: Imaging,
}

/// A room by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// [`Calibration::serving_memory`].
    ServingMemory,
    /// [`Calibration::training_memory`].
    TrainingMemory,
    /// [`Calibration::serving_speed`].
    ServingSpeed,
    /// [`Calibration::training_speed`].
    TrainingSpeed,
    /// [`Calibration::imaging`].
    Imaging,
}

impl Room {
    /// All rooms.
    pub const ALL: &'static [Self] = &[
        Self::ServingMemory,
        Self::TrainingMemory,
        Self::ServingSpeed,
        Self::TrainingSpeed,
        Self::Imaging,
    ];

    /// The name, as the fit command takes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ServingMemory => "serving_memory",
            Self::TrainingMemory => "training_memory",
            Self::ServingSpeed => "serving_speed",
            Self::TrainingSpeed => "training_speed",
            Self::Imaging => "imaging",
        }
    }

    /// The names of its figures.
    #[must_use]
    pub const fn figures(self) -> &'static [&'static str] {
        match self {
            Self::ServingMemory => ServingMemory::NAMES,
            Self::TrainingMemory => TrainingMemory::NAMES,
            Self::ServingSpeed => ServingSpeed::NAMES,
            Self::TrainingSpeed => TrainingSpeed::NAMES,
            Self::Imaging => Imaging::NAMES,
        }
    }
}

impl Calibration {
    /// The figures of a room, in the order of [`Room::figures`].
    #[must_use]
    pub fn values(&self, room: Room) -> Vec<f64> {
        match room {
            Room::ServingMemory => self.serving_memory.values(),
            Room::TrainingMemory => self.training_memory.values(),
            Room::ServingSpeed => self.serving_speed.values(),
            Room::TrainingSpeed => self.training_speed.values(),
            Room::Imaging => self.imaging.values(),
        }
    }

    /// Replaces the figures of a room; whether their number was right.
    #[must_use]
    pub fn replace(&mut self, room: Room, values: &[f64]) -> bool {
        fn put<T>(place: &mut T, value: Option<T>) -> bool {
            match value {
                Some(value) => {
                    *place = value;
                    true
                }
                None => false,
            }
        }
        match room {
            Room::ServingMemory => {
                put(&mut self.serving_memory, ServingMemory::from_values(values))
            }
            Room::TrainingMemory => put(
                &mut self.training_memory,
                TrainingMemory::from_values(values),
            ),
            Room::ServingSpeed => put(&mut self.serving_speed, ServingSpeed::from_values(values)),
            Room::TrainingSpeed => {
                put(&mut self.training_speed, TrainingSpeed::from_values(values))
            }
            Room::Imaging => put(&mut self.imaging, Imaging::from_values(values)),
        }
    }
}
