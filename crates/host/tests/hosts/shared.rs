//! What one host does, all know: the door, nonces, limits and the feed.

use std::time::Instant;

use host::operator::Switch;
use host::{Keeping, Limits, Rate, Running, Settings};
use serde_json::json;
use support::client::{Client, nonce, now};
use support::people;

use crate::ground::{Ground, server};

/// Another host on the same record.
async fn beside(ground: &Ground, change: impl FnOnce(Settings) -> Settings) -> Running {
    host::start(change(ground.settings.clone())).await.unwrap()
}

/// The same client at another host.
fn at(client: &Client, host: &Running, key: anp::keys::SecretKey) -> Client {
    Client::new(&host.url, &client.id, key)
}

fn database(ground: &Ground) -> &str {
    ground.home.database.as_deref().unwrap()
}

fn silent(settings: Settings) -> Settings {
    let Keeping::Postgres(mut shared) = settings.keeping.clone() else { panic!("a shared database") };
    shared.notify = false;
    Settings { keeping: Keeping::Postgres(shared), ..settings }
}

/// Neither host is told of anything by the server: the cursor alone decides.
#[tokio::test]
async fn a_desk_that_waits_at_another_host_is_woken_without_notifications() {
    let ground = Ground::with(silent).await;
    let other = beside(&ground, silent).await;
    let contoso = ground.verified().await;
    let session = contoso.opened(Some(&ground.switch(Switch::On).unwrap())).await;
    let olivia = at(&ground.olivia(), &other, people::olivia());
    let cursor = olivia.get("/api/buyer/v1/org").await.ok().json()["cursor"].as_str().unwrap().to_owned();
    let path = format!("/api/buyer/v1/changes/{cursor}?wait=30");
    let waiting = tokio::spawn(async move { olivia.get(&path).await.ok().json() });
    contoso.say(&session, "message", &json!({"body": "hello"})).await.ok();
    let seen = waiting.await.unwrap();
    assert_eq!(seen["changes"], json!([{"kind": "session", "id": session}]));
}

#[tokio::test]
async fn off_at_one_host_is_off_at_all_and_a_nonce_passes_once() {
    let ground = Ground::new().await;
    let other = beside(&ground, |settings| settings).await;
    let contoso = ground.verified().await;
    let session = contoso.opened(Some(&ground.switch(Switch::On).unwrap())).await;
    let there = at(&contoso, &other, people::contoso_agent());
    let path = format!("/api/agent/v1/sessions/{session}");
    let (at, same) = (now(), nonce());
    let both = tokio::join!(
        contoso.call_at(("GET", &path), b"", at, &same),
        there.call_at(("GET", &path), b"", at, &same)
    );
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    ground.switch(Switch::Off);
    for vendor in [&contoso, &there] {
        assert_eq!(vendor.say(&session, "message", &json!({"body": "more"})).await.status, 401);
        assert_eq!(vendor.get(&path).await.status, 401);
    }
}

#[tokio::test]
async fn limits_are_shared_and_shut_where_they_cannot_be_asked() {
    let limits = Limits { appends: Rate::of(4, 1), ..crate::ground::open_limits() };
    let ground = Ground::with(|settings| Settings { limits, ..settings }).await;
    let other = beside(&ground, |settings| settings).await;
    let contoso = ground.contoso().await;
    let there = at(&contoso, &other, people::contoso_agent());
    let session = contoso.opened(None).await;
    let (mut taken, began) = (0, Instant::now());
    for vendor in [&contoso, &there].repeat(6) {
        let said = vendor.say(&session, "message", &json!({"body": "hello"})).await;
        assert!([200, 429].contains(&said.status));
        taken += u64::from(said.status == 200);
    }
    // Four at once over both, and one for each second that a busy machine took; each alone would take four.
    assert!(taken >= 4 && taken <= 5 + began.elapsed().as_secs(), "{taken}");
    let before = contoso.log(&session).await.ok().json()["session"]["event_count"].clone();
    server().sql(database(&ground), "ALTER TABLE limits RENAME TO gone");
    let shut = contoso.say(&session, "message", &json!({"body": "hello"})).await;
    assert_eq!((shut.status, shut.code().as_str()), (503, "unavailable"));
    let registered = there.register("Contoso Agent", "sales@contoso.example").await;
    assert_eq!(registered.status, 503);
    server().sql(database(&ground), "ALTER TABLE gone RENAME TO limits");
    assert_eq!(contoso.log(&session).await.ok().json()["session"]["event_count"], before);
}

/// What a foreign or newer database says is left alone.
#[tokio::test]
async fn a_database_of_somebody_else_is_refused_untouched() {
    let database = server().database();
    server().sql(&database, "CREATE TABLE diary (day TEXT)");
    let folder = tempfile::tempdir().unwrap();
    let settings = crate::ground::settings_at(folder.path(), Some(&database));
    let fault = host::operator::init(&settings, "Northwind", now()).unwrap_err();
    assert!(matches!(fault, host::HostError::DatabaseForeign { .. }), "{fault}");
    let tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";
    assert_eq!(server().sql(&database, tables), "1");
    let ground = Ground::new().await;
    server().sql(self::database(&ground), "UPDATE countersign_host SET version = 99");
    let fault = host::start(ground.settings.clone()).await.unwrap_err();
    assert!(matches!(fault, host::HostError::DatabaseNewer { found: 99, .. }), "{fault}");
}
