import { clsx } from 'clsx';
import type { Link, Person, Team } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';
import { columnsFor } from './columns';

const list = 'grid grid-cols-1 gap-x-[clamp(1.5rem,1rem+2vw,3rem)] gap-y-[clamp(2rem,1.5rem+2vw,3.5rem)]';
const columns: Record<number, string> = {
  1: 'max-w-[46rem]',
  2: 'lg:grid-cols-2',
  3: 'md:grid-cols-3',
  4: 'md:grid-cols-4',
};

export function TeamSection({ items, ...head }: Team) {
  // One or two have room for words beside their portraits, more have them below; on a phone all have them beside.
  const person = clsx(
    'grid grid-cols-[5.5rem_minmax(0,1fr)] gap-5',
    items.length <= 2 ? 'md:grid-cols-[12rem_minmax(0,1fr)] md:gap-8' : 'md:grid-cols-1 md:content-start',
  );
  const portraits = items.some(({ image }) => image);
  return (
    <Section {...head} head="split">
      <ul className={clsx(list, columns[columnsFor(items.length)])} data-slot="items">
        {items.map((item, index) => (
          <li className={portraits ? person : 'border-t border-rule pt-6'} data-slot="item" key={index}>
            {portraits && <Portrait person={item} />}
            <div className="grid grid-cols-1 content-start gap-1" data-slot="body">
              <ItemHeading>{item.name}</ItemHeading>
              <Words className="text-fine text-primary" slot="label" text={item.role} />
              <Words className="mt-2 text-fine text-muted" text={item.text} />
              <Profiles links={item.links} name={item.name} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const portrait = 'aspect-square rounded-card object-cover outline -outline-offset-1 outline-edge';
const initial = clsx(
  'grid aspect-square w-full place-items-center rounded-card bg-tint-strong font-display text-section',
  'text-primary',
);

/** On a phone small beside the words, else in its column. */
const sizes = '(min-width: 48rem) 18rem, 5.5rem';

/** A portrait, or the first letter of the name among others that have one. */
function Portrait({ person: { image, name } }: { person: Person }) {
  if (image) return <Picture className={portrait} image={image} sizes={sizes} />;
  return (
    <span aria-hidden="true" className={initial} data-slot="media">
      {Array.from(name)[0]}
    </span>
  );
}

const profile = clsx(
  'inline-flex min-h-10 min-w-10 items-center justify-center rounded-md px-2.5 text-fine text-muted',
  'transition-paint hover:text-primary',
);

/** Where to find a person: signs where there are signs, else words. */
function Profiles({ links, name }: { links?: Link[]; name: string }) {
  if (!links?.length) return null;
  return (
    <ul className="mt-2 -ms-2.5 flex flex-wrap items-center">
      {links.map((link, index) => (
        <li key={index}>
          <SiteLink className={profile} link={link}>
            {link.icon && <Icon className="text-lg" name={link.icon} />}
            <span className={link.icon ? 'sr-only' : 'underline underline-offset-[0.2em]'}>{link.label}</span>
            {/* Whose it is, for those who hear the link alone. */}
            <span className="sr-only"> {name}</span>
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
