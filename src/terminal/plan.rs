//! `kasuan plan`: ranks the catalog for a question.

use super::args::Args;
use super::asked::Asked;
use super::{Failure, inspect, load, plan_json, plan_portfolio, text};
use crate::query;
use crate::rank;
use crate::units::Date;
use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

const DEFAULT_LIMIT: usize = 20;

/// Runs the command.
pub fn run(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let mut args = Args::new(args);
    let json = args.flag("--json");
    let schedule = args.flag("--schedule");
    let why = args.flag("--why");
    let limit = match args.value("--limit")? {
        None => DEFAULT_LIMIT,
        Some(text) => text.parse().map_err(|_| {
            Failure::Arguments(format!(
                "`--limit {text}`: a whole number from 0 is expected"
            ))
        })?,
    };
    let today = match args.value("--today")? {
        None => today()?,
        Some(text) => text
            .parse()
            .map_err(|e| Failure::Arguments(format!("`--today {text}`: {e}")))?,
    };
    let file = args.value("--catalog")?;
    let models = args.values("--model")?;
    let link = if args.is_empty() && !models.is_empty() {
        ""
    } else {
        args.one("link")?
    };
    let catalog = load(file)?;
    let mut decoded = query::decode(link).known_to(&catalog);
    if !models.is_empty() {
        let stated = decoded.query.weights;
        inspect::describe(&models)?.apply(&mut decoded.query);
        // A format that the link asks for holds; the file's bytes are then those of another.
        let asks = link.split(['?', '&']).any(|pair| pair.starts_with("wq="));
        if asks {
            decoded.query.store_as(stated);
        }
    }
    let answer = rank::answer(&catalog, &decoded.query, today);
    let portfolio = query::Portfolio::decode(link).known_to(&catalog);
    let plan = (!portfolio.members.is_empty()).then(|| plan_portfolio::AskedPlan {
        answer: rank::plan(&catalog, &portfolio, today),
        portfolio,
    });
    let asked = Asked {
        catalog: &catalog,
        decoded: &decoded,
        answer: &answer,
        limit,
        schedule,
        why,
        today,
        plan: plan.as_ref(),
    };
    if json {
        plan_json::write(&asked, out)
    } else {
        text::write(&asked, out).map_err(Failure::Output)
    }
}

/// Today by the system's clock, in UTC.
fn today() -> Result<Date, Failure> {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i32::try_from(since.as_secs() / 86_400).ok())
        .and_then(|days| Date::from_days(days).ok())
        .ok_or_else(|| {
            Failure::Arguments("the system's clock is unusable: give `--today`".to_owned())
        })
}
