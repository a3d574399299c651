import type { ComponentType } from 'react';
import { ButtonStates } from './ButtonStates';
import { DrawingStates } from './DrawingStates';
import { FieldStates } from './FieldStates';
import { FormStates } from './FormStates';
import { MarkdownStates } from './MarkdownStates';
import { ErrorToast, SuccessToast, TabsStates, TooltipStates } from './OverlayStates';
import { PictureStates } from './PictureStates';
import { PosterStates } from './PosterStates';
import { ShellStates } from './ShellStates';
import { BadgeStates, CardStates, HeadingStates, IconStates } from './SurfaceStates';

interface ComponentSpecimen {
  /** The files of web/src/ui that it shows, without their endings; none where it shows what stands elsewhere. */
  shows: string[];
  draw: ComponentType;
  /** A selector that matches when it has come to rest; left out, it has as soon as it is drawn. */
  settled?: string;
  /** Takes the whole width of the window. */
  wide?: true;
}

const toast = { shows: ['Toaster', 'ToastRegion'], settled: '[data-sonner-toast][data-mounted="true"]' };

/** The components of web/src/ui, by their name in the address. */
export const components: Record<string, ComponentSpecimen> = {
  badge: { shows: ['Badge'], draw: BadgeStates },
  button: { shows: ['Button'], draw: ButtonStates },
  card: { shows: ['Card'], draw: CardStates },
  drawing: { shows: ['Drawing'], draw: DrawingStates },
  field: { shows: ['Field', 'Choices', 'Checkbox'], draw: FieldStates },
  form: { shows: [], draw: FormStates },
  heading: { shows: ['Heading'], draw: HeadingStates },
  icon: { shows: ['Icon', 'Chip', 'InterfaceIcon'], draw: IconStates },
  markdown: { shows: ['Markdown'], draw: MarkdownStates },
  picture: { shows: ['Picture', 'Avatar'], draw: PictureStates },
  poster: { shows: ['Poster'], draw: PosterStates },
  shell: { shows: [], draw: ShellStates, wide: true },
  tabs: { shows: ['Tabs'], draw: TabsStates },
  'toast-error': { ...toast, draw: ErrorToast },
  'toast-success': { ...toast, draw: SuccessToast },
  tooltip: { shows: ['Tooltip'], draw: TooltipStates, settled: '[role="tooltip"]:popover-open' },
};
