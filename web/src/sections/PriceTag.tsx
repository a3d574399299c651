import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Price } from '../content/types.gen';
import { unbroken } from '../ui/phrases';

interface Props {
  price: Price;
  size?: keyof typeof sizes;
  className?: string;
}

const sizes = {
  medium: 'text-(length:--size-large)/[1.1]',
  large: 'text-(length:--size-section)/[1.1]',
  figure: 'text-figure/[1.1]',
} as const;

const tracking = {
  medium: 'tracking-[-0.03em]',
  large: 'tracking-[-0.03em]',
  figure: 'tracking-(--display-tracking)',
} as const;

/** A price with the words around it: "from" before it, the period after it. */
export function PriceTag({ price, size = 'medium', className }: Props) {
  const { labels } = useSite();
  return (
    <p
      className={clsx('flex flex-wrap items-baseline gap-x-2', unbroken(price.text.length, 6), className)}
      data-slot="price"
    >
      {price.from && <span className="text-muted">{labels.from} </span>}
      <span className={clsx('font-display font-(--display-weight) whitespace-nowrap', sizes[size])}>
        <span className={clsx('fitted', tracking[size])}>{price.text}</span>
      </span>
      {price.periodText && <span className="text-muted"> {price.periodText}</span>}
    </p>
  );
}
