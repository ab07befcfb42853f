//! Backups while hosts serve, restored into either kind of record.

use anp::digest::Fingerprint;
use host::care::{self, State};
use host::operator::{self, Switch};
use host::{Place, Role, Settings};
use serde_json::{Value, json};
use support::client::{Client, now};
use support::people;

use crate::ground::{Ground, Home, assert_green, settings_at};

fn head(log: &Value) -> (Value, Value) {
    (log["session"]["event_count"].clone(), log["session"]["chain_head"].clone())
}

/// Serves what was restored and holds it against what stood.
async fn stands(settings: Settings, vendor: &str, session: &str, log: &Value, platform: Fingerprint) {
    let again = host::start(settings).await.unwrap();
    assert_eq!(again.platform_fingerprint, platform);
    let contoso = Client::new(&again.url, vendor, people::contoso_agent());
    let after = contoso.log(session).await.ok();
    assert_green(&after.body, contoso.key().fingerprint(), platform);
    assert_eq!(head(&after.json()), head(log));
    // It goes on from there, and the feed with it.
    contoso.say(session, "message", &json!({"body": "and on"})).await.ok();
    again.shutdown().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_while_it_serves_stands_elsewhere_in_either_kind() {
    let ground = Ground::new().await;
    let olivia =
        operator::enrol(&ground.settings, "Olivia", &people::olivia().public(), &Role::ALL, now()).unwrap();
    let contoso = ground.verified().await;
    let session = contoso.opened(Some(&ground.switch(Switch::On).unwrap())).await;
    for number in 0..20 {
        contoso.say(&session, "message", &json!({"body": format!("before {number}")})).await.ok();
    }
    // A storm goes on while the backup is made.
    let storm = {
        let (contoso, session) = (contoso.clone(), session.clone());
        tokio::spawn(async move {
            for number in 0..40 {
                contoso.say(&session, "message", &json!({"body": format!("during {number}")})).await.ok();
            }
        })
    };
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let carried = care::backup(&ground.settings, &backup).unwrap();
    storm.await.unwrap();
    assert!(carried.sessions == 1 && carried.events >= 22, "{carried:?}");
    let report = care::check(&backup, now());
    assert!(report.iter().all(|line| line.state != State::Broken), "{report:?}");
    assert!(care::backup(&ground.settings, &backup).is_err(), "never over another");

    // Into SQLite, and from it back into PostgreSQL.
    let platform = ground.running.platform_fingerprint;
    let file = tempfile::tempdir().unwrap();
    let first = file.path().join("host");
    assert_eq!(care::restore(&backup, &first).unwrap(), carried);
    assert!(matches!(care::restore(&backup, &first), Err(host::HostError::AlreadyInitialised { .. })));
    let copy = settings_at(&backup, None);
    let served = host::start(copy).await.unwrap();
    let log = Client::new(&served.url, &contoso.id, people::contoso_agent()).log(&session).await.ok().json();
    served.shutdown().await.unwrap();
    assert_eq!(log["session"]["event_count"], carried.events);
    let home = Home::new();
    assert_eq!(care::restore(&backup, &home.settings()).unwrap(), carried);
    let found = operator::person_of(&home.settings(), &people::olivia().public()).unwrap();
    assert_eq!(found, Some(olivia));
    stands(settings_at(&first, None), &contoso.id, &session, &log, platform).await;
    stands(home.settings(), &contoso.id, &session, &log, platform).await;
    let report = care::check(Place::from(&home.settings()), now());
    assert!(report.iter().all(|line| line.state == State::Stands), "{report:?}");
}
