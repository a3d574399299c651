import { Link } from 'react-router';
import type { Problem } from '../api/types';
import { words } from '../words';

interface Props {
  problems: Problem[];
  /** What a click leads to, other than the file as text. */
  onPick?: (problem: Problem) => void;
}

/** Problems in the words of `marquee check`; each leads to its line. */
export const Problems = ({ problems, onPick }: Props) =>
  problems.length > 0 && (
    <ul className="grid gap-1">
      {problems.map((problem, i) => (
        <li key={i}>
          <Link
            to={`/file?${new URLSearchParams({ file: problem.file, line: String(problem.line) })}`}
            className="block min-h-11 rounded-lg p-2 hover:bg-raised"
            onClick={(event) => {
              if (!onPick) return;
              event.preventDefault();
              onPick(problem);
            }}
          >
            <span className={problem.severity === 'error' ? 'text-bad' : 'text-warn'}>
              {problem.file}, {words.line(problem.line)}
            </span>{' '}
            {problem.message} <span className="text-muted">{problem.hint}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
