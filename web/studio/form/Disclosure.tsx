import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon';
import { problemsAt, useForm } from './form-context';
import { words } from './words';

interface Props {
  at: string;
  label: string;
  /** The first words of what is in it. */
  summary?: string;
  isOpen: boolean;
  onToggle: () => void;
  before?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}

/** One line that opens. It says when something in it is wrong. */
export function Disclosure({ at, label, summary, isOpen, onToggle, before, after, children }: Props) {
  const found = problemsAt(useForm().file.problems, at, true);
  const isWrong = found.some(({ severity }) => severity === 'error');
  return (
    <div className="min-w-0 rounded-lg border border-line bg-panel">
      <div className="flex items-center">
        {before}
        <button
          type="button"
          className="flex min-h-11 min-w-0 grow items-center gap-2 px-2 text-start"
          data-at={at}
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <span className={clsx('truncate', summary && 'max-w-[60%] shrink-0 font-medium')}>{label}</span>
          {summary && <span className="truncate text-muted text-sm">{summary}</span>}
          {found.length > 0 && (
            <span role="img" aria-label={words.wrong} className={isWrong ? 'text-bad' : 'text-warn'}>
              ●
            </span>
          )}
          <span className={clsx('ms-auto', isOpen && 'rotate-180')}>
            <Icon name="chevron" />
          </span>
        </button>
        {after}
      </div>
      {isOpen && <div className="grid gap-4 border-line border-t p-3">{children}</div>}
    </div>
  );
}
