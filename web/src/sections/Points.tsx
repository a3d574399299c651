import { clsx } from 'clsx';
import { phrases } from '../ui/phrases';

interface Props {
  items?: string[];
  className?: string;
}

/** A list with drawn check marks. */
export function Points({ items, className }: Props) {
  if (!items?.length) return null;
  return (
    <ul className={clsx('checks', className)} data-slot="points">
      {items.map((item, index) => (
        <li key={index}>{phrases(item)}</li>
      ))}
    </ul>
  );
}
