// Answers commands from fixtures, so that every screen can be looked at without the desk.

import { mockIPC } from '@tauri-apps/api/mocks';
import type { AppView, DealView, KeyView, Problem, Review } from '$lib/bindings';
import * as colleagues from './colleagues';
import * as deals from './deals';
import { found } from './found';
import { none } from './media';
import * as offers from './offers';
import * as people from './people';

export interface Scene {
  app: AppView;
  key: KeyView;
  deal: DealView;
  review: Review;
  approved: unknown;
  today: typeof deals.today;
  vendors: typeof people.vendors;
  file: typeof deals.fileVerdict;
}

export const usual: Scene = {
  app: people.app,
  key: { keychain: 'ready', passphrase_file: false, lost_fingerprint: null },
  deal: deals.deal,
  review: offers.review,
  approved: { kind: 'sent', seq: 8 },
  today: deals.today,
  vendors: people.vendors,
  file: deals.fileVerdict,
};

const refuse = (problem: Problem) => Promise.reject(problem);

export type Answers = Record<string, (args: Record<string, unknown>) => unknown>;

/** `more`: answers of a scene of its own; they stand before the usual ones. */
export function serve(
  scene: Scene,
  more: Answers = {},
  heard: (command: string, args: unknown) => void = () => undefined,
): void {
  const answers: Answers = {
    app_view: () => scene.app,
    key_view: () => scene.key,
    make_key: () => people.app,
    unlock: () => refuse({ code: 'passphrase_wrong', facts: {} }),
    retry_keychain: () => scene.app,
    today: () => scene.today,
    deals: () => ({
      rows: [...scene.today.needs_you, ...scene.today.quiet],
      total: scene.today.deals,
    }),
    deal: ({ id }) => ({ ...scene.deal, id }),
    mark_seen: () => null,
    compare_offers: () => offers.heldOffer,
    save_table: () => ({
      path: '/home/dana/.local/share/countersign/exports/Contoso.csv',
      bytes: 412,
    }),
    find: () => found,
    counter_form: () => offers.counterForm,
    review: () => scene.review,
    approve: () => scene.approved,
    rule: ({ rule }) => ({
      rule,
      text: String(rule).startsWith('guard/')
        ? 'max(annual total as computed, annual total as stated) <= the mandate’s annual walk-away'
        : null,
      version: String(rule).startsWith('screen/') ? '4' : 'b4335f1dd3a63d0f',
    }),
    take_back: () => null,
    open_demo: () => null,
    benchmark_imports: () => [],
    first_screen: () => null,
    arrivals: () => [],
    follow_link: () => ({ deal: 'd-contoso', entry: null }),
    notify_person: () => null,
    show_waiting: () => null,
    check_spelling: () => null,
    autostart: () => false,
    set_autostart: ({ on }) => on,
    mail_view: () => ({ accounts: [] }),
    screening_view: () => ({
      problem: null,
      rules: 2,
      outside: { on: false, url: '', seconds: 5, has_token: false },
    }),
    people: () => colleagues.people,
    comment: () => null,
    propose: () => null,
    review_draft: () => scene.review,
    halt_view: () => ({ halted: false, by: '', at: '', here_only: false, may_lift: true }),
    halt: () => ({ halted: true, by: 'Dana Ruiz', at: people.at(0), may_lift: true }),
    resume: () => ({ halted: false, by: '', at: '', here_only: false, may_lift: true }),
    agent_view: () => ({ fingerprint: people.PRINTS.contoso, ready: true, may_make: true }),
    model_view: () => ({
      form: { on: false, url: 'http://127.0.0.1:11434/v1', model: '' },
      last: '',
      at: '',
    }),
    votes: () => [],
    quorum_rules: () => ({
      may_set: true,
      you: { name: 'Dana', key: '' },
      set_at: null,
      rules: [],
    }),
    parleys: () => [],
    agentpub_view: () => ({ base: null, state: 'apart' }),
    clean_ends: () => [],
    adcp_view: ({ deal }) => ({ ...none, deal }),
    vendors: () => scene.vendors,
    verify_vendor: () => scene.vendors,
    revoke_vendor: () => scene.vendors,
    dismiss_refused: () => scene.app,
    rotate_key: () => scene.app,
    ask_vendor_code: () => scene.vendors,
    type_vendor_code: () => ({ fits: false, vendors: scene.vendors }),
    set_channel: ({ enabled }) => ({
      enabled,
      handle: enabled === true ? 'anp_org_7fQ2xVb0sJ9mKd4ZtEw1Rg' : null,
      envelope: people.ours,
    }),
    save_log: () => ({
      path: '/home/dana/.local/share/countersign/exports/contoso-s-contoso.anp.json',
      bytes: 18_311,
      verdict: deals.green,
      problem: null,
    }),
    verify_file: () => scene.file,
    verify_text: () => scene.file,
    choose_log: () => '/home/dana/contoso-session-copy.anp.json',
    guide_act: () => people.guide,
    raw_event: () => offers.review.events[0]?.payload,
    ...more,
  };
  mockIPC(
    (command, args) => {
      heard(command, args);
      const answer = answers[command];
      return answer
        ? answer((args ?? {}) as Record<string, unknown>)
        : refuse({ code: 'defect', facts: { reference: command } });
    },
    { shouldMockEvents: true },
  );
}
