import { clsx } from 'clsx';
import { useSite } from '../content/site-context';

/** Asks visitors again (integrations/begin.ts) whether they agree to what the site has of others; nothing where nobody is asked. */
export function ConsentButton({ className }: { className: string }) {
  const { asks } = useSite();
  if (!asks) return null;
  return (
    <button className={clsx(className, '[@media(scripting:none)]:hidden')} data-consent type="button">
      {asks.change}
    </button>
  );
}
