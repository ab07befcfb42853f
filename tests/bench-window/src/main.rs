//! `countersign-bench-window`: how fast and how large the window is on a big workspace,
//! beside an empty window on the same machine in the same run.
#![allow(clippy::print_stdout, reason = "what it measured is what it is run for")]

mod process;
mod window;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use support::client::{Client, offer};
use walk::Fault;
use window::Window;

/// Starts of each window; the first ones warm the machine's caches and are not counted.
const STARTS: usize = 6;
const UNCOUNTED: usize = 1;

/// How often each action is done, and offers are sent.
const TURNS: usize = 20;

struct Arguments {
    app: PathBuf,
    empty: PathBuf,
    out: PathBuf,
    deals: usize,
    mails: usize,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Some(arguments) = read(std::env::args().skip(1)) else {
        eprintln!(
            "usage: countersign-bench-window --app FILE --empty FILE --out DIR [--deals N] [--mails N]"
        );
        return ExitCode::from(2);
    };
    match measured(&arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("countersign-bench-window: {fault}");
            ExitCode::FAILURE
        }
    }
}

fn read(mut words: impl Iterator<Item = String>) -> Option<Arguments> {
    let (mut app, mut empty, mut out, mut deals, mut mails) = (None, None, None, 2_000, 50_000);
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--app" => app = Some(PathBuf::from(value)),
            "--empty" => empty = Some(PathBuf::from(value)),
            "--out" => out = Some(PathBuf::from(value)),
            "--deals" => deals = value.parse().ok()?,
            "--mails" => mails = value.parse().ok()?,
            _ => return None,
        }
    }
    // The driver starts them from elsewhere.
    let whole = |path: PathBuf| std::path::absolute(path).ok();
    Some(Arguments { app: whole(app?)?, empty: whole(empty?)?, out: whole(out?)?, deals, mails })
}

async fn measured(arguments: &Arguments) -> Result<(), Fault> {
    let root = arguments.out.join("workspace");
    let made = workspace::make(&root, arguments.deals, arguments.mails).await?;
    println!("{} deals, {} mails, {} sessions that go on", arguments.deals, arguments.mails, workspace::OPEN);
    let given = [OsString::from("--workspace"), root.into_os_string()];
    // The first start takes everything into the index; that is done once in a workspace's life.
    let first = Window::open(&arguments.app, &given, &arguments.out.join("app.log")).await?;
    println!("first start on the new workspace: usable after {:.0} ms", first.usable().await?);
    // Mails are read for tactics long after that, on a thread that gives way; it is part of what a
    // person's first days are like, and of what is measured.
    let index = 5 + u64::try_from(arguments.mails / 500).unwrap_or(0);
    tokio::time::sleep(std::time::Duration::from_secs(index)).await;
    first.close().await?;

    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let (mut our_memory, mut their_memory, mut parts) = (Vec::new(), Vec::new(), String::new());
    for _ in 0..STARTS {
        // One after the other, so that both meet the same machine.
        let empty = Window::open(&arguments.empty, &[], &arguments.out.join("empty.log")).await?;
        theirs.push(empty.usable().await?);
        their_memory.push(settled(&empty).await?);
        empty.close().await?;
        let app = Window::open(&arguments.app, &given, &arguments.out.join("app.log")).await?;
        ours.push(app.usable().await?);
        our_memory.push(settled(&app).await?);
        parts = app.memory_of_each()?;
        app.close().await?;
    }
    let counted = |all: &[f64]| median(all.get(UNCOUNTED..).unwrap_or_default());
    beside("cold start to usable, ms", counted(&ours), counted(&theirs));
    beside("memory of all processes, MB (PSS)", counted(&our_memory), counted(&their_memory));
    println!("of it at the last start: {parts}");

    let app = Window::open(&arguments.app, &given, &arguments.out.join("app.log")).await?;
    app.usable().await?;
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    actions(&app).await?;
    offers(&app, &made).await?;
    app.close().await
}

/// Memory in megabytes, once the window has come to rest.
async fn settled(window: &Window) -> Result<f64, Fault> {
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    let bytes = window.memory()?;
    Ok(f64::from(u32::try_from(bytes / 1024).unwrap_or(u32::MAX)) / 1024.0)
}

