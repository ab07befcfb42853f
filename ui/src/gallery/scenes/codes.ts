// Codes to vendors' contacts, as they come and go.

import type { CodeView, VendorView } from '$lib/bindings';
import { at, vendors } from '../people';
import type { Picture } from '../scenes';

const code = (state: CodeView['state'], rest: Partial<CodeView> = {}): CodeView => ({
  state,
  asked_by: 'Dana Ruiz',
  asked_at: at(-26),
  expires_at: at(60 * 47),
  tries_left: 5,
  typed_by: null,
  answered_at: null,
  ...rest,
});

const waiting = vendors.filter((vendor) => vendor.status === 'sandbox');
const all = (rest: Partial<VendorView>): VendorView[] =>
  vendors.map((vendor) => (waiting.includes(vendor) ? { ...vendor, ...rest } : vendor));
const shown = (rest: Partial<VendorView>, more: Partial<Picture> = {}): Picture => ({
  screen: 'vendors',
  scene: { vendors: all(rest) },
  ...more,
});

export const pictures: Record<string, Picture> = {
  'code-sent': shown(
    { code: code('sent') },
    {
      answers: {
        type_vendor_code: () => ({
          fits: false,
          vendors: all({ code: code('sent', { tries_left: 4 }) }),
        }),
      },
    },
  ),
  'code-closed': shown({ code: code('closed', { tries_left: 0 }) }),
  'code-nobody': shown({ code_way: { by: 'nobody' } }),
  'code-answered': shown(
    { code: code('answered', { answered_at: at(-3) }) },
    { click: ['vendor-verify'] },
  ),
};
