import { Link, useMatch } from 'react-router';
import type { Problem } from '../api/types';
import { words } from '../words';
import { textAddress } from './part';

interface Props {
  problems: Problem[];
  /** The address that a problem leads to, other than its line. */
  to?: (problem: Problem) => string;
}

const lineOf = ({ file, line, column }: Problem) => textAddress(file, { line: String(line), column: String(column) });

/** Problems in the words of `marquee check`; each leads to its line. */
export function Problems({ problems, to = lineOf }: Props) {
  const isInFile = useMatch('/file') !== null;
  return (
    <ul className="grid gap-1 empty:hidden">
      {problems.map((problem, i) => (
        <li key={i}>
          <Link to={to(problem)} replace={isInFile} className="block min-h-11 rounded-lg p-2 hover:bg-raised">
            <span className={problem.severity === 'error' ? 'text-bad' : 'text-warn'}>
              {problem.file}, {words.line} {problem.line}
            </span>{' '}
            {problem.message} <span className="text-muted">{problem.hint}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
