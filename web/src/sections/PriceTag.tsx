import { useSite } from '../content/site-context';
import type { Price } from '../content/types.gen';

interface Props {
  price: Price;
  size?: 'large' | 'medium';
}

/** A price with the words around it: "from" before it, the period after it. */
export function PriceTag({ price, size = 'medium' }: Props) {
  const { labels } = useSite();
  return (
    <p className={size === 'large' ? 'price price-large' : 'price'}>
      {price.from && <span className="price-word">{labels.from} </span>}
      <span className="price-amount">{price.text}</span>
      {price.periodText && <span className="price-word"> {price.periodText}</span>}
    </p>
  );
}
