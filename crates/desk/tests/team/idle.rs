//! What a desk costs that has many sessions and nothing to do. It takes minutes, so it runs
//! where `COUNTERSIGN_IDLE_SESSIONS` says how many:
//! `COUNTERSIGN_IDLE_SESSIONS=10000 cargo test --release -p desk --test team idle -- --nocapture`

use std::sync::{Arc, Mutex};
use std::time::Duration;

use support::client::Client;
use support::line::Fate;
use tokio::task::JoinSet;

use crate::ground::Team;

/// Sessions that are opened at once.
const AT_ONCE: usize = 32;

/// Polls that are looked at; each waits up to 25 seconds.
const POLLS: usize = 3;

/// Seconds of processor time that this process has had, host and desk together.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let (_, behind) = stat.rsplit_once(')').unwrap();
    let ticks: Vec<f64> =
        behind.split_whitespace().skip(11).take(2).map(|text| text.parse().unwrap()).collect();
    // The kernel tells user space of a hundred ticks a second, whatever it counts itself.
    ticks.iter().sum::<f64>() / 100.0
}

async fn open_all(contoso: &Client, handle: &str, sessions: usize) {
    let mut running = JoinSet::new();
    for lane in 0..AT_ONCE {
        let (contoso, handle) = (contoso.clone(), handle.to_owned());
        running.spawn(async move {
            for _ in (lane..sessions).step_by(AT_ONCE) {
                contoso.opened(Some(&handle)).await;
            }
        });
    }
    running.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_desk_asks_once_a_poll_however_many_sessions_there_are() {
    let Ok(sessions) = std::env::var("COUNTERSIGN_IDLE_SESSIONS") else { return };
    let sessions: usize = sessions.parse().unwrap();
    let team = Team::new().await;
    let olivia = team.olivia().await;
    let contoso = team.contoso(&olivia).await;
    let handle = olivia.until("the channel", |desk| desk.app_view().unwrap().org?.channel.handle).await;
    let began = std::time::Instant::now();
    open_all(&contoso, &handle, sessions).await;
    println!("{sessions} sessions opened in {:.0} s", began.elapsed().as_secs_f64());
    // All of them are verified here before anything is measured.
    let known = || -> i64 {
        let sql = "SELECT count(*) FROM sessions";
        olivia.db().query_row(sql, [], |row| row.get(0)).unwrap()
    };
    while usize::try_from(known()).unwrap() < sessions {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    println!("all known to the desk after {:.0} s", began.elapsed().as_secs_f64());
    let asked: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = Arc::clone(&asked);
    olivia.line.decides(move |route| {
        noted.lock().unwrap().push(route.to_owned());
        Fate::Passes
    });
    let polls = || asked.lock().unwrap().iter().filter(|route| route.contains("/changes/")).count();
    // The one that is under way when the count begins is not looked at.
    while polls() == 0 {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    asked.lock().unwrap().clear();
    let (before, since) = (processor(), std::time::Instant::now());
    while polls() < POLLS {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let (spent, passed) = (processor() - before, since.elapsed().as_secs_f64());
    let requests = asked.lock().unwrap().clone();
    println!(
        "{} requests in {POLLS} polls over {passed:.0} s; host and desk together spent {spent:.2} s of \
         processor time, {:.2} % of one core",
        requests.len(),
        100.0 * spent / passed
    );
    assert_eq!(requests.len(), POLLS, "{requests:?}");
}
