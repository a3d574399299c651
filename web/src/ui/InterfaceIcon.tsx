// The few signs of the interface itself. They stand here, not in a site's
// sprite, which holds the icons that the content names.
const drawings = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M18 6 6 18M6 6l12 12',
  back: 'm12 19-7-7 7-7M19 12H5',
} as const;

interface Props {
  name: keyof typeof drawings;
  className?: string;
}

export function InterfaceIcon({ name, className }: Props) {
  return (
    <svg aria-hidden="true" className={className ? `icon ${className}` : 'icon'} focusable="false" viewBox="0 0 24 24">
      <path d={drawings[name]} />
    </svg>
  );
}
