import type { Contact } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { Words } from '../ui/Words';

const contactLink = 'inline-flex min-h-7 items-center gap-2 text-primary underline underline-offset-[0.2em]';

export function ContactSection({ items, ...head }: Contact) {
  return (
    <Section {...head} tone="band">
      <ul data-slot="items" className="grid grid-fit-64 gap-x-(--grid-gap) gap-y-8">
        {items.map((item, index) => (
          <li data-slot="item" className="grid grid-cols-1 content-start justify-items-start gap-1" key={index}>
            {item.icon && <Icon className="mb-3 text-2xl text-primary" name={item.icon} />}
            <ItemHeading size="small">{item.title}</ItemHeading>
            <Words className="text-muted" text={item.text} />
            {item.link && <SiteLink className={contactLink} link={item.link} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
