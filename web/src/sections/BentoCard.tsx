import { clsx } from 'clsx';
import { Card } from '../ui/Card';
import { Picture } from '../ui/Picture';
import { FieldScene } from '../ui/scenes/FieldScene';
import { CardWords, type ItemProps } from './CardWords';

export const board =
  'grid grid-cols-1 gap-(--grid-gap) md:grid-cols-2 lg:auto-rows-[minmax(15rem,auto)] lg:grid-cols-6';

/** One of a board in two columns, on large screens in six: two and four in turn, and all for a last one alone. */
export function BentoCard({ item, index, last }: ItemProps) {
  const alone = last && index % 2 === 0;
  const large = alone || index % 4 === 0 || index % 4 === 3;
  const span = alone ? 'col-span-full' : large ? 'lg:col-span-4' : 'lg:col-span-2';
  const columns = 'grid-cols-2 grid-rows-[1fr_auto] gap-x-8 lg:grid';
  const beside = 'inset-y-0 end-0 lg:absolute lg:m-0 lg:h-full lg:w-1/2';
  return (
    <Card as="li" className={clsx('relative isolate flex flex-col gap-3.5 overflow-hidden', span, large && columns)}>
      {item.image ? (
        <div
          className={clsx(
            'relative -mx-(--card-space) -mt-(--card-space) mb-2 aspect-3/2',
            large && 'col-start-2 row-span-full lg:-mb-(--card-space) lg:ms-0 lg:aspect-auto',
          )}
        >
          <Picture className="absolute inset-0 h-full object-cover" image={item.image} />
        </div>
      ) : (
        <FieldScene
          className={clsx(
            '-z-1 -mt-(--card-space) -me-(--card-space) mb-1 ms-auto h-40 w-[calc(100%+var(--card-space))]',
            'overflow-visible',
            large && beside,
          )}
          icon={item.icon}
          index={index}
        />
      )}
      <CardWords
        headingClass={large ? 'lg:text-(length:--size-large)' : undefined}
        item={item.image ? item : { ...item, icon: undefined }}
        titleClass={large ? 'gap-5 lg:self-end' : 'gap-5 lg:mt-auto'}
        wordsClass={large ? 'col-start-1' : undefined}
      />
    </Card>
  );
}
