// What the owner chose, as the desk takes it.

import type { ParleyAct } from '$lib/bindings';
import { fromTyped } from '$lib/text/time';

export type Act = 'offer' | 'accept' | 'reject' | 'withdraw' | 'settle_deal' | 'settle_no_deal';

interface Typed {
  terms: string;
  expires: string;
  note: string;
  finalOffer: string;
}

/** The act with what was typed for it; `shown` is the hash of the terms that were shown. */
export function actOf(
  chosen: Act | undefined,
  typed: Typed,
  shown: string | null,
): ParleyAct | undefined {
  switch (chosen) {
    case 'offer':
      return {
        kind: 'offer',
        terms: typed.terms,
        expires_at: fromTyped(typed.expires),
        note: typed.note,
      };
    case 'accept':
      return { kind: 'accept', terms_hash: shown ?? '' };
    case 'reject':
      return { kind: 'reject', final_offer: typed.finalOffer };
    case 'withdraw':
      return { kind: 'withdraw' };
    case 'settle_deal':
    case 'settle_no_deal':
      return { kind: 'settle', deal: chosen === 'settle_deal' };
    case undefined:
      return undefined;
  }
}
