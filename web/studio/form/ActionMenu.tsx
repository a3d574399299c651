import { Menu } from '@base-ui/react/menu';
import type { ReactElement } from 'react';

interface Action {
  label: string;
  note?: string | undefined;
  onSelect?: () => void;
  /** A menu of its own. */
  actions?: () => Action[];
}

interface Props {
  /** The button that opens the menu. */
  button: ReactElement;
  /** Called once the menu opens. */
  actions: () => Action[];
}

const popup = 'max-h-(--available-height) max-w-80 overflow-auto rounded-lg border border-line bg-panel p-1 shadow-lg';
const item = 'grid min-h-11 content-center rounded-md px-3 py-1 outline-none data-highlighted:bg-tint';

/** A button with a menu. What is chosen there says itself where the focus goes. */
export const ActionMenu = ({ button, actions }: Props) => (
  <Menu.Root modal={false}>
    <Menu.Trigger render={button} />
    <Popup actions={actions} />
  </Menu.Root>
);

const Popup = ({ actions }: Pick<Props, 'actions'>) => (
  <Menu.Portal>
    <Menu.Positioner sideOffset={4} align="start">
      <Menu.Popup className={popup}>
        <Items actions={actions} />
      </Menu.Popup>
    </Menu.Positioner>
  </Menu.Portal>
);

const Items = ({ actions }: Pick<Props, 'actions'>) =>
  actions().map(({ label, note, onSelect, actions: more }) =>
    more ? (
      <Menu.SubmenuRoot key={label}>
        <Menu.SubmenuTrigger className={item}>{label}</Menu.SubmenuTrigger>
        <Popup actions={more} />
      </Menu.SubmenuRoot>
    ) : (
      <Menu.Item key={label} className={item} onClick={onSelect}>
        {label}
        {note && <span className="line-clamp-4 text-muted text-sm">{note}</span>}
      </Menu.Item>
    ),
  );
