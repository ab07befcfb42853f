//! Of what, by whom, and who signed for it.

use anp::event::Actor;
use anp::time::Moment;

use super::inert::{hash, inert, time};
use crate::contents::{Contents, LogSource};
use crate::people::People;
use crate::record::Record;
use crate::signers::{Holder, Signers, Vouched};

pub(super) fn section(contents: &Contents, record: Option<&Record>) -> String {
    let about = &contents.about;
    let log = match about.log_from {
        LogSource::Host => "as both parties can fetch it from the host, byte for byte",
        LogSource::Replica => {
            "from the exporting desk’s own verified copy: the same events, in a document of its own"
        }
        LogSource::None => "none: no session of the protocol belongs to this deal",
    };
    let of = match (&about.session, &about.deal) {
        (Some(session), _) => format!("session <code>{}</code>", inert(session.as_str())),
        (None, deal) => format!("deal <code>{}</code>", inert(deal.as_deref().unwrap_or_default())),
    };
    format!(
        "<header>\n<p class=\"over\">Evidence report</p>\n<h1>{}</h1>\n<p class=\"mute\">{} and {}, {of}</p>\n</header>\n\
         <dl class=\"card\" style=\"margin-top:16px\">\n<dt>Exported</dt><dd>{} UTC by {}</dd>\n<dt>Sealed</dt><dd>{}</dd>\n<dt>Log</dt><dd>{log}</dd>\n\
         <dt>All times</dt><dd>UTC. The exact text of each time is the one that its event’s hash covers.</dd>\n</dl>",
        inert(&about.title),
        inert(&about.organisation),
        inert(&about.vendor),
        time(&about.exported_at),
        inert(&about.exported_by),
        sealed(contents, record),
    )
}

/// By which key, and how the record knows it. Whether the signature holds is the
/// verifier's to say.
fn sealed(contents: &Contents, record: Option<&Record>) -> String {
    let about = &contents.about;
    let Some(key) = about.signed_by else {
        return "<b>by nobody</b>: mails, this report and who exported it stand on the word of whoever hands over the bundle"
            .to_owned();
    };
    let at = Moment::parse(&about.exported_at).unwrap_or(Moment::from_millis(0));
    let people = contents.people.as_ref().and_then(|people| People::of(people).ok());
    let whose = match Signers::of(record, (people.as_ref(), contents.log.is_some()), &[]).buyers(key, at) {
        Ok(holder) if holder.name.as_deref() == Some(Actor::Buyer.as_str()) => {
            "this log’s platform key".to_owned()
        }
        Ok(Holder { vouched: Vouched::Member { .. }, .. }) => {
            "a key that the organisation’s ledger lets in".to_owned()
        }
        Ok(Holder { vouched: Vouched::Nobody, .. }) => "<b>a key that nobody here vouches for</b>".to_owned(),
        Ok(_) => "a key that this log’s platform key attests".to_owned(),
        Err(why) => format!("<b>{}</b>", inert(&why.to_string())),
    };
    format!("by {}, with {whose}; its fingerprint is {}", inert(&about.exported_by), hash(&key.to_string()))
}
