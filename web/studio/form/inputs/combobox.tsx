import { Autocomplete } from '@base-ui/react/autocomplete';
import { Combobox } from '@base-ui/react/combobox';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../ui/Button';
import { entryHome } from '../facts';
import { useForm } from '../form-context';
import { words } from '../words';
import type { InputProps } from './Scalar';

interface Choice {
  value: string;
  label: string;
}

/** How many choices are shown at once; the others are found by typing. */
const most = 40;

/** What is chosen from. The parts of a combobox are those of an autocomplete. */
const Choices = ({ children }: { children: (choice: Choice) => ReactNode }) => (
  <Combobox.Portal>
    <Combobox.Positioner className="z-10" sideOffset={4}>
      <Combobox.Popup className="w-(--anchor-width) rounded-lg border border-line bg-panel shadow-lg">
        <Combobox.Empty className="p-3 text-muted empty:hidden">{words.nothingFound}</Combobox.Empty>
        <Combobox.List className="max-h-[min(20rem,var(--available-height))] overflow-auto p-1 data-empty:p-0">
          {(choice: Choice) => (
            <Combobox.Item
              key={choice.value}
              value={choice}
              className="flex min-h-11 items-center gap-2 rounded-md px-3 py-1 data-highlighted:bg-tint"
            >
              {children(choice)}
            </Combobox.Item>
          )}
        </Combobox.List>
      </Combobox.Popup>
    </Combobox.Positioner>
  </Combobox.Portal>
);

/** One of many. What is written and is none of them stays until another one is chosen. */
function Chosen({
  control,
  value,
  onChange,
  choices,
  children,
}: Omit<InputProps, 'label' | 'schema'> & {
  choices: Choice[];
  children: (choice: Choice) => ReactNode;
}) {
  const [typed, setTyped] = useState<string>();
  const chosen = value ? (choices.find((choice) => choice.value === value) ?? { value, label: value }) : null;
  return (
    <Combobox.Root
      items={choices}
      limit={most}
      value={chosen}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(next) => {
        if (!next) return;
        setTyped(undefined);
        onChange(next.value);
      }}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputValueChange={(next, { reason }) => reason === 'input-change' && setTyped(next)}
    >
      <Combobox.Input
        {...control}
        className="input"
        autoComplete="off"
        data-own-undo
        onBlur={() => setTyped(undefined)}
      />
      <Choices>{children}</Choices>
    </Combobox.Root>
  );
}

/** An icon in the colour of the words around it. */
function IconDrawing({ name }: { name: string }) {
  const mask = `url("/studio/api/icons/${encodeURIComponent(name)}.svg") center / contain no-repeat`;
  return <span className="size-6 shrink-0 bg-current" style={{ mask }} />;
}

export function IconInput(props: InputProps) {
  const { icons } = useForm().choices;
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-2">
      {props.value ? <IconDrawing name={props.value} /> : <span className="size-6" />}
      <Chosen {...props} choices={icons.map(({ name }) => ({ value: name, label: name }))}>
        {({ value }) => (
          <>
            <IconDrawing name={value} /> {value}
          </>
        )}
      </Chosen>
    </div>
  );
}

export function ReferenceInput(props: InputProps) {
  const { file, choices, open } = useForm();
  const kind = props.schema['x-of'] ?? '';
  const entries = (choices.references[kind] ?? []).map(({ id, title }) => ({ value: id, label: title || id }));
  return (
    <div className="grid grid-cols-[1fr_auto] gap-2">
      <Chosen {...props} choices={entries}>
        {({ value, label }) => (
          <>
            {label} {label !== value && <span className="text-muted text-sm">{value}</span>}
          </>
        )}
      </Chosen>
      {props.value && (
        <IconButton
          icon="open"
          label={words.open(entries.find(({ value }) => value === props.value)?.label ?? props.value)}
          onClick={() => open(entryHome(file.file, kind, props.value))}
        />
      )}
    </div>
  );
}

/** Where a link leads: a page of the site, or any address. */
export function LinkInput({ control, value, onChange }: InputProps) {
  const { links } = useForm().choices;
  const pages = links.map(({ to, title }) => ({ value: to, label: title }));
  return (
    <Autocomplete.Root
      items={pages}
      limit={most}
      value={value}
      itemToStringValue={(page) => page.value}
      filter={(page, query) => `${page.label} ${page.value}`.toLowerCase().includes(query.toLowerCase())}
      onValueChange={onChange}
    >
      <Autocomplete.Input
        {...control}
        className="input"
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        dir="auto"
      />
      <Choices>
        {(page) => (
          <>
            {page.label} <span className="text-muted text-sm">{page.value}</span>
          </>
        )}
      </Choices>
    </Autocomplete.Root>
  );
}
