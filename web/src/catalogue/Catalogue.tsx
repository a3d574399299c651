import type { SectionType } from '../content/types.gen';
import { base, languages, parseAddress, type ShownSite, samples, widths } from './addresses';
import { components } from './components';
import { Frame } from './Frame';
import { catalogueSamples, sectionTypes } from './samples';

interface Props {
  location: { pathname: string; search: string };
  sites: ShownSite[];
}

/** Everything of one type, in frames: each sample in the themes that are chosen, at the width that is chosen. */
export function Catalogue({ location, sites }: Props) {
  const type = parseAddress(location.pathname)?.type ?? 'ui';
  const query = new URLSearchParams(location.search);
  const width = widths.find((one) => String(one) === query.get('width')) ?? 1440;
  const chosen = sites.find(({ id }) => id === query.get('site'));
  const shown = chosen ? [chosen] : sites;
  const language = languages.find((one) => one === query.get('language'));
  const own = Object.keys(catalogueSamples[type as SectionType] ?? {});
  const examples =
    type === 'ui' ? Object.keys(components) : samples.filter((name) => name === 'live' || own.includes(name));

  const address = (name: string, changes: Record<string, string> = {}) => {
    const all = {
      width: String(width),
      ...(chosen ? { site: chosen.id } : {}),
      ...(language ? { language } : {}),
      ...changes,
    };
    return `${base}/${name}?${new URLSearchParams(all)}`;
  };

  return (
    <>
      <nav aria-label="Catalogue">
        <Choice address={address('ui')} chosen={type === 'ui'} label="Components" />
        {sectionTypes.map((name) => (
          <Choice address={address(name)} chosen={type === name} key={name} label={name} />
        ))}
      </nav>
      <main>
        <header>
          <h1>{type === 'ui' ? 'Components' : type}</h1>
          <p>
            <Choice address={address(type, { site: 'all' })} chosen={!chosen} label="All sites" />
            {sites.map(({ id, name }) => (
              <Choice address={address(type, { site: id })} chosen={id === chosen?.id} key={id} label={name} />
            ))}
          </p>
          <p>
            {widths.map((one) => (
              <Choice
                address={address(type, { width: String(one) })}
                chosen={one === width}
                key={one}
                label={`${one}`}
              />
            ))}
          </p>
          <p>
            <Choice address={address(type, { language: 'en' })} chosen={!language} label="en" />
            {languages.map((one) => (
              <Choice address={address(type, { language: one })} chosen={one === language} key={one} label={one} />
            ))}
          </p>
        </header>
        {examples.map((sample) => (
          <section aria-labelledby={sample} key={sample}>
            <h2 id={sample}>{sample}</h2>
            <div className="catalogue-frames">
              {shown.flatMap(({ id, looks }) =>
                (looks.length ? looks : [undefined]).map((look) => (
                  <Frame
                    key={`${id} ${look}`}
                    language={language}
                    look={look}
                    sample={sample}
                    site={id}
                    type={type}
                    width={width}
                  />
                )),
              )}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}

function Choice({ address, chosen, label }: { address: string; chosen: boolean; label: string }) {
  return (
    <a aria-current={chosen ? 'page' : undefined} href={address}>
      {label}
    </a>
  );
}
