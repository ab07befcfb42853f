import { render, screen, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { tid } from '$lib/testids';
import { heldOffer } from '../../gallery/offers';
import OfferTable from './OfferTable.svelte';

const cells = (index: number) =>
  within(screen.getByTestId(tid.offerLine(index)))
    .getAllByRole('cell')
    .map((cell) => cell.textContent.replace(/\s+/g, ' ').trim());

describe('OfferTable', () => {
  it('shows the figures as they are', () => {
    render(OfferTable, { offer: heldOffer, ours: false });
    expect(cells(0)).toEqual([
      'CRM Enterprise seats CRM-ENT · seat/year',
      '500',
      '1,088.00',
      'Down from 1,140.00, 52.00 (4.6 %)',
      '544,000.00',
    ]);
    expect(screen.getByTestId(tid.offerAnnual)).toHaveTextContent('USD 565,000.00');
    expect(screen.getByTestId(tid.offerTerm)).toHaveTextContent('USD 1,695,000.00');
  });

  it('says changes in words, not by colour alone', () => {
    render(OfferTable, { offer: heldOffer, ours: false });
    expect(cells(1)[3]).toBe('new line');
    expect(cells(2)[3]).toBe('no longer offered');
    expect(screen.getByTestId(tid.offerLine(2))).toHaveAttribute('data-dropped', 'true');
    expect(document.querySelector('del')).toHaveTextContent(/gone:\s*3/);
    expect(document.querySelector('ins')).toHaveTextContent(/new:\s*5/);
  });

  it('marks a stated total that differs', () => {
    render(OfferTable, { offer: heldOffer, ours: false });
    const stated = screen.getByTestId(tid.offerStated);
    expect(stated).toHaveTextContent('USD 560,000.00');
    expect(stated).toHaveTextContent('differs by 5,000.00');
  });

  it('says that it agrees where it does, and nothing where none is stated', () => {
    const agreeing = { ...heldOffer, stated_total: '565000', stated_differs_by: null };
    const { unmount } = render(OfferTable, { offer: agreeing, ours: false });
    expect(screen.getByTestId(tid.offerStated)).toHaveTextContent('agrees');
    unmount();
    render(OfferTable, { offer: { ...agreeing, stated_total: null }, ours: true });
    expect(screen.getByTestId(tid.offerStated)).toHaveTextContent('not stated');
  });

  it('gives no total where currencies are mixed', () => {
    const mixed = { ...heldOffer, mixed_currencies: true, annual_total: null, term_total: null };
    render(OfferTable, { offer: mixed, ours: false });
    expect(screen.queryByTestId(tid.offerAnnual)).toBeNull();
    expect(screen.getByText(/different currencies/)).toBeVisible();
  });
});
