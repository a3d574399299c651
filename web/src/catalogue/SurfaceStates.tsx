import { Badge } from '../ui/Badge';
import { Card } from '../ui/Card';
import { Chip } from '../ui/Chip';
import { Heading, type HeadingSize } from '../ui/Heading';
import { Icon } from '../ui/Icon';
import { InterfaceIcon } from '../ui/InterfaceIcon';
import { States } from './States';

const words = 'A surface that holds what belongs together.';
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen';

export function BadgeStates() {
  return (
    <States
      states={{
        quiet: <Badge>Most popular</Badge>,
        strong: <Badge tone="strong">Most popular</Badge>,
        'with a hint': <Badge describedBy="nothing">Most popular</Badge>,
        long: <Badge>{longWord}</Badge>,
      }}
    />
  );
}

export function CardStates() {
  return (
    <States
      states={{
        surface: <Card>{words}</Card>,
        featured: <Card tone="featured">{words}</Card>,
        link: (
          <Card>
            <a className="button button-text card-link" href="#card">
              All of it leads on
            </a>
          </Card>
        ),
        'link, hover': (
          <Card>
            <a className="button button-text card-link" data-shown="hover" href="#card">
              All of it leads on
            </a>
          </Card>
        ),
        long: <Card>{longWord}</Card>,
      }}
    />
  );
}

const sizes = {
  display: 'Intelligence, redefined',
  page: 'Websites that grow your business',
  section: 'Everything a website needs',
  large: 'Business website',
  item: 'Professional design',
  small: 'Opening hours',
  tiny: 'Answers at night',
} satisfies Record<HeadingSize, string>;

export function HeadingStates() {
  return Object.entries(sizes).map(([size, title]) => (
    <States
      key={size}
      states={{
        [size]: (
          <Heading level={2} size={size as HeadingSize}>
            {title}
          </Heading>
        ),
      }}
    />
  ));
}

const names = ['sparkles', 'brain', 'wrench', 'shield-check', 'calendar-check', 'rocket', 'mail', 'scissors'];

export function IconStates() {
  return (
    <>
      <States
        title="From the sprite"
        states={Object.fromEntries(names.map((name) => [name, <Icon key={name} name={name} />]))}
      />
      <States
        title="On a chip"
        states={{ usual: <Chip icon="rocket" />, large: <Chip className="chip-large" icon="rocket" /> }}
      />
      <States
        title="Of the interface"
        states={{
          menu: <InterfaceIcon name="menu" />,
          close: <InterfaceIcon name="close" />,
          back: <InterfaceIcon name="back" />,
        }}
      />
    </>
  );
}
