import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useSite } from '../content/site-context';
import type { Embed } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

const frame = 'relative overflow-hidden rounded-card border border-edge bg-surface shadow-mid';
const cover = 'group absolute inset-0 grid size-full place-items-center';

/** What a page of another website may do: no more than its own window could, and never lead ours away. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

/**
 * A film or a page kept elsewhere, loaded when somebody asks for it; without a script a link leads there. The click is
 * the consent: until then nothing is asked of the other website.
 */
export function EmbedSection({ poster, name, player, link, caption, host, note, show, height, ...head }: Embed) {
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
      <span className="sr-only">{name}</span>
      {host ? <Card host={host} note={note} show={show} /> : <PlaySign />}
    </>
  );
  return (
    <Section {...head}>
      <figure data-interactive>
        <div className={clsx(frame, host ? stage !== 'playing' && 'min-h-80' : 'aspect-video')} data-slot="media">
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
              allow={host ? 'fullscreen' : 'autoplay; encrypted-media; fullscreen; picture-in-picture'}
              className={host ? 'block max-h-[80svh] w-full' : 'size-full'}
              height={height}
              ref={focus}
              referrerPolicy={host ? 'strict-origin' : undefined}
              sandbox={host && sandbox}
              src={player}
              title={name}
            />
          )}
        </div>
        {host && stage === 'playing' && (
          <p className="mt-4 text-fine text-muted">
            <SiteLink className="underline" link={link} />
          </p>
        )}
        <Words as="figcaption" className="mt-4 text-fine text-muted" slot="caption" text={caption} />
      </figure>
    </Section>
  );
}

/** Whose page it is, and what showing it means. */
function Card({ host, note, show }: Pick<Embed, 'host' | 'note' | 'show'>) {
  return (
    <span
      className="card relative m-4 grid max-w-md justify-items-center gap-4 bg-surface p-5 text-text"
      data-words="none"
    >
      <bdi className="font-bold">{host}</bdi>
      <span className="button button-primary">{show}</span>
      <span className="text-sm text-muted print:hidden">{note}</span>
    </span>
  );
}

/** Not made anew with each drawing: then the frame would take the focus again. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus();

const disc = clsx(
  'relative grid size-16 place-items-center rounded-full bg-primary text-on-primary shadow-high transition-transform',
  'group-hover:[scale:1.08] md:size-20 forced-colors:border',
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
