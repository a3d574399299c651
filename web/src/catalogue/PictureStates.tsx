import { sampleImage } from '../sample-image';
import { Avatar } from '../ui/Avatar';
import { Picture } from '../ui/Picture';
import { States } from './States';

const missing = {
  ...sampleImage(),
  url: '/images/nothing.webp',
  alt: 'A picture that did not arrive: what it shows is read instead',
};

export function PictureStates() {
  return (
    <States
      states={{
        usual: <Picture image={sampleImage()} />,
        tall: <Picture className="specimen-small" image={sampleImage(800, 1200)} />,
        cropped: <Picture className="aspect-square specimen-small rounded-card object-cover" image={sampleImage()} />,
        portrait: <Avatar image={sampleImage(400, 400)} />,
        missing: <Picture image={missing} />,
      }}
    />
  );
}
