//! The window itself: the workspace opened, changes passed on.

use std::path::PathBuf;
use std::sync::Arc;

use desk::view::{Problem, ProblemCode};
use desk::{Changed, Desk, HostPlace, Sources, Topic, VendorStarter, Workspace};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager as _};
use tauri_plugin_window_state::StateFlags;
use tauri_specta::{Builder, Event, collect_commands, collect_events};

use crate::arguments::Arguments;
use crate::demo_vendor::CommandLine;
use crate::embedded::{self, LocalOperator};
use crate::home::arrivals::{Arrivals, ArrivedEvent, handed};
use crate::home::{drawing, instance};
use crate::opened::{self, Opened};
use crate::{commands, embedded::folder};

/// Something changed; the page asks again.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize, specta::Type, Event)]
#[tauri_specta(event_name = "changed")]
pub struct ChangedEvent(pub Changed);

/// Commands and events with their types, for the window and for the page's bindings.
#[allow(clippy::too_many_lines, reason = "a list")]
pub fn bindings() -> Builder<tauri::Wry> {
    Builder::<tauri::Wry>::new()
        .commands(collect_commands![
            commands::frame::app_view,
            commands::frame::first_screen,
            commands::frame::key_view,
            commands::frame::make_key,
            commands::frame::unlock,
            commands::frame::retry_keychain,
            commands::deals::today,
            commands::deals::deals,
            commands::deals::deal,
            commands::deals::make_deal,
            commands::deals::set_mandate,
            commands::deals::assign_session,
            commands::deals::mark_seen,
            commands::deals::compare_offers,
            commands::deals::save_table,
            commands::deals::find,
            commands::answers::counter_form,
            commands::answers::review,
            commands::answers::approve,
            commands::answers::take_back,
            commands::answers::screening_view,
            commands::answers::set_outside_scanner,
            commands::answers::clean_ends,
            commands::org::vendors,
            commands::org::verify_vendor,
            commands::org::revoke_vendor,
            commands::org::ask_vendor_code,
            commands::org::type_vendor_code,
            commands::org::dismiss_refused,
            commands::people::rotate_key,
            commands::org::set_channel,
            commands::org::set_envelope,
            commands::evidence::save_log,
            commands::evidence::verify_file,
            commands::evidence::verify_text,
            commands::evidence::choose_log,
            commands::evidence::choose_save,
            commands::frame::guide_act,
            commands::frame::work_view,
            commands::frame::stop_work,
            commands::evidence::raw_event,
            commands::evidence::verify_bytes,
            commands::evidence::export_evidence,
            commands::evidence::export_deal_evidence,
            commands::evidence::checkpoint_message,
            commands::evidence::diff_file,
            commands::evidence::diff_bytes,
            commands::evidence::save_dispute,
            commands::evidence::look_at_dispute,
            commands::rules::choose_table,
            commands::rules::preview_table,
            commands::rules::import_benchmarks,
            commands::rules::benchmark_imports,
            commands::rules::forget_benchmarks,
            commands::rules::proposals,
            commands::mail::mail_view,
            commands::mail::guess_mail,
            commands::mail::find_mail,
            commands::mail::sign_in_mail,
            commands::mail::sign_in_mail_again,
            commands::mail::cancel_mail_sign_in,
            commands::mail::test_mail,
            commands::mail::add_mail,
            commands::mail::preview_quote,
            commands::mail::import_quote,
            commands::mail::fetch_attachment,
            commands::mail::stop_attachment,
            commands::mail::pause_mail,
            commands::mail::retry_mail,
            commands::mail::trust_mail,
            commands::mail::remove_mail,
            commands::mail::assign_mail,
            commands::mail::mail_answer,
            commands::mail::review_mail,
            commands::mail::send_mail,
            commands::mail::settle_mail,
            commands::home::arrivals,
            commands::home::follow_link,
            commands::home::notify_person,
            commands::home::show_waiting,
            commands::home::check_spelling,
            commands::home::autostart,
            commands::home::set_autostart,
            commands::home::open_demo,
            commands::people::read_invitation,
            commands::people::join,
            commands::people::people,
            commands::people::invite,
            commands::people::withdraw_invitation,
            commands::people::give_roles,
            commands::people::let_go,
            commands::people::name_stand_in,
            commands::people::set_four_eyes,
            commands::people::hand_over_deal,
            commands::people::comment,
            commands::people::propose,
            commands::people::review_draft,
            commands::adcp::adcp_view,
            commands::adcp::adcp_set_seller,
            commands::adcp::adcp_ask_seller,
            commands::adcp::adcp_words,
            commands::adcp::adcp_review,
            commands::adcp::adcp_send,
            commands::adcp::adcp_repeat,
            commands::adcp::adcp_give_up,
            commands::agent::correct_tactic,
            commands::agent::rule,
            commands::agent::halt,
            commands::agent::resume,
            commands::agent::halt_view,
            commands::agent::set_mode,
            commands::agent::make_agent,
            commands::agent::agent_view,
            commands::agent::model_view,
            commands::agent::set_model,
            commands::quorum::quorum_rules,
            commands::quorum::set_quorum_rules,
            commands::quorum::votes,
            commands::quorum::ask_vote,
            commands::quorum::ask_vote_on_act,
            commands::quorum::ask_vote_on_kept,
            commands::quorum::cast_ballot,
            commands::quorum::advise_vote,
            commands::quorum::remind_voters,
            commands::quorum::review_voted,
            commands::quorum::do_voted,
            commands::parley::agentpub_view,
            commands::parley::set_agentpub,
            commands::parley::leave_agentpub,
            commands::parley::parleys,
            commands::parley::begin_parley,
            commands::parley::parley_act,
            commands::parley::release_parley,
            commands::parley::say_again,
        ])
        // Facts of problems, so that the page's words of them are as many as there are codes.
        .typ::<desk::view::Missing>()
        .typ::<desk::view::Unfit>()
        .typ::<desk::view::Broken>()
        // Checks of logs and bundles are two lists in two crates; the page has one table of words.
        .constant("CHECKS", desk::view::checks())
        .events(collect_events![ChangedEvent, ArrivedEvent])
        .disable_serde_phases()
}

