//! The crash drill: host and desk are killed at every point between their writes and
//! their network steps, and at random moments, and what is left is compared with what
//! the vendor, the desk's person and the test were told.
//!
//! `DRILL_PASSAGES` (default `1,2,3,6`) says at which passages of each point they die:
//! the third append is the first answer of ours, the sixth the acceptance.
//! `DRILL_ROUNDS` (default 12) says how many random deaths follow, `DRILL_SEED` which.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    missing_docs,
    reason = "a drill ends where its ground is missing, and prints its table"
)]

mod compare;
mod process;
mod script;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anp::digest::{Fingerprint, sha256};
use process::Doom;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Runs at once: most of a run is waiting for disks and for one another.
const AT_ONCE: usize = 4;

/// Longest run. Only one that hangs takes as long.
const LONGEST: Duration = Duration::from_mins(2);

#[derive(Clone)]
struct Case {
    name: String,
    /// What must have killed somebody at least once.
    point: String,
    host: Doom,
    desk: Doom,
}

struct Row {
    name: String,
    point: String,
    died: bool,
    faults: Vec<String>,
}

fn setting(name: &str, standard: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| standard.to_owned())
}

fn cases() -> Vec<Case> {
    let passages: Vec<u32> =
        setting("DRILL_PASSAGES", "1,2,3,6").split(',').map(|text| text.trim().parse().unwrap()).collect();
    let mut cases = Vec::new();
    for point in host::CrashPoint::ALL.map(host::CrashPoint::as_str) {
        for passage in &passages {
            let host = Doom::At(format!("{point}:{passage}"));
            let point = format!("host {point}");
            cases.push(Case { name: format!("{point}, passage {passage}"), point, host, desk: Doom::None });
        }
    }
    for point in desk::CrashPoint::ALL.map(desk::CrashPoint::as_str) {
        for passage in &passages {
            let desk = Doom::At(format!("{point}:{passage}"));
            let point = point.to_owned();
            cases.push(Case { name: format!("{point}, passage {passage}"), point, host: Doom::None, desk });
        }
    }
    let seed = setting("DRILL_SEED", "1");
    for round in 0..setting("DRILL_ROUNDS", "12").parse::<u32>().unwrap() {
        // Moments from a seed, so that a round can be had again.
        let digest = sha256(format!("{seed}/{round}").as_bytes());
        let moment = |byte: u8| Doom::After(u64::from(byte) * 4);
        let (host, desk) = (moment(digest[0]), moment(digest[1]));
        let name = format!("random {seed}/{round}: {host:?}, {desk:?}");
        cases.push(Case { name, point: "random moments".to_owned(), host, desk });
    }
    cases
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

async fn drill(
    case: Case,
    template: Arc<tempfile::TempDir>,
    ground: script::Ground,
    platform: Fingerprint,
) -> Row {
    let folder = tempfile::tempdir().unwrap();
    copy(template.path(), folder.path());
    let run = script::run(folder.path(), &ground, case.host, case.desk);
    match tokio::time::timeout(LONGEST, run).await {
        Ok(outcome) => Row {
            name: case.name,
            point: case.point,
            died: outcome.host_deaths + outcome.desk_deaths > 0,
            faults: compare::faults(folder.path(), &ground, platform, &outcome),
        },
        Err(_) => Row { name: case.name, point: case.point, died: true, faults: vec!["it hangs".to_owned()] },
    }
}

/// Prints the table; true where everything holds and every point has killed somebody.
/// How often a point is passed depends on what the two do at the same time, so that a
/// late passage may not come.
fn print(rows: &BTreeMap<usize, Row>) -> bool {
    let mut holds = true;
    let mut deadly: BTreeMap<&str, bool> = BTreeMap::new();
    for row in rows.values() {
        let outcome = match (row.died, row.faults.as_slice()) {
            (true, []) => "died, and everything holds".to_owned(),
            (false, []) => "passed less often, and everything holds".to_owned(),
            (_, faults) => format!("FAULT: {}", faults.join("; ")),
        };
        holds &= row.faults.is_empty();
        *deadly.entry(&row.point).or_default() |= row.died;
        println!("{:<52} {outcome}", row.name);
    }
    for (point, _) in deadly.iter().filter(|(_, died)| !**died) {
        println!("{point:<52} FAULT: nobody ever died here");
    }
    println!("{} runs, {} with a death", rows.len(), rows.values().filter(|row| row.died).count());
    holds && deadly.values().all(|died| *died)
}

#[tokio::main]
async fn main() -> ExitCode {
    let template = tempfile::tempdir().unwrap();
    let ground = script::prepare(template.path()).await;
    let key = std::fs::read_to_string(template.path().join("host/platform.key")).unwrap();
    let seed = anp::base64url::decode::<32>(key.trim()).unwrap();
    let platform = anp::keys::SecretKey::from_seed(&seed).fingerprint();
    let template = Arc::new(template);
    let free = Arc::new(Semaphore::new(AT_ONCE));
    let mut runs = JoinSet::new();
    for (place, case) in cases().into_iter().enumerate() {
        let (template, ground, free) = (Arc::clone(&template), ground.clone(), Arc::clone(&free));
        runs.spawn(async move {
            let _one = free.acquire().await.unwrap();
            let (name, point) = (case.name.clone(), case.point.clone());
            // In a task of its own: what panics there is this run's fault and no other's.
            let run = tokio::spawn(drill(case, template, ground, platform)).await;
            (
                place,
                run.unwrap_or_else(|fault| Row { name, point, died: true, faults: vec![fault.to_string()] }),
            )
        });
    }
    let mut rows = BTreeMap::new();
    while let Some(done) = runs.join_next().await {
        let (place, row) = done.unwrap();
        rows.insert(place, row);
    }
    if print(&rows) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
