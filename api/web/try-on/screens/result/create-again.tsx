import { RotateCcw } from 'lucide';
import type { TryOnView } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { useWholeApp } from '../../ui/app-context.ts';

/** With so few pictures left for the day, a shopper reads what a new one takes. */
const fewPictures = 3;

/** Returns false once the visitor's pictures of the day are used up. */
export const canCreate = ({ again }: TryOnView): boolean => again?.left !== 0;

/** Offers another picture of the same look. */
export function CreateAgain() {
  const { texts, renders } = useWholeApp();
  return (
    <Button kind="quiet" icon={RotateCcw} onClick={() => void renders.start()}>
      {texts.result.again}
    </Button>
  );
}

/** Says how many pictures a shopper has left today, if they are few. */
export function PicturesLeft({ view: { again } }: { view: TryOnView }) {
  const { texts } = useWholeApp();
  if (!again || again.left > fewPictures) return null;
  return <p class="small soft">{texts.result.left(again.left)}</p>;
}
