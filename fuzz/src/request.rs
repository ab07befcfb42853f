//! Signed requests and registrations.
//!
//! A request stands as lines: method, path, agent, time, nonce, signature, then the body.

use anp::register::{ProvenKey, prove};
use anp::request::{Headers, SignedRequest, sign};
use anp::time::Moment;
use support::people;

/// A request is believed only as its signer signed it.
pub fn only_the_signers(bytes: &[u8]) {
    let mut parts = bytes.splitn(7, |byte| *byte == b'\n');
    let mut line = || parts.next().and_then(|part| core::str::from_utf8(part).ok());
    let (Some(method), Some(path), Some(agent)) = (line(), line(), line()) else { return };
    let (Some(timestamp), Some(nonce), Some(signature)) = (line(), line(), line()) else { return };
    let body = parts.next().unwrap_or_default();
    let text = str::to_owned;
    let came = Headers {
        agent: text(agent),
        timestamp: text(timestamp),
        nonce: text(nonce),
        signature: text(signature),
    };
    let Ok(request) = SignedRequest::read(method, path, &came, body) else { return };
    assert_eq!(request.claimed_agent(), agent);
    let at = Moment::parse(timestamp).expect("the reader has read it");
    let key = people::contoso_agent();
    let made = sign(&key, agent, (method, path), body, at, nonce);
    if let Ok(verified) = request.verify(&key.public(), at) {
        assert_eq!((verified.agent(), verified.nonce(), verified.at()), (agent, nonce, at));
        // Signatures of this kind are the same each time, and nobody else can make them.
        assert!(made == came || made.timestamp != came.timestamp, "{came:?} is believed");
    }
    // The same parts, signed, are believed: no text passes the reader and breaks the signer.
    let again = SignedRequest::read(method, path, &made, body).expect("our own request is well formed");
    assert!(again.verify(&key.public(), at).is_ok());
    let other = SignedRequest::read(method, path, &made, &[body, b" "].concat()).expect("well formed");
    assert!(other.verify(&key.public(), at).is_err());
}

/// A registration is believed only of a key whose holder is one of the people.
pub fn only_the_holders(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let Some((public_key, proof)) = text.split_once('\n') else { return };
    if let Ok(proven) = ProvenKey::check(public_key, proof) {
        let holders = [people::contoso_agent(), people::tailspin_agent(), people::mallory()];
        let holder = holders.iter().find(|holder| holder.public() == *proven.key());
        let holder = holder.expect("nobody holds this key");
        assert_eq!((public_key, proof), (&*holder.public().to_string(), &*prove(holder).to_string()));
    }
}
