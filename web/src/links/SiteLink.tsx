import { Fragment, type ReactNode } from 'react';
import { useSite } from '../content/site-context';
import type { Link } from '../content/types.gen';
import { type ButtonVariant, buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Tooltip } from '../ui/Tooltip';
import { PageLink } from './PageLink';

interface Props {
  link: Link;
  className?: string;
  /** Draws the link as a button; left out, it is a link in running text. */
  variant?: ButtonVariant;
  /** What the link is about, where its label alone does not say it: for those who do not see what is around it. */
  about?: string;
  /** Stands instead of the icon and the label, for links around a picture or a card. */
  children?: ReactNode;
  /** What looks know it by. */
  slot?: string;
  'aria-current'?: 'page' | 'true';
}

/** A link of the content. Of what kind it is was decided when the content was loaded. */
export function SiteLink(props: Props) {
  const { link } = props;
  const { labels } = useSite();
  const hint = link.kind === 'placeholder' ? (link.hint ?? labels.placeholder) : link.hint;
  if (!hint) return <Anchor {...props} />;
  return <Tooltip text={hint}>{(id) => <Anchor {...props} describedBy={id} />}</Tooltip>;
}

function Anchor({
  link,
  about,
  className,
  variant,
  children,
  describedBy,
  slot,
  ...rest
}: Props & { describedBy?: string }) {
  const { labels } = useSite();
  const look = {
    className: variant ? buttonClass(variant, className) : className,
    'aria-describedby': describedBy,
    'data-slot': slot,
  };
  const content = children ?? (
    <>
      {link.icon && <Icon name={link.icon} />}
      {/* In a button label and note are one text, so that neither takes room from the other. */}
      {link.file || link.language ? (
        <span>
          {link.label}
          <LinkNote link={link} />
        </span>
      ) : link.kind === 'contact' ? (
        // A number or an address, in the order in which it is written. An address breaks before its @, if anywhere.
        <bdi>
          {link.label?.split(/(?=@)/).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </bdi>
      ) : (
        link.label
      )}
      {about && <span className="sr-only"> {about}</span>}
    </>
  );
  if (link.kind === 'placeholder') {
    // Focusable, so that people who use the keyboard get to the hint that says why it leads nowhere.
    return (
      // biome-ignore lint/a11y/useSemanticElements: an <a> without href is no link to assistive technology
      <span {...look} aria-disabled="true" role="link" tabIndex={0}>
        {content}
      </span>
    );
  }
  const Element = link.kind === 'page' ? PageLink : 'a';
  const external = link.kind === 'external' && { target: '_blank', rel: 'noopener' };
  return (
    <Element {...rest} {...look} {...external} href={link.href ?? ''} hrefLang={link.language}>
      {content}
      {external && <span className="sr-only"> {labels.newTab}</span>}
    </Element>
  );
}

/** What kind of file a link leads to, and how much of it there is to load; or the other language of its target. */
export function LinkNote({ link: { file, language } }: { link: Link }) {
  return file || language ? (
    <span className="text-[0.9em] font-normal whitespace-nowrap opacity-80"> ({file ?? language})</span>
  ) : null;
}
