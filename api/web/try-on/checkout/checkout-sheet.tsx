import { CloudOff } from 'lucide';
import { Button } from '../../design/components/button.tsx';
import { Notice } from '../../design/components/notice.tsx';
import { Skeleton } from '../../design/components/skeleton.tsx';
import type { Choice } from '../catalog/variants.ts';
import type { LookEntry } from '../state/app-state.ts';
import { lookKey } from '../state/look.ts';
import { useWholeApp } from '../ui/app-context.ts';
import { Sheet } from '../ui/sheet.tsx';
import { checkoutLine, type Quantities } from './checkout-line.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { HandOver } from './hand-over.tsx';
import { useProducts } from './use-products.ts';

/** Quantities and variants that were set in the sheet, by the keys of the entries. */
export interface CheckoutDraft {
  quantities: Quantities;
  choices: Readonly<Record<string, Choice>>;
}

interface Props {
  entries: readonly LookEntry[];
  draft: CheckoutDraft;
  onChange: (draft: CheckoutDraft) => void;
  onClose: () => void;
}

/** Lists the look as the shop has it now, with variants, quantities and sold-out items, and the button to the shop. */
export function CheckoutSheet({ entries, draft, onChange, onClose }: Props) {
  const { texts } = useWholeApp();
  const [loaded, retry] = useProducts(entries);
  const { quantities, choices } = draft;
  const lines =
    loaded.status === 'ready'
      ? entries.map((entry) =>
          checkoutLine(entry, loaded.products.get(entry.productId) ?? null, choices[lookKey(entry)]),
        )
      : [];
  const handOver = loaded.status === 'ready' && (
    <HandOver lines={lines} quantities={quantities} onDone={onClose} />
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
        <CheckoutLines
          lines={lines}
          quantities={quantities}
          onChange={(key, quantity) => onChange({ ...draft, quantities: { ...quantities, [key]: quantity } })}
          onChoose={(key, choice) => onChange({ ...draft, choices: { ...choices, [key]: choice } })}
        />
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
