import { useSite } from '../content/site-context';
import type { Page } from '../content/types.gen';
import { BackLink } from '../layout/BackLink';
import { RichText } from '../links/RichText';

/** A legal document: its sections, with a list of them that stays in sight. */
export function LegalTemplate({ page }: { page: Page }) {
  const { labels } = useSite();
  const { legal } = page;
  if (!legal) throw new Error(`${page.path}: the template legal needs a legal document`);
  const back = legal.back ?? page.back;
  return (
    <div className="mx-auto max-w-6xl px-5 pt-24 pb-24 print:p-0">
      {back && <BackLink link={back} />}
      <header className="mt-6 mb-12 max-w-3xl">
        <h1 className="font-display text-4xl text-balance text-text sm:text-5xl">{legal.title}</h1>
        <p className="mt-4 text-muted">
          {labels.updated} {legal.updated}
        </p>
      </header>
      <div className="grid gap-12 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav aria-labelledby="contents" className="self-start print:hidden lg:sticky lg:top-24">
          <h2 className="mb-3 text-sm font-semibold text-text" id="contents">
            {labels.contents}
          </h2>
          <ol className="grid gap-1 border-l border-line">
            {legal.sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  className="-ml-px block border-l border-transparent py-1 pl-4 text-sm text-muted transition-colors hover:border-primary hover:text-text"
                  href={`#${id}`}
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="max-w-prose">
          {legal.intro && <RichText nodes={legal.intro.markdown} />}
          {legal.sections.map(({ id, title, markdown }) => (
            <section aria-labelledby={id} className="mt-12 first:mt-0" key={id}>
              <h2 className="mb-4 scroll-mt-24 font-display text-2xl text-text print:break-after-avoid" id={id}>
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
