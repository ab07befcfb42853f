//! A mail that wants to reach out is opened and reaches nobody; a table that came by mail
//! becomes an offer that is held.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::fault::{Fault, holds, same};
use crate::part::offer::open_deal;
use crate::stage::Stage;
use crate::window::{tid, tids};

/// Listens on this machine and counts who comes.
struct Listener {
    port: u16,
    heard: Arc<AtomicUsize>,
}

impl Listener {
    fn start() -> Result<Self, Fault> {
        let listening = Fault::cannot("listening on this machine");
        let listener = TcpListener::bind("127.0.0.1:0").map_err(listening)?;
        let port = listener.local_addr().map_err(Fault::cannot("its port"))?.port();
        let heard = Arc::new(AtomicUsize::new(0));
        let counting = Arc::clone(&heard);
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                counting.fetch_add(1, Ordering::SeqCst);
                let mut asked = [0; 512];
                let _ = stream.read(&mut asked);
                let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
            }
        });
        Ok(Self { port, heard })
    }

    fn heard(&self) -> usize {
        self.heard.load(Ordering::SeqCst)
    }
}

/// Everything by which an HTML mail can make a reader ask somebody, each to an address of
/// its own.
fn reaching_out(port: u16) -> String {
    let at = |name: &str| format!("http://127.0.0.1:{port}/{name}");
    let html = [
        format!("<img src=\"{}\" srcset=\"{} 2x\">", at("img"), at("srcset")),
        format!("<iframe src=\"{}\"></iframe>", at("frame")),
        format!("<iframe srcdoc=\"&lt;img src='{}'&gt;\"></iframe>", at("srcdoc")),
        format!("<object data=\"{}\"></object><embed src=\"{}\">", at("object"), at("embed")),
        format!(
            "<link rel=prefetch href=\"{}\"><link rel=preload as=image href=\"{}\">",
            at("prefetch"),
            at("preload")
        ),
        format!("<link rel=stylesheet href=\"{}\"><link rel=dns-prefetch href=\"{}\">", at("css"), at("dns")),
        format!("<link rel=icon href=\"{}\"><link rel=preconnect href=\"{}\">", at("icon"), at("preconnect")),
        format!(
            "<style>@import url({}); @font-face {{ font-family: f; src: url({}) }}",
            at("import"),
            at("font")
        ),
        format!(
            "p {{ background: url({}); font-family: f; cursor: url({}), auto }}",
            at("background"),
            at("cursor")
        ),
        format!(
            "li {{ list-style-image: url({}) }} q::before {{ content: url({}) }}</style>",
            at("list"),
            at("content")
        ),
        format!(
            "<p style=\"background-image: url({})\">The offer is below.</p><ul><li>one</ul><q>two</q>",
            at("inline")
        ),
        format!("<video poster=\"{}\" src=\"{}\" autoplay></video>", at("poster"), at("video")),
        format!("<audio src=\"{}\" autoplay></audio><input type=image src=\"{}\">", at("audio"), at("input")),
        format!("<svg><image href=\"{}\"/><use href=\"{}#x\"/></svg>", at("svg"), at("use")),
        format!(
            "<table background=\"{}\"><tr><td>three</table><body background=\"{}\">",
            at("table"),
            at("body")
        ),
        format!("<script>fetch('{}'); new Image().src='{}'</script>", at("script"), at("beacon")),
        format!("<meta http-equiv=refresh content=\"0; url={}\">", at("refresh")),
        format!("<a href=\"{}\" ping=\"{}\">a link</a>", at("link"), at("ping")),
    ]
    .concat();
    format!(
        "Date: Mon, 02 Nov 2026 15:00:00 +0000\r\nFrom: Contoso <sales@contoso.example>\r\n\
         To: procurement@fabrikam.example\r\nSubject: {}\r\nMessage-ID: <out@contoso.example>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<html><body>{html}</body></html>\r\n",
        format_args!("An offer <img src={}>", at("subject")),
    )
}

