import type { Forms } from '../content/types.gen';
import { FormsPanel } from '../forms/FormsPanel';
import { Card } from '../ui/Card';
import { Section } from '../ui/Section';

export function FormsSection({ items, ...head }: Forms) {
  return (
    <Section {...head} beside>
      <Card className="p-[clamp(1.25rem,0.5rem+3vw,3rem)] shadow-mid">
        <FormsPanel forms={items} />
      </Card>
    </Section>
  );
}
