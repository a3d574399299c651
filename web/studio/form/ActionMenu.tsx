import { Menu } from '@base-ui/react/menu';
import { type ComponentProps, useRef } from 'react';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';

export interface Action {
  label: string;
  note?: string | undefined;
  onSelect?: () => void;
  /** A menu of its own. */
  actions?: () => Action[];
}

interface Props {
  /** What the focus finds it by. */
  at?: string;
  label: string;
  /** Shows the drawing alone. */
  isShort?: boolean;
  icon: ComponentProps<typeof Icon>['name'];
  /** Called once the menu opens. */
  actions: () => Action[];
}

const popup = 'max-h-(--available-height) max-w-80 overflow-auto rounded-lg border border-line bg-panel p-1 shadow-lg';
const item = 'grid min-h-11 content-center rounded-md px-3 py-1 outline-none data-highlighted:bg-tint';

/** A button with a menu. What is chosen there says itself where the focus goes. */
export function ActionMenu({ at, label, icon, isShort, actions }: Props) {
  const hasActed = useRef(false);
  return (
    <Menu.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) hasActed.current = false;
      }}
    >
      <Menu.Trigger
        className={buttonClass(isShort ? 'plain' : 'quiet', 'justify-self-start')}
        data-at={at}
        aria-label={isShort ? label : undefined}
      >
        <Icon name={icon} /> {!isShort && label}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={popup} finalFocus={() => !hasActed.current}>
            <Items actions={actions} onSelect={() => (hasActed.current = true)} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Items({ actions, onSelect }: { actions: () => Action[]; onSelect: () => void }) {
  return actions().map((action, i) =>
    action.actions ? (
      <Menu.SubmenuRoot key={i}>
        <Menu.SubmenuTrigger className={item}>{action.label}</Menu.SubmenuTrigger>
        <Menu.Portal>
          <Menu.Positioner>
            <Menu.Popup className={popup} finalFocus={false}>
              <Items actions={action.actions} onSelect={onSelect} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.SubmenuRoot>
    ) : (
      <Menu.Item
        key={i}
        className={item}
        onClick={() => {
          onSelect();
          action.onSelect?.();
        }}
      >
        {action.label}
        {action.note && <span className="line-clamp-2 text-muted text-sm">{action.note}</span>}
      </Menu.Item>
    ),
  );
}
