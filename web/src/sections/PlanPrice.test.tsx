import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SiteProvider } from '../content/site-context';
import type { Plan, Price } from '../content/types.gen';
import { site } from '../test-data';
import { PlanPrice } from './PlanPrice';

const price = (period: Price['period'], text: string): Price => ({ amount: '1', currency: 'USD', text, period });
const periods = ['month', 'year', 'once'].map((name) => ({ name, label: name }));

function shown(plan: Partial<Plan>) {
  const { container } = render(
    <SiteProvider value={site}>
      <PlanPrice periods={periods} plan={{ id: 'a', name: 'A', price: price('month', '$5'), ...plan }} />
    </SiteProvider>,
  );
  return [...container.querySelectorAll('[data-period]')].map(
    (part) => `${part.textContent}: ${part.getAttribute('data-period')}`,
  );
}

test('each price is shown for its period, and the first one for periods that the plan does not have', () => {
  expect(shown({ prices: [price('month', '$5'), price('year', '$50')] })).toEqual(['$5: month once', '$50: year']);
});

test('a plan of one price shows it whatever is chosen', () => {
  expect(shown({})).toEqual([]);
});
