//! Between the protocol's values and the window's forms.

use anp::json;
use anp::payload::{Authority, Envelope, Line, Offer};
use money::{Amount, Currency};

use crate::unfit::unfit_payload;
use crate::view::{EnvelopeView, LineForm, OfferForm, Problem, ProblemCode, Unfit};

/// An envelope for the window.
pub(crate) fn envelope_view(envelope: &Envelope) -> EnvelopeView {
    EnvelopeView {
        party: envelope.party.clone(),
        agent_name: envelope.agent_name.clone(),
        may_discuss: envelope.may_discuss.clone(),
        may_disclose: envelope.may_disclose.clone(),
        will_not_disclose: envelope.will_not_disclose.clone().unwrap_or_default(),
        offer_authority: envelope.offer_authority.as_str().to_owned(),
        human_contact: envelope.human_contact.clone(),
    }
}

/// The org's own envelope as the host tells it; empty where it is none.
pub(crate) fn envelope_of_json(value: &serde_json::Value) -> EnvelopeView {
    let parsed = json::parse_flawless(value.to_string().as_bytes()).ok();
    let read = parsed.and_then(|value| Envelope::read(&value).ok());
    let nothing = || EnvelopeView {
        party: String::new(),
        agent_name: String::new(),
        may_discuss: Vec::new(),
        may_disclose: Vec::new(),
        will_not_disclose: Vec::new(),
        offer_authority: Authority::BindWithHumanApproval.as_str().to_owned(),
        human_contact: None,
    };
    read.as_ref().map_or_else(nothing, envelope_view)
}

/// An envelope that a person wrote, held to the protocol's bounds.
pub(crate) fn envelope_of_view(view: &EnvelopeView) -> Result<Envelope, Problem> {
    let authority =
        Authority::parse(&view.offer_authority).ok_or_else(|| invalid("offer_authority", Unfit::Unknown))?;
    let texts = |list: &[String]| -> Vec<String> {
        list.iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
    };
    let hidden = texts(&view.will_not_disclose);
    let envelope = Envelope {
        party: view.party.trim().to_owned(),
        agent_name: view.agent_name.trim().to_owned(),
        may_discuss: texts(&view.may_discuss),
        may_disclose: texts(&view.may_disclose),
        will_not_disclose: (!hidden.is_empty()).then_some(hidden),
        offer_authority: authority,
        human_contact: view
            .human_contact
            .as_ref()
            .map(|contact| contact.trim().to_owned())
            .filter(|contact| !contact.is_empty()),
    };
    Envelope::read(&envelope.to_value()).map_err(|fault| unfit_payload(&fault))
}

/// The form of a counter to this offer: its terms as they are, without its notes.
pub(crate) fn form_of(offer: &Offer) -> OfferForm {
    OfferForm {
        currency: offer.currency.as_str().to_owned(),
        term_months: offer.term_months.to_string(),
        expires_at: offer.expires_at.clone(),
        lines: offer.line_items.iter().map(line_form).collect(),
        total_annual: String::new(),
        conditions: offer.conditions.clone().unwrap_or_default(),
        notes: String::new(),
    }
}

fn line_form(line: &Line) -> LineForm {
    LineForm {
        sku: line.sku.clone().unwrap_or_default(),
        description: line.description.clone(),
        quantity: line.quantity.to_string(),
        unit: line.unit.clone(),
        unit_price: line.unit_price.to_string(),
        currency: line.currency.as_str().to_owned(),
        term_months: line.term_months.map(|months| months.to_string()).unwrap_or_default(),
    }
}

/// The offer that a form says, held to the protocol's bounds.
pub(crate) fn offer_of(form: &OfferForm) -> Result<Offer, Problem> {
    let currency =
        |path: &str, text: &str| Currency::parse(text.trim()).map_err(|_| invalid(path, Unfit::Currency));
    let mut lines = Vec::with_capacity(form.lines.len());
    for (place, line) in form.lines.iter().enumerate() {
        let path = |field: &str| format!("line_items[{place}].{field}");
        lines.push(Line {
            sku: given(&line.sku),
            description: line.description.trim().to_owned(),
            quantity: amount(&path("quantity"), &line.quantity)?,
            unit: line.unit.trim().to_owned(),
            unit_price: amount(&path("unit_price"), &line.unit_price)?,
            currency: currency(&path("currency"), &line.currency)?,
            term_months: given(&line.term_months)
                .map(|text| months(&path("term_months"), &text))
                .transpose()?,
        });
    }
    let conditions: Vec<String> =
        form.conditions.iter().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect();
    let offer = Offer {
        currency: currency("currency", &form.currency)?,
        term_months: months("term_months", &form.term_months)?,
        expires_at: form.expires_at.trim().to_owned(),
        line_items: lines,
        total_annual: given(&form.total_annual).map(|text| amount("total_annual", &text)).transpose()?,
        conditions: (!conditions.is_empty()).then_some(conditions),
        notes: given(&form.notes),
    };
    offer.checked().map_err(|fault| unfit_payload(&fault))
}

fn given(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn amount(path: &str, text: &str) -> Result<Amount, Problem> {
    Amount::parse(text.trim()).map_err(|_| invalid(path, Unfit::Decimal))
}

fn months(path: &str, text: &str) -> Result<u32, Problem> {
    text.trim().parse().map_err(|_| invalid(path, Unfit::WholeNumber))
}

/// A form's field that makes no valid payload.
pub(crate) fn invalid(path: &str, problem: Unfit) -> Problem {
    Problem::new(ProblemCode::FormInvalid).with("path", path).with("problem", problem)
}
