import { clsx } from 'clsx';
import type { Period, Plan } from '../content/types.gen';
import { PriceTag } from './PriceTag';

interface Props {
  plan: Plan;
  size?: 'medium' | 'figure';
  /** What visitors choose among, where they do. */
  periods?: Period[];
  className?: string;
}

/** What a plan costs: one price, all of several, or the one whose period is chosen. */
export function PlanPrice({ plan: { price, prices }, size, periods, className }: Props) {
  if (!prices || prices.length < 2) return <PriceTag className={className} price={price} size={size} />;
  // A plan that has no price of a period shows its first one.
  const priceOf = ({ name }: Period) => prices.find(({ period }) => period === name) ?? prices[0];
  return (
    <div className={clsx('grid gap-1', className)}>
      {prices.map((price, index) => {
        const shownFor = periods?.filter((period) => priceOf(period) === price).map(({ name }) => name);
        return (
          <div data-period={shownFor?.join(' ')} key={index}>
            <PriceTag price={price} size={periods || index === 0 ? size : 'medium'} />
          </div>
        );
      })}
    </div>
  );
}
