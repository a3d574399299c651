import { clsx } from 'clsx';
import { Link } from 'react-router';
import type { Problem } from '../api/types';
import { Sentence } from '../form/Sentence';
import { words } from '../words';
import { useProblemAddress, useTitle } from './part';

interface Props {
  problems: Problem[];
  /** The address that a problem leads to, other than that of its field. */
  to?: (problem: Problem) => string;
}

/** Problems in the words of `marquee check`; each leads to where it is mended. */
export function Problems({ problems, to }: Props) {
  const addressOf = useProblemAddress();
  const titleOf = useTitle();
  return (
    <ul className="grid gap-1 empty:hidden">
      {problems.map((problem, i) => (
        <li key={i}>
          <Link
            to={(to ?? addressOf)(problem)}
            replace={!!to}
            className="block min-h-11 rounded-lg p-2 hover:bg-raised"
          >
            <span className={clsx('underline', problem.severity === 'error' ? 'text-bad' : 'text-warn')}>
              {titleOf(problem.file, problem.at)}:
            </span>{' '}
            <Sentence words={problem.message} />{' '}
            <span className="text-muted">
              <Sentence words={problem.hint} /> {problem.file}, {words.line} {problem.line}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
