//! A deal's dealings with its seller of media, for the window.

use adcp::capability::Capabilities;
use adcp::preflight::ALTERNATIVES;
use adcp::request::refine::{ChangeKind, Constraints, Dimension, Membership, Revision, Wish};
use adcp::task_error::{Again, TaskError};
use anp::json::{Value, canonical};
use anp::time::Moment;
use store::tables::adcp::{Seller, State};

use super::book::{Book, Exchange, text};
use super::send::known_until;
use super::{show_answer, show_proposal};
use crate::state::{Desk, locked};
use crate::view::{
    AdcpAccount, AdcpAct, AdcpAsked, AdcpError, AdcpExchange, AdcpMediaBuy, AdcpProduct, AdcpRemedy,
    AdcpSeller, AdcpState, AdcpView, AdcpWish, Problem,
};

/// The tasks that change something.
const MUTATIONS: [&str; 4] =
    ["request_proposals", "refine_proposals", "accept_proposal", "decline_proposals"];

impl Desk {
    /// A deal's seller of media with everything that was asked and answered, judged anew.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn adcp_view(&self, deal: &str) -> Result<AdcpView, Problem> {
        let signer = self.now().signer.clone();
        let owned_by_me = signer.is_some_and(|signer| self.owned(deal, &signer).is_ok());
        let book = self.read(|db| Book::read(db, deal))?;
        let now = self.0.sources.now();
        let problem = locked(&self.0.adcp.problems).get(deal).cloned();
        Ok(AdcpView {
            deal: deal.to_owned(),
            owned_by_me,
            seller: book.seller.as_ref().map(|seller| seller_view(&book, seller, problem)),
            exchanges: book.exchanges.iter().map(exchange_view).collect(),
            proposals: show_proposal::views(&book, now),
            media_buys: media_buys(&book),
        })
    }
}

fn seller_view(book: &Book, seller: &Seller, problem: Option<Problem>) -> AdcpSeller {
    let none = Capabilities::default();
    let known = book.capabilities.as_ref().unwrap_or(&none);
    let served: Vec<String> = serde_json::from_str(&seller.tools).unwrap_or_default();
    let has = |tool: &&&str| served.iter().chain(&known.lifecycle_tools).any(|one| one == **tool);
    let support = known.refinement.as_ref();
    let most = support.and_then(|support| support.max_alternatives).unwrap_or(*ALTERNATIVES.end());
    let account = serde_json::from_str(&seller.account).unwrap_or(AdcpAccount::Id { id: String::new() });
    AdcpSeller {
        url: seller.url.clone(),
        account,
        brand: seller.brand.clone(),
        asked_at: Some(seller.asked_at.clone()).filter(|at| !at.is_empty()),
        version: known.version().map(str::to_owned),
        versions: known.versions.clone(),
        replay_seconds: known.replay_seconds.map(|seconds| u32::try_from(seconds).unwrap_or(u32::MAX)),
        dimensions: support
            .and_then(|support| support.dimensions.as_ref())
            .map(|dimensions| dimensions.iter().map(|dimension| dimension.as_str().to_owned()).collect()),
        max_alternatives: u32::try_from(most.min(*ALTERNATIVES.end())).unwrap_or(10),
        tools: MUTATIONS.iter().filter(has).map(|tool| (*tool).to_owned()).collect(),
        products: show_answer::products(book)
            .into_iter()
            .map(|(id, name)| AdcpProduct { id, name })
            .collect(),
        problem,
    }
}

/// Where a request stands.
pub(super) fn state_of(exchange: &Exchange) -> AdcpState {
    match exchange.row.state {
        State::Due => AdcpState::Sending,
        State::Sent => AdcpState::Doubt,
        State::Waiting => AdcpState::Waiting,
        State::Pending => AdcpState::Pending,
        State::Refused => AdcpState::Refused,
        State::NeedsInput => AdcpState::NeedsInput,
        State::GivenUp => AdcpState::GivenUp,
        State::Answered => {
            let holds = exchange.answer.as_ref().is_some_and(|judged| judged.judgement.holds());
            if holds { AdcpState::Answered } else { AdcpState::Faulty }
        }
    }
}

/// What a request was for.
pub(super) fn act_of(exchange: &Exchange) -> AdcpAct {
    let changes = |kind: ChangeKind| {
        let refinements = exchange.refine.iter().flat_map(|request| &request.refinements);
        let mut kinds = refinements.filter_map(|refinement| match &refinement.wish {
            Wish::Revise(revision) => revision.change_kind,
            Wish::Finalize => None,
        });
        kinds.any(|this| this == kind)
    };
    match exchange.row.tool.as_str() {
        "request_proposals" => AdcpAct::Request,
        "accept_proposal" => AdcpAct::Accept,
        "decline_proposals" => AdcpAct::Decline,
        _ if exchange.finalizes() => AdcpAct::Finalize,
        _ if changes(ChangeKind::Cancellation) => AdcpAct::Cancel,
        _ if changes(ChangeKind::Amendment) => AdcpAct::Amend,
        _ => AdcpAct::Revise,
    }
}

fn exchange_view(exchange: &Exchange) -> AdcpExchange {
    let row = &exchange.row;
    let state = state_of(exchange);
    let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let again = row.due_ms.map(|due| Moment::from_millis(due).to_text());
    AdcpExchange {
        key: row.key.clone(),
        number: row.number,
        act: act_of(exchange),
        tool: row.tool.clone(),
        state,
        decided_by: row.by_name.clone(),
        decided_at: row.decided_at.clone(),
        arguments: row.arguments.clone(),
        sends: row.sends,
        replay_until: Moment::from_millis(known_until(row)).to_text(),
        again_at: again.filter(|_| exchange.unsettled()),
        task: given(&row.task),
        error: exchange.error.as_ref().map(error_view),
        problem: serde_json::from_str(&row.trouble).ok(),
        asked: asked(exchange),
        answer: exchange.answer.as_ref().map(|judged| show_answer::view(exchange, judged)),
        may_repeat: !matches!(row.state, State::Refused | State::GivenUp | State::NeedsInput),
        may_give_up: exchange.unsettled(),
    }
}

