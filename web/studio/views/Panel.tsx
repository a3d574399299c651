import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Me, Operation, Page } from '../api/types';
import { useChoices, useSchema } from '../api/use-api';
import { useFile, useQueue } from '../changes/use-queue';
import type { Place } from '../form/facts';
import { labelOf, type Schema } from '../form/schema';
import { Removal } from '../make/Removal';
import { shownWords } from '../make/shown';
import { words as making } from '../make/words';
import { Button, buttonClass, IconButton } from '../ui/Button';
import { useWidth } from '../ui/use-width';
import { words } from '../words';
import { Attention } from './Attention';
import { addressOf, besideAddress, fileName, isTranslation, lastPages, mayDesign, partOf, textAddress } from './part';

const loadForm = async () => ({ default: (await import('../form/Form')).Form });
const Form = lazy(loadForm);
const Look = lazy(async () => ({ default: (await import('../settings/Look')).Look }));

/** Loads what a form needs, so that it is there when a word is clicked. */
export function useFormSoon() {
  useEffect(() => {
    loadForm();
  }, []);
}

/** Whether a file holds entries under names of their own, as plans are. */
const isEntry = (schema: Schema | undefined) => !!schema && !schema.properties && !!schema.additionalProperties;

interface Props extends Place {
  me: Me;
  page: Page;
  site: string;
  path: string;
  onOpen: (place: Place, leads?: boolean) => void;
  onClose: () => void;
  /** Called with the words of the value while somebody types. */
  onType: (words: string) => void;
}

/** The field of what was clicked: on a phone alone, else with the part that it stands in. */
export function Panel({ me, page, site, path, file: name, at, onOpen, onClose, onType }: Props) {
  const { file, error } = useFile(name);
  const schema = useSchema(file?.schema);
  const { data: choices } = useChoices(site);
  const { state } = useLocation();
  const navigate = useNavigate();
  const queue = useQueue();
  const [removing, setRemoving] = useState({ file: '', at: '' });
  const isBeside = useWidth(48);
  const isLook = name.endsWith('/site.yaml') && /^theme\b/.test(at);
  const part = partOf(page, name, file?.values ?? null, at);

  function change(...operations: Operation[]) {
    lastPages.set(name, { site, path });
    queue.change(...operations.map((operation) => ({ file: name, ...operation })));
    const own = operations.find((operation) => operation.op === 'set' && operation.at === at);
    if (typeof own?.value === 'string') onType(own.value);
  }
  return (
    <aside
      className="panel"
      aria-label={words.fields}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <header className="sticky top-0 z-10 flex items-center border-line border-b bg-panel">
        {state && <IconButton icon="back" label={words.back} onClick={() => navigate(-1)} />}
        <Button
          kind="plain"
          className="block! min-w-0 truncate pe-0 text-muted"
          onClick={() => onOpen({ file: name, at: '' })}
        >
          {name === page.file ? page.title : fileName(name)}
        </Button>
        {part.at && (
          <Button
            kind="plain"
            className="shrink-0 ps-2 font-semibold"
            onClick={() => onOpen({ file: name, at: part.at })}
          >
            <span aria-hidden className="text-muted">
              ›
            </span>
            {part.name}
          </Button>
        )}
        <span className="grow" />
        <IconButton icon="close" label={words.close} onClick={onClose} />
      </header>
      <div className="grid gap-4 p-4">
        {!error && !(file && schema && choices) && <p className="wait">{words.working}</p>}
        {error && !file && <p role="alert">{error.message}</p>}
        {me.readOnly && <p className="text-warn">{me.readOnly}</p>}
        {at === '' && name === page.file && <p>{shownWords(page.shown, false)}</p>}
        <Attention key={name} file={name} />
        {file && schema && choices && isLook && (
          <Suspense>
            <Look site={site} file={file} isLocked={!mayDesign(me) || !!me.readOnly} onChange={change} />
          </Suspense>
        )}
        {file && schema && choices && (
          <fieldset disabled={!!me.readOnly} className="min-w-0">
            <Suspense>
              <Form
                file={file}
                schema={schema}
                at={isBeside ? part.at : at}
                focus={isLook && at === 'theme' ? undefined : at}
                choices={choices}
                isOwner={mayDesign(me)}
                onChange={change}
                onAddPart={(list) => navigate(addressOf('gallery', { site, path, file: name, at: list }))}
                onAskRemoval={(at) => setRemoving({ file: name, at })}
                onOpen={({ asText, ...place }) => (asText ? navigate(textAddress(place.file)) : onOpen(place, true))}
              />
            </Suspense>
          </fieldset>
        )}
        {!isBeside && part.at && part.at !== at && (
          <Button onClick={() => onOpen({ file: name, at: part.at })}>{words.allOf(part.name)}</Button>
        )}
        {isEntry(schema) && part.at && !me.readOnly && (
          <Button
            kind="plain"
            className="justify-self-start text-muted text-sm"
            onClick={() => setRemoving({ file: name, at: part.at })}
          >
            {making.removeEntry(part.name)}
          </Button>
        )}
        {removing.file === name && (
          <Removal
            file={name}
            at={removing.at}
            title={labelOf(removing.at)}
            site={site}
            onClose={() => setRemoving({ file: '', at: '' })}
            onRemoved={() => {
              setRemoving({ file: '', at: '' });
              onOpen({ file: name, at: '' });
            }}
          />
        )}
        <p className="flex flex-wrap gap-2">
          {isTranslation(me, site) && (
            <Link to={besideAddress(site, name)} className={buttonClass('plain', 'text-muted text-sm')}>
              {words.sideBySide}
            </Link>
          )}
          <Link to={textAddress(name)} className={buttonClass('plain', 'text-muted text-sm')}>
            {words.asText}
          </Link>
        </p>
      </div>
    </aside>
  );
}
