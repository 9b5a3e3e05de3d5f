import { ShoppingBag } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import type { LookEntry } from '../state/app-state.ts';
import { lookKey } from '../state/look.ts';
import { useApp, useWholeApp } from '../ui/app-context.ts';
import { checkoutLine } from './checkout-line.ts';
import { type CheckoutDraft, CheckoutSheet } from './checkout-sheet.tsx';
import { checkoutWay, wayTexts } from './checkout-way.ts';
import { HandOver } from './hand-over.tsx';
import { useProducts } from './use-products.ts';

type Kind = 'primary' | 'secondary';

interface Props {
  /** Entries to buy: those of the shopper's look, or of a shared one. */
  entries: readonly LookEntry[];
  kind?: Kind;
}

/** The way from a look to the shop, for one item without another question; nothing for a look without items. */
export function CheckoutButton({ entries, kind = 'primary' }: Props) {
  const { bootstrap } = useApp();
  const [only] = entries;
  if (!only) return null;
  return bootstrap.store.checkout && entries.length === 1 ? (
    <OneItem key={lookKey(only)} entry={only} kind={kind} />
  ) : (
    <OpenSheet entries={entries} kind={kind} />
  );
}

/** Hands over one item directly; opens the sheet if it is unavailable or a size has to be chosen. */
function OneItem({ entry, kind }: { entry: LookEntry; kind: Kind }) {
  const [loaded] = useProducts([entry]);
  const product = loaded.status === 'ready' ? (loaded.products.get(entry.productId) ?? null) : null;
  const line = checkoutLine(entry, product);
  if (line.state !== 'available') return <OpenSheet entries={[entry]} kind={kind} />;
  return <HandOver lines={[line]} quantities={{}} onDone={() => undefined} kind={kind} />;
}

function OpenSheet({ entries, kind }: { entries: readonly LookEntry[]; kind: Kind }) {
  const { texts, bootstrap, frame } = useWholeApp();
  const [isOpen, setIsOpen] = useState(false);
  // Outlives the sheet, which may be closed for a look at the image.
  const [draft, setDraft] = useState<CheckoutDraft>({ quantities: {}, choices: {} });
  const way = checkoutWay(bootstrap.store.checkout, frame);
  const isWhole = way !== 'pages' && entries.length > 1;
  return (
    <>
      <Button kind={kind} icon={ShoppingBag} wide aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {isWhole ? texts.checkout.title : texts.checkout[wayTexts[way]]}
      </Button>
      {isOpen && (
        <CheckoutSheet entries={entries} draft={draft} onChange={setDraft} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
