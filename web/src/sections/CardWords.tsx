import { clsx } from 'clsx';
import type { Card } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Chip } from '../ui/Chip';
import { ItemHeading } from '../ui/Heading';
import { Words } from '../ui/Words';
import { Points } from './Points';

export interface ItemProps {
  item: Card;
  index: number;
  last: boolean;
}

interface WordsProps {
  item: Card;
  /** Classes of what stands around sign and heading, of the heading, and of what stands around the rest. */
  titleClass: string;
  headingClass?: string;
  wordsClass?: string;
}

/** Title and words of a card, with its sign and its link. */
export function CardWords({ item, titleClass, headingClass, wordsClass }: WordsProps) {
  const { icon, title, text, points, link } = item;
  return (
    <>
      <div className={clsx('grid justify-items-start', titleClass)}>
        <Chip icon={icon} />
        <ItemHeading className={headingClass}>{title}</ItemHeading>
      </div>
      {(text || points || link) && (
        <div
          data-slot="body"
          className={clsx('grid grid-cols-1 content-start justify-items-start gap-4 text-muted', wordsClass)}
        >
          <Words text={text} />
          <Points items={points} />
          {link && <SiteLink className="card-link self-end" link={link} variant={link.style ?? 'text'} />}
        </div>
      )}
    </>
  );
}
