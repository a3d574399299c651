import { useSite } from '../content/site-context';
import type { Page, Site } from '../content/types.gen';

interface Props {
  page: Page;
  className?: string;
  /** How a line looks. */
  line: string;
}

/** What the language on display calls itself, where visitors choose another one in the bar. */
export function languageInBar({ language, switcher }: Site): string | undefined {
  return switcher?.bar ? switcher.languages.find(({ tag }) => tag === language)?.name : undefined;
}

/** The languages of the site, each by its own name: the page in it, or else the first page. */
export function Languages({ page, className, line }: Props) {
  const { language, switcher } = useSite();
  return (
    <ul className={className}>
      {switcher?.languages.map(({ tag, name, home }) => (
        <li key={tag}>
          <a
            aria-current={tag === language ? 'true' : undefined}
            className={line}
            href={page.translations?.find((page) => page.language === tag)?.href ?? home}
            hrefLang={tag}
            lang={tag}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
