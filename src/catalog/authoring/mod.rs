//! From fact tables to the readable files under `catalog/`, and from those to the shipped document.
//!
//! [`import`] converts tables, [`load`] reads and checks the readable files, [`build`] makes the
//! shipped text. `docs/catalog.md` has the schema and the rules.

mod assemble;
mod check;
pub mod files;
pub mod import;
mod layout;
mod problem;
mod tree;

pub use problem::Problem;
pub use tree::Tree;

use super::Catalog;
use std::path::Path;

/// Reads and checks the readable files of a folder.
///
/// # Errors
/// Every problem, in the order of files.
pub fn load(dir: &Path) -> Result<Catalog, Vec<Problem>> {
    let tree = Tree::read(dir)?;
    check_and_assemble(&tree)
}

/// Makes the shipped document of a folder.
///
/// # Errors
/// Every problem, in the order of files.
pub fn build(dir: &Path) -> Result<String, Vec<Problem>> {
    load(dir).map(|catalog| catalog.to_json())
}

/// Checks readable files that are read already.
///
/// # Errors
/// Every problem, in the order of files.
pub fn check_and_assemble(tree: &Tree) -> Result<Catalog, Vec<Problem>> {
    let (catalog, mut problems) = assemble::assemble(tree);
    problems.extend(check::check(tree));
    if problems.is_empty() {
        return Ok(catalog);
    }
    problems.sort();
    problems.dedup();
    Err(problems)
}
