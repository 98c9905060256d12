//! A week of one's own: from a common one, painted hour by hour, or from a table.

use super::super::app::App;
use super::super::live::{CollectAny, flag, live, text, text_memo, word};
use super::super::markup::view;
use super::group::{control_id, note_id};
use super::seg::Seg;
use crate::browser::files::{self, LocalFile};
use crate::browser::pointer;
use crate::query::{LONGEST_WEEK_CSV, Query, WeekPreset, read_week_csv};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Hours of a day and of a week.
const DAY: usize = 24;
const HOURS: usize = 168;

/// The levels of a question; of one without a week none.
fn levels(query: &Query) -> Vec<u8> {
    query.week.clone().unwrap_or_else(|| vec![0; HOURS])
}

/// Whether an hour lies in the rectangle of days and hours between two others.
fn between(hour: usize, one: usize, other: usize) -> bool {
    let inside = |part: fn(usize) -> usize| {
        let (a, b) = (part(one), part(other));
        (a.min(b)..=a.max(b)).contains(&part(hour))
    };
    inside(|hour| hour / DAY) && inside(|hour| hour % DAY)
}

/// A week with one level in a rectangle.
fn painted(week: &[u8], one: usize, other: usize, level: u8) -> Vec<u8> {
    let paint = |(hour, old): (usize, &u8)| {
        if between(hour, one, other) {
            level
        } else {
            *old
        }
    };
    week.iter().enumerate().map(paint).collect()
}

/// The hour that a key of the arrows, Home or End leads to; `None` for other keys.
fn step(hour: usize, key: &str) -> Option<usize> {
    let (day, of_day) = (hour / DAY, hour % DAY);
    let to = match key {
        "ArrowLeft" => (day, of_day.saturating_sub(1)),
        "ArrowRight" => (day, (of_day + 1).min(DAY - 1)),
        "ArrowUp" => (day.saturating_sub(1), of_day),
        "ArrowDown" => ((day + 1).min(HOURS / DAY - 1), of_day),
        "Home" => (day, 0),
        "End" => (day, DAY - 1),
        _ => return None,
    };
    Some(to.0 * DAY + to.1)
}

/// A stroke of the pointer: where it began, what it paints, and the week before it.
#[derive(Clone)]
struct Stroke {
    from: usize,
    level: u8,
    before: Vec<u8>,
}

/// What is marked in the grid, what paints, and whether the last edit was refused.
#[derive(Clone, Copy)]
struct Editor {
    app: App,
    /// The hour on which the keys act, and the one at the other end of what is marked.
    at: RwSignal<(usize, usize)>,
    brush: RwSignal<u8>,
    refused: RwSignal<bool>,
    stroke: StoredValue<Option<Stroke>>,
}

impl Editor {
    /// Sets a week, unless no hour of it has a load.
    fn set(self, week: &[u8]) {
        let empty = week.iter().all(|level| *level == 0);
        self.refused.set(empty);
        if !empty {
            self.app.change(&|query| query.week = Some(week.to_vec()));
        }
    }

    fn week(self) -> Vec<u8> {
        self.app.query.with_untracked(levels)
    }

    /// What painting an hour makes of it: a second stroke takes the first away.
    fn toggled(self, hour: usize) -> u8 {
        let brush = self.brush.get_untracked();
        if self.week().get(hour) == Some(&brush) {
            0
        } else {
            brush
        }
    }

    /// Acts on a key; whether it did.
    fn key(self, key: &str, extend: bool) -> bool {
        let (at, from) = self.at.get_untracked();
        if let Some(to) = step(at, key) {
            self.at.set((to, if extend { from } else { to }));
            return true;
        }
        let level = match (key, key.as_bytes()) {
            (" ", _) => self.toggled(at),
            (_, [digit @ b'0'..=b'9']) => (digit - b'0') * 10,
            _ => return false,
        };
        self.set(&painted(&self.week(), at, from, level));
        true
    }

