import type { Forms } from '../content/types.gen';
import { FormsPanel } from '../forms/FormsPanel';
import { Section } from '../ui/Section';

export function FormsSection({ items, ...head }: Forms) {
  return (
    <Section {...head} beside className="forms-section">
      <FormsPanel forms={items} />
    </Section>
  );
}
