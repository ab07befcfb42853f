//! A token in the place of a password. `lettre` knows one of the two ways, and takes the
//! server's reason for a refusal for a broken connection.

use std::fmt;

use base64ct::{Base64, Encoding as _};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::Ehlo;
use lettre::transport::smtp::extension::ClientId;
use zeroize::Zeroizing;

use super::hand::said;
use crate::net::{Bearing, Cause, Step, Trouble, at};

/// One line, ended.
struct Line<'a>(&'a str);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\r\n", self.0)
    }
}

/// Proves who asks by whichever way the server offers.
pub(super) async fn enter(
    spoken: &mut AsyncSmtpConnection,
    name: &ClientId,
    user: &str,
    token: &Zeroizing<String>,
) -> Result<(), Trouble> {
    // What was offered is asked again: of what it does not know, `lettre` keeps nothing.
    let told = said(Step::Login, spoken.command(Ehlo::new(name.clone()))).await?;
    let offered: Vec<String> = told
        .message()
        .filter_map(|line| line.to_ascii_uppercase().strip_prefix("AUTH").map(str::to_owned))
        .flat_map(|ways| ways.split([' ', '=']).map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let way = Bearing::of(|way| offered.iter().any(|known| known == way));
    let way = way.ok_or(at(Step::Login, Cause::NoWayIn))?;
    let proof = Zeroizing::new(Base64::encode_string(way.proof(user, token).as_bytes()));
    let line = Zeroizing::new(format!("AUTH {} {}", way.name(), proof.as_str()));
    let answer = denied(said(Step::Login, spoken.command(Line(&line))).await)?;
    if answer.has_code(334) {
        // The reason of a refusal, which the server gives once it is heard.
        denied(said(Step::Login, spoken.command(Line(way.heard()))).await)?;
        return Err(at(Step::Login, Cause::Denied));
    }
    Ok(())
}

fn denied<T>(told: Result<T, Trouble>) -> Result<T, Trouble> {
    told.map_err(|trouble| match trouble.cause {
        Cause::Rejected => at(Step::Login, Cause::Denied),
        _ => trouble,
    })
}
