import { Combobox } from '@base-ui/react/combobox';
import clsx from 'clsx';
import { useState } from 'react';
import { IconButton } from '../../ui/Button';
import { entryHome } from '../facts';
import { useForm } from '../form-context';
import { words } from '../words';
import type { InputProps } from './Scalar';

interface Props extends InputProps {
  /** Titles by values. */
  choices: Map<string, string>;
  /** Whether what is typed is a value, too. Else what is written stays until another one is chosen. */
  isFree?: boolean;
  hasIcons?: boolean;
}

const popup = 'w-(--anchor-width) rounded-lg border border-line bg-panel shadow-lg';
/** How many choices are shown at once; the others are found by typing. */
const most = 40;

/** Chooses one of many by its title. */
function Chooser({ control, value, onChange, choices, isFree, hasIcons }: Props) {
  const [typed, setTyped] = useState<string>();
  const titleOf = (choice: string) => choices.get(choice) ?? choice;
  return (
    <Combobox.Root
      items={[...choices.keys()]}
      limit={most}
      filter={(choice, query) => `${titleOf(choice)} ${choice}`.toLowerCase().includes(query.toLowerCase())}
      itemToStringLabel={titleOf}
      value={value || null}
      onValueChange={(next) => {
        if (!next) return;
        setTyped(undefined);
        onChange(next);
      }}
      inputValue={isFree ? value : (typed ?? titleOf(value))}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && (isFree ? onChange : setTyped)(next)}
    >
      <Combobox.Input
        {...control}
        className="input"
        autoCapitalize="off"
        autoComplete="off"
        dir="auto"
        data-own-undo={!isFree || undefined}
        onBlur={() => setTyped(undefined)}
      />
      <Combobox.Portal>
        <Combobox.Positioner className="z-10" sideOffset={4}>
          <Combobox.Popup className={clsx(popup, isFree && 'data-empty:hidden')}>
            <Combobox.Empty className="text-muted not-empty:p-3">{!isFree && words.nothingFound}</Combobox.Empty>
            <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-auto not-empty:p-1">
              {(choice: string) => (
                <Combobox.Item
                  key={choice}
                  value={choice}
                  className="flex min-h-11 items-center gap-2 rounded-md px-3 py-1 data-highlighted:bg-tint"
                >
                  {hasIcons && <IconDrawing name={choice} />}
                  {titleOf(choice)} {titleOf(choice) !== choice && <span className="text-muted text-sm">{choice}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

/** An icon in the colour of the words around it. */
function IconDrawing({ name }: { name: string }) {
  const mask = name && `url("/studio/api/icons/${encodeURIComponent(name)}.svg") center / contain no-repeat`;
  return <span className="size-6 shrink-0 bg-current" style={{ mask }} hidden={!name} />;
}

export function IconInput(props: InputProps) {
  const choices = new Map(useForm().choices.icons.map(({ name }) => [name, name]));
  return (
    <div className="flex items-center gap-2">
      <IconDrawing name={props.value} />
      <Chooser {...props} choices={choices} hasIcons />
    </div>
  );
}

/** An entry of a kind of content, with the way to its home. */
export function ReferenceInput(props: InputProps) {
  const { file, choices, onOpen } = useForm();
  const kind = props.schema['x-of'] ?? '';
  const titles = new Map(choices.references[kind]?.map(({ id, title }) => [id, title || id]));
  const title = titles.get(props.value) ?? props.value;
  const home = entryHome(file.file, kind, props.value);
  return (
    <div className="flex gap-2">
      <Chooser {...props} choices={titles} />
      {props.value && <IconButton icon="open" label={words.open(title)} onClick={() => onOpen(home)} />}
    </div>
  );
}

/** Where a link leads: a page of the site, or any address. */
export const LinkInput = (props: InputProps) => (
  <Chooser {...props} choices={new Map(useForm().choices.links.map(({ to, title }) => [to, title]))} isFree />
);
