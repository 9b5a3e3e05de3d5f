import { ShoppingBag } from 'lucide';
import { useState } from 'preact/hooks';
import { Button } from '../../design/components/button.tsx';
import type { LookEntry } from '../state/app-state.ts';
import { useApp } from '../ui/app-context.ts';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { checkoutWay, wayTexts } from './checkout-way.ts';

interface Props {
  /** What may be bought: the shopper's look, or a shared one. */
  entries: readonly LookEntry[];
  kind?: 'primary' | 'secondary';
}

/** The way from a look to the shop; nothing for a look without items. */
export function CheckoutButton({ entries, kind = 'primary' }: Props) {
  const { texts, bootstrap, frame } = useApp();
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0) return null;
  const label = texts.checkout[wayTexts[checkoutWay(bootstrap.store.checkout, frame)]];
  return (
    <>
      <Button kind={kind} icon={ShoppingBag} wide onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      {isOpen && <CheckoutSheet entries={entries} onClose={() => setIsOpen(false)} />}
    </>
  );
}
