//! A negotiation of named people, from the opening to the accepted offer, with its
//! decisions made in the one way in which decisions are made.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

use anp::checkpoint::Checkpoint;
use anp::digest::{EventHash, PayloadHash, sha256};
use anp::event::{Actor, Event, Head, Kind, SessionId, Stated};
use anp::json;
use anp::keys::{SecretKey, Signature};
use anp::ledger::{Link, signed_text};
use anp::log::{KeyEntry, SessionWord, document, event_json};
use anp::members::Membership;
use anp::payload::{Envelope, Message, OpenedBy, Payload, Reason, SessionOpen};
use anp::time::Moment;
use anp::verify::{Outcome, Pin, Trust, judge};
use deal::{
    Answer, Draft, EventPoint, ExactEvent, HeadPoint, History, InThisProcess, LedgerPlace, Person, Scenario,
};
use evidence::{
    About, Contents, Entry, HowTrusted, Judged, Key, Ledger, LogSource, Mail, Seal, Verdict, bundle, terms_of,
};
use support::people;

pub const SESSION: &str = "0b0f6a0e-5a42-4f0a-9a61-3f1c2d9d7c11";
pub const DEAL: &str = "d3a1c7de-0000-4000-8000-000000000001";
const OPENED: &str = "2026-07-11T09:00:00.000Z";

struct Hand<'a>(&'a SecretKey);

impl deal::Seal for Hand<'_> {
    fn fingerprint(&self) -> deal::Hash {
        *self.0.fingerprint().bytes()
    }

    fn sha256(&self, bytes: &[u8]) -> deal::Hash {
        sha256(bytes)
    }

    fn sign(&self, message: &[u8]) -> Result<[u8; 64], deal::SealRefusal> {
        Ok(self.0.sign(message).0)
    }
}

/// The session and the deal's ledger as they grow.
pub struct Thread {
    pub events: Vec<Event>,
    pub ledger: Vec<Entry>,
    now: Moment,
}

pub fn session() -> SessionId {
    SessionId::parse(SESSION).unwrap()
}

pub fn at(minute: i64) -> Moment {
    Moment::parse(OPENED).unwrap().plus_millis(minute * 60_000)
}

fn payload(kind: Kind, text: &str) -> Payload {
    Payload::read(kind, &json::parse_flawless(text.as_bytes()).unwrap()).unwrap()
}

fn envelope(party: &str) -> Envelope {
    let text = format!(
        r#"{{"party":"{party}","agent":{{"name":"{party} agent","declared_ai":true}},"may_discuss":["pricing","term"],"may_disclose":["list prices"],"offer_authority":"propose_only","human_contact":"sales@contoso.example"}}"#
    );
    let Payload::Envelope(envelope) = payload(Kind::Envelope, &text) else { unreachable!() };
    envelope
}

pub fn offer(kind: Kind, price: &str, more: &str) -> Payload {
    payload(
        kind,
        &format!(
            r#"{{"currency":"USD","term_months":36,"expires_at":"2026-07-20T00:00:00Z","line_items":[{{"sku":"CRM-ENT","description":"CRM Enterprise seats","quantity":500,"unit":"seat/year","unit_price":{price},"currency":"USD"}},{{"description":"Data residency add-on, EU","quantity":500,"unit":"seat/month","unit_price":4.25,"currency":"USD"}},{{"description":"Onboarding","quantity":1,"unit":"project","unit_price":18000,"currency":"USD"}}],"conditions":["Net 30 days","Price held for the whole term"]{more}}}"#
        ),
    )
}

impl Thread {
    pub fn opened() -> Self {
        let thread = Self { events: Vec::new(), ledger: Vec::new(), now: Moment::parse(OPENED).unwrap() };
        let open = SessionOpen {
            agent: OpenedBy {
                id: "5e0e1f0a-98cb-4b1f-bc0f-2b9c8f3f0f01".to_owned(),
                name: "Contoso Seller Agent".to_owned(),
                fingerprint: people::contoso_agent().fingerprint(),
            },
            envelope: envelope("Contoso"),
        };
        thread.say(Actor::VendorAgent, Payload::SessionOpen(open), None).say(
            Actor::Buyer,
            Payload::Envelope(envelope("Northwind")),
            Some(&people::platform()),
        )
    }

