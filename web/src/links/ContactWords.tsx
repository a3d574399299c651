import { useSite } from '../content/site-context';
import { Words } from '../ui/Words';
import { SiteLink } from './SiteLink';

interface Props {
  text?: string;
  className?: string;
  slot?: string;
}

/** A paragraph in which the site's own number and address can be tapped. */
export function ContactWords({ text = '', ...props }: Props) {
  const { phone = '', email = '' } = useSite();
  const [label, href] = phone && text.includes(phone) ? [phone, dial(phone)] : [email, `mailto:${email}`];
  const at = label ? text.indexOf(label) : -1;
  if (at < 0) return <Words {...props} text={text} />;
  return (
    <Words {...props} text={text.slice(0, at)}>
      <SiteLink className="underline underline-offset-[0.2em]" link={{ label, href, kind: 'contact' }} />
      {text.slice(at + label.length)}
    </Words>
  );
}

/** What a phone understands (RFC 3966): who dials the country leaves out the zero of +41 (0)44. */
const dial = (phone: string) => `tel:${phone.replace(/^\+(.*)\(0\)/, '+$1').replace(/[^+\d]/g, '')}`;
