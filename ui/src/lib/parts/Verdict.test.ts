import { render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import type { VerdictOutcome } from '$lib/bindings';
import { tid } from '$lib/testids';
import Verdict from './Verdict.svelte';

const show = (outcome: VerdictOutcome) =>
  render(Verdict, {
    verdict: { outcome, events: 7, verified_prefix: 7, faults: [], notes: [] },
  });

const sign = () => document.querySelector('[data-icon]')?.getAttribute('data-icon');

describe('Verdict', () => {
  it('ticks what is green', () => {
    show('green');
    expect(sign()).toBe('check');
    expect(screen.getByTestId(tid.verdictOutcome)).toHaveTextContent('Chain verified');
  });

  it('never ticks what is merely consistent, and says why', () => {
    show('consistent');
    expect(sign()).not.toBe('check');
    expect(screen.getByTestId(tid.verdictOutcome)).toHaveTextContent(
      'Consistent; nobody vouches for the keys',
    );
  });

  it.each(['red', 'unreadable'] as const)('says %s in words and with another sign', (outcome) => {
    show(outcome);
    expect(['cross', 'alert']).toContain(sign());
    expect(screen.getByTestId(tid.verdictOutcome).textContent).not.toBe('');
  });
});
