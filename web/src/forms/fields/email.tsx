import type { FieldKind } from '../field-kinds';
import { Line, tooShort } from '../Labelled';

/** What the HTML standard takes for an address, where a mail can be sent: MailAddress in internal/site/form.go. */
const address =
  /^[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;

/** An address as the server has it: without marks, in plain signs, with its domain as mail has it. */
function ascii(value: string): string {
  const typed = value
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKC')
    .trim();
  const [local, domain = ''] = typed.split('@');
  if (/^[ -~]*$/.test(domain)) return typed;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return typed; // no domain: the rule of addresses says so
  }
}

export const kind: FieldKind = {
  Draw: (props) => <Line {...props} type="email" />,
  misfit: (field, value) => tooShort(field, value) ?? (address.test(ascii(value)) ? undefined : 'format'),
};
