//! The organisation's people for the window.

use anp::digest::Fingerprint;
use anp::office::{Invited, Member, Office, Stands};
use anp::roles::Act;
use anp::time::Moment;
use store::tables::deals;

use crate::state::{Desk, Signer};
use crate::trouble::defect;
use crate::view::{
    DealPerson, InvitedState, InvitedView, MemberCard, PeopleView, Problem, RoleRow, RoleView, StandInView,
};

impl Desk {
    /// Everybody of the organisation, who asked whom, who stands in, and the table of roles.
    ///
    /// # Errors
    /// Where the organisation's ledger cannot be read or is not to be believed.
    pub fn people_view(&self) -> Result<PeopleView, Problem> {
        let known = self.office()?;
        let now = self.0.sources.now();
        let me = self.signer()?.key.fingerprint();
        let table = Act::ALL.into_iter().map(row).collect();
        let Some(office) = known.as_ref().and_then(|known| known.office.as_ref()) else {
            return Ok(PeopleView { table, ..PeopleView::default() });
        };
        let titles = self.read(|db| Ok(deals::all(db)?))?;
        let title = |id: &String| {
            titles.iter().find(|deal| deal.id == *id).map_or_else(|| id.clone(), |deal| deal.title.clone())
        };
        let stand_ins = office.stand_ins().iter().filter(|word| {
            let latest = office.stands_in(
                word.deals.as_ref().and_then(|deals| deals.first()).map_or("", String::as_str),
                word.owner,
                word.to,
                now,
            );
            latest.is_some_and(|latest| latest.since == word.since)
        });
        Ok(PeopleView {
            members: office.members().iter().map(|member| card(office, member, me, now)).collect(),
            invitations: office
                .invitations()
                .iter()
                .map(|invited| invitation(office, invited, now))
                .collect(),
            stand_ins: stand_ins
                .map(|word| StandInView {
                    owner: name(office, word.owner),
                    to: name(office, word.to),
                    to_fingerprint: word.to.to_string(),
                    deals: word.deals.iter().flatten().map(title).collect(),
                    until: word.until.to_text(),
                    mine: office.same(word.owner, me),
                })
                .collect(),
            table,
            four_eyes: office.four_eyes(),
            i_govern: self.may(Act::Govern).is_ok(),
            i_decide: self.may(Act::Decide).is_ok(),
        })
    }
}

impl Desk {
    /// The deal's owner and who stands in now.
    pub(crate) fn people_of(
        &self,
        deal: &deals::Deal,
        signer: Option<&Signer>,
    ) -> Result<Vec<DealPerson>, Problem> {
        let own = signer.map(|signer| signer.key.fingerprint());
        let owner = Fingerprint::parse(&deal.owner_fingerprint).map_err(|_| defect("deal owner"))?;
        // Where the ledger is not to be believed nobody stands in for anybody.
        let known = self.office().ok().flatten();
        let office = known.as_ref().and_then(|known| known.office.as_ref());
        let same = |key| own.is_some_and(|own| office.map_or(own == key, |office| office.same(own, key)));
        let mut people = vec![DealPerson {
            name: deal.owner_name.clone(),
            decides: true,
            stands_in_until: None,
            me: same(owner),
        }];
        let now = self.0.sources.now();
        for member in office.map(Office::members).unwrap_or_default() {
            let key = member.fingerprint();
            let word = office.and_then(|office| office.stands_in(&deal.id, owner, key, now));
            if let Some(word) = word.filter(|_| member.covers(now)) {
                people.push(DealPerson {
                    name: member.name.clone(),
                    decides: true,
                    stands_in_until: Some(word.until.to_text()),
                    me: same(key),
                });
            }
        }
        Ok(people)
    }
}

fn row(act: Act) -> RoleRow {
    RoleRow {
        act: act.name().to_owned(),
        roles: {
            let people = act.allowed().iter().filter(|role| **role != anp::roles::Role::Agent);
            people.map(|role| RoleView::of(*role)).collect()
        },
    }
}

fn name(office: &Office, key: Fingerprint) -> String {
    office.by_key(key).map_or_else(|| key.to_string(), |member| member.name.clone())
}

fn card(office: &Office, member: &Member, me: Fingerprint, now: Moment) -> MemberCard {
    MemberCard {
        name: member.name.clone(),
        fingerprint: member.fingerprint().to_string(),
        roles: member.roles_at(now).iter().map(|role| RoleView::of(*role)).collect(),
        since: member.from.to_text(),
        until: member.until.map(Moment::to_text),
        let_in_by: member.let_in_by.map(|by| name(office, by)),
        me: member.fingerprint() == me,
        decides: member.until.is_none() && member.may(Act::Decide, now),
    }
}

fn invitation(office: &Office, invited: &Invited, now: Moment) -> InvitedView {
    InvitedView {
        id: invited.id.clone(),
        name: invited.name.clone(),
        roles: invited.roles.iter().map(|role| RoleView::of(*role)).collect(),
        until: invited.until.to_text(),
        by: name(office, invited.by),
        state: match invited.stands {
            Stands::Used => InvitedState::Used,
            Stands::Withdrawn => InvitedState::Withdrawn,
            Stands::Open if invited.serves(now) => InvitedState::Open,
            Stands::Open => InvitedState::Expired,
        },
    }
}
