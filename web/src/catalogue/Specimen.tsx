import { type ComponentType, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router';
import { SiteProvider } from '../content/site-context';
import type { Section, SectionType, Site } from '../content/types.gen';
import { sections } from '../sections/registry.gen';
import { SpriteProvider } from '../ui/Icon';
import { base, parseAddress } from './addresses';
import { components } from './components';
import { type LiveSection, liveSections } from './live-content';
import { catalogueSamples } from './samples';
import { settle } from './settle';
import { translated } from './translated';

function subscribe(changed: () => void): () => void {
  window.addEventListener('popstate', changed);
  return () => window.removeEventListener('popstate', changed);
}

/**
 * The specimen that the address names, alone in the theme of a site. Links to
 * pages lead nowhere. When all has come to rest, the path stands in
 * `data-specimen` of the root element.
 */
export function Specimen({ site }: { site: Site }) {
  // Screenshots go from one specimen to the next without a new document.
  const pathname = useSyncExternalStore(subscribe, () => window.location.pathname);
  const { type = '', sample = '' } = parseAddress(pathname) ?? {};
  return (
    <MemoryRouter>
      <SiteProvider value={translated(site)}>
        <SpriteProvider value={`${base}/icons.svg`}>
          <main id="content" key={pathname}>
            <Content pathname={pathname} sample={sample} site={site} type={type} />
          </main>
        </SpriteProvider>
      </SiteProvider>
    </MemoryRouter>
  );
}

interface ContentProps {
  pathname: string;
  type: string;
  sample: string;
  site: Site;
}

function Content({ pathname, type, sample, site }: ContentProps) {
  const component = type === 'ui' ? components[sample] : undefined;
  if (component) {
    const { draw: Draw, settled, wide } = component;
    return (
      <Settled pathname={pathname} selector={settled}>
        <div className={wide ? undefined : 'wrap catalogue-component'}>
          <Draw />
        </div>
      </Settled>
    );
  }
  if (!(type in catalogueSamples)) throw new Error(`the catalogue has no ${type}/${sample}`);
  if (sample === 'live') return <Live pathname={pathname} site={site} type={type} />;
  const section = catalogueSamples[type as SectionType][sample];
  if (!section) throw new Error(`the catalogue has no sample ${sample} of ${type}`);
  return (
    <Settled pathname={pathname}>
      <div>{draw(translated(section))}</div>
    </Settled>
  );
}

/** What the pages of the site hold of a section type, one below the other. */
function Live({ pathname, site, type }: Omit<ContentProps, 'sample'>) {
  const [found, setFound] = useState<LiveSection[]>();
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    liveSections(site.id, type).then(setFound, setFailure);
  }, [site.id, type]);
  if (failure) throw failure;
  if (!found) return null;
  return (
    <Settled pathname={pathname}>
      {found.length === 0 && <p className="wrap catalogue-note">No page of {site.name} has a section of this type.</p>}
      {found.map(({ path, section }, index) => (
        <div key={index}>
          <p className="wrap catalogue-note">
            <a href={path}>{path}</a>
          </p>
          {draw(section)}
        </div>
      ))}
    </Settled>
  );
}

function draw(section: Section): ReactNode {
  const Component = sections[section.type] as ComponentType<Section>;
  return <Component {...section} />;
}

/** Says when what is inside has come to rest. */
function Settled({ pathname, selector, children }: { pathname: string; selector?: string; children: ReactNode }) {
  useEffect(() => settle(pathname, selector), [pathname, selector]);
  return children;
}