    /// Begins or goes on with a stroke at the hour under a pointer.
    fn stroke(self, event: &PointerEvent, begin: bool) {
        let hour = pointer::attribute_under(event, "data-hour");
        let Some(hour) = hour.and_then(|hour| hour.parse().ok()) else {
            return;
        };
        if begin {
            self.stroke.set_value(Some(Stroke {
                from: hour,
                level: self.toggled(hour),
                before: self.week(),
            }));
        }
        if !pointer::presses(event) {
            self.stroke.set_value(None);
        }
        let Some(stroke) = self.stroke.get_value() else {
            return;
        };
        if begin || self.at.get_untracked() != (hour, stroke.from) {
            self.at.set((hour, stroke.from));
            self.set(&painted(&stroke.before, hour, stroke.from, stroke.level));
        }
    }
}

/// The week with all ways to set it.
#[component]
pub(in super::super) fn WeekField() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let editor = Editor {
        app,
        at: RwSignal::new((0, 0)),
        brush: RwSignal::new(100),
        refused: RwSignal::new(false),
        stroke: StoredValue::new(None),
    };
    let summary = text_memo(move || app.query.with(|query| t.week_summary(&levels(query))));
    view! {
        <Seg
            name="wk"
            legend=t.week_start()
            choices=WeekPreset::ALL
                .iter()
                .map(|preset| (preset.word(), t.week_preset(*preset).into()))
                .collect()
            value=|query| {
                let mut all = WeekPreset::ALL.iter();
                let same = all.find(|preset| query.week.as_ref() == Some(&preset.levels()));
                same.map_or("", |preset| preset.word())
            }
            set=|query, word| {
                let mut all = WeekPreset::ALL.iter();
                if let Some(preset) = all.find(|preset| preset.word() == word) {
                    query.week = Some(preset.levels());
                }
            }
        />
        <Grid editor />
        <div class="field">
            <label for=control_id("brush")>{t.week_level()}</label>
            <span class="range">
                <input
                    id=control_id("brush")
                    type="range"
                    min="5"
                    max="100"
                    step="5"
                    prop:value=text(move || editor.brush.get().to_string())
                    on:input=move |event| {
                        if let Ok(level) = event_target_value(&event).parse() {
                            editor.brush.set(level);
                        }
                    }
                />
                <output for=control_id("brush")>
                    {text(move || format!("{}%", editor.brush.get()))}
                </output>
            </span>
        </div>
        <p class="note">{text(move || summary.get())}</p>
        <Table editor />
    }
    .into_any()
}

/// The hours of the week, seven days of 24.
#[component]
fn Grid(editor: Editor) -> impl IntoView {
    let t = editor.app.locale.get_untracked();
    let rows = live(move || {
        let week = editor.app.query.with(levels);
        let (at, from) = editor.at.get();
        let cell = |(hour, level): (usize, &u8)| {
            let chosen = between(hour, at, from);
            view! {
                <i
                    role="gridcell"
                    id=format!("wk-{hour}")
                    data-hour=hour.to_string()
                    aria-label=t.week_cell(hour, *level)
                    aria-selected=if chosen { "true" } else { "false" }
                    style=("--level", format!("{level}%"))
                ></i>
            }
        };
        let row = |day: usize| {
            let cells = week.iter().enumerate().skip(day * DAY).take(DAY);
            let cells = cells.map(cell).collect_any();
            view! {
                <div role="row">
                    <b role="rowheader">{t.day(day)}</b>
                    {cells}
                </div>
            }
        };
        (0..HOURS / DAY).map(row).collect_any().into_any()
    });
    let active = text(move || format!("wk-{}", editor.at.get().0));
    let said = text(move || {
        if editor.refused.get() {
            return t.week_without_load().to_owned();
        }
        let hour = editor.at.get().0;
        let level = editor
            .app
            .query
            .with(|query| levels(query).get(hour).copied());
        t.week_cell(hour, level.unwrap_or(0))
    });
    view! {
        <div class="week">
            <div
                role="grid"
                tabindex="0"
                aria-label=t.week_grid()
                aria-describedby=note_id("wk")
                aria-multiselectable="true"
                aria-activedescendant=active
                on:keydown=move |event: KeyboardEvent| {
                    let with_other = event.ctrl_key() || event.alt_key() || event.meta_key();
                    if !with_other && editor.key(&event.key(), event.shift_key()) {
                        event.prevent_default();
                    }
                }
                on:pointerdown=move |event| editor.stroke(&event, true)
                on:pointermove=move |event| editor.stroke(&event, false)
            >
                {rows}
            </div>
            <p class="hours" aria-hidden="true">
                <span>"0"</span><span>"6"</span><span>"12"</span><span>"18"</span>
            </p>
            <p class="note" class:wrong=flag(move || editor.refused.get())>{said}</p>
            <small id=note_id("wk")>{t.week_hint()}</small>
        </div>
    }
    .into_any()
}

