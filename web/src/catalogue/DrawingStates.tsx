import { Drawing } from '../ui/Drawing';
import { States } from './States';
import { sampleDrawings } from './sample-drawings';

export function DrawingStates() {
  return (
    <States
      states={Object.fromEntries(
        Object.entries(sampleDrawings).map(([name, drawing]) => [name, <Drawing drawing={drawing} key={name} />]),
      )}
    />
  );
}
