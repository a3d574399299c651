import { useSite } from '../content/site-context';
import type { Field, Notice } from '../content/types.gen';
import { FormNotice } from './FormNotice';

interface Props {
  fields: Field[];
  errors: Record<string, string>;
  /** Id of the control of a field. */
  idOf: (field: Field) => string;
  /** Why the form was not taken, where the server draws that. */
  refusal?: Notice;
}

/**
 * What is wrong with a form, each entry leading to its field. One mistake needs no list: its field has the focus. On a
 * page of the server no script can give it to a field: this has it, and so it stands there for one as well.
 */
export function ErrorSummary({ errors, fields, idOf, refusal }: Props) {
  const { labels } = useSite();
  const wrong = fields.filter(({ name }) => errors[name]);
  if (import.meta.env.SSR ? !refusal && wrong.length === 0 : wrong.length < 2) return null;
  return (
    <FormNotice
      className="mb-8"
      role="alert"
      {...(import.meta.env.SSR && { autoFocus: true, tabIndex: -1 })}
      {...((import.meta.env.SSR && refusal) || { title: labels.errorSummary })}
    >
      {wrong.length > 0 && (
        <ul className="list-disc ps-5 text-danger">
          {wrong.map((field) => (
            <li className="py-1 pointer-coarse:py-2.5" key={field.name}>
              <a className="py-1 underline pointer-coarse:py-2.5" href={`#${idOf(field)}`}>
                {/* A message of its own names its field. */}
                {errors[field.name] !== field.message && `${field.label.replace(/[.:?!…]$/, '')}: `}
                {errors[field.name]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </FormNotice>
  );
}
