import { RotateCcw } from 'lucide';
import type { TryOnView } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { useWholeApp } from '../../ui/app-context.ts';

/** With so few try-ons left for the day, a shopper reads what another one takes. */
const few = 3;

/** Returns false once the visitor's try-ons of the day are used up. */
export const canCreate = ({ again }: TryOnView): boolean => again?.left !== 0;

/** Offers to render the same look again. */
export function CreateAgain() {
  const { texts, renders } = useWholeApp();
  return (
    <Button kind="quiet" icon={RotateCcw} onClick={() => void renders.start()}>
      {texts.result.again}
    </Button>
  );
}

/** Says how many try-ons a shopper has left today, if they are few. */
export function TryOnsLeft({ view: { again } }: { view: TryOnView }) {
  const { texts } = useWholeApp();
  if (!again || again.left > few) return null;
  return <p class="small soft">{texts.result.left(again.left)}</p>;
}
