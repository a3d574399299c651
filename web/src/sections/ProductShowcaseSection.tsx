import type { Product, ProductShowcase } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { ItemHeading, SubHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Picture } from '../ui/Picture';
import { Section } from '../ui/Section';
import { FieldScene } from '../ui/scenes/FieldScene';
import { PreviewScene } from './PreviewScene';

/** How many features the brief form shows. */
const briefFeatures = 3;

const wordsFirst = 'wide:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]';
const sceneFirst = 'wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]';

/** Beside the words a picture is as high as they are. */
const picture = 'wide:aspect-auto wide:min-h-80';

/** The full form is one wide panel below the other, words and scene changing sides. */
function fullPanel(index: number) {
  return index % 2 === 0
    ? { panel: wordsFirst, words: '', picture }
    : { panel: sceneFirst, words: 'wide:order-2', picture };
}

/** The brief form is one wide panel, then two side by side, with their lines level. */
function briefPanel(index: number, count: number) {
  const alone = index === 0 || (index === count - 1 && index % 2 === 1);
  if (alone) return { panel: `wide:col-span-full ${wordsFirst}`, words: '', picture };
  return { panel: 'wide:row-span-2 wide:grid-rows-subgrid', words: 'wide:content-start', picture: '' };
}

export function ProductShowcaseSection({ items, detail = 'brief', ...head }: ProductShowcase) {
  const looks = items.map((_, index) => (detail === 'full' ? fullPanel(index) : briefPanel(index, items.length)));
  return (
    <Section {...head} head="split">
      <ul className={`grid grid-cols-1 gap-(--grid-gap) ${detail === 'full' ? '' : 'wide:grid-cols-2'}`.trim()}>
        {items.map((product, index) => (
          <li
            className={`card grid scroll-mt-[calc(var(--bar)+1rem)] grid-cols-1 overflow-hidden p-0 ${looks[index]?.panel}`}
            id={product.id}
            key={product.id}
          >
            <div
              className={`grid grid-cols-1 content-center gap-6 p-[clamp(1.5rem,1rem+2.5vw,3.5rem)] ${looks[index]?.words}`.trim()}
            >
              <ProductTitle product={product} />
              <p className="text-muted">{product.text}</p>
              {detail === 'full' ? <FullFeatures product={product} /> : <BriefFeatures product={product} />}
              <Actions about={product.name} links={product.actions} />
            </div>
            {product.image ? (
              <div className={`relative aspect-3/2 ${looks[index]?.picture}`}>
                <Picture className="absolute inset-0 h-full object-cover" image={product.image} />
              </div>
            ) : (
              <div className="product-scene grid min-w-0 grid-cols-1 items-center p-[clamp(1.5rem,1rem+2vw,3rem)]">
                {product.preview ? (
                  <PreviewScene anchored={false} preview={product.preview} />
                ) : (
                  <FieldScene className="mx-auto w-[min(100%,20rem)]" icon={product.icon} index={index} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ProductTitle({ product }: { product: Product }) {
  return (
    <div className="grid grid-cols-1 gap-5">
      {product.icon && (
        <span className="chip chip-large">
          <Icon name={product.icon} />
        </span>
      )}
      <div>
        {product.category && <p className="text-fine font-medium text-accent">{product.category}</p>}
        <ItemHeading size="large">{product.name}</ItemHeading>
        {product.tagline && <p className="mt-1.5 text-lead/[1.6]">{product.tagline}</p>}
      </div>
    </div>
  );
}

function BriefFeatures({ product }: { product: Product }) {
  return (
    <ul className="tags">
      {product.features.slice(0, briefFeatures).map((feature) => (
        <li className="tag" key={feature.title}>
          {feature.icon && <Icon name={feature.icon} />}
          {feature.title}
        </li>
      ))}
    </ul>
  );
}

function FullFeatures({ product }: { product: Product }) {
  return (
    <ul className="grid grid-fit-56 gap-x-6 gap-y-5">
      {product.features.map((feature) => (
        <li className="flex gap-3 text-fine/normal" key={feature.title}>
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
