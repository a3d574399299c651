import { Link, useSearchParams } from 'react-router';
import useSWR from 'swr';
import type { Me } from '../api/types';
import { languageName } from '../language';
import { View } from '../ui/View';
import { Problems } from '../views/Problems';
import { besideAddress, useTitle } from '../views/part';
import { words as all } from '../words';
import { Beside } from './Beside';
import type { LanguageAnswer } from './types';
import { words } from './words';

/** What is missing in the languages of all sites or, where the address names a file, that file beside its original. */
export function Languages({ me }: { me: Me }) {
  const [query] = useSearchParams();
  const [site, file] = [query.get('site'), query.get('file')];
  return site && file ? <Beside key={`${site} ${file}`} me={me} site={site} name={file} /> : <Overview me={me} />;
}

function Overview({ me }: { me: Me }) {
  const { data = [], error, isLoading } = useSWR<LanguageAnswer[], Error>('translation');
  return (
    <View title={all.languages} error={error?.message} isLoading={isLoading}>
      {data.map(({ site, files, problems }) => {
        const { name: brand, lang = '' } = me.sites.find(({ id }) => id === site) ?? {};
        const behind = files.filter(({ missing, stale }) => missing + stale > 0);
        const done = files.filter((file) => !behind.includes(file));
        const name = `${brand ?? site} · ${languageName(lang)}`;
        return (
          <section key={site} className="card" aria-label={name}>
            <h2 className="font-semibold">{name}</h2>
            <Problems problems={problems} />
            {!behind.length && !problems.length && <p className="text-good">{words.upToDate}</p>}
            <Files site={site} files={behind} />
            {done.length > 0 && (
              <details>
                <summary className="flex min-h-11 items-center text-muted">{words.complete(done.length)}</summary>
                <Files site={site} files={done} />
              </details>
            )}
          </section>
        );
      })}
    </View>
  );
}

function Files({ site, files }: Pick<LanguageAnswer, 'site' | 'files'>) {
  const titleOf = useTitle();
  return (
    <ul className="grid empty:hidden">
      {files.map(({ file, translation, missing, stale }) => (
        <li key={file}>
          <Link
            to={besideAddress(site, translation)}
            className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 rounded-lg px-2 py-1 hover:bg-raised"
          >
            <span className="min-w-0 break-words">{titleOf(file)}</span>
            <span className="text-sm text-warn">
              {[missing > 0 && words.missing(missing), stale > 0 && words.stale(stale)].filter(Boolean).join(', ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
