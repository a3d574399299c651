import { clsx } from 'clsx';
import type { Product, ProductShowcase } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { ItemHeading, SubHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { FieldScene } from '../ui/scenes/FieldScene';
import { Words } from '../ui/Words';
import { PreviewScene } from './PreviewScene';

const wordsFirst = 'lg:grid-cols-[minmax(0,13fr)_minmax(0,12fr)]';
const sceneFirst = 'lg:grid-cols-[minmax(0,12fr)_minmax(0,13fr)]';

/** A picture is as high as the words beside it, or as the picture of its neighbour. */
const picture = 'lg:aspect-auto lg:min-h-96';

interface Look {
  panel: string;
  words?: string;
  scene?: string;
  picture?: string;
}

/** The full form is one wide panel below the other, words and scene changing sides. */
function fullPanel(index: number): Look {
  return index % 2 === 0 ? { panel: wordsFirst, picture } : { panel: sceneFirst, words: 'lg:order-2', picture };
}

/** The brief form is one wide panel, then two side by side, with their lines level. */
function briefPanel(index: number, count: number): Look {
  const alone = index === 0 || (index === count - 1 && index % 2 === 1);
  if (alone) return { panel: `lg:col-span-full ${wordsFirst}`, words: 'lg:content-end', picture };
  return { panel: 'lg:row-span-2 lg:grid-rows-subgrid', words: 'lg:content-start', scene: 'lg:pt-0', picture };
}

const panel = 'card product-panel grid scroll-mt-[calc(var(--bar)+1rem)] grid-cols-1 p-0';
const scene = 'grid min-w-0 grid-cols-1 items-center p-[clamp(1.5rem,1rem+2.5vw,3.5rem)] max-lg:pt-0';
const body = 'grid grid-cols-1 content-center gap-6 p-[clamp(1.5rem,1rem+2.5vw,3.5rem)]';

export function ProductShowcaseSection({ items, detail = 'brief', ...head }: ProductShowcase) {
  const full = detail === 'full';
  const columns = full ? '' : 'lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]';
  return (
    <Section {...head} head="split" layout={detail}>
      <ul className={clsx('grid grid-cols-1 gap-(--grid-gap)', columns)} data-slot="items">
        {items.map((product, index) => {
          const look = full ? fullPanel(index) : briefPanel(index, items.length);
          return (
            <li className={clsx(panel, look.panel)} data-slot="item" id={product.id} key={product.id}>
              <div className={clsx(body, look.words)} data-slot="body">
                <ProductTitle product={product} />
                <Words className="text-muted" text={product.text} />
                {full && <FullFeatures product={product} />}
                <Actions about={product.name} links={full ? product.actions : product.actions?.slice(0, 1)} />
              </div>
              {product.image ? (
                <div data-slot="media" className={clsx('relative aspect-3/2', look.picture)}>
                  <Picture className="absolute inset-0 h-full object-cover" image={product.image} />
                </div>
              ) : (
                <div data-slot="aside" className={clsx(scene, look.scene)}>
                  {product.preview ? (
                    <PreviewScene anchored={false} preview={product.preview} />
                  ) : (
                    <FieldScene className="mx-auto w-[min(100%,20rem)]" icon={product.icon} index={index} />
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function ProductTitle({ product }: { product: Product }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {(product.icon || product.category) && (
        <p data-slot="label" className="flex items-center gap-2.5 text-sm/[1.4] font-semibold text-accent">
          {product.icon && <Icon className="text-lg" name={product.icon} />}
          {product.category}
        </p>
      )}
      <ItemHeading size="section">{product.name}</ItemHeading>
      {product.tagline && <p className="text-lead text-text">{product.tagline}</p>}
    </div>
  );
}

function FullFeatures({ product }: { product: Product }) {
  return (
    <ul className="grid grid-fit-56 gap-x-6 gap-y-5" data-slot="points">
      {product.features.map((feature, index) => (
        <li className="flex gap-3 text-fine/normal" key={index}>
          {feature.icon && <Icon className="mt-[0.15em] text-lg text-primary" name={feature.icon} />}
          <div>
            <SubHeading size="tiny">{feature.title}</SubHeading>
            {feature.text && <p className="text-muted">{feature.text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
