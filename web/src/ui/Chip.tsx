import { clsx } from 'clsx';
import { Icon } from './Icon';

/** An icon on a small tinted square; nothing where there is none. */
export function Chip({ icon, className }: { icon?: string; className?: string }) {
  return icon ? (
    <span className={clsx('chip', className)} data-slot="icon">
      <Icon name={icon} />
    </span>
  ) : null;
}
