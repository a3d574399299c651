import { useNavigate } from 'react-router';
import useSWR from 'swr';
import { useAct } from '../changes/use-queue';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { words as common } from '../words';
import type { Inquiry, InquiryList } from './types';
import { words } from './words';

interface Props {
  inquiry: Inquiry;
  /** All of this address; empty for the one inquiry. */
  address: string;
  onClose: () => void;
}

/** Asks before something is erased, and says of how much nobody was told yet. */
export function Erase({ inquiry, address, onClose }: Props) {
  const { data: sent } = useSWR<InquiryList, Error>(
    address && `inquiries?${new URLSearchParams({ email: address, most: '1000' })}`,
  );
  const { act, error, busy } = useAct();
  const navigate = useNavigate();
  const all = address ? sent?.inquiries : [inquiry];
  const untold = all?.filter(({ state }) => state !== 'sent').length ?? 0;
  const erase = () =>
    act('POST', 'inquiries/erase', { inquiry: address ? { address } : { id: inquiry.id } }, () =>
      navigate('/inquiries', { replace: true }),
    );
  return (
    <Sheet title={address ? `${words.eraseAll} ${address}` : words.erase} onClose={onClose}>
      <div className="grid gap-3">
        {!all && <p className="wait">{common.working}</p>}
        {all && (
          <p>
            <b>{`${words.inquiries}: ${all.length}${sent?.more && address ? '+' : ''}.`}</b> {words.eraseAsk}
          </p>
        )}
        {untold > 0 && <p className="font-semibold text-warn">{`${words.untold}: ${untold}`}</p>}
        <Alert>{error}</Alert>
        <p className="flex flex-wrap gap-2">
          <Button onClick={onClose}>{words.keep}</Button>
          <Button className="text-bad" disabled={!all || busy} onClick={erase}>
            {words.eraseNow}
          </Button>
        </p>
      </div>
    </Sheet>
  );
}
