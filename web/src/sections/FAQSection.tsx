import { clsx } from 'clsx';
import type { FAQ } from '../content/types.gen';
import { RichText } from '../links/RichText';
import { ItemHeading } from '../ui/Heading';
import { Section } from '../ui/Section';

const summary = 'flex cursor-pointer items-start justify-between gap-6 py-6 transition-paint hover:text-primary';

/** Questions that open without a script. Browsers open the answer that holds the anchor of a link. */
export function FAQSection({ items, ...head }: FAQ) {
  const alone = !(head.eyebrow || head.title || head.text);
  return (
    <Section {...head} beside>
      <div data-slot="items" className={clsx('border-b border-rule', alone && 'mx-auto max-w-[52rem]')}>
        {items.map(({ id, question, answer }) => (
          <details data-slot="question" className="question border-t border-rule" key={id}>
            <summary className={summary}>
              <ItemHeading>{question}</ItemHeading>
            </summary>
            <div data-slot="answer" className="scroll-mt-[calc(var(--bar)+6rem)] pe-10 pb-7 text-muted" id={id}>
              <RichText nodes={answer} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}