/// Opens the window and runs until it is closed.
///
/// # Errors
/// Where the window system refuses. Trouble with the workspace is shown in the window.
pub fn open(arguments: &Arguments) -> tauri::Result<()> {
    note_to_stderr();
    drawing::prepare();
    tracing::debug!("begun");
    let builder = bindings();
    let commands = builder.invoke_handler();
    let aside = arguments.aside;
    let arrivals = Arrivals::default();
    let here = std::env::current_dir().unwrap_or_default();
    arrivals.put(arguments.handed.iter().map(|word| handed(word, &here)));
    let remembered = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    tauri::Builder::default()
        // First of all: where another window has the workspace, nothing further is begun.
        .plugin(instance::plugin(arguments))
        // The next in turn, before there is a window: the workspace is opened beside all that follows.
        .plugin(opening(arguments, builder))
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::new().with_state_flags(remembered).build())
        .plugin(tauri_plugin_autostart::Builder::new().args(["--aside"]).build())
        .manage(arrivals)
        .manage(Opened::default())
        .invoke_handler(commands)
        .on_window_event(|window, event| {
            if matches!(event, tauri::WindowEvent::Destroyed) {
                instance::give_up(window);
            }
        })
        .setup(move |app| {
            tracing::debug!("the window is there");
            if let Some(window) = app.get_webview_window("main") {
                drawing::suit(&window);
            }
            if let Some(window) = app.get_webview_window("main").filter(|_| aside) {
                window.minimize()?;
            }
            Ok(())
        })
        .run(tauri::generate_context!())
}

