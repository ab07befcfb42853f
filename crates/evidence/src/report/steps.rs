//! How to check it without us.

use anp::event::Actor;

use super::inert::inert;
use crate::contents::Contents;
use crate::format::Format;

/// What hashes and signatures cover, line by line.
const PREIMAGES: &str = "\
event hash        SHA-256 of   ANP/0.1 ⏎ session ⏎ seq ⏎ actor ⏎ kind ⏎ payload_hash ⏎ prev_hash ⏎ at
payload hash      SHA-256 of   the payload as canonical JSON (RFC 8785)
event signature   Ed25519 over ANP/0.1 ⏎ kind ⏎ payload_hash
attested key      Ed25519 over COUNTERSIGN/1 ⏎ member-key ⏎ fingerprint ⏎ valid_from ⏎ valid_to or -
ledger entry hash SHA-256 of   COUNTERSIGN/1 ⏎ ledger ⏎ seq ⏎ signer ⏎ kind ⏎ payload_hash ⏎ prev_hash ⏎ at
ledger signature  Ed25519 over COUNTERSIGN/1 ⏎ ledger ⏎ kind ⏎ payload_hash ⏎ counter ⏎ head_seen
list of files     Ed25519 over COUNTERSIGN/1 ⏎ bundle ⏎ SHA-256 of manifest.json ⏎ at
fingerprint       SHA-256 of   the key's 32 bytes";

/// What the third format holds beside a session.
const NEGOTIATED: &str = "\
people.json      the organisation's ledger, from which its people's keys follow
media.json       requests to a seller of media and its answers, in order
media/           the same, byte for byte
quotes.json      offers that a person read out of files that came by mail
quotes/          those files
letters.json     mails of the buyer's that were decided
letters/         the same, byte for byte as they were handed over
";

/// The pins that a reader gives, once the fingerprints are compared elsewhere.
fn pins(contents: &Contents) -> Vec<String> {
    let pin = |name: &str, party: Actor| {
        let key = contents.keys.iter().find(|key| key.name == name)?;
        Some(format!("--pin {party}={}", key.key.fingerprint()))
    };
    let founder = contents.people.as_ref().and_then(|people| people.entries.first());
    let founder = founder.filter(|_| contents.log.is_none());
    let own = contents.about.signed_by.filter(|_| contents.log.is_none() && contents.people.is_none());
    let founder =
        founder.map(|entry| entry.signer).or(own).map(|key| format!("--pin {}={key}", Actor::Buyer));
    let parties = [pin("vendor_agent", Actor::VendorAgent), pin("buyer", Actor::Buyer), founder];
    parties.into_iter().flatten().collect()
}

/// What a checkpoint is good for.
const fn checkpoint(format: Format) -> &'static str {
    match format {
        Format::One => {
            "A checkpoint that you were handed earlier proves that nothing before it was rewritten: add <code>--checkpoint FILE</code>."
        }
        Format::Two | Format::Three => {
            "Fingerprints show who signed; they cannot show that the end of the record is missing. Add what you know of it: \
             <code>--seen COUNT=HASH</code> for a head that you saw yourself, <code>--checkpoint FILE</code> for a signed one \
             that you were handed earlier and kept."
        }
    }
}

pub(super) fn section(contents: &Contents, format: Format) -> String {
    let pins = pins(contents).join(" \\\n    ");
    format!(
        "<h2>How to check this without us</h2>\n<ol>\n\
         <li>Compare the fingerprints above with the parties, over a channel that you trust. A bundle cannot vouch for its own keys.</li>\n\
         <li>Check everything at once with the open verifier, on the bundle as you received it:\
         <pre>countersign-verify verify BUNDLE.zip \\\n    {}</pre>\
         It exits with 0 where all of it holds, 1 where something does not, 2 where the file cannot be read. \
         {}</li>\n\
         <li>Or without any program of ours: unpack the bundle and compare each file’s hash with <code>manifest.json</code>,\
         <pre>unzip BUNDLE.zip -d bundle &amp;&amp; cd bundle\nfind . -type f ! -name manifest.json ! -name signature.json -exec sha256sum {{}} +</pre>\
         then repeat the hashes and signatures. ⏎ is one newline byte, text is UTF-8, hashes are lower-case hex, keys and signatures base64url without padding:\
         <pre>{PREIMAGES}</pre></li>\n\
         <li>Do both sides hold the same record? Ask the other side for its log or bundle:\
         <pre>countersign-verify diff BUNDLE.zip THEIRS.zip</pre></li>\n</ol>",
        inert(&pins)
            .replace("<bdi>", "")
            .replace("</bdi>", "")
            .replace("<span class=\"sign\">U+000A</span>", "\n"),
        checkpoint(format),
    )
}

/// The text beside the report.
pub(crate) fn readme(contents: &Contents, format: Format) -> String {
    let pins = pins(contents).join(" \\\n      ");
    let of = match (&contents.about.session, &contents.about.deal) {
        (Some(session), _) => format!("session {session}"),
        (None, deal) => format!("deal {}", deal.as_deref().unwrap_or_default()),
    };
    let negotiated = match format {
        Format::One | Format::Two => "",
        Format::Three => NEGOTIATED,
    };
    format!(
        "Evidence of {of}

report.html      for people: open it in any browser, or print it
log.anp.json     the session's record
keys.json        the parties' keys, and how each came to be trusted
decisions.json   the buyer's ledger of decisions; what is not disclosed stands as its hash
checkpoints/     heads of the record, signed
mails/           mails of the thread, byte for byte
versions/        other versions of the record, where it is in dispute
{negotiated}verdict.json     what the exporter's verification gave, and the heads it had seen
about.json       of what, by whom, when
manifest.json    every file with its size and SHA-256
signature.json   the exporter's signature over manifest.json

To check all of it:

  countersign-verify verify BUNDLE.zip \\
      {pins}

Take the fingerprints from the parties themselves, not from here: a bundle cannot
vouch for its own keys.

To check it without any program of ours, compare every file's SHA-256 with
manifest.json, then repeat these. ⏎ is one newline byte; text is UTF-8; hashes are
lower-case hex; keys and signatures are base64url without padding.

{PREIMAGES}
"
    )
}
