import { Dialog } from '@base-ui/react/dialog';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { words } from '../words';
import { IconButton } from './Button';

interface Props {
  title: string;
  children: ReactNode;
  /** At the left edge, as what it takes the place of on a wide screen. */
  atSide?: boolean;
  /** Without it the sheet stays. */
  onClose?: () => void;
}

/** A dialog: a sheet at the lower edge of a phone, in the middle of a wide screen. It is open as long as it is there. */
export const Sheet = ({ title, children, atSide, onClose }: Props) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose?.()}>
    <Dialog.Portal>
      <Dialog.Backdrop className="sheet-backdrop" />
      <Dialog.Popup className={clsx('sheet', atSide ? 'sheet-side' : 'sheet-lower')}>
        <header className="flex min-h-12 items-center justify-between gap-2 py-1 ps-4 pe-1">
          <Dialog.Title className="min-w-0 wrap-anywhere font-semibold">{title}</Dialog.Title>
          {onClose && <Dialog.Close render={<IconButton icon="close" label={words.close} />} />}
        </header>
        <div className="min-h-0 overflow-auto px-4 pt-2 pb-4">{children}</div>
      </Dialog.Popup>
    </Dialog.Portal>
  </Dialog.Root>
);
