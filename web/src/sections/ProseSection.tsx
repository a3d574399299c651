import type { Prose } from '../content/types.gen';
import { RichText } from '../links/RichText';
import { Section } from '../ui/Section';

export function ProseSection({ markdown, ...head }: Prose) {
  return (
    <Section {...head} beside>
      <RichText nodes={markdown} />
    </Section>
  );
}
