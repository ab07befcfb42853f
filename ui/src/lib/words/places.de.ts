// German: places in forms and payloads, as people call them.

import { placeOf } from '$lib/text/places';
import type { FieldWords } from './places.en';

const fields: FieldWords = {
  lines: 'Positionen',
  sku: 'Artikelnummer',
  description: 'Beschreibung',
  quantity: 'Menge',
  unit: 'Einheit',
  unit_price: 'Einzelpreis',
  currency: 'Währung',
  term_months: 'Laufzeit',
  expires_at: 'Ende der Gültigkeit',
  total_annual: 'Genannte Jahressumme',
  conditions: 'Bedingung',
  notes: 'Anmerkungen',
  body: 'Nachricht',
  subject: 'Betreff',
  reason: 'Grund',
  name: 'Name',
  title: 'Titel',
  vendor: 'Anbieter',
  party: 'Partei',
  agent_name: 'Name des Agenten',
  may_discuss: 'Liste dessen, worüber gesprochen werden darf',
  may_disclose: 'Liste dessen, was genannt werden darf',
  will_not_disclose: 'Liste dessen, was nicht genannt wird',
  human_contact: 'Ansprechperson',
  target_annual: 'Jahresziel',
  walk_away_annual: 'Jährliche Abbruchgrenze',
  longest_term_months: 'Längste Laufzeit',
  most_rounds: 'Höchstzahl der Runden',
  mandate: 'Mandat',
  budget_annual: 'Budget',
  shortest_term_months: 'Kürzeste Laufzeit',
  payment_days_least: 'Zahlungsziel mindestens',
  payment_days_most: 'Zahlungsziel höchstens',
  uplift_percent_most: 'Preiserhöhung',
  notice_days_least: 'Kündigungsfrist mindestens',
  notice_days_most: 'Kündigungsfrist höchstens',
  expiry_days_least: 'Gültigkeit mindestens',
  expiry_days_most: 'Gültigkeit höchstens',
  deadline: 'Frist',
  target: 'Ziel',
  walk_away: 'Abbruchgrenze',
  url: 'Adresse',
  token: 'Token',
  brand: 'Marke',
  brief: 'Briefing',
  criteria: 'Kriterien',
  ask: 'Worte',
  total_budget: 'Gesamtbudget',
  budget_min: 'Gesamtbudget mindestens',
  budget_max: 'Gesamtbudget höchstens',
  budget_currency: 'Währung des Budgets',
  cpm: 'Tausenderpreis',
  cpm_max: 'Tausenderpreis',
  cpm_currency: 'Währung des Preises',
  impressions: 'Einblendungen',
  impressions_min: 'Einblendungen',
  flight: 'Laufzeit der Kampagne',
  start_no_later_than: 'Beginn der Kampagne',
  end_no_earlier_than: 'Ende der Kampagne',
  product_changes: 'Produkte',
  include: 'Gewünschte Produkte',
  omit: 'Nicht gewünschte Produkte',
  alternatives: 'Alternativen',
  count: 'Zahl der Alternativen',
  refinements: 'Anfrage',
  revisions: 'Anfrage',
};

/** A place in a form, in words: `Einzelpreis in Position 1`. */
export function placeWords(path: string): string {
  const { field, number } = placeOf(path);
  const called = Object.hasOwn(fields, field) ? fields[field as keyof FieldWords] : field;
  // A request to a seller of media has one part nearly always; its field says the rest.
  if (number === undefined || /^\W*(?:revisions|refinements)\b/.test(path)) return called;
  return field === 'conditions' || field === 'lines'
    ? `${field === 'lines' ? 'Position' : called} ${number}`
    : `${called} in Position ${number}`;
}