    pub fn say(mut self, actor: Actor, payload: Payload, key: Option<&SecretKey>) -> Self {
        let (head, at) = (self.head(), self.now.to_text());
        self.now = self.now.plus_millis(60_000);
        let stated = Stated::of(payload);
        self.events.push(match key {
            Some(key) => Event::append(&session(), &head, actor, stated.sign(key), &at),
            None => Event::append_claim(&session(), &head, actor, stated, &at),
        });
        self
    }

    pub fn vendor(self, payload: Payload) -> Self {
        self.say(Actor::VendorAgent, payload, Some(&people::contoso_agent()))
    }

    /// A short session in which the vendor says this.
    pub fn saying(words: &str) -> Self {
        Self::opened().vendor(offer(Kind::Offer, "1200", "")).vendor(message(words))
    }

    pub fn head(&self) -> Head {
        self.events.last().map_or(Head::EMPTY, Event::head)
    }

    /// Olivia decides; what she decided lands.
    pub fn olivia(mut self, answer: Answer, answers: Option<u64>, payloads: Vec<Payload>) -> Self {
        self = self.decides(answer, answers, &payloads);
        for payload in payloads {
            self = self.say(Actor::Buyer, payload, Some(&people::olivia()));
        }
        self
    }

    /// Olivia decides, and nothing leaves.
    pub fn decides(mut self, answer: Answer, answers: Option<u64>, payloads: &[Payload]) -> Self {
        let olivia = people::olivia();
        let point = answers.map(|seq| EventPoint {
            seq: u32::try_from(seq).unwrap(),
            hash: *self.events[usize::try_from(seq).unwrap() - 1].hash.bytes(),
        });
        let exact = payloads
            .iter()
            .map(|payload| {
                let stated = Stated::of(payload.clone());
                ExactEvent {
                    kind: stated.kind().as_str().to_owned(),
                    payload: stated.canonical().to_owned(),
                    payload_hash: *stated.hash().bytes(),
                }
            })
            .collect();
        let head = self.head();
        let head = HeadPoint {
            session: SESSION.to_owned(),
            seq: u32::try_from(head.seq).unwrap(),
            hash: *head.hash.bytes(),
        };
        let person = Person {
            id: "p-1".to_owned(),
            name: "Olivia".to_owned(),
            fingerprint: *olivia.fingerprint().bytes(),
            owns_deal: true,
        };
        let place = self.place();
        let screened = Draft::new(answer, exact, point, head)
            .unwrap()
            .guard(None, &History::default())
            .screen(&InThisProcess, &Scenario::default())
            .unwrap()
            .clear()
            .unwrap();
        let quorum = deal::Demands::default().settle(&screened.to_vote_on(), None).unwrap();
        let decided = screened.decide(person, self.now.millis(), place, &Hand(&olivia), &quorum).unwrap();
        let decision = decided.sign(&Hand(&olivia)).unwrap().decision().clone();
        let now = self.now.to_text();
        self.append("decision", decision.statement(), true, Signature(*decision.signature()), &now);
        self
    }

    fn place(&self) -> LedgerPlace {
        let head = self.ledger.last().map_or(EventHash::ZERO, |entry| entry.event_hash);
        LedgerPlace {
            ledger_id: DEAL.to_owned(),
            own_counter: self.ledger.len() as u64 + 1,
            head_seen: *head.bytes(),
        }
    }

