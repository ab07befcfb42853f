//! The official Python package as the seller.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use desk::view::{AdcpForm, AdcpRemedy, AdcpRevision, AdcpState};

use super::life::walk;
use super::table::{Shop, Table, budget, revise};

/// A process, ended when it is dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The package's environment, made by set-up; where it is missing the test says that it was skipped.
fn python() -> Option<PathBuf> {
    let own = std::env::current_exe().unwrap();
    let target = own.ancestors().nth(3).unwrap();
    let python = target.join("adcp-venv/bin/python");
    if python.exists() {
        return Some(python);
    }
    assert!(std::env::var_os("CI").is_none(), "no {}: run `cargo xtask setup`", python.display());
    eprintln!("skipped: no {}; `cargo xtask setup` makes it", python.display());
    None
}

fn shop() -> Option<(Shop, Ended)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/adcp/seller.py");
    let child =
        Command::new(python()?).arg(script).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut seller = Ended(child);
    let mut line = String::new();
    BufReader::new(seller.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ready: serde_json::Value = serde_json::from_str(&line).unwrap();
    let text = |name: &str| ready[name].as_str().unwrap().to_owned();
    Some((Shop::elsewhere(&text("url"), &text("token")), seller))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_whole_life_at_the_official_seller() {
    let Some((shop, _seller)) = shop() else { return };
    let table = Table::at(shop).await;
    walk(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn its_refusals_replays_and_tasks() {
    let Some((shop, _seller)) = shop() else { return };
    let table = Table::at(shop).await;
    let source = table.draft().await;

    let low = AdcpRevision {
        proposal: source.clone(),
        cpm_max: "5".to_owned(),
        cpm_currency: "USD".to_owned(),
        ..AdcpRevision::default()
    };
    assert_eq!(table.done(&revise(low)).await, AdcpState::Answered, "{:#?}", table.last());
    let result = table.last().answer.unwrap().results.remove(0);
    assert_eq!((result.outcome.as_str(), result.proposals.len()), ("unable", 0));

    let mut slow = budget(&source, "45000");
    "Take it slowly.".clone_into(&mut slow.ask);
    assert_eq!(table.send(&revise(slow)).await, AdcpState::Pending, "{:#?}", table.last());
    assert_eq!(table.settled(AdcpState::Pending).await, AdcpState::Answered, "{:#?}", table.last());

    let draft = table.newest();
    let held = table.held(&draft).await;
    let key = table.last().key;
    assert_eq!(
        table.desk.adcp_repeat(&table.deal, &key).await,
        Ok(AdcpState::Answered),
        "{:#?}",
        table.last()
    );
    let again = AdcpForm::Finalize { proposals: vec![draft], departures: Vec::new() };
    assert_eq!(table.done(&again).await, AdcpState::Refused, "held twice");
    let error = table.last().error.unwrap();
    assert_eq!((error.code.as_deref(), error.remedy), (Some("INVALID_STATE"), AdcpRemedy::FreshTerms));
    assert!(table.proposal(&held).may_accept, "the first hold stands");
}
