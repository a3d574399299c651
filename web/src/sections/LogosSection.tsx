import { clsx } from 'clsx';
import type { Logo, Logos } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';

/** Wide logos are drawn lower than high ones, so that all weigh about the same. */
function heightOf({ width, height }: Logo['image']): string {
  const ratio = width && height ? width / height : 3;
  if (ratio > 4.5) return 'h-6!';
  if (ratio > 2.5) return 'h-8!';
  return ratio > 1.4 ? 'h-10!' : 'h-13!';
}

const list = 'flex flex-wrap items-center justify-center gap-x-[clamp(2rem,1rem+4vw,4.5rem)] gap-y-8';

export function LogosSection({ items, ...head }: Logos) {
  return (
    <Section {...head} head="label" tone="slim">
      <TintFilter />
      <ul className={list} data-slot="items">
        {items.map((logo, index) => (
          <li data-slot="item" key={index}>
            {logo.link ? (
              <SiteLink className="block rounded-md transition-opacity hover:opacity-70" link={logo.link}>
                <Mark logo={logo} />
              </SiteLink>
            ) : (
              <Mark logo={logo} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Mark({ logo: { image, name } }: { logo: Logo }) {
  const className = clsx('w-auto! max-w-44 object-contain [filter:url(#logo-tint)]', heightOf(image));
  return <Picture className={className} image={{ ...image, alt: name }} />;
}

/** Fills the shape of a logo with the colour of muted text, whatever its own colours are. */
function TintFilter() {
  return (
    <svg aria-hidden="true" className="absolute size-0 text-muted forced-colors:text-[CanvasText]" focusable="false">
      <filter colorInterpolationFilters="sRGB" id="logo-tint">
        <feFlood floodColor="currentColor" />
        <feComposite in2="SourceAlpha" operator="in" />
      </filter>
    </svg>
  );
}