async fn actions(app: &Window) -> Result<(), Fault> {
    let place =
        |name: &str| (format!("[data-testid=\"nav-{name}\"]"), format!("[data-testid=\"screen-{name}\"]"));
    let mut all = Vec::new();
    for name in ["today", "deals", "vendors", "verify", "settings"] {
        let (button, screen) = place(name);
        let mut took = Vec::new();
        for turn in 0..TURNS {
            let other = place(if name == "verify" { "vendors" } else { "verify" });
            if turn > 0 {
                app.press(&other.0, &other.1).await?;
            }
            let inside = if name == "deals" { "[data-testid^=\"deal-row-\"]" } else { "" };
            took.push(app.press(&button, &format!("{screen} {inside}")).await?);
        }
        told(&format!("go to {name}"), &took);
        all.extend(took);
    }
    let mut took = Vec::new();
    for turn in 0..TURNS {
        let (button, screen) = place("deals");
        app.press(&button, &format!("{screen} [data-testid^=\"deal-row-\"]")).await?;
        let row = format!("li:nth-child({}) > [data-testid^=\"deal-row-\"]", turn + 2);
        // A long list is drawn as far as it is in sight first.
        app.see(&row).await?;
        took.push(app.press(&row, "[data-testid=\"timeline\"] > li").await?);
    }
    told("open a deal", &took);
    all.extend(took);
    let mut took = Vec::new();
    for turn in 0..TURNS {
        took.push(app.find(&format!("renewal {}", turn * 37)).await?);
    }
    told("find (120 ms of it the wait for more letters)", &took);
    all.extend(took.iter().map(|took| took - 120.0));
    told("any action's first response", &all);
    Ok(())
}

async fn offers(app: &Window, made: &workspace::Made) -> Result<(), Fault> {
    let (session, deal, agent) = &made.live;
    let shown = app.client.find(fantoccini::Locator::Css("[data-testid=\"host-state\"]")).await;
    let shown = shown.map_err(Fault::cannot("the host's state"))?;
    let url = shown.attr("title").await.map_err(Fault::cannot("the host's address"))?.unwrap_or_default();
    let (seed, id) = made.agents.get(*agent).ok_or_else(|| Fault::new("an agent", "one", "none"))?;
    let vendor = Client::new(&url, id, anp::keys::SecretKey::from_seed(seed));
    app.press("[data-testid=\"nav-today\"]", "[data-testid=\"screen-today\"]").await?;
    let link = format!("[data-testid=\"deal-row-{deal}\"]");
    app.see(&link).await?;
    app.press(&link, "[data-testid=\"timeline\"] > li").await?;
    app.watch().await?;
    let mut took = Vec::new();
    for turn in 0..TURNS {
        let price = 800.0 - f64::from(u32::try_from(turn).unwrap_or(0));
        let answer = vendor.say(session, "counter_offer", &offer(price)).await.ok().json();
        let accepted = SystemTime::now().duration_since(UNIX_EPOCH).map_err(Fault::cannot("the clock"))?;
        // The host answers with the log, whose last event this is.
        let seq = answer.pointer("/log/session/event_count").and_then(serde_json::Value::as_u64);
        let seq = seq.ok_or_else(|| Fault::new("the host's answer", "an event's number", &answer))?;
        took.push(app.came(&format!("offer-{seq}")).await? - accepted.as_secs_f64() * 1000.0);
        // Below the host's limit for one session.
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    told("from the vendor's accepted POST to the offer on the screen", &took);
    Ok(())
}

fn beside(what: &str, ours: f64, theirs: f64) {
    println!("{what:<58} {ours:>8.0} beside {theirs:.0} of the empty window: {:.2} times", ours / theirs);
}

fn told(what: &str, all: &[f64]) {
    println!(
        "{what:<58} median {:>6.0} ms, p95 {:>6.0} ms ({} times)",
        median(all),
        part(all, 95),
        all.len()
    );
}

fn median(all: &[f64]) -> f64 {
    part(all, 50)
}

/// The value that so many of a hundred do not pass.
fn part(all: &[f64], of_a_hundred: usize) -> f64 {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() * of_a_hundred).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or(f64::NAN)
}
