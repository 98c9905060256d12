//! The published accuracy is that of the engine, and holds its bars.

#![allow(clippy::unwrap_used, reason = "a test stops at what it lacks")]

mod support;

use kasuan::accuracy::{
    Judged, MEMORY, Reason, Report, Row, THROUGHPUT, Table, document, is_of, judge, published,
    quantile,
};
use kasuan::calibration::{Calibration, FITTED, Room};
use support::CATALOG;

fn rows() -> Vec<Row> {
    let mut rows = Row::read(Table::Memory, MEMORY).unwrap();
    rows.extend(Row::read(Table::Throughput, THROUGHPUT).unwrap());
    rows
}

#[test]
fn the_document_and_the_page_have_not_drifted() {
    let rows = rows();
    let judged = judge(&CATALOG, &FITTED, &rows);
    let said = "run `cargo xtask accuracy`";
    let document = document(&CATALOG, &FITTED, &judged);
    assert!(include_str!("../docs/accuracy.md") == document, "{said}");
    let summary = include_str!("../src/calibration/published.rs");
    assert!(summary == published(&judged), "{said}");
}

#[test]
fn no_estimate_is_without_a_figure() {
    let rows = rows();
    for one in judge(&CATALOG, &FITTED, &rows) {
        if let Ok(estimate) = one.estimate {
            let figures = [estimate.low, estimate.expected, estimate.high];
            assert!(figures.iter().all(|f| f.is_finite()), "{}", one.row.id);
            assert!(estimate.low <= estimate.expected && estimate.expected <= estimate.high);
            assert!(estimate.expected > 0.0, "{}", one.row.id);
        }
    }
}

#[test]
fn an_id_and_a_source_change_nothing() {
    let anonymous = |text: &str| {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().unwrap().clone();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&header).unwrap();
        for (position, record) in reader.records().enumerate() {
            let record = record.unwrap();
            let fields = header.iter().zip(&record).map(|(name, value)| match name {
                "id" => format!("x{position}"),
                "source" => String::new(),
                _ => value.to_owned(),
            });
            writer.write_record(fields).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    for (table, text) in [(Table::Memory, MEMORY), (Table::Throughput, THROUGHPUT)] {
        let (known, unknown) = (
            Row::read(table, text).unwrap(),
            Row::read(table, &anonymous(text)).unwrap(),
        );
        let estimates = |rows: &[Row]| -> Vec<_> {
            let judged = judge(&CATALOG, &FITTED, rows);
            judged.into_iter().map(|j| j.estimate).collect()
        };
        assert!(estimates(&known) == estimates(&unknown));
    }
}

#[test]
fn every_fitted_figure_counts() {
    let all = rows();
    for room in Room::ALL {
        let rows: Vec<Row> = all
            .iter()
            .filter(|row| is_of(*room, row))
            .cloned()
            .collect();
        let expected = |calibration: &Calibration| -> Vec<_> {
            let judged = judge(&CATALOG, calibration, &rows);
            judged.into_iter().map(|j| j.estimate).collect()
        };
        let before = expected(&FITTED);
        for (position, name) in room.figures().iter().enumerate() {
            let mut values = FITTED.values(*room);
            values[position] = values[position] * 0.8 + 1e-9;
            let mut changed = FITTED.clone();
            assert!(changed.replace(*room, &values));
            assert!(expected(&changed) != before, "{} {name}", room.name());
        }
    }
}

#[test]
fn a_table_that_is_none_is_refused_with_its_column() {
    let error = Row::read(Table::Memory, "id,model\nx,y\n").unwrap_err();
    assert!(error.contains("workload"), "{error}");
    let rows = Row::read(
        Table::Throughput,
        "id,workload,model,gpu,metric,value,precision,engine\n\
         a,inference,no-such-model,H100 SXM 80GB,decode_tok_s,5,bf16,vllm\n\
         b,inference,llama-3-8b,Abacus 9000,decode_tok_s,5,bf16,vllm\n\
         c,inference,llama-3-8b,H100 SXM 80GB,decode_tok_s,5,base-3,vllm\n\
         d,inference,llama-3-8b,H100 SXM 80GB,smoke_signals,5,bf16,vllm\n",
    )
    .unwrap();
    let reasons: Vec<_> = judge(&CATALOG, &FITTED, &rows)
        .into_iter()
        .map(|j: Judged<'_>| j.estimate.unwrap_err())
        .collect();
    assert_eq!(
        reasons,
        [
            Reason::UnknownModel,
            Reason::UnknownCard,
            Reason::UnknownFormat,
            Reason::UnknownKind
        ]
    );
}

#[test]
fn quantiles_are_interpolated() {
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
    assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), Some(2.5));
    let counts = Report::of(&[]).counts;
    assert_eq!(counts.fits_right + counts.oom_right, 0);
}
