import { phrases } from './phrases';

interface Props {
  text?: string;
  className?: string;
  /** What a look knows it as. */
  slot?: string;
}

/** A paragraph of content; nothing where there is none. */
export function Words({ text, className, slot = 'words' }: Props) {
  return text ? (
    <p className={className || undefined} data-slot={slot}>
      {phrases(text)}
    </p>
  ) : null;
}
