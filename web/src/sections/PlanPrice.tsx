import { clsx } from 'clsx';
import type { Period, Plan, Price } from '../content/types.gen';
import { PriceTag } from './PriceTag';

interface Props {
  plan: Plan;
  size?: 'medium' | 'figure';
  /** What visitors choose among, where they do. */
  periods?: Period[];
  className?: string;
}

/** What a plan costs: one price, all of several, or the one whose period is chosen. */
export function PlanPrice({ plan, size, periods, className }: Props) {
  const { prices } = plan;
  if (!prices || prices.length < 2) return <PriceTag className={className} price={plan.price} size={size} />;
  // A plan that has no price of a period shows its first one.
  const shownFor = (index: number) =>
    periods
      ?.filter(
        ({ name }) =>
          Math.max(
            0,
            prices.findIndex(({ period }) => period === name),
          ) === index,
      )
      .map(({ name }) => name)
      .join(' ');
  const sizeOf = (index: number): Props['size'] => (periods || index === 0 ? size : 'medium');
  return (
    <div className={clsx('grid gap-1', className)}>
      {prices.map((price: Price, index) => (
        <div data-period={shownFor(index)} key={index}>
          <PriceTag price={price} size={sizeOf(index)} />
        </div>
      ))}
    </div>
  );
}
