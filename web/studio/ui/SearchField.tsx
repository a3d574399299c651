interface Props {
  label: string;
  value: string;
  onChange: (typed: string) => void;
}

/** What somebody looks for in a list. */
export const SearchField = ({ label, value, onChange }: Props) => (
  <input
    type="search"
    className="input"
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    data-own-undo
  />
);
