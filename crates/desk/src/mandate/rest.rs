//! The mandate at rest, and what the ledger says of it.

use anp::digest::{PayloadHash, sha256};
use anp::json::{self, Value};
use anp::office::Said;
use store::Connection;
use store::recipient::{Opener, Recipient, seal_to};
use store::sealed::{NONCE, RestKey};
use store::tables::deals;
use store::tables::mandates::{self, MandateRow};
use store::tables::sealed_mandates::{self, SealedMandate};

use zeroize::Zeroizing;

use crate::state::Signer;
use crate::trouble::defect;
use crate::view::{MandateForm, Problem, ProblemCode};

/// Bytes of a commitment's salt.
const SALT: usize = 32;

/// A version as it was opened.
pub(super) struct Opened {
    pub(super) version: u32,
    pub(super) form: MandateForm,
    pub(super) made_at: String,
    pub(super) commitment: String,
}

fn place(deal: &str, version: u32) -> String {
    format!("mandate\n{deal}\n{version}")
}

/// A version's text: the salt, then the form.
pub(super) fn plain(form: &MandateForm, salt: &[u8; SALT]) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let text = Zeroizing::new(serde_json::to_vec(form).map_err(|_| defect("mandate text"))?);
    Ok(Zeroizing::new([salt.as_slice(), &text].concat()))
}

/// Seals a version: salt and form in one text.
pub(super) fn sealed(
    deal: &str,
    version: u32,
    form: &MandateForm,
    (salt, nonce): (&[u8; SALT], &[u8; NONCE]),
    signer: &Signer,
    at: &str,
) -> Result<SealedMandate, Problem> {
    let plain = plain(form, salt)?;
    let sealed = RestKey::of(&signer.key)
        .seal(&place(deal, version), nonce, &plain)
        .map_err(|_| defect("mandate seal"))?;
    Ok(SealedMandate { version, sealed, commitment: commitment(&plain), made_at: at.to_owned() })
}

/// The same text, sealed to people of the deal, as it stands on the ledger.
pub(super) fn travelling(plain: &[u8], to: &[Recipient]) -> Result<String, Problem> {
    let sealed = seal_to(to, plain).map_err(|_| defect("mandate seal"))?;
    Ok(anp::base64url::encode(&sealed))
}

/// Takes in a version that somebody else set. One that does not open for this person
/// rests as nothing: it is never taken for none.
pub(crate) fn arrived(
    db: &Connection,
    deal: &str,
    (said, at): (&Said, &str),
    signer: &Signer,
    nonce: &[u8; NONCE],
) -> Result<(), Problem> {
    let (Some(version), Some(told)) = (version_of(said), said.text("commitment")) else { return Ok(()) };
    let standing = sealed_mandates::get(db, deal, version)?;
    if standing.is_some_and(|row| row.commitment == told && !row.sealed.is_empty()) {
        return Ok(());
    }
    let sealed = said.text("sealed").and_then(|text| anp::base64url::decode_any(text).ok());
    let plain = sealed.and_then(|sealed| Opener::of(&signer.key)?.open(&sealed).ok());
    let sealed = match plain.filter(|plain| commitment(plain) == told) {
        Some(plain) => RestKey::of(&signer.key)
            .seal(&place(deal, version), nonce, &plain)
            .map_err(|_| defect("mandate seal"))?,
        None => Vec::new(),
    };
    let row = SealedMandate { version, sealed, commitment: told.to_owned(), made_at: at.to_owned() };
    Ok(sealed_mandates::put(db, deal, &row)?)
}

/// Seals every version anew that opens for the key that was: the one that follows opens it.
pub(crate) fn seal_anew(
    db: &Connection,
    old: &Signer,
    next: &Signer,
    nonce: impl Fn() -> [u8; NONCE],
) -> Result<(), Problem> {
    for deal in deals::all(db)? {
        for mut row in sealed_mandates::all_of(db, &deal.id)? {
            let place = place(&deal.id, row.version);
            let Ok(plain) = RestKey::of(&old.key).open(&place, &row.sealed) else { continue };
            let sealed = RestKey::of(&next.key).seal(&place, &nonce(), &plain);
            row.sealed = sealed.map_err(|_| defect("mandate seal"))?;
            sealed_mandates::put(db, &deal.id, &row)?;
        }
    }
    Ok(())
}

