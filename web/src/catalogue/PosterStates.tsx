import { Poster } from '../ui/Poster';
import { States } from './States';

const shapes = ['arch', 'eye', 'leaf', 'disc', 'column'] as const;

/** Each lead with all others, and those that have a composition of several of their name. */
export function PosterStates() {
  return (
    <States
      states={{
        ...Object.fromEntries(
          shapes.map((lead) => [
            lead,
            <Poster key={lead} shapes={[lead, ...shapes.filter((other) => other !== lead)]} />,
          ]),
        ),
        eyes: <Poster shapes={['eye', 'eye', 'eye', 'eye']} />,
        columns: <Poster shapes={['column', 'column', 'column', 'disc']} />,
        'a column': <Poster shapes={['column', 'disc']} />,
        leaves: <Poster shapes={['leaf', 'leaf', 'leaf', 'disc']} />,
        hands: <Poster shapes={['disc', 'leaf', 'leaf']} />,
      }}
    />
  );
}
