import type { Contact } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';

export function ContactSection({ items, ...head }: Contact) {
  return (
    <Section {...head} tone="band">
      <ul className="contacts">
        {items.map((item) => (
          <li className="contact" key={item.title}>
            {item.icon && <Icon className="contact-icon" name={item.icon} />}
            <ItemHeading size="small">{item.title}</ItemHeading>
            {item.text && <p className="contact-text">{item.text}</p>}
            {item.link && <SiteLink className="contact-link" link={item.link} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
