//! What the software that trains brings along.

use crate::calibration::TrainingSpeed;
use crate::query::Trainer;

/// What a trainer brings along.
pub(super) struct Habits {
    /// Memory traffic of its elementwise operations, of plain PyTorch's.
    pub moves: f64,
    /// Seconds of launches per layer.
    pub launch: f64,
    /// Whether it brings the kernels of Transformer Engine.
    pub fused: bool,
    /// Whether sharding traffic runs beside arithmetic.
    pub overlaps: bool,
}

/// What a trainer brings along.
pub(super) fn habits(trainer: Trainer, figures: &TrainingSpeed) -> Habits {
    let (moves, launch) = match trainer {
        Trainer::Pytorch | Trainer::Swift | Trainer::Litgpt | Trainer::Fused => {
            (1.0, figures.launch_pytorch)
        }
        Trainer::Deepspeed => (figures.moves_deepspeed, figures.launch_deepspeed),
        Trainer::Compile | Trainer::Unsloth => (figures.moves_compiled, figures.launch_compiled),
        Trainer::Megatron => (figures.moves_fused, figures.launch_fused),
    };
    Habits {
        moves,
        launch,
        fused: trainer == Trainer::Megatron,
        overlaps: trainer != Trainer::Deepspeed,
    }
}
