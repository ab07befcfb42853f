// What a revision may ask for, as the builder has it.

import type { AdcpProposal, AdcpRevision, AdcpSeller } from '$lib/bindings';
import { fromTyped } from '$lib/text/time';

/** Dimensions of typed requirements, in the order in which they are offered. */
export const DIMENSIONS = [
  'total_budget',
  'cpm',
  'impressions',
  'flight',
  'product_changes',
  'alternatives',
  'criteria',
] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** Whether the seller takes it typed. One that declares nothing may take anything. */
export function declares(seller: AdcpSeller, dimension: Dimension): boolean {
  return seller.dimensions === null || seller.dimensions.includes(dimension);
}

/** A revision that asks for nothing yet. */
export function blank(proposal: AdcpProposal): AdcpRevision {
  return {
    proposal: proposal.id,
    change: null,
    budget_min: '',
    budget_max: '',
    budget_currency: proposal.currency ?? '',
    cpm_max: '',
    cpm_currency: proposal.currency ?? '',
    impressions_min: '',
    start_no_later_than: '',
    end_no_earlier_than: '',
    include: [],
    omit: [],
    alternatives: '',
    criteria: '',
    ask: '',
    remove_frequency_cap: false,
  };
}

/** As it goes to the desk: times that were typed in the reader's zone become RFC 3339. */
export function sendable(revision: AdcpRevision): AdcpRevision {
  return {
    ...revision,
    start_no_later_than: fromTyped(revision.start_no_later_than),
    end_no_earlier_than: fromTyped(revision.end_no_earlier_than),
  };
}

export type Membership = 'either' | 'include' | 'omit';

export function membership(revision: AdcpRevision, product: string): Membership {
  if (revision.include.includes(product)) return 'include';
  return revision.omit.includes(product) ? 'omit' : 'either';
}

/** The same revision with a product wanted, not wanted, or left to the seller. */
export function withMembership(
  revision: AdcpRevision,
  product: string,
  wanted: Membership,
): Pick<AdcpRevision, 'include' | 'omit'> {
  const others = (ids: string[]) => ids.filter((id) => id !== product);
  const [include, omit] = [others(revision.include), others(revision.omit)];
  return {
    include: wanted === 'include' ? [...include, product] : include,
    omit: wanted === 'omit' ? [...omit, product] : omit,
  };
}

/** Products that can be asked for: what the seller described, and what the source buys. */
export function productsFor(
  seller: AdcpSeller,
  source: AdcpProposal | undefined,
): { id: string; name: string; bought: boolean }[] {
  const bought = source?.purchases.map(({ product, name }) => ({ id: product, name })) ?? [];
  const known = new Map([...bought, ...seller.products].map((one) => [one.id, one.name] as const));
  return [...known].map(([id, name]) => ({
    id,
    name,
    bought: bought.some((one) => one.id === id),
  }));
}