/// A table, chosen as a file or pasted.
#[component]
fn Table(editor: Editor) -> impl IntoView {
    let t = editor.app.locale.get_untracked();
    // What came of the last table: whether it was read, and in words.
    let outcome = RwSignal::new(None::<Result<(), String>>);
    let take = move |table: &str| match read_week_csv(table) {
        Ok(week) => {
            editor.set(&week);
            outcome.set(Some(Ok(())));
        }
        Err(error) => outcome.set(Some(Err(t.week_csv_error(&error)))),
    };
    let choose = move |mut files: Vec<LocalFile>| {
        let Some(file) = files.pop() else { return };
        spawn_local(async move {
            // One byte more tells a table that is too long.
            match file.head(LONGEST_WEEK_CSV as u64 + 1).await {
                Some(bytes) => take(&String::from_utf8_lossy(&bytes)),
                None => outcome.set(Some(Err(t.file_unreadable().to_owned()))),
            }
        });
    };
    let wrong = move || outcome.with(|outcome| matches!(outcome, Some(Err(_))));
    let note = text(move || match outcome.get() {
        None => t.week_csv_hint().to_owned(),
        Some(Ok(())) => t.week_read().to_owned(),
        Some(Err(fault)) => fault,
    });
    view! {
        <details class="finer">
            <summary>{t.week_csv()}</summary>
            <div class="field file" class:wrong=flag(wrong)>
                <label for=control_id("csv")>"CSV"</label>
                <span class="pick">
                    <input
                        id=control_id("csv")
                        type="file"
                        accept=".csv,.tsv,.txt,text/csv"
                        aria-describedby=note_id("csv")
                        aria-invalid=word(move || wrong().then_some("true"))
                        on:change=move |event| choose(files::chosen(&event))
                    />
                    <span aria-hidden="true">{t.week_choose()}</span>
                </span>
                <small id=note_id("csv") role="status">{note}</small>
            </div>
            <textarea
                id=control_id("csv-text")
                aria-label=t.week_paste()
                placeholder=t.week_paste()
                aria-describedby=note_id("csv")
                rows="4"
                spellcheck="false"
                on:input=move |event| {
                    let table = event_target_value(&event);
                    if table.trim().is_empty() {
                        outcome.set(None);
                    } else {
                        take(&table);
                    }
                }
            ></textarea>
        </details>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_spans_days_and_hours_whatever_its_corners() {
        // Tuesday 10:00 to Thursday 8:00.
        let (tuesday, thursday) = (24 + 10, 3 * 24 + 8);
        let week = painted(&[0; HOURS], tuesday, thursday, 70);
        assert_eq!(week, painted(&[0; HOURS], thursday, tuesday, 70));
        assert_eq!(week.iter().filter(|level| **level == 70).count(), 9);
        assert_eq!((week[24 + 8], week[2 * 24 + 9], week[24 + 11]), (70, 70, 0));
        let one = painted(&week, 0, 0, 5);
        assert_eq!((one[0], one[34]), (5, 70));
    }

    #[test]
    fn arrows_stay_within_the_week() {
        assert_eq!(step(0, "ArrowLeft"), Some(0));
        assert_eq!(step(0, "ArrowUp"), Some(0));
        assert_eq!(step(0, "ArrowDown"), Some(24));
        assert_eq!(step(23, "ArrowRight"), Some(23));
        assert_eq!(step(167, "ArrowDown"), Some(167));
        assert_eq!(step(150, "Home"), Some(144));
        assert_eq!(step(150, "End"), Some(167));
        assert_eq!(step(150, "Tab"), None);
    }
}
