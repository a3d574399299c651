import type { Me } from '../api/types';
import { View } from '../ui/View';
import { Problems } from '../views/Problems';
import { words as all } from '../words';
import { type Line, linesOf, useStatus, worst } from './lines';
import { Sign } from './Sign';
import { words } from './words';

/** Whether all is well, and else what to mend where: a line for each thing. */
export function Status({ me }: { me: Me }) {
  const { data, error } = useStatus();
  const lines = data ? linesOf(data, me) : [];
  const level = worst(lines);
  return (
    <View title={all.status} error={error?.message} isLoading={!data && !error}>
      {data && (
        <p role="status" className="card grid-cols-[auto_1fr] items-center font-semibold text-xl">
          <Sign level={level} /> {words[level]}
        </p>
      )}
      <ul className="grid gap-2 empty:hidden">
        {lines.map((line) => (
          <StatusLine key={line.title} line={line} />
        ))}
      </ul>
      {data && data.warningCount > 0 && (
        <details className="card">
          <summary className="flex min-h-11 items-center gap-2">
            <Sign level="look" /> {words.warnings(data.warningCount)}
          </summary>
          <p className="text-muted text-sm">{words.warningsHow}</p>
          <Problems problems={data.warnings} />
        </details>
      )}
    </View>
  );
}

const StatusLine = ({ line: { level, title, said, site } }: { line: Line }) => (
  <li className="card">
    <div className="flex gap-3">
      <Sign level={level} />
      <p className="min-w-0 break-words">
        <b className="font-semibold">{title}</b>
        <span className="block text-muted text-sm">{said}</span>
      </p>
    </div>
    {site && (
      <section aria-label={`${words.because}: ${title}`}>
        <Problems problems={site.problems} />
        {site.waiting.length > 0 && (
          <p className="px-2 text-muted text-sm" title={site.waiting.join('\n')}>
            {words.behind(site.waiting.length)}
          </p>
        )}
      </section>
    )}
  </li>
);
