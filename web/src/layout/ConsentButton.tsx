import { clsx } from 'clsx';
import { useSite } from '../content/site-context';

/** Asks visitors again whether they agree to what the site has of others (integrations/begin.ts). */
export function ConsentButton({ className }: { className: string }) {
  const { asks } = useSite();
  if (!asks) return null;
  return (
    <button className={clsx(className, 'noscript:hidden')} data-consent type="button">
      {asks.change}
    </button>
  );
}
