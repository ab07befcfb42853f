//! What takes longer than a moment says how far it is, and a person stops it: then nothing of it
//! is left.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs)]

mod ground;

use std::path::PathBuf;

use desk::Work;
use desk::view::{ProblemCode, VerdictOutcome, WorkStep};
use ground::Ground;

/// Every file of the desk but the database's own.
fn files(ground: &Ground) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![ground.folder.path().join("desk")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.file_name().unwrap().to_string_lossy().starts_with("desk.db") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Work that is stopped when it begins a step.
fn stopped_at(ground: &Ground, step: WorkStep) -> Work {
    ground.desk.stop_work_at("w-1", step);
    ground.desk.work("w-1")
}

#[tokio::test]
async fn evidence_that_is_stopped_leaves_no_file() {
    let ground = Ground::new().await;
    let contoso = ground.contoso().await;
    let deal = ground.deal();
    let session = ground.offered(&contoso, &deal, 1140.0).await;
    let before = files(&ground);
    let steps = [
        WorkStep::Fetching,
        WorkStep::Verifying,
        WorkStep::Gathering,
        WorkStep::Packing,
        WorkStep::Checking,
        WorkStep::Writing,
    ];
    for step in steps {
        let stopped = ground.desk.export(&session, None, &stopped_at(&ground, step)).await.unwrap_err();
        assert_eq!(stopped.code, ProblemCode::Stopped, "{step:?}");
        assert_eq!(files(&ground), before, "{step:?}");
        assert_eq!(ground.desk.work_view("w-1"), None, "it is over");
    }
    for step in [WorkStep::Fetching, WorkStep::Verifying, WorkStep::Writing] {
        let stopped = ground.desk.save_log(&session, None, &stopped_at(&ground, step)).await.unwrap_err();
        assert_eq!((stopped.code, files(&ground)), (ProblemCode::Stopped, before.clone()), "{step:?}");
    }

    // One that stands is as it was where the next is stopped.
    let saved = ground.desk.export(&session, None, &ground.desk.work("w-2")).await.unwrap();
    let (after, bytes) = (files(&ground), std::fs::read(&saved.path).unwrap());
    assert!(after.len() > before.len() && saved.verdict.outcome == VerdictOutcome::Green);
    ground.desk.export(&session, None, &stopped_at(&ground, WorkStep::Writing)).await.unwrap_err();
    assert_eq!((files(&ground), std::fs::read(&saved.path).unwrap()), (after, bytes));

    // A log and a bundle, judged and held against the record.
    let log = ground.desk.save_log(&session, None, &Work::unwatched()).await.unwrap();
    for path in [saved.path, log.path] {
        let path = PathBuf::from(path);
        let whole = ground.desk.verify_file(&path, &ground.desk.work("w-3")).unwrap();
        assert_eq!((whole.session.as_deref(), whole.known_session), (Some(session.as_str()), true));
        assert_eq!(whole.verdict.outcome, VerdictOutcome::Green);
        let bytes = std::fs::read(&path).unwrap();
        ground.desk.stop_work("w-4");
        let stopped = ground.desk.verify_bytes("theirs", &bytes, &ground.desk.work("w-4")).unwrap_err();
        assert_eq!(stopped.code, ProblemCode::Stopped, "stopped before it began");
        let work = stopped_at(&ground, WorkStep::Comparing);
        assert_eq!(ground.desk.diff_file(&session, &path, &work).unwrap_err().code, ProblemCode::Stopped);
    }
}

#[tokio::test]
async fn a_table_that_is_stopped_is_not_taken_in() {
    let ground = Ground::new().await;
    let path = ground.folder.path().join("prices.csv");
    let rows: Vec<String> = (0..5_000).map(|sku| format!("S-{sku};CRM;seat/month;80;90;110;USD\n")).collect();
    let rows = rows.concat();
    std::fs::write(&path, format!("SKU;Product;Unit;p25;Median;p75;Currency\n{rows}")).unwrap();
    let choices = ground.desk.preview_table(&path, None, &Work::unwatched()).unwrap().choices;
    for step in [WorkStep::Reading, WorkStep::Rows] {
        let work = stopped_at(&ground, step);
        let stopped = ground.desk.import_benchmarks(&path, &choices, &work).unwrap_err();
        assert_eq!(stopped.code, ProblemCode::Stopped);
        drop(work);
        let work = stopped_at(&ground, step);
        assert_eq!(ground.desk.preview_table(&path, None, &work).unwrap_err().code, ProblemCode::Stopped);
    }
    assert_eq!(ground.desk.benchmark_imports().unwrap(), []);
    let again = ground.desk.preview_table(&path, None, &Work::unwatched()).unwrap();
    assert!(!again.remembered, "nothing was decided about it");

    // How far it is comes up to the end, for whoever asks.
    let mut told = ground.desk.changes();
    let work = ground.desk.work("w-2");
    let import = ground.desk.import_benchmarks(&path, &choices, &work).unwrap();
    assert_eq!(import.rows.len(), 5_000);
    assert_eq!(ground.desk.work_view("w-2").map(|view| view.step), Some(WorkStep::Rows));
    let mut words = 0;
    while let Ok(changed) = told.try_recv() {
        words += usize::from(changed.topic == desk::Topic::Work && changed.id.as_deref() == Some("w-2"));
    }
    assert!(words > 2, "{words}");
}
