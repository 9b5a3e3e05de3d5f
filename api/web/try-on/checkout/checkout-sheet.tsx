import { CloudOff } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import { Sheet } from '../../design/components/sheet.tsx';
import { Skeleton } from '../../design/components/skeleton.tsx';
import type { LookEntry } from '../state/app-state.ts';
import { useApp } from '../ui/app-context.ts';
import type { Quantities } from './checkout-line.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { HandOver } from './hand-over.tsx';
import { useCheckoutLines } from './use-checkout-lines.ts';

interface Props {
  entries: readonly LookEntry[];
  onClose: () => void;
}

/** What is bought, as the shop has it now: variants, quantities, what is sold out, and the button that leaves. */
export function CheckoutSheet({ entries, onClose }: Props) {
  const { texts } = useApp();
  const [loaded, retry] = useCheckoutLines(entries);
  const [quantities, setQuantities] = useState<Quantities>({});
  const change = (key: string, quantity: number) => setQuantities({ ...quantities, [key]: quantity });
  const handOver = loaded.status === 'ready' && (
    <HandOver lines={loaded.lines} quantities={quantities} onDone={onClose} />
  );
  return (
    <Sheet
      title={texts.checkout.title}
      closeName={texts.shell.close}
      size="large"
      onClose={onClose}
      actions={handOver}
    >
      {loaded.status === 'loading' && <Skeleton ratio="4 / 3" />}
      {loaded.status === 'ready' && (
        <CheckoutLines lines={loaded.lines} quantities={quantities} onChange={change} />
      )}
      {loaded.status === 'failed' && (
        <Notice icon={CloudOff} title={texts.items.failed} text={texts.reasons[loaded.reason].text}>
          <Button kind="primary" onClick={retry}>
            {texts.shell.retry}
          </Button>
        </Notice>
      )}
    </Sheet>
  );
}