    /// Somebody puts an entry on the ledger and calls it what they like.
    pub fn entered(mut self, kind: &str, payload: &str, key: &SecretKey) -> Self {
        let (signer, head) = (key.fingerprint(), EventHash(self.place().head_seen));
        let counter = self.ledger.iter().filter(|entry| entry.signer == signer).count() as u64 + 1;
        let hash = PayloadHash::of_canonical(payload);
        let (seq, at) = (self.ledger.len() as u64 + 1, self.now.to_text());
        let link = Link { ledger: DEAL, seq, signer, kind, payload: hash, prev: head, at: &at };
        let signature = key.sign(signed_text(DEAL, kind, hash, counter, head).as_bytes());
        self.ledger.push(Entry {
            seq,
            kind: kind.to_owned(),
            payload: Some(payload.to_owned()),
            payload_hash: hash,
            counter,
            head_seen: head,
            signer,
            signature,
            prev_hash: head,
            event_hash: link.hash(),
            at,
        });
        self
    }

    pub fn now(&self) -> Moment {
        self.now
    }

    /// A statement of Olivia's that the exporter keeps to itself.
    pub fn keeps(mut self, kind: &str, payload: &str) -> Self {
        let message = deal::ledger_message(&self.place(), kind, PayloadHash::of_canonical(payload).bytes());
        let signature = people::olivia().sign(message.as_bytes());
        let now = self.now.to_text();
        self.append(kind, payload, false, signature, &now);
        self
    }

    fn append(&mut self, kind: &str, payload: &str, disclosed: bool, signature: Signature, at: &str) {
        let (seq, signer) = (self.ledger.len() as u64 + 1, people::olivia().fingerprint());
        let prev = self.ledger.last().map_or(EventHash::ZERO, |entry| entry.event_hash);
        let hash = PayloadHash::of_canonical(payload);
        let preimage = format!("COUNTERSIGN/1\n{DEAL}\n{seq}\n{signer}\n{kind}\n{hash}\n{prev}\n{at}");
        let place = self.place();
        self.ledger.push(Entry {
            seq,
            kind: kind.to_owned(),
            payload: disclosed.then(|| payload.to_owned()),
            payload_hash: hash,
            counter: place.own_counter,
            head_seen: EventHash(place.head_seen),
            signer,
            signature,
            prev_hash: prev,
            event_hash: EventHash(sha256(preimage.as_bytes())),
            at: at.to_owned(),
        });
    }

    pub fn log(&self) -> String {
        let closed = self.events.iter().find(|event| event.stated.kind() == Kind::SessionClose);
        let word = SessionWord {
            id: session(),
            sandbox: false,
            closed_at: closed.map(|event| event.at.clone()),
            opened_at: OPENED.to_owned(),
            head: self.head(),
        };
        let membership = membership();
        let attestation = membership.attest(&people::platform());
        let keys = [
            KeyEntry::vendor_agent(people::contoso_agent().public()),
            KeyEntry::platform(people::platform().public()),
            KeyEntry {
                name: "Olivia".to_owned(),
                public_key: people::olivia().public(),
                member: Some((membership, attestation, vec!["deal_owner".to_owned()])),
            },
        ];
        document(&word, &keys, self.events.iter().map(event_json))
    }

    pub fn contents(&self) -> Contents {
        let mut contents = Contents {
            about: about(),
            log: Some(self.log().into_bytes()),
            keys: keys(),
            pins: pins().pins,
            seen: vec![self.head()],
            verdict: Verdict::unreadable(""),
            checkpoints: vec![Checkpoint::sign(&session(), &self.head(), at(60), &people::olivia())],
            ledger: Ledger { id: DEAL.to_owned(), entries: self.ledger.clone(), waiting: Vec::new() },
            people: None,
            media: None,
            quotes: Vec::new(),
            letters: Vec::new(),
            mails: vec![mail(-120, "Renewal of our CRM"), mail(15, "Re: Renewal of our CRM")],
            versions: Vec::new(),
        };
        contents.verdict =
            Verdict::from(&judge(contents.log.as_deref().unwrap(), &contents.exporters_trust()).verdict);
        contents
    }
}

fn membership() -> Membership {
    Membership {
        fingerprint: people::olivia().fingerprint(),
        valid_from: "2026-01-01T00:00:00Z".to_owned(),
        valid_to: None,
    }
}

