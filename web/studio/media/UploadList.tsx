import { IconButton } from '../ui/Button';
import type { Upload } from './uploads';
import { uploads, useUploads } from './use-uploads';
import { words } from './words';

/** The files on their way, of those that are meant: how much has arrived, or why not. */
export function UploadList({ of = () => true }: { of?: (upload: Upload) => boolean }) {
  const shown = useUploads().filter(of);
  return (
    <ul aria-live="polite" className="grid gap-2 empty:hidden">
      {shown.map(({ id, name, picture, blob, arrived, status, reason }) => {
        const share = Math.floor((100 * arrived) / Math.max(blob.size, 1));
        return (
          <li key={id} className="flex min-w-0 items-center gap-3 rounded-lg border border-line bg-panel ps-2">
            <img src={picture} alt="" className="size-11 shrink-0 rounded bg-raised object-cover text-[0]" />
            <div className="grid min-w-0 grow gap-1 py-2">
              <p className="truncate text-sm">{name}</p>
              {status === 'sending' && <progress className="w-full" aria-label={name} max={100} value={share} />}
              {status === 'refused' && (
                <p role="alert" className="break-words text-bad text-sm">
                  {reason}
                </p>
              )}
              {status === 'gap' && <p className="text-sm text-warn">{words.gap}</p>}
              {status === 'preparing' && <p className="text-muted text-sm">{words.preparing}</p>}
            </div>
            <IconButton icon="close" label={words.cancel(name)} onClick={() => uploads.cancel(id)} />
          </li>
        );
      })}
    </ul>
  );
}
