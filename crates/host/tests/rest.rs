//! What rests: the key, the database, and the journal of acts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod ground;

/// Files are SQLite's alone.
const KEPT: ground::Kept = ground::Kept::Sqlite;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use ground::Ground;
use host::operator::{self, Switch};
use host::{HostError, Role, Settings};
use rusqlite::Connection;
use support::client::now;
use support::people;

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect()
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

async fn start_fault(data: &Path) -> HostError {
    host::start(Settings::new(data, "127.0.0.1:0".parse().unwrap())).await.unwrap_err()
}

/// A folder whose host has served and ended.
async fn rested() -> tempfile::TempDir {
    let ground = Ground::new().await;
    ground.olivia();
    let session = ground.contoso().await.opened(None).await;
    assert!(!session.is_empty());
    ground.running.shutdown().await.unwrap();
    ground.home.folder
}

async fn assert_refused_untouched(data: &Path, expected: impl Fn(&HostError) -> bool) {
    let before = files(data);
    let faults = [
        start_fault(data).await,
        operator::channel(data, Switch::On, now()).unwrap_err(),
        operator::channel_status(data).unwrap_err(),
        operator::vendors(data).unwrap_err(),
        operator::enrol(data, "Pat", &people::pat().public(), &[Role::Procurement], now()).unwrap_err(),
        operator::init(data, "Northwind", now()).unwrap_err(),
    ];
    for fault in faults {
        assert!(expected(&fault), "{fault:?}");
        assert!(fault.to_string().contains(data.to_str().unwrap()), "{fault}");
    }
    assert_eq!(files(data), before);
}

#[tokio::test]
async fn a_newer_versions_database_is_refused_untouched() {
    let folder = rested().await;
    let path = folder.path().join("host.sqlite");
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 5).unwrap();
    assert_refused_untouched(folder.path(), |fault| {
        matches!(fault, HostError::DatabaseNewer { found: 5, known: 4, .. })
    })
    .await;
}

/// A newer version was killed: that it is newer stands in the journal alone.
#[tokio::test]
async fn a_newer_versions_journal_is_not_moved() {
    let folder = rested().await;
    let newer = Connection::open(folder.path().join("host.sqlite")).unwrap();
    newer.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
    newer.pragma_update(None, "user_version", 7).unwrap();
    let killed = tempfile::tempdir().unwrap();
    for (name, bytes) in files(folder.path()) {
        std::fs::write(killed.path().join(&name), bytes).unwrap();
        std::fs::set_permissions(killed.path().join(name), std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let lasting = |folder: &Path| {
        let mut files = files(folder);
        // Shared memory is SQLite's scratch room, made anew by whoever opens.
        files.remove("host.sqlite-shm");
        files
    };
    let before = lasting(killed.path());
    assert!(!before["host.sqlite-wal"].is_empty());
    let fault = start_fault(killed.path()).await;
    assert!(matches!(fault, HostError::DatabaseNewer { found: 7, .. }), "{fault:?}");
    assert_eq!(lasting(killed.path()), before);
}

#[tokio::test]
async fn another_applications_file_is_refused_untouched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("host.sqlite");
    let foreign = |fault: &HostError| matches!(fault, HostError::DatabaseForeign { .. });
    std::fs::write(&path, b"Dear diary").unwrap();
    assert_refused_untouched(folder.path(), foreign).await;
    std::fs::write(&path, [0; 4096]).unwrap();
    assert_refused_untouched(folder.path(), foreign).await;
    std::fs::remove_file(&path).unwrap();
    let other = Connection::open(&path).unwrap();
    other.execute_batch("PRAGMA application_id = 7; CREATE TABLE diary (day TEXT)").unwrap();
    other.close().unwrap();
    assert_refused_untouched(folder.path(), foreign).await;
    std::fs::remove_file(&path).unwrap();
    let nameless = Connection::open(&path).unwrap();
    nameless.execute_batch("CREATE TABLE diary (day TEXT)").unwrap();
    nameless.close().unwrap();
    assert_refused_untouched(folder.path(), foreign).await;
}

#[tokio::test]
async fn a_folder_without_a_host_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nowhere");
    for data in [folder.path(), missing.as_path()] {
        let fault = start_fault(data).await;
        assert!(matches!(fault, HostError::NotInitialised { .. }), "{fault:?}");
        assert!(fault.to_string().contains("countersign host init"), "{fault}");
        assert!(!operator::is_initialised(data).unwrap());
    }
    // An init that was interrupted before the organisation stood.
    std::fs::write(folder.path().join("host.sqlite"), b"").unwrap();
    assert!(matches!(start_fault(folder.path()).await, HostError::NotInitialised { .. }));
    operator::init(folder.path(), "Northwind", now()).unwrap();
    assert!(operator::is_initialised(folder.path()).unwrap());
}

