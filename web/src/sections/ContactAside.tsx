import { clsx } from 'clsx';
import type { FormsContact } from '../content/types.gen';
import { SiteLink } from '../links/SiteLink';
import { ItemHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { phrases } from '../ui/phrases';
import { Words } from '../ui/Words';

const contactLink = clsx(
  'flex min-h-11 w-fit max-w-full items-center gap-2 text-primary underline underline-offset-[0.2em]',
  'md:pointer-fine:min-h-7',
);

/** Contact information beside a form, as rows. */
export function ContactAside({ id, title, text, items }: FormsContact) {
  const icons = items.some(({ icon }) => icon);
  const columns = icons ? 'grid-cols-[1.25rem_minmax(0,1fr)] gap-x-4' : 'grid-cols-[0_minmax(0,1fr)]';
  return (
    <div className="grid grid-cols-1 gap-2" id={id}>
      {title && <ItemHeading size="large">{title}</ItemHeading>}
      <Words className="text-muted" slot="text" text={text} />
      <dl data-slot="items" className="mt-4 border-b first:mt-0 border-rule">
        {items.map((item, index) => (
          <div data-slot="item" className={clsx('grid border-t border-rule py-4', columns)} key={index}>
            <dt className="col-span-2 grid grid-cols-subgrid font-semibold">
              {item.icon && <Icon className="self-center text-xl text-primary" name={item.icon} />}
              <span className="col-start-2" data-slot="name">
                {item.title}
              </span>
            </dt>
            <dd className="col-start-2 text-muted" data-slot="words">
              {item.text && phrases(item.text)}
              {item.link && <SiteLink className={contactLink} link={item.link} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
