import { useNavigate } from 'react-router';
import type { Link } from '../content/types.gen';

/** Returns what follows a link of the content that nobody has clicked. */
export function useFollow(): (link: Link) => void {
  const navigate = useNavigate();
  return ({ kind, href = '' }) => (kind === 'page' ? navigate(href) : location.assign(href));
}
