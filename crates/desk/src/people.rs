//! The frame of the window: who is here, which host, what needs attention.

use anp::verify::Check;
use store::tables::{disputes, sessions, settings};

use crate::host_words::OrgAnswer;
use crate::keys::KeyState;
use crate::state::Desk;
use crate::view::{
    AppView, ChannelView, FaultView, HostView, OrgView, PersonView, Problem, ProblemCode, RoleView, Stage,
};

impl Desk {
    /// The frame around every screen.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn app_view(&self) -> Result<AppView, Problem> {
        let (needs_you, unsorted) = self.counts()?;
        let platform = self.read(|db| Ok(settings::get(db, "platform_fingerprint")?))?.unwrap_or_default();
        let guide = self.guide_view()?;
        let mut disputes = self.dispute_problems()?;
        disputes.extend(self.not_halted().err());
        disputes.extend(self.refused_problems()?);
        let host = self.host();
        let now = self.now();
        let stage = now.keys.stage();
        // A host that was not asked yet is not out of reach.
        let unasked = now.last_contact.is_none() && now.problems.is_empty();
        let mut problems = now.problems.clone();
        problems.extend(now.sessions.values().cloned());
        problems.extend(disputes);
        problems.extend(now.ledgers.values().cloned());
        problems.extend(now.mails.values().cloned());
        if let KeyState::Trouble(problem) = &now.keys {
            problems.insert(0, problem.clone());
        }
        let person = now.signer.as_ref().map(|signer| PersonView {
            name: signer.name.clone(),
            fingerprint: signer.fingerprint_text(),
            kept_in: signer.place,
            roles: now.org.as_ref().map(roles).unwrap_or_default(),
        });
        let org = now.org.as_ref().map(|org| OrgView {
            name: org.org.name.clone(),
            platform_fingerprint: platform,
            channel: channel_view(org),
        });
        let waiting = now.vendors.iter().filter(|vendor| vendor.status == "sandbox").count();
        let public_url = now.org.as_ref().and_then(|org| org.org.public_url.clone());
        Ok(AppView {
            stage,
            person,
            org,
            host: HostView {
                loopback: is_loopback(public_url.as_deref().unwrap_or(&host.url)),
                public_url,
                url: host.url,
                embedded: host.embedded,
                reachable: now.reachable || stage != Stage::Ready || unasked,
                last_contact: now.last_contact.clone(),
            },
            guide,
            problems,
            needs_you,
            unsorted,
            vendors_waiting: count(waiting),
        })
    }
}

impl Desk {
    /// Chains in dispute, wherever their sessions stand: they stay until people have
    /// settled them, restarts included.
    fn dispute_problems(&self) -> Result<Vec<Problem>, Problem> {
        self.read(|db| {
            let mut problems = Vec::new();
            for session in disputes::sessions(db)? {
                let head = sessions::get(db, &session)?.map_or(0, |known| known.head_seq);
                if let Some(dispute) = disputes::standing(db, &session)? {
                    problems.push(dispute_problem(&session, head, &dispute));
                }
            }
            Ok(problems)
        })
    }
}

pub(crate) fn dispute_problem(session: &str, head: u64, dispute: &disputes::Dispute) -> Problem {
    let faults = crate::timeline::faults_of(dispute);
    let lacks_seen = |fault: &FaultView| fault.check == Check::SeenHead.as_str() && fault.seq.is_none();
    if faults.iter().any(lacks_seen) {
        return Problem::new(ProblemCode::HostRewound).with("session", session).with("seq", head);
    }
    let first = faults.iter().find(|fault| fault.seq.is_some()).or_else(|| faults.first());
    Problem::new(ProblemCode::ChainRed)
        .with("session", session)
        .with("seq", first.and_then(|fault| fault.seq).map(|seq| seq.to_string()).unwrap_or_default())
        .with("check", first.map_or("", |fault| fault.check.as_str()))
}

pub(crate) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

pub(crate) fn roles(org: &OrgAnswer) -> Vec<RoleView> {
    let known = |role: &String| match role.as_str() {
        "procurement" => Some(RoleView::Procurement),
        "deal_owner" => Some(RoleView::DealOwner),
        "legal" => Some(RoleView::Legal),
        "org_owner" => Some(RoleView::OrgOwner),
        _ => None,
    };
    org.me.roles.iter().filter_map(known).collect()
}

pub(crate) fn channel_view(org: &OrgAnswer) -> ChannelView {
    ChannelView {
        enabled: org.channel.enabled,
        handle: org.channel.handle.clone(),
        envelope: crate::wire_form::envelope_of_json(&org.channel.envelope),
    }
}

/// Whether only this machine can reach the address.
pub(crate) fn is_loopback(url: &str) -> bool {
    // Read as whoever connects reads it: what stands before an `@` is no host.
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn this_machine_is_told_from_hosts_that_feign_it() {
        for here in [
            "http://127.0.0.1",
            "http://127.0.0.1:8443/api",
            "http://localhost",
            "https://LOCALHOST:1",
            "https://[::1]",
            "https://[::1]:8443",
        ] {
            assert!(is_loopback(here), "{here}");
        }
        for elsewhere in [
            "http://127.0.0.1:80@evil.example/",
            "http://localhost:1@evil.example",
            "http://evil.example#@127.0.0.1",
            "http://evil.example?@localhost",
            "http://evil.example\\@127.0.0.1/",
            "http://127.0.0.1.evil.example",
            "http://[2001:db8::1]",
            "127.0.0.1",
            "",
        ] {
            assert!(!is_loopback(elsewhere), "{elsewhere}");
        }
    }
}
