// The arithmetic of an offer as sentences, figures as the reader writes them.

import type { StepView } from '$lib/bindings';
import { formatAmount, formatDecimal, formatMoney } from '$lib/text/decimal';
import { w } from '$lib/words';

export function stepWords(step: StepView): string {
  switch (step.kind) {
    case 'line': {
      const times = step.a_year === null || step.a_year === 1 ? '' : ` × ${step.a_year}`;
      const price = formatAmount(step.unit_price, step.currency);
      const sum = `${formatDecimal(step.quantity)} × ${price}${times} = ${formatMoney(step.gives, step.currency)}`;
      return w.working.line(
        step.line,
        step.a_year === null ? `${sum}, ${w.working.once}` : `${sum} ${w.working.aYear}`,
      );
    }
    case 'term': {
      const sum = `${formatAmount(step.annual, step.currency)} × ${step.months} / 12 = ${formatMoney(step.gives, step.currency)}`;
      const rounded = step.rounded_to === null ? '' : `, ${w.working.rounded(step.rounded_to)}`;
      return w.working.term(step.line, step.months, sum + rounded);
    }
    case 'sum': {
      const parts =
        step.summands.length === 0
          ? w.working.lines(step.lines)
          : step.summands.map((one) => formatAmount(one, step.currency)).join(' + ');
      const sum = `${parts} = ${formatMoney(step.gives, step.currency)}`;
      return step.annual ? w.working.annual(sum) : w.working.overTerm(sum);
    }
    case 'mixed':
      return w.working.mixed;
    case 'stated': {
      const [stated, computed, by] = [step.stated, step.computed, step.by].map((one) =>
        formatAmount(one, step.currency),
      );
      const words = w.working.stated(stated ?? '', computed ?? '', by ?? '');
      return step.without_periods ? `${words} (${w.working.withoutPeriods})` : words;
    }
  }
}