#[tokio::test]
async fn the_platform_key_is_made_once() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("host");
    let founded = operator::init(&folder, "Northwind", now()).unwrap();
    let key = folder.join("platform.key");
    assert_eq!((mode(&folder), mode(&key), mode(&folder.join("host.sqlite"))), (0o700, 0o600, 0o600));
    assert_eq!(files(&folder).keys().filter(|name| name.contains("key")).count(), 1);
    let again = operator::init(&folder, "Other", now()).unwrap_err();
    assert!(matches!(again, HostError::AlreadyInitialised { .. }));
    let good = std::fs::read(&key).unwrap();

    std::fs::remove_file(&key).unwrap();
    let fault = start_fault(&folder).await;
    assert!(matches!(fault, HostError::KeyMissing { known, .. } if known == founded.platform), "{fault:?}");
    assert!(operator::enrol(&folder, "Pat", &people::pat().public(), &[], now()).is_err());
    assert!(!key.exists(), "never made anew");

    std::fs::write(&key, anp::base64url::encode(&[5; 32])).unwrap();
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).unwrap();
    let fault = start_fault(&folder).await;
    assert!(matches!(fault, HostError::KeyDiffers { .. }), "{fault:?}");
    std::fs::write(&key, "not a key").unwrap();
    let fault = start_fault(&folder).await;
    assert!(matches!(fault, HostError::KeyUnreadable { .. }), "{fault:?}");

    std::fs::write(&key, &good).unwrap();
    for open in [0o640, 0o604, 0o660, 0o644] {
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(open)).unwrap();
        let fault = start_fault(&folder).await;
        assert!(matches!(fault, HostError::KeyOpenToOthers { mode, .. } if mode == open), "{fault:?}");
    }
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o400)).unwrap();
    let running = host::start(Settings::new(&folder, "127.0.0.1:0".parse().unwrap())).await.unwrap();
    assert_eq!(running.platform_fingerprint, founded.platform);
}

#[test]
fn an_interrupted_init_goes_on_with_the_key_that_it_made() {
    let folder = tempfile::tempdir().unwrap();
    let founded = operator::init(folder.path(), "Northwind", now()).unwrap();
    for name in ["host.sqlite", "host.sqlite-wal", "host.sqlite-shm"] {
        let _ = std::fs::remove_file(folder.path().join(name));
    }
    assert_eq!(operator::init(folder.path(), "Northwind", now()).unwrap(), founded);
}

#[test]
fn names_that_cannot_be_taken_make_no_host() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["", " Northwind", "North\nwind", &"n".repeat(121)] {
        let fault = operator::init(folder.path(), name, now()).unwrap_err();
        assert!(matches!(fault, HostError::Input { .. }), "{fault:?}");
    }
    assert!(files(folder.path()).is_empty());
}

#[tokio::test]
async fn acts_are_recorded_with_who_did_them() {
    let ground = Ground::new().await;
    let olivia = ground.olivia();
    let contoso = ground.verified().await;
    ground.switch(Switch::On);
    ground.switch(Switch::On);
    let channel = "/api/buyer/v1/channel";
    olivia.post(channel, &serde_json::json!({"enabled": false})).await.ok();
    olivia.post(&format!("/api/buyer/v1/vendors/{}/revoke", contoso.id), &serde_json::json!({})).await.ok();
    let database = Connection::open(ground.data().join("host.sqlite")).unwrap();
    let mut acts = database.prepare("SELECT who, act, subject FROM acts ORDER BY place").unwrap();
    let acts: Vec<(String, String, String)> = acts
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let operator = "local operator";
    let expected = [
        (operator, "founded", "org"),
        (operator, "enrolled", olivia.id.as_str()),
        (operator, "verified", contoso.id.as_str()),
        (operator, "switched on", "channel"),
        (olivia.id.as_str(), "switched off", "channel"),
        (olivia.id.as_str(), "revoked", contoso.id.as_str()),
    ];
    let acts: Vec<_> = acts.iter().map(|(who, act, subject)| (&**who, &**act, &**subject)).collect();
    assert_eq!(acts, expected);
}

#[tokio::test]
async fn an_address_that_is_taken_is_named() {
    let ground = Ground::new().await;
    let settings = Settings { listen: ground.running.address, ..ground.settings.clone() };
    let fault = host::start(settings).await.unwrap_err();
    assert!(matches!(fault, HostError::Listen { .. }));
    assert!(fault.to_string().contains(&ground.running.address.to_string()), "{fault}");
}
