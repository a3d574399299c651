import { useSite } from '../content/site-context';
import type { Field } from '../content/types.gen';

interface Props {
  fields: Field[];
  errors: Record<string, string>;
  /** Id of the control of a field. */
  idOf: (field: Field) => string;
}

/** What is wrong with a form, each entry leading to its field. One mistake needs no list: its field has the focus. */
export function ErrorSummary({ fields, errors, idOf }: Props) {
  const { labels } = useSite();
  const wrong = fields.filter(({ name }) => errors[name]);
  if (wrong.length < 2) return null;
  return (
    <div className="mb-8 text-sm text-danger" role="alert">
      <p className="font-semibold">{labels.errorSummary}</p>
      <ul className="ml-5 list-disc">
        {wrong.map((field) => (
          <li className="py-1" key={field.name}>
            <a className="underline" href={`#${idOf(field)}`}>
              {errors[field.name]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
