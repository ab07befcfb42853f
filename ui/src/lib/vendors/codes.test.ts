import { mockIPC } from '@tauri-apps/api/mocks';
import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { CodeView, VendorView } from '$lib/bindings';
import { tid } from '$lib/testids';
import { at, vendors } from '../../gallery/people';
import ContactCode from './ContactCode.svelte';
import DecideDialog from './DecideDialog.svelte';

const code = (rest: Partial<CodeView>): CodeView => ({
  state: 'sent',
  asked_by: 'Dana Ruiz',
  asked_at: at(-5),
  expires_at: at(60),
  tries_left: 5,
  typed_by: null,
  answered_at: null,
  ...rest,
});

function waiting(rest: Partial<VendorView>): VendorView {
  const [first] = vendors;
  if (!first) throw new Error('the gallery has no vendor');
  return { ...first, ...rest };
}

describe('a code to a vendor’s contact', () => {
  it('is asked for under the fingerprint that was seen', async () => {
    const asked = vi.fn();
    mockIPC((command, args) => {
      if (command === 'ask_vendor_code') asked(args);
      return vendors;
    });
    const vendor = waiting({ code: null });
    render(ContactCode, { vendor });
    expect(screen.queryByTestId(tid.vendorCodeField)).toBeNull();
    await userEvent.click(screen.getByTestId(tid.vendorCodeAsk));
    expect(asked).toHaveBeenCalledWith({
      agentId: vendor.agent_id,
      fingerprint: vendor.fingerprint,
    });
  });

  it('says that it is wrong and how many tries are left', async () => {
    const left = waiting({ code: code({ tries_left: 1 }) });
    mockIPC(() => ({ fits: false, vendors: [left] }));
    render(ContactCode, { vendor: waiting({ code: code({}) }) });
    await userEvent.type(screen.getByTestId(tid.vendorCodeField), '7K2M-Q9XR-4TBD');
    await userEvent.click(screen.getByTestId(tid.vendorCodeCheck));
    expect(await screen.findByText(/One try is left/)).toBeVisible();
  });

  it('offers no button where nobody can mail, and says what to do', () => {
    mockIPC(() => vendors);
    render(ContactCode, { vendor: waiting({ code: null, code_way: { by: 'nobody' } }) });
    expect(screen.queryByTestId(tid.vendorCodeAsk)).toBeNull();
    expect(screen.getByText(/Add one under Settings, Mail/)).toBeVisible();
  });

  it('is shown beside the decision, its lack too', () => {
    mockIPC(() => vendors);
    const close = () => undefined;
    const seen = render(DecideDialog, {
      vendor: waiting({ code: code({ state: 'answered', answered_at: at(-1) }) }),
      act: 'verify',
      onclose: close,
    });
    expect(screen.getByText(/signed with its key/)).toBeInTheDocument();
    seen.unmount();
    render(DecideDialog, { vendor: waiting({ code: null }), act: 'verify', onclose: close });
    expect(screen.getByText(/Nobody has confirmed this/)).toBeInTheDocument();
    expect(screen.getByText('northwind.example')).toBeInTheDocument();
  });
});
