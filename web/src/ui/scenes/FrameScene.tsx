import { Frame } from './Frame';
import { frameLayouts } from './frame-layouts';

interface Props {
  /** Chooses one of the drawn layouts; any number is good. */
  index: number;
}

/** A browser window with one of several small drawn websites in it. */
export function FrameScene({ index }: Props) {
  const layout = frameLayouts[index % frameLayouts.length];
  if (!layout) throw new Error(`there is no drawn layout number ${index}`);
  return <Frame>{layout}</Frame>;
}