fn about() -> About {
    About {
        session: Some(session()),
        deal: Some(DEAL.to_owned()),
        title: "CRM renewal 2026".to_owned(),
        vendor: "Contoso".to_owned(),
        organisation: "Northwind".to_owned(),
        exported_at: at(60).to_text(),
        exported_by: "Olivia".to_owned(),
        signed_by: Some(people::olivia().fingerprint()),
        log_from: LogSource::Host,
    }
}

fn keys() -> Vec<Key> {
    let key = |name: &str, party, key: SecretKey, trusted| Key {
        name: name.to_owned(),
        party,
        key: key.public(),
        trusted,
    };
    let pinned = HowTrusted::Pinned { by: "Olivia".to_owned(), at: "2026-07-10T16:20:00.000Z".to_owned() };
    let attested = HowTrusted::Attested { valid_from: membership().valid_from, valid_to: None };
    vec![
        key("vendor_agent", Actor::VendorAgent, people::contoso_agent(), pinned),
        key("buyer", Actor::Buyer, people::platform(), HowTrusted::Platform),
        key("Olivia", Actor::Buyer, people::olivia(), attested),
    ]
}

fn mail(minute: i64, subject: &str) -> Mail {
    let raw = format!(
        "From: sales@contoso.example\r\nTo: olivia@northwind.example\r\nSubject: {subject}\r\n\r\nSee our agent's offer.\r\n"
    );
    Mail { at: at(minute).to_text(), raw: raw.into_bytes() }
}

pub fn message(body: &str) -> Payload {
    Payload::Message(Message { subject: None, body: body.to_owned() })
}

/// From the opening to the accepted offer.
pub fn whole() -> Thread {
    let thread = Thread::opened()
        .keeps("mandate", r#"{"deal":"d","version":1}"#)
        .vendor(offer(Kind::Offer, "1200", r#","total_annual":643500"#))
        .vendor(message("A good price, we think.\nValid until <b>Friday</b>.\u{202e}yadirF litnu dilaV"));
    let counter = offer(Kind::CounterOffer, "1056", "");
    let thread = thread.olivia(Answer::Counter(terms(&counter)), Some(3), vec![counter]);
    let last = offer(Kind::CounterOffer, "1140", r#","notes":"Our last word on this volume.""#);
    let thread = thread.vendor(last.clone());
    let reason = deal::acceptance_reason(thread.head().hash.bytes());
    let close = Payload::SessionClose(Reason { reason: Some(reason) });
    let accept = Answer::Accept { ours: terms(&last), theirs: terms(&last) };
    thread.olivia(accept, Some(6), vec![last, close])
}

pub fn terms(payload: &Payload) -> deal::Terms {
    terms_of(payload.offer().unwrap())
}

pub fn sealed(contents: &Contents) -> Vec<u8> {
    sealed_by(contents, &people::olivia(), at(60))
}

/// Sealed by whoever it is, at whatever time.
pub fn sealed_by(contents: &Contents, key: &SecretKey, at: Moment) -> Vec<u8> {
    let seal = Seal::sign(&bundle::manifest_hash(contents), at, key);
    bundle::write(contents, Some(&seal)).unwrap()
}

/// What a reader knows who has compared the fingerprints.
pub fn pins() -> Trust {
    let pin = |party, key: SecretKey| Pin { party, fingerprint: key.fingerprint() };
    Trust {
        pins: vec![pin(Actor::VendorAgent, people::contoso_agent()), pin(Actor::Buyer, people::platform())],
        session: Some(session()),
        ..Trust::default()
    }
}

/// The names of the checks that failed.
pub fn failed(bytes: &[u8]) -> Vec<String> {
    let Judged { verdict, .. } = bundle::check(bytes, &pins());
    assert_eq!(verdict.faults.is_empty(), verdict.outcome == Outcome::Green, "{verdict:#?}");
    let mut checks: Vec<String> = verdict.faults.into_iter().map(|fault| fault.check).collect();
    checks.dedup();
    checks
}
