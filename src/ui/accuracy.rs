//! How far the estimates were from public measurements.

use super::app::App;
use super::live::CollectAny;
use super::markup::view;
use crate::calibration::{FITS, OUT_OF_MEMORY, PUBLISHED};
use crate::units::Ratio;
use leptos::prelude::*;

/// The table, folded.
#[component]
pub(super) fn Accuracy() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    let share = |thousandths: u32| t.percent(Ratio::new(f64::from(thousandths) / 1000.0));
    let rows = PUBLISHED
        .iter()
        .map(|one| {
            view! {
                <tr>
                    <th scope="row">{t.accuracy_class(one.class)}</th>
                    <td>{one.rows}</td>
                    <td>{share(one.median)}</td>
                    <td>{share(one.p90)}</td>
                    <td>{share(one.inside)}</td>
                </tr>
            }
            .into_any()
        })
        .collect_any();
    view! {
        <details class="accuracy">
            <summary>{t.accuracy_title()}</summary>
            <p>{t.accuracy_note()}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=t.accuracy_title()>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{t.accuracy_what()}</th>
                            <th scope="col">{t.accuracy_rows()}</th>
                            <th scope="col">{t.accuracy_median()}</th>
                            <th scope="col">{t.accuracy_p90()}</th>
                            <th scope="col">{t.accuracy_inside()}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p>{t.accuracy_verdicts(FITS, OUT_OF_MEMORY)}</p>
        </details>
    }
}