/// The number of the version that a statement is about.
pub(crate) fn version_of(said: &Said) -> Option<u32> {
    said.member("version")?.as_count().and_then(|version| u32::try_from(version).ok())
}

/// SHA-256 over a domain, the salt and the text.
fn commitment(salted: &[u8]) -> String {
    let text = zeroize::Zeroizing::new([b"COUNTERSIGN/1\nmandate-text\n".as_slice(), salted].concat());
    PayloadHash(sha256(&text)).to_string()
}

/// A version's row, and its salted text.
type RowAndText = (SealedMandate, Zeroizing<Vec<u8>>);

/// The latest version's row and text, opened with the person's key.
pub(super) fn text_of(db: &Connection, deal: &str, signer: &Signer) -> Result<Option<RowAndText>, Problem> {
    let Some(row) = sealed_mandates::latest(db, deal)? else { return Ok(None) };
    let unopened = || Problem::new(ProblemCode::MandateSealed).with("version", row.version);
    let plain =
        RestKey::of(&signer.key).open(&place(deal, row.version), &row.sealed).map_err(|_| unopened())?;
    // The ledger's commitment is to these very bytes.
    if commitment(&plain) != row.commitment {
        return Err(unopened());
    }
    Ok(Some((row, plain)))
}

/// The latest version, opened with the person's key.
pub(super) fn opened(db: &Connection, deal: &str, signer: &Signer) -> Result<Option<Opened>, Problem> {
    let Some((row, plain)) = text_of(db, deal, signer)? else { return Ok(None) };
    let unopened = || Problem::new(ProblemCode::MandateSealed).with("version", row.version);
    let text = plain.get(SALT..).ok_or_else(unopened)?;
    let form = serde_json::from_slice(text).map_err(|_| unopened())?;
    Ok(Some(Opened { version: row.version, form, made_at: row.made_at, commitment: row.commitment }))
}

/// What the desk ledger says: the public frame in plain words, the rest by its commitment.
pub(super) fn statement(
    deal: &str,
    form: &MandateForm,
    row: &SealedMandate,
    sealed: Option<String>,
) -> String {
    let list = |topics: &[String]| Value::Array(topics.iter().map(|topic| topic.as_str().into()).collect());
    let authority = if form.authority.is_empty() { Value::Null } else { Value::Text(form.authority.clone()) };
    let frame = Value::object([
        ("authority", authority),
        ("may_disclose", list(&form.may_disclose)),
        ("may_discuss", list(&form.may_discuss)),
    ]);
    json::canonical(&Value::object([
        ("commitment", row.commitment.as_str().into()),
        ("deal", deal.into()),
        ("frame", frame),
        ("sealed", sealed.map_or(Value::Null, Value::Text)),
        ("v", Value::Number(2.0)),
        ("version", Value::Number(f64::from(row.version))),
    ]))
}

/// What the ledger says where a version is sealed to further people.
pub(super) fn resealed(deal: &str, row: &SealedMandate, sealed: String) -> String {
    json::canonical(&Value::object([
        ("commitment", row.commitment.as_str().into()),
        ("deal", deal.into()),
        ("sealed", Value::Text(sealed)),
        ("version", Value::Number(f64::from(row.version))),
    ]))
}

/// Seals what stands in plain figures. True where there was some.
pub(super) fn migrate(
    db: &Connection,
    signer: &Signer,
    random: impl Fn() -> ([u8; SALT], [u8; NONCE]),
) -> Result<bool, Problem> {
    let plain = mandates::plain(db)?;
    for (deal, row) in &plain {
        let (salt, nonce) = random();
        let form = form_of_row(row);
        let sealed = sealed(deal, row.version, &form, (&salt, &nonce), signer, &row.made_at)?;
        sealed_mandates::add(db, deal, &sealed)?;
    }
    if !plain.is_empty() {
        mandates::forget_plain(db)?;
    }
    Ok(!plain.is_empty())
}

fn form_of_row(row: &MandateRow) -> MandateForm {
    let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    MandateForm {
        currency: row.currency.clone(),
        target_annual: row.target_annual.clone().unwrap_or_default(),
        walk_away_annual: row.walk_away_annual.clone().unwrap_or_default(),
        longest_term_months: number(row.longest_term_months),
        most_rounds: number(row.most_rounds),
        ..MandateForm::default()
    }
}
