import { clsx } from 'clsx';
import type { Place } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { SiteLink } from '../links/SiteLink';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { Lines } from './Lines';
import { Times } from './Times';

const addressLink =
  'underline decoration-accent decoration-1 underline-offset-[0.25em] transition-paint hover:text-primary';
const contactLink = 'inline-block py-1 text-primary tabular-nums underline underline-offset-[0.2em]';

/** Where to find somebody: a map or a door on one side, on the other what one writes down. */
export function PlaceSection({ address, image, link, hours, contacts, actions, ...head }: Place) {
  const lines = <Lines text={address} />;
  return (
    <Section {...head}>
      <div className={clsx('grid grid-cols-1 gap-x-16 gap-y-10', image && 'lg:grid-cols-2 lg:items-center')}>
        {image && <Picture className="rounded-card border border-edge" image={image} />}
        <div className={clsx('grid grid-cols-1 gap-8', image ? '' : 'md:grid-cols-2')}>
          <address className="grid content-start gap-5 not-italic">
            <p className="text-lead" data-slot="words">
              {link ? (
                <SiteLink className={addressLink} link={link}>
                  {lines}
                </SiteLink>
              ) : (
                lines
              )}
            </p>
            {contacts && contacts.length > 0 && (
              <ul className="grid justify-items-start gap-2" data-slot="points">
                {contacts.map((contact, index) => (
                  <li key={index}>
                    <SiteLink className={contactLink} link={contact} />
                  </li>
                ))}
              </ul>
            )}
          </address>
          {hours && hours.length > 0 && (
            <table className="self-start text-start" data-slot="items">
              <tbody>
                {hours.map(({ days, time }, index) => (
                  <tr data-slot="item" className="border-t border-rule last:border-b" key={index}>
                    <th
                      className="py-2.5 pe-6 text-start align-top font-normal"
                      colSpan={time ? undefined : 2}
                      scope="row"
                    >
                      {days}
                    </th>
                    {time && <Times text={time} />}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Actions className={image ? '' : 'md:col-span-2'} links={actions} />
        </div>
      </div>
    </Section>
  );
}