/// Opens a mail that holds all of that, and hears nobody. That the listener can be heard
/// is seen by knocking once.
///
/// # Errors
/// Where somebody was asked, or the mail does not come.
pub async fn reaches_nobody(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("remote content");
    let listener = Listener::start()?;
    let folder = stage.places.workspace.join("mail");
    let (part, file) = (folder.join("out.part"), folder.join("out.eml"));
    std::fs::write(&part, reaching_out(listener.port)).map_err(Fault::cannot(part.display()))?;
    std::fs::rename(&part, &file).map_err(Fault::cannot(file.display()))?;
    open_deal(stage).await?;
    let words = stage
        .window
        .until("the mail that reaches out", async || {
            let words = stage.window.text(&tid("timeline")).await?;
            Ok(if words.contains("The offer is below.") { Ok(words) } else { Err(words) })
        })
        .await?;
    holds("its subject", words.contains("<img src="), "inert text", &words)?;
    // What it hides is unfolded as well.
    let hidden = stage.window.count(&tid("mail-hidden-toggle")).await?;
    if hidden > 0 {
        stage.window.click(&tid("mail-hidden-toggle")).await?;
    }
    // Pictures wait for the page to be drawn: by then it has asked for what it asks for.
    stage.window.shoot_both("mail-that-reaches-out").await?;
    same("requests on opening it", &0, &listener.heard())?;
    let knocked = std::net::TcpStream::connect(("127.0.0.1", listener.port));
    let mut knocked = knocked.map_err(Fault::cannot("knocking"))?;
    knocked.write_all(b"GET / HTTP/1.1\r\n\r\n").map_err(Fault::cannot("knocking"))?;
    let mut answer = String::new();
    knocked.read_to_string(&mut answer).map_err(Fault::cannot("the listener's answer"))?;
    same("requests once somebody asks", &1, &listener.heard())?;
    stage.held("a mail with remote images, fonts, frames, prefetch and CSS was opened; nobody was asked");
    Ok(())
}

/// The demo's third mail, which comes with the agent's second offer otherwise.
const PRICE_LIST: &str = include_str!("../../../../crates/desk/demo/03-pricelist.eml");

/// Reads the vendor's price list, which came by mail, as an offer.
///
/// # Errors
/// What stood elsewhere than expected.
pub async fn quote_is_held(stage: &mut Stage) -> Result<(), Fault> {
    stage.begin("quote by mail");
    let folder = stage.places.workspace.join("mail");
    let (part, file) = (folder.join("list.part"), folder.join("list.eml"));
    std::fs::write(&part, PRICE_LIST).map_err(Fault::cannot(part.display()))?;
    std::fs::rename(&part, &file).map_err(Fault::cannot(file.display()))?;
    open_deal(stage).await?;
    let window = &mut stage.window;
    window.click(&tids("quote-read-")).await?;
    window.fill(&tid("benchmarks-currency"), "USD").await?;
    window.press("\u{e004}").await?;
    window.see(&tid("quote-lines")).await?;
    window.fill(&tid("quote-term"), "36").await?;
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                  field.dispatchEvent(new Event('input', { bubbles: true }));";
    // A date field takes keys by the system's order of day and month.
    window.script(script, vec![tid("quote-until").into(), "2031-12-31".into()]).await?;
    window.shoot_both("quote-before-it-is-an-offer").await?;
    window.click(&tid("benchmarks-take")).await?;
    window.attribute_is(&format!("{}[data-hold]", tids("quote-")), "data-hold", "held").await?;
    let words = window.text(&tid("timeline")).await?;
    holds("its origin", words.contains("unauthenticated"), "shown with it", &words)?;
    window.shoot_both("quote-held").await?;
    stage.held("a table that came by mail is an offer that is held, and shown as unauthenticated");
    Ok(())
}
