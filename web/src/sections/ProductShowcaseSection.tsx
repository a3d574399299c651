import type { Product, ProductShowcase } from '../content/types.gen';
import { Actions } from '../links/Actions';
import { ItemHeading, SubHeading } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { Section } from '../ui/Section';
import { FieldScene } from '../ui/scenes/FieldScene';
import { PreviewScene } from './PreviewScene';

/** How many features the brief form shows. */
const briefFeatures = 3;

export function ProductShowcaseSection({ items, detail = 'brief', ...head }: ProductShowcase) {
  return (
    <Section {...head} head="split">
      <ul className={detail === 'full' ? 'products products-full' : 'products products-brief'}>
        {items.map((product, index) => (
          <li className="product" id={product.id} key={product.id}>
            <div className="product-words">
              <ProductTitle product={product} />
              <p className="product-text">{product.text}</p>
              {detail === 'full' ? <FullFeatures product={product} /> : <BriefFeatures product={product} />}
              <Actions about={product.name} links={product.actions} />
            </div>
            <div className="product-scene">
              {product.preview ? (
                <PreviewScene anchored={false} preview={product.preview} />
              ) : (
                <FieldScene icon={product.icon} index={index} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ProductTitle({ product }: { product: Product }) {
  return (
    <div className="product-title">
      {product.icon && (
        <span className="chip chip-large">
          <Icon name={product.icon} />
        </span>
      )}
      <div>
        {product.category && <p className="product-category">{product.category}</p>}
        <ItemHeading size="large">{product.name}</ItemHeading>
        {product.tagline && <p className="product-tagline">{product.tagline}</p>}
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
    <ul className="product-features">
      {product.features.map((feature) => (
        <li key={feature.title}>
          {feature.icon && <Icon name={feature.icon} />}
          <div>
            <SubHeading>{feature.title}</SubHeading>
            {feature.text && <p>{feature.text}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
