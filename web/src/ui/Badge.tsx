import { clsx } from 'clsx';
import type { ReactNode } from 'react';

const shape = clsx(
  'badge inline-flex min-h-7 items-center rounded-button px-3 py-0.5 text-[0.8125rem]/[1.3]',
  'font-semibold forced-colors:border',
);

const tones = {
  quiet: 'bg-tint-strong text-text',
  strong: 'bg-primary text-on-primary',
} as const;

interface Props {
  tone?: keyof typeof tones;
  /** Explains the badge: the id of a tooltip. */
  describedBy?: string;
  children: ReactNode;
}

/** A few words of praise or state. */
export function Badge({ tone = 'quiet', describedBy, children }: Props) {
  // With an explanation it can be focused, so that the keyboard gets to the words.
  const explained = describedBy && { 'aria-describedby': describedBy, role: 'note', tabIndex: 0 };
  return (
    <span {...explained} className={clsx(shape, tones[tone], explained && 'cursor-help')} data-slot="badge">
      {children}
    </span>
  );
}
