// English: places in forms and payloads, as people call them.

import { placeOf } from '$lib/text/places';

/** Fields as people call them; what is not listed is called by its own name. */
const fields = {
  lines: 'lines',
  sku: 'SKU',
  description: 'description',
  quantity: 'quantity',
  unit: 'unit',
  unit_price: 'unit price',
  currency: 'currency',
  term_months: 'term',
  expires_at: 'end of validity',
  total_annual: 'stated annual total',
  conditions: 'condition',
  notes: 'notes',
  body: 'message',
  subject: 'subject',
  reason: 'reason',
  name: 'name',
  title: 'title',
  vendor: 'vendor',
  party: 'party',
  agent_name: 'agent name',
  may_discuss: 'list of what may be discussed',
  may_disclose: 'list of what may be disclosed',
  will_not_disclose: 'list of what is not disclosed',
  human_contact: 'person to turn to',
  target_annual: 'annual target',
  walk_away_annual: 'annual walk-away',
  longest_term_months: 'longest term',
  most_rounds: 'most rounds',
  mandate: 'mandate',
  budget_annual: 'budget',
  shortest_term_months: 'shortest term',
  payment_days_least: 'least days to pay',
  payment_days_most: 'most days to pay',
  uplift_percent_most: 'rise of prices',
  notice_days_least: 'least days of notice',
  notice_days_most: 'most days of notice',
  expiry_days_least: 'least days that a counter is open',
  expiry_days_most: 'most days that a counter is open',
  deadline: 'deadline',
  target: 'target',
  walk_away: 'walk-away',
  url: 'address',
  token: 'token',
  brand: 'brand',
  brief: 'brief',
  criteria: 'criteria',
  ask: 'words',
  total_budget: 'total budget',
  budget_min: 'least total budget',
  budget_max: 'most total budget',
  budget_currency: 'currency of the budget',
  cpm: 'price of a thousand',
  cpm_max: 'price of a thousand',
  cpm_currency: 'currency of the price',
  impressions: 'impressions',
  impressions_min: 'impressions',
  flight: 'flight',
  start_no_later_than: 'start of the flight',
  end_no_earlier_than: 'end of the flight',
  product_changes: 'products',
  include: 'products wanted',
  omit: 'products not wanted',
  alternatives: 'alternatives',
  count: 'number of alternatives',
  refinements: 'request',
  revisions: 'request',
};

export type FieldWords = typeof fields;

/** A place in a form, in words: `unit price of line 1`. */
export function placeWords(path: string): string {
  const { field, number } = placeOf(path);
  const called = Object.hasOwn(fields, field) ? fields[field as keyof FieldWords] : field;
  // A request to a seller of media has one part nearly always; its field says the rest.
  if (number === undefined || /^\W*(?:revisions|refinements)\b/.test(path)) return called;
  return field === 'conditions' || field === 'lines'
    ? `${field === 'lines' ? 'line' : called} ${number}`
    : `${called} of line ${number}`;
}
