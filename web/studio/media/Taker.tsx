import clsx from 'clsx';
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { words } from './words';

interface Props {
  /** Without it, pictures are meant. */
  isFiles?: boolean;
  /** What takes them, where it is one file. */
  label?: string;
  /** Other ways, beside those of this device. */
  children?: ReactNode;
  onTake: (files: File[]) => void;
}

const hasCamera = matchMedia('(pointer: coarse)').matches;

/** Takes pictures or files from the device: from its camera or its folders, dropped, or pasted. */
export function Taker({ isFiles, label, children, onTake }: Props) {
  const [isOver, setOver] = useState(false);
  const camera = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  function take(event: ClipboardEvent | DragEvent, data: DataTransfer) {
    const files = [...data.files];
    if (!files.length) return;
    event.preventDefault();
    if (!event.currentTarget.closest('fieldset:disabled')) onTake(files);
  }
  const input = (ref: typeof chooser, more: object) => (
    <input
      ref={ref}
      type="file"
      hidden
      {...(!isFiles && { accept: 'image/*' })}
      {...more}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = ''; // so that the same file can be chosen again
        if (files.length) onTake(files);
      }}
    />
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      role="group"
      className={clsx('grid gap-2 rounded-lg', isOver && 'outline-2 outline-accent outline-dashed outline-offset-4')}
      onDragOver={(event) => {
        if (![...event.dataTransfer.types].includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        take(event, event.dataTransfer);
      }}
      onPaste={(event) => take(event, event.clipboardData)}
    >
      <div className="flex flex-wrap gap-2">
        {!isFiles && hasCamera && (
          <Button onClick={() => camera.current?.click()}>
            <Icon name="camera" /> {words.photo}
          </Button>
        )}
        <Button onClick={() => chooser.current?.click()}>
          <Icon name="plus" /> {label ?? (isFiles ? words.addFile : words.add)}
        </Button>
        {children}
      </div>
      {input(chooser, { multiple: !label })}
      {hasCamera && !isFiles && input(camera, { capture: 'environment' })}
    </div>
  );
}
