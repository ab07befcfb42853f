// The mandate's form as it is typed: lists as text, one entry a line.

import type { MandateForm, MandateView } from '$lib/bindings';
import { linesOf } from '$lib/text/lists';

/** Fields of one text each. */
export type PlainField = Exclude<
  keyof MandateForm,
  'lines' | ListField | 'concessions_shrink' | 'not_against_oneself'
>;
export type ListField = 'conditions_wanted' | 'conditions_refused' | 'may_discuss' | 'may_disclose';

export interface Draft {
  form: MandateForm;
  lists: Record<ListField, string>;
}

const empty: MandateForm = {
  currency: 'USD',
  target_annual: '',
  walk_away_annual: '',
  budget_annual: '',
  lines: [],
  shortest_term_months: '',
  longest_term_months: '',
  payment_days_least: '',
  payment_days_most: '',
  uplift_percent_most: '',
  notice_days_least: '',
  notice_days_most: '',
  expiry_days_least: '',
  expiry_days_most: '',
  conditions_wanted: [],
  conditions_refused: [],
  may_discuss: [],
  may_disclose: [],
  authority: '',
  most_rounds: '',
  deadline: '',
  concessions_shrink: true,
  not_against_oneself: true,
};

export function draftOf(mandate: MandateView | null): Draft {
  const form = structuredClone(mandate?.form ?? empty);
  const text = (field: ListField) => form[field].join('\n');
  return {
    form,
    lists: {
      conditions_wanted: text('conditions_wanted'),
      conditions_refused: text('conditions_refused'),
      may_discuss: text('may_discuss'),
      may_disclose: text('may_disclose'),
    },
  };
}

export function formOf(draft: Draft): MandateForm {
  const lists = Object.entries(draft.lists).map(([field, text]) => [field, linesOf(text)]);
  return { ...draft.form, ...(Object.fromEntries(lists) as Record<ListField, string[]>) };
}