fn error_view(error: &TaskError) -> AdcpError {
    let remedy = match (error.again(), error.code.as_deref()) {
        (_, Some("IO_REQUIRED")) => AdcpRemedy::SignOrder,
        (_, Some("PROPOSAL_EXPIRED" | "CONFLICT" | "INVALID_STATE")) => AdcpRemedy::FreshTerms,
        (Again::SameKey(_), _) => AdcpRemedy::Wait,
        (Again::NewRequest, _) => AdcpRemedy::NewRequest,
        (Again::Never, _) => AdcpRemedy::None,
    };
    AdcpError {
        code: error.code.clone(),
        message: error.message.clone(),
        field: error.field.clone(),
        supported: error.supported_dimensions(),
        remedy,
    }
}

/// What was asked for, source by source.
fn asked(exchange: &Exchange) -> Vec<AdcpAsked> {
    if let Some(request) = &exchange.refine {
        let asked = request.refinements.iter().map(|refinement| AdcpAsked {
            proposal: Some(refinement.proposal_id.clone()),
            wishes: match &refinement.wish {
                Wish::Finalize => vec![AdcpWish::Hold],
                Wish::Revise(revision) => wishes(revision),
            },
        });
        return asked.collect();
    }
    let brief = text(&exchange.arguments, "brief").map(|text| AdcpWish::Ask { text: text.to_owned() });
    let criteria = exchange.arguments.get("criteria");
    let criteria = criteria.map(|criteria| AdcpWish::Criteria { json: canonical(criteria) });
    if exchange.row.tool == "request_proposals" {
        return vec![AdcpAsked { proposal: None, wishes: brief.into_iter().chain(criteria).collect() }];
    }
    let about = exchange.sources().into_iter();
    about.map(|id| AdcpAsked { proposal: Some(id), wishes: Vec::new() }).collect()
}

/// The requirements of a revision.
pub(super) fn wishes(revision: &Revision) -> Vec<AdcpWish> {
    let mut wishes = Vec::new();
    for dimension in Dimension::ALL {
        wishes.extend(of_constraint(&revision.constraints, dimension));
        match dimension {
            Dimension::ProductChanges => {
                wishes.extend(revision.product_changes.iter().map(|(product, change)| AdcpWish::Product {
                    product: product.clone(),
                    include: *change == Membership::Include,
                }));
            }
            Dimension::Alternatives => wishes.extend(
                revision
                    .alternatives
                    .map(|count| AdcpWish::Alternatives { count: u32::try_from(count).unwrap_or(u32::MAX) }),
            ),
            Dimension::Criteria => wishes.extend(
                revision.criteria.as_ref().map(|criteria| AdcpWish::Criteria { json: canonical(criteria) }),
            ),
            _ => {}
        }
    }
    if revision.remove_frequency_cap {
        wishes.push(AdcpWish::NoFrequencyCap);
    }
    wishes.extend(revision.ask.as_ref().map(|ask| AdcpWish::Ask { text: ask.clone() }));
    wishes
}

fn of_constraint(constraints: &Constraints, dimension: Dimension) -> Option<AdcpWish> {
    Some(match dimension {
        Dimension::TotalBudget => {
            let bounds = constraints.total_budget.as_ref()?;
            AdcpWish::TotalBudget {
                min: bounds.min.as_ref().map(ToString::to_string),
                max: bounds.max.as_ref().map(ToString::to_string),
                currency: bounds.currency.as_str().to_owned(),
            }
        }
        Dimension::Cpm => {
            let ceiling = constraints.cpm.as_ref()?;
            AdcpWish::Cpm { max: ceiling.max.to_string(), currency: ceiling.currency.as_str().to_owned() }
        }
        Dimension::Impressions => {
            AdcpWish::Impressions { min: constraints.impressions.as_ref()?.to_string() }
        }
        Dimension::Flight => {
            let flight = constraints.flight.as_ref()?;
            AdcpWish::Flight {
                start_no_later_than: flight.start_no_later_than.clone(),
                end_no_earlier_than: flight.end_no_earlier_than.clone(),
            }
        }
        Dimension::ProductChanges | Dimension::Alternatives | Dimension::Criteria => return None,
    })
}

/// What was bought, by the acceptances that hold.
fn media_buys(book: &Book) -> Vec<AdcpMediaBuy> {
    let mut buys: Vec<AdcpMediaBuy> = Vec::new();
    for exchange in book.exchanges.iter().filter(|exchange| exchange.row.tool == "accept_proposal") {
        let Some(judged) = exchange.answer.as_ref().filter(|judged| judged.judgement.holds()) else {
            continue;
        };
        let answer: &Value = &judged.judgement.answer;
        let (Some(id), Some(proposal)) =
            (text(answer, "media_buy_id"), exchange.sources().into_iter().next())
        else {
            continue;
        };
        let ended = book.proposal(&proposal).is_some_and(super::book::Proposal::ends_media_buy);
        let status = text(answer, "media_buy_status").unwrap_or_default().to_owned();
        buys.retain(|known| known.id != id);
        buys.push(AdcpMediaBuy { id: id.to_owned(), proposal, status, ended });
    }
    buys
}
