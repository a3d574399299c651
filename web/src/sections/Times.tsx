import { clsx } from 'clsx';
import { Fragment } from 'react';

/** The cell with the hours of a line: what stands between two commas keeps together, and a time never breaks. */
export function Times({ text = '' }: { text?: string }) {
  const parts = text.split(', ');
  return (
    <td className="py-2.5 text-end align-top text-muted tabular-nums wrap-normal">
      {parts.map((part, index) => (
        <Fragment key={index}>
          <span className={clsx('inline-block', /^\d.*–/.test(part) && 'whitespace-nowrap')}>
            {index < parts.length - 1 ? `${part},` : part}
          </span>{' '}
        </Fragment>
      ))}
    </td>
  );
}
