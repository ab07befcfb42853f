import type { BesideView, ChangeView, LineView, OfferForm, OfferView, Review } from '$lib/bindings';
import { at, PRINTS } from './people';

const first: ChangeView = { kind: 'first' };
const same: ChangeView = { kind: 'same' };

const nothing: BesideView = {
  lines: [],
  target: null,
  years: [],
  years_total: null,
  uplift_percent: null,
  traps: [],
  working: [],
};

const market: BesideView = {
  lines: [
    {
      band: {
        price: '1088',
        currency: 'USD',
        points: [
          { rank: 25, price: '980' },
          { rank: 50, price: '1050' },
          { rank: 75, price: '1160' },
        ],
        position: 'about',
        rank: '58.6',
        from_median_percent: '3.6',
        origin: ['Survey of renewals', 'EU', '2026-03'],
      },
      target: { target: '1010', by: '78', percent: '7.7' },
      traps: [],
      working: ['offered: 1088 = 1088 USD a year', 'p50: 1050 = 1050 USD a year'],
    },
    { band: null, target: null, traps: ['term_differs'], working: [] },
  ],
  target: { target: '505000', by: '60000', percent: '11.9' },
  years: ['565000', '581950', '599408.5'],
  years_total: '1746358.5',
  uplift_percent: '3',
  traps: ['total_missing'],
  working: ['year 1: 544000 + 21000 = 565000 USD'],
};

function seats(price: string, annual: string, overTerm: string, since: ChangeView): LineView {
  return {
    sku: 'CRM-ENT',
    description: 'CRM Enterprise seats',
    quantity: '500',
    unit: 'seat/year',
    unit_price: price,
    currency: 'USD',
    term_months: null,
    annual,
    once: false,
    over_term: overTerm,
    price_since: since,
    quantity_since: since.kind === 'first' ? first : same,
    dropped: false,
  };
}

const support: LineView = {
  sku: 'SUP-PRM',
  description: 'Premier support',
  quantity: '1',
  unit: 'year',
  unit_price: '21000',
  currency: 'USD',
  term_months: null,
  annual: '21000',
  once: false,
  over_term: '63000',
  price_since: { kind: 'new' },
  quantity_since: { kind: 'new' },
  dropped: false,
};

const setup: LineView = {
  sku: null,
  description: 'Migration, set price',
  quantity: '1',
  unit: 'project',
  unit_price: '12500',
  currency: 'USD',
  term_months: null,
  annual: '12500',
  once: true,
  over_term: '12500',
  price_since: { kind: 'new' },
  quantity_since: { kind: 'new' },
  dropped: true,
};

const base: OfferView = {
  currency: 'USD',
  term_months: 36,
  expires_at: at(19 * 60 + 4.5),
  expired: false,
  lines: [],
  annual_total: null,
  term_total: null,
  stated_total: null,
  stated_differs_by: null,
  mixed_currencies: false,
  total_since: first,
  term_since: first,
  conditions: ['Net 45', 'Price cap of 3 % at renewal'],
  conditions_new: [],
  conditions_gone: [],
  notes: null,
  conditions_changed: [],
  working: [],
  beside: nothing,
};

export const firstOffer: OfferView = {
  ...base,
  lines: [seats('1140', '570000', '1710000', first)],
  annual_total: '570000',
  term_total: '1710000',
  stated_total: '570000',
};

export const ourCounter: OfferView = {
  ...base,
  term_months: 24,
  lines: [seats('1003.2', '501600', '1003200', first)],
  annual_total: '501600',
  term_total: '1003200',
};