/// Warnings go to standard error; `COUNTERSIGN_LOG` asks for more or less. No line
/// holds a payload, free text or a key.
fn note_to_stderr() {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_env("COUNTERSIGN_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // Somebody who embeds the window may have set one up already.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

fn default_root(app: &AppHandle, demo: bool) -> tauri::Result<PathBuf> {
    Ok(app.path().app_data_dir()?.join(if demo { "demo" } else { "desk" }))
}

/// Opens the workspace while the window is made and its page is loaded.
fn opening(arguments: &Arguments, events: Builder<tauri::Wry>) -> TauriPlugin<tauri::Wry> {
    let (given, demo) = (arguments.workspace.clone(), arguments.demo);
    tauri::plugin::Builder::new("opening")
        .setup(move |app, _| {
            // An open workspace tells of its changes at once.
            events.mount_events(app);
            let root = match given {
                Some(folder) => folder,
                None => default_root(app, demo)?,
            };
            begin(app.clone(), Workspace { root, demo });
            Ok(())
        })
        .build()
}

fn begin(app: AppHandle, workspace: Workspace) {
    tauri::async_runtime::spawn(async move {
        let opening = tauri::async_runtime::spawn(open_workspace(workspace));
        let outcome = opening.await.unwrap_or_else(|_| Err(opened::never()));
        tracing::debug!("the workspace is open");
        if let Ok(desk) = &outcome {
            live(&app, desk);
        }
        app.state::<Opened>().put(outcome);
    });
}

async fn open_workspace(workspace: Workspace) -> Result<Desk, Problem> {
    let sources = Sources::of_the_machine();
    let data = folder(&workspace.root);
    let org = if workspace.demo { "Fabrikam Industries" } else { "Our organisation" };
    std::fs::create_dir_all(&workspace.root).map_err(|error| {
        Problem::of_system(ProblemCode::FileTrouble, &error).with("path", workspace.root.display())
    })?;
    let vendors: Option<Arc<dyn VendorStarter>> =
        if workspace.demo { Some(Arc::new(CommandLine)) } else { None };
    // Who has joined a team has the team's host and needs none inside.
    if let Some(place) = HostPlace::joined(&workspace)? {
        let enrolment = Arc::new(LocalOperator { data, sources: sources.clone() });
        return Desk::open(&workspace, place, enrolment, vendors, sources);
    }
    let (running, place) = embedded::start(&data, org, sources.now()).await?;
    tracing::debug!("the host inside serves");
    // The host serves as long as the application runs.
    tauri::async_runtime::spawn(async move {
        let mut running = running;
        if let Err(error) = running.wait().await {
            tracing::error!(%error, "the embedded host ended");
        }
    });
    let enrolment = Arc::new(LocalOperator { data, sources: sources.clone() });
    Desk::open(&workspace, place, enrolment, vendors, sources)
}

/// What the page asks again where it has missed changes.
const EVERYTHING: [Topic; 5] = [Topic::App, Topic::Today, Topic::Deal, Topic::Vendors, Topic::Mail];

/// Polling, the key, and word of every change to the page.
fn live(app: &AppHandle, desk: &Desk) {
    let mut changes = desk.changes();
    let page = app.clone();
    tauri::async_runtime::spawn(async move {
        loop {
            match changes.recv().await {
                Ok(change) if !page.state::<Opened>().concerns(&change) => {}
                Ok(change) => {
                    // A page that is not there yet asks when it is.
                    let _ = ChangedEvent(change).emit(&page);
                }
                Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {
                    for topic in EVERYTHING {
                        let _ = ChangedEvent(Changed { topic, id: None }).emit(&page);
                    }
                }
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    });
    let (polling, keys, ahead, shown) = (desk.clone(), desk.clone(), desk.clone(), app.clone());
    tauri::async_runtime::spawn(async move {
        shown.state::<Opened>().behind_the_first_screen().await;
        tracing::debug!("the background begins");
        Box::pin(polling.run()).await;
    });
    tauri::async_runtime::spawn(async move {
        if let Err(problem) = keys.look_for_key().await {
            tracing::error!(code = ?problem.code, "the key could not be looked for");
        }
        tracing::debug!("the key was looked for");
    });
    // What the page asks first is made ready while the page is still being loaded.
    tauri::async_runtime::spawn_blocking(move || {
        ahead.survey_ahead();
        tracing::debug!("the survey is ready");
    });
}
