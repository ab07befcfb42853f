// Who and what the pictures show. Times are set around one fixed moment, so that pictures repeat.

import type { AppView, EnvelopeView, GuideView, VendorView } from '$lib/bindings';

export const NOW = Date.parse('2026-11-17T14:31:40Z');

const MINUTE = 60_000;
export const at = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();

export const PRINTS = {
  me: '5b7e0c91d3aa44f2860fd21e9b6c7731a5c8e0f4429d1b7766fe30ab8852cd19',
  contoso: '354d4f3177dc9580e41680dc7b65bed71a954cf669a0ac968b99f03ce7e3bee3',
  platform: 'c0f41b7a9e2d58631f77ab04d2c9e8856a3b10f97ed24c01b8a6553f9021ee4d',
  litware: '90ab3f6612ce7d4408f1b5a2c37e9d10664fb2a81de05c937b48fae2013cd965',
};

export const HEAD = '74c509ce62d05f538f6d8634f42cdca6b1e72f0984aa3d5016c7e92f5b08d3a1';

export const theirs: EnvelopeView = {
  party: 'Contoso Ltd',
  agent_name: 'Contoso Seller Agent',
  may_discuss: ['pricing', 'term', 'support'],
  may_disclose: ['list prices'],
  will_not_disclose: ['cost', 'other customers'],
  offer_authority: 'propose_only',
  human_contact: 'renewals@contoso.example',
};

export const ours: EnvelopeView = {
  party: 'Adventure Works',
  agent_name: 'Countersign',
  may_discuss: ['pricing', 'term', 'support', 'delivery'],
  may_disclose: ['seat count'],
  will_not_disclose: ['budget', 'target', 'other vendors'],
  offer_authority: 'bind_with_human_approval',
  human_contact: 'dana.ruiz@adventure-works.example',
};

export const guide: GuideView = {
  current: 4,
  steps: [
    { id: 'channel', state: 'done', outcome: null },
    { id: 'invite', state: 'done', outcome: null },
    { id: 'verify', state: 'done', outcome: null },
    { id: 'sort', state: 'done', outcome: null },
    { id: 'counter', state: 'now', outcome: null },
    { id: 'accept', state: 'ahead', outcome: null },
    { id: 'save', state: 'ahead', outcome: null },
    { id: 'check', state: 'ahead', outcome: null },
  ],
};

export const app: AppView = {
  stage: 'ready',
  person: {
    name: 'Dana Ruiz',
    fingerprint: PRINTS.me,
    kept_in: 'keychain',
    roles: ['deal_owner', 'procurement', 'legal', 'org_owner'],
  },
  org: {
    name: 'Adventure Works',
    platform_fingerprint: PRINTS.platform,
    channel: { enabled: true, handle: 'anp_org_7fQ2xVb0sJ9mKd4ZtEw1Rg', envelope: ours },
  },
  host: {
    url: 'http://127.0.0.1:41877',
    embedded: true,
    public_url: null,
    loopback: true,
    reachable: true,
    last_contact: at(-0.1),
  },
  guide: null,
  problems: [],
  needs_you: 3,
  unsorted: 1,
  vendors_waiting: 1,
};

export const vendors: VendorView[] = [
  {
    agent_id: 'b1d0a9d6-1f0e-4b7a-9c55-0f3f2a8be101',
    agent_name: 'Northwind Quote Bot',
    vendor_name: 'Northwind Traders',
    contact: 'sales@northwind.example',
    domain: 'northwind.example',
    fingerprint: '7ac2119e04bd5f33a86e20c71d94fb08e3315ac7729d06fe41b8055cd2a97f16',
    status: 'sandbox',
    registered_at: at(-38),
    decided_by: null,
    decided_at: null,
    warnings: [
      { kind: 'name', like: 'Northwind Trader' },
      { kind: 'scripts', like: '' },
    ],
    conflicts: [
      {
        agent_name: 'Northwind Quote Bot',
        vendor_name: 'Northwind Тraders',
        contact: 'quotes@n0rthwind.example',
        at: at(-12),
      },
    ],
    code: null,
    code_way: { by: 'host' },
  },
  {
    agent_id: '354d4f31-77dc-4580-a416-80dc7b65bed7',
    agent_name: 'Contoso Seller Agent',
    vendor_name: 'Contoso Ltd',
    contact: 'renewals@contoso.example',
    domain: 'contoso.example',
    fingerprint: PRINTS.contoso,
    status: 'verified',
    registered_at: at(-60 * 24 * 15),
    decided_by: 'Dana Ruiz',
    decided_at: at(-60 * 24 * 15 + 30),
    warnings: [],
    conflicts: [],
    code: {
      state: 'answered',
      asked_by: 'Dana Ruiz',
      asked_at: at(-60 * 24 * 15 + 4),
      expires_at: at(-60 * 24 * 13 + 4),
      tries_left: 5,
      typed_by: null,
      answered_at: at(-60 * 24 * 15 + 21),
    },
    code_way: { by: 'host' },
  },
  {
    agent_id: '90ab3f66-12ce-4d44-88f1-b5a2c37e9d10',
    agent_name: 'Litware licensing \u202etnega\u202c',
    vendor_name: 'Litware',
    contact: 'licensing@litware.example',
    domain: 'litware.example',
    fingerprint: PRINTS.litware,
    status: 'revoked',
    registered_at: at(-60 * 24 * 40),
    decided_by: 'Dana Ruiz',
    decided_at: at(-60 * 24 * 2),
    warnings: [],
    conflicts: [],
    code: null,
    code_way: { by: 'host' },
  },
];
