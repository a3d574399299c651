import type { Contact } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { phrases } from '../ui/phrases';
import { Section } from '../ui/Section';

export function ContactSection({ items, ...head }: Contact) {
  return (
    <Section {...head} tone="band">
      <ul data-slot="items" className="grid grid-fit-64 gap-x-(--grid-gap) gap-y-8">
        {items.map((item) => (
          <li data-slot="item" className="grid grid-cols-1 content-start justify-items-start gap-1" key={item.title}>
            {item.icon && <Icon className="mb-3 text-2xl text-primary" name={item.icon} />}
            <ItemHeading size="small">{item.title}</ItemHeading>
            {item.text && (
              <p className="text-muted" data-slot="words">
                {phrases(item.text)}
              </p>
            )}
            {item.link && (
              <SiteLink
                className="inline-flex min-h-7 items-center gap-2 text-primary underline underline-offset-[0.2em]"
                link={item.link}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
