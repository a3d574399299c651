import { clsx } from 'clsx';
import { useSite } from '../content/site-context';
import type { Page } from '../content/types.gen';
import { BackLink } from '../layout/BackLink';
import { RichText } from '../links/RichText';
import { Poster } from '../ui/Poster';
import { SectionTitle } from '../ui/SectionTitle';

const chapter = clsx(
  '-ms-px block border-s border-transparent py-1 ps-4 text-sm text-muted transition-paint',
  'hover:border-primary hover:text-text',
);

/** A legal document: its sections, with a list of them that stays in sight. */
export function LegalTemplate({ page }: { page: Page }) {
  const { labels } = useSite();
  const { legal } = page;
  if (!legal) throw new Error(`${page.path}: the template legal needs a legal document`);
  const back = legal.back ?? page.back;
  return (
    <div className="contents" data-section="legal">
      <div className={legal.poster ? 'beside-poster mb-(--hero-space)' : undefined}>
        <div className="wrap pt-[calc(var(--bar)+2rem)] print:p-0">
          {back && <BackLink link={back} />}
          <header data-slot="head" className={clsx('mt-6 mb-12', legal.poster ? '' : 'max-w-3xl')}>
            <SectionTitle level={1} size="page" title={legal.title} />
            <p className="mt-4 text-muted">
              {labels.updated} {legal.updated}
            </p>
          </header>
        </div>
        {legal.poster && <Poster shapes={legal.poster} />}
      </div>
      <div className="wrap grid grid-cols-1 gap-12 pb-(--section-space) lg:grid-cols-[16rem_minmax(0,1fr)] print:p-0">
        <nav aria-labelledby="contents" className="self-start print:hidden lg:sticky lg:top-[calc(var(--bar)+2rem)]">
          <h2 className="mb-3 text-sm font-semibold text-text" id="contents">
            {labels.contents}
          </h2>
          <ol className="grid gap-1 border-s border-line">
            {legal.sections.map(({ id, title }) => (
              <li key={id}>
                <a className={chapter} href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="max-w-2xl" data-slot="body">
          {legal.intro && <RichText nodes={legal.intro.markdown} />}
          {legal.sections.map(({ id, title, markdown }) => (
            <section aria-labelledby={id} className="mt-12 first:mt-0" data-slot="item" key={id}>
              <h2 className="mb-4 text-large" data-slot="name" id={id}>
                {title}
              </h2>
              <RichText nodes={markdown} />
            </section>
          ))}
        </article>
      </div>
    </div>
  );
}