export const heldOffer: OfferView = {
  ...base,
  lines: [
    seats('1088', '544000', '1632000', {
      kind: 'down',
      by: '52',
      percent: '4.6',
      from: '1140',
    }),
    support,
    setup,
  ],
  annual_total: '565000',
  term_total: '1695000',
  stated_total: '560000',
  stated_differs_by: '-5000',
  total_since: { kind: 'down', by: '5000', percent: '0.9', from: '570000' },
  term_since: same,
  conditions: ['Net 45', 'Price cap of 5 % at renewal'],
  conditions_new: ['Price cap of 5 % at renewal'],
  conditions_gone: ['Price cap of 3 % at renewal'],
  notes: 'Pricing on the new platform. Support is required for the enterprise tier.',
  conditions_changed: [
    {
      was: 'Price cap of 3 % at renewal',
      now: 'Price cap of 5 % at renewal',
      parts: [
        { kind: 'same', text: 'Price cap of ' },
        { kind: 'gone', text: '3 ' },
        { kind: 'new', text: '5 ' },
        { kind: 'same', text: '% at renewal' },
      ],
    },
  ],
  working: [
    {
      kind: 'line',
      line: 1,
      quantity: '500',
      unit_price: '1088',
      a_year: 1,
      gives: '544000',
      currency: 'USD',
    },
    {
      kind: 'line',
      line: 2,
      quantity: '1',
      unit_price: '21000',
      a_year: 1,
      gives: '21000',
      currency: 'USD',
    },
    {
      kind: 'sum',
      annual: true,
      summands: ['544000', '21000'],
      lines: 2,
      gives: '565000',
      currency: 'USD',
    },
    {
      kind: 'stated',
      stated: '560000',
      computed: '565000',
      by: '-5000',
      without_periods: false,
      currency: 'USD',
    },
  ],
  beside: market,
};

export const reviewedOffer: OfferView = {
  ...base,
  lines: [
    seats('1045.6', '522800', '1568400', {
      kind: 'up',
      by: '42.4',
      percent: '4.2',
      from: '1003.2',
    }),
    support,
  ],
  annual_total: '543800',
  term_total: '1631400',
  total_since: { kind: 'up', by: '42200', percent: '8.4', from: '501600' },
  term_since: { kind: 'up', by: '12', percent: '50.0', from: '24' },
  conditions_new: ['Price cap of 3 % at renewal'],
};

export const counterForm: OfferForm = {
  currency: 'USD',
  term_months: '36',
  expires_at: at(60 * 24 * 7),
  total_annual: '',
  conditions: ['Net 45', 'Price cap of 3 % at renewal'],
  notes: '',
  lines: [
    {
      sku: 'CRM-ENT',
      description: 'CRM Enterprise seats',
      quantity: '500',
      unit: 'seat/year',
      unit_price: '1045.60',
      currency: 'USD',
      term_months: '',
    },
    {
      sku: 'SUP-PRM',
      description: 'Premier support',
      quantity: '1',
      unit: 'year',
      unit_price: '21000',
      currency: 'USD',
      term_months: '',
    },
  ],
};

export const review: Review = {
  ticket: 'ticket-1',
  session: 's-contoso',
  counterparty: 'Contoso Seller Agent',
  in_name_of: 'Dana Ruiz',
  fingerprint: PRINTS.me,
  answers_seq: 7,
  events: [
    {
      kind: 'counter_offer',
      payload:
        '{"conditions":["Net 45","Price cap of 3 % at renewal"],"currency":"USD","expires_at":"2026-11-24T14:31:40Z","line_items":[{"currency":"USD","description":"CRM Enterprise seats","quantity":500,"sku":"CRM-ENT","unit":"seat/year","unit_price":1045.6},{"currency":"USD","description":"Premier support","quantity":1,"sku":"SUP-PRM","unit":"year","unit_price":21000}],"term_months":36}',
      payload_hash: '1f0c6a27e9b84d35720ac1fe66d9183b5e07c4422b9fd0613a8de175cc40ba92',
    },
  ],
  offer: reviewedOffer,
  guard: [],
  screen: { outcome: 'passed', marks: [], rules: 2, down: null },
  obstacle: null,
};
