import { type ReactNode, useId } from 'react';
import { Heading, ItemLevelProvider } from './Heading';

const heads = {
  /** Title and text on the left, one below the other. */
  start: 'section-head',
  /** Title on the left, text on the right of the same line. */
  split: 'section-head section-head-split',
  center: 'section-head section-head-center',
} as const;

const tones = {
  plain: 'section',
  /** A band of another shade across the window. */
  band: 'section section-band',
  /** Half the room above and below. */
  slim: 'section section-slim',
} as const;

interface Props {
  /** Anchor for links. */
  id?: string;
  eyebrow?: string;
  title?: string;
  text?: string;
  head?: keyof typeof heads;
  tone?: keyof typeof tones;
  /** Puts the head into a column beside the content, where it stays while the content scrolls. */
  beside?: boolean;
  className?: string;
  children?: ReactNode;
}

/**
 * One band of a page: its head, and what it holds. With a title it is a
 * landmark named by the title; without one it is no landmark at all.
 */
export function Section({
  id,
  eyebrow,
  title,
  text,
  head = 'start',
  tone = 'plain',
  beside,
  className,
  children,
}: Props) {
  const titleId = useId();
  const hasHead = Boolean(eyebrow || title || text);
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className={className ? `${tones[tone]} ${className}` : tones[tone]}
      id={id}
    >
      <div className={beside && hasHead ? 'wrap section-beside' : 'wrap'}>
        {hasHead && (
          <header className={heads[head]}>
            <div className="section-head-title">
              {eyebrow && <p className="eyebrow">{eyebrow}</p>}
              {title && (
                <Heading id={titleId} level={2} size="section">
                  {title}
                </Heading>
              )}
            </div>
            {text && <p className="lead">{text}</p>}
          </header>
        )}
        <ItemLevelProvider value={title ? 3 : 2}>
          <div className="section-body">{children}</div>
        </ItemLevelProvider>
      </div>
    </section>
  );
}
