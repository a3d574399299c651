import { labelOf } from './schema';

/** A sentence of `marquee check`: keys that it quotes as the labels of their fields, all else as code. */
export const Sentence = ({ words = '' }: { words?: string | undefined }) =>
  words.split('`').map((part, i) => {
    if (i % 2 === 0) return part;
    return /^[a-z]+([A-Z][a-z]+)*$/.test(part) ? labelOf(part) : <code key={i}>{part}</code>;
  });
