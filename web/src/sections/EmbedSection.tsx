import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useSite } from '../content/site-context';
import type { Embed } from '../content/types.gen';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

const frame = 'relative aspect-video overflow-hidden rounded-card border border-edge bg-surface shadow-mid';
const cover = 'group absolute inset-0 grid size-full place-items-center';

/** A film kept elsewhere, loaded when somebody presses play; without a script that leads to its page. @lazy */
export function EmbedSection({ poster, name, player, link, caption, ...head }: Embed) {
  const { labels } = useSite();
  const [stage, setStage] = useState<'link' | 'ready' | 'playing'>('link');
  useEffect(() => setStage('ready'), []);
  const sign = (
    <>
      {poster ? (
        <Picture className="absolute inset-0 h-full object-cover" image={{ ...poster, alt: '' }} />
      ) : (
        <span aria-hidden="true" className="absolute inset-0 bg-(image:--gradient) opacity-25" />
      )}
      <PlaySign />
      <span className="sr-only">{name}</span>
    </>
  );
  return (
    <Section {...head}>
      <figure>
        <div className={frame} data-slot="media">
          {stage === 'link' && (
            <a className={cover} href={link.href} rel="noopener" target="_blank">
              {sign}
              <span className="sr-only"> {labels.newTab}</span>
            </a>
          )}
          {stage === 'ready' && (
            <button className={cover} onClick={() => setStage('playing')} type="button">
              {sign}
            </button>
          )}
          {stage === 'playing' && (
            <iframe
              allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
              className="size-full"
              ref={focus}
              src={player}
              title={name}
            />
          )}
        </div>
        <Words as="figcaption" className="mt-4 text-fine text-muted" slot="caption" text={caption} />
      </figure>
    </Section>
  );
}

/** Not made anew with each drawing: then the frame would take the focus again. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();

const disc = clsx(
  'relative grid size-16 place-items-center rounded-full bg-primary text-on-primary shadow-high transition-transform',
  'group-hover:scale-108 md:size-20 forced-colors:border',
);

/** What one presses to play: a disc with a triangle. It follows the pointer over the group around it. */
function PlaySign() {
  return (
    <span aria-hidden="true" className={disc}>
      <svg className="ml-1 size-1/2 fill-current" focusable="false" viewBox="0 0 24 24">
        <path d="M6 4.5v15a1 1 0 0 0 1.5.86l12.5-7.5a1 1 0 0 0 0-1.72L7.5 3.64A1 1 0 0 0 6 4.5Z" />
      </svg>
    </span>
  );
}
