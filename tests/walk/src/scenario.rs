//! Which parts follow each other.

use std::ffi::OsString;

use rustix::process::Signal;

use crate::arguments::{Arguments, Scenario};
use crate::fault::{Fault, same};
use crate::part::{
    answer, door, evidence, first_run, home, mail as by_mail, media as campaign, offer, races, tasks as usual,
};
use crate::processes;
use crate::record;
use crate::report::Report;
use crate::stage::{Stage, shots};
use crate::window::tid;

/// Walks; true where the whole path held.
pub async fn walk(arguments: &Arguments) -> bool {
    let report = match prepare(arguments) {
        Ok(report) => report,
        Err(fault) => {
            eprintln!("countersign-walk: {fault}");
            return false;
        }
    };
    let environment = environment(arguments);
    let mut stage = match Stage::open(arguments, report, environment).await {
        Ok(stage) => stage,
        Err((mut report, fault)) => {
            report.broke("0 open", &fault);
            return false;
        }
    };
    let walked = match arguments.scenario {
        Scenario::Demo => demo(&mut stage).await,
        Scenario::Restart => restart(&mut stage).await,
        Scenario::Tasks => tasks(&mut stage).await,
        Scenario::Home => at_home(&mut stage).await,
        Scenario::Mail => mail(&mut stage).await,
        Scenario::Media => media(&mut stage).await,
        Scenario::NoKeychain => no_keychain(&mut stage).await,
        Scenario::Races => races::in_two_windows(&mut stage, arguments).await,
    };
    if let Err(fault) = &walked {
        stage.broke(fault).await;
    }
    let recorded = record::keep(&stage.places);
    let (mut report, closed) = stage.close().await;
    let mut whole = walked.is_ok();
    for (step, outcome) in [("record", recorded), ("close", closed)] {
        match outcome {
            Ok(words) => report.held(step, &words),
            Err(fault) => {
                whole = false;
                report.broke(step, &fault);
            }
        }
    }
    let steps = report.count();
    report.say(&if whole {
        format!("the whole path held: {steps} checks")
    } else {
        format!("the path broke after {steps} checks")
    });
    whole
}

fn prepare(arguments: &Arguments) -> Result<Report, Fault> {
    let folder = shots(&arguments.out);
    std::fs::create_dir_all(&folder).map_err(Fault::cannot(folder.display()))?;
    if arguments.workspace.join("desk.db").exists() {
        let place = arguments.workspace.display();
        return Err(Fault::new(format!("the workspace {place}"), "a fresh one", "a used one"));
    }
    Report::begin(&arguments.out.join("walk.log"))
}

fn environment(arguments: &Arguments) -> Vec<(&'static str, OsString)> {
    match arguments.scenario {
        // An address where nobody listens: unset, a bus might be started by itself.
        Scenario::NoKeychain => {
            let nowhere = arguments.out.join("no-bus");
            vec![("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", nowhere.display()).into())]
        }
        _ => Vec::new(),
    }
}

async fn demo(stage: &mut Stage) -> Result<(), Fault> {
    let person = first_run::key_in_keychain(stage).await?;
    offer::mails_alone(stage).await?;
    door::switch_on(stage).await?;
    door::invite(stage).await?;
    let vendor = door::verify(stage).await?;
    offer::sort(stage).await?;
    offer::first_held(stage, &vendor).await?;
    answer::secret_is_stopped(stage).await?;
    answer::beyond_walk_away_is_stopped(stage).await?;
    answer::counter(stage, &person).await?;
    offer::revised(stage).await?;
    answer::counter_by_keys(stage).await?;
    offer::third(stage).await?;
    let accepted = answer::accept(stage, &person).await?;
    let saved = evidence::save(stage, &accepted).await?;
    evidence::guide_checks(stage, &saved).await?;
    evidence::command_line(stage, &saved)?;
    evidence::vendors_own(stage, &saved).await?;
    evidence::judged_in_the_window(stage, &saved).await?;
    evidence::every_screen(stage).await
}

async fn tasks(stage: &mut Stage) -> Result<(), Fault> {
    let person = first_run::key_in_keychain(stage).await?;
    door::switch_on(stage).await?;
    door::invite(stage).await?;
    let vendor = door::verify(stage).await?;
    offer::sort(stage).await?;
    offer::first_held(stage, &vendor).await?;
    answer::counter(stage, &person).await?;
    offer::revised(stage).await?;
    answer::counter_by_keys(stage).await?;
    offer::third(stage).await?;
    // First: the counted tasks shut the door, and behind it the session takes nothing more.
    usual::evidence_buttons(stage).await?;
    usual::counted(stage).await?;
    usual::dispute_buttons(stage).await
}

async fn at_home(stage: &mut Stage) -> Result<(), Fault> {
    first_run::key_in_keychain(stage).await?;
    home::handed_over(stage).await
}

async fn mail(stage: &mut Stage) -> Result<(), Fault> {
    first_run::key_in_keychain(stage).await?;
    offer::mails_alone(stage).await?;
    by_mail::reaches_nobody(stage).await?;
    by_mail::quote_is_held(stage).await
}

async fn media(stage: &mut Stage) -> Result<(), Fault> {
    first_run::key_in_keychain(stage).await?;
    campaign::bought(stage).await?;
    campaign::liar_is_caught(stage).await?;
    campaign::doubt_is_settled(stage).await
}

async fn restart(stage: &mut Stage) -> Result<(), Fault> {
    let person = first_run::key_in_keychain(stage).await?;
    door::switch_on(stage).await?;
    door::invite(stage).await?;
    let vendor = door::verify(stage).await?;
    offer::sort(stage).await?;
    offer::first_held(stage, &vendor).await?;
    answer::counter(stage, &person).await?;
    offer::revised(stage).await?;
    // The demo lays its last mail into the folder once the counter has left; it comes by another way
    // than the offer, and either may be first.
    stage.window.see(&tid("entry-mail:3")).await?;
    let before = offer::thread(stage).await?;

    stage.begin("restart");
    let application = stage.driver.application()?;
    let agents = processes::descendants(application, &stage.places.command_line());
    processes::signal(application, Signal::KILL)?;
    for process in agents.into_iter().chain([application]) {
        processes::ends(process).await?;
    }
    stage.held("the application was killed without warning; the vendor's agent ended with it");
    stage.open_again().await?;
    stage.window.see(&tid("screen-today")).await?;
    stage.held("started again: the key was found and asked for by nobody");
    offer::open_deal(stage).await?;
    let after = offer::thread(stage).await?;
    same("the thread after the restart", &before, &after)?;
    stage.held(&format!("the thread is the same: {} entries", after.len()));
    let seen = first_run::fingerprint_in_settings(stage).await?;
    same("the person's key", &person.fingerprint, &seen)?;
    stage.held("the person's key is the same");
    offer::open_deal(stage).await?;
    offer::ledger_is_green(stage, &vendor).await?;
    stage.window.shoot("after-the-restart").await?;
    // The key that was found is the one that signs.
    answer::counter_by_keys(stage).await
}

async fn no_keychain(stage: &mut Stage) -> Result<(), Fault> {
    let person = first_run::key_in_file(stage).await?;
    door::switch_on(stage).await?;
    stage.begin("restart");
    let application = stage.driver.application()?;
    processes::signal(application, Signal::KILL)?;
    processes::ends(application).await?;
    stage.open_again().await?;
    first_run::passphrase_asked_again(stage).await?;
    let seen = first_run::fingerprint_in_settings(stage).await?;
    same("the person's key", &person.fingerprint, &seen)?;
    stage.held("the person's key is the same");
    Ok(())
}
