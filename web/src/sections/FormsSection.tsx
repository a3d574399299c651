import type { Forms } from '../content/types.gen';
import { FormsPanel } from '../forms/FormsPanel';
import { Card } from '../ui/Card';
import { Section } from '../ui/Section';
import { ContactAside } from './ContactAside';

export function FormsSection({ items, contact, ...head }: Forms) {
  return (
    <Section {...head} aside={contact && <ContactAside {...contact} />} beside>
      <Card data-slot="panel" className="p-[clamp(1.25rem,0.5rem+3vw,3rem)] shadow-mid print:hidden">
        <FormsPanel forms={items} />
      </Card>
    </Section>
  );
}
