import type { ReactNode } from 'react';

const tones = {
  quiet: 'badge',
  strong: 'badge badge-strong',
} as const;

interface Props {
  tone?: keyof typeof tones;
  /** Explains the badge: the id of a tooltip. Such a badge can be focused, so that the keyboard gets to the words. */
  describedBy?: string;
  children: ReactNode;
}

/** A few words of praise or state. */
export function Badge({ tone = 'quiet', describedBy, children }: Props) {
  if (!describedBy) return <span className={tones[tone]}>{children}</span>;
  return (
    <button aria-describedby={describedBy} className={`${tones[tone]} badge-hint`} type="button">
      {children}
    </button>
  );
}
