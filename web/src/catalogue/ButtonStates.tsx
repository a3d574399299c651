import { Button, type ButtonVariant } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { States } from './States';

const variants = {
  primary: 'Primary',
  secondary: 'Secondary',
  ghost: 'Ghost',
  text: 'Text',
} satisfies Record<ButtonVariant, string>;

/** Every variant of the button in every state. */
export function ButtonStates() {
  return Object.entries(variants).map(([name, label]) => {
    const variant = name as ButtonVariant;
    return (
      <States
        key={variant}
        title={label}
        states={{
          usual: <Button variant={variant}>{label}</Button>,
          hover: (
            <Button data-shown="hover" variant={variant}>
              {label}
            </Button>
          ),
          focus: (
            <Button data-shown="focus-visible" variant={variant}>
              {label}
            </Button>
          ),
          pressed: (
            <Button data-shown="hover active" variant={variant}>
              {label}
            </Button>
          ),
          disabled: (
            <Button disabled variant={variant}>
              {label}
            </Button>
          ),
          busy: (
            <Button busy disabled variant={variant}>
              Sending…
            </Button>
          ),
          icon: (
            <Button variant={variant}>
              <Icon name="arrow-right" />
              {label}
            </Button>
          ),
          long: <Button variant={variant}>Datenschutzgrundverordnungserklärung herunterladen</Button>,
        }}
      />
    );
  });
}
