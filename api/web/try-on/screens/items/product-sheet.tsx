import { CloudOff } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import type { ProductView } from '../../../../../shared/try-on/contract.ts';
import { Button } from '../../../design/components/button.tsx';
import { Notice } from '../../../design/components/notice.tsx';
import { Skeleton } from '../../../design/components/skeleton.tsx';
import { getReason } from '../../api/failure.ts';
import { type Choice, entryOfVariant, findVariant, firstChoice } from '../../catalog/variants.ts';
import { lookKey } from '../../state/look.ts';
import type { Reason } from '../../state/reason.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { fullText } from './full-text.ts';
import { ProductDetails, ProductPrice } from './product-details.tsx';
import './product-sheet.css';

interface Props {
  productId: string;
  /** Known before the product is loaded. */
  title: string;
  /** Key of the entry of the look that the chosen variant replaces. */
  replacing?: string | null;
  /** The variant that is chosen at first; the product's default without it. */
  variantId?: string | null;
  onClose: () => void;
}

type Loaded =
  | { status: 'loading' }
  | { status: 'failed'; reason: Reason }
  | { status: 'ready'; product: ProductView };

/** A product with its images, options and description, and the button that takes it into the look. */
export function ProductSheet({ productId, title, replacing = null, variantId = null, onClose }: Props) {
  const { api, texts } = useWholeApp();
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [choice, setChoice] = useState<Choice>([]);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    setLoaded({ status: 'loading' });
    api.product(productId, aborter.signal).then(
      (product) => {
        setChoice(firstChoice(product, variantId));
        setLoaded({ status: 'ready', product });
      },
      (error: unknown) => {
        if (!aborter.signal.aborted) setLoaded({ status: 'failed', reason: getReason(error) });
      },
    );
    return () => aborter.abort();
  }, [productId, attempt]);
  const take = loaded.status === 'ready' && (
    <TakeButtons product={loaded.product} choice={choice} replacing={replacing} onDone={onClose} />
  );
  return (
    <Sheet
      title={title}
      detail={loaded.status === 'ready' && <ProductPrice product={loaded.product} choice={choice} />}
      closeName={texts.shell.close}
      size="large"
      onClose={onClose}
      actions={take}
    >
      {loaded.status === 'loading' && <Skeleton ratio="4 / 3" />}
      {loaded.status === 'ready' && (
        <ProductDetails product={loaded.product} choice={choice} onChoose={setChoice} />
      )}
      {loaded.status === 'failed' && (
        <Notice icon={CloudOff} title={texts.product.failed} text={texts.reasons[loaded.reason].text}>
          <Button kind="primary" onClick={() => setAttempt(attempt + 1)}>
            {texts.shell.retry}
          </Button>
        </Notice>
      )}
    </Sheet>
  );
}

interface TakeProps {
  product: ProductView;
  choice: Choice;
  replacing: string | null;
  onDone: () => void;
}

/** Takes the chosen variant into the look, puts it in the place of another, or takes it out. */
function TakeButtons({ product, choice, replacing, onDone }: TakeProps) {
  const { state, texts, dispatch, status, track } = useWholeApp();
  const variant = findVariant(product, choice);
  const entry = entryOfVariant(product, variant);
  const key = lookKey(entry);
  const isIn = state.look.some((other) => lookKey(other) === key);
  const add = () => {
    const refusal = replacing === null && fullText(state, texts);
    if (refusal) return status.toast(refusal);
    dispatch(
      replacing === null ? { type: 'item-added', entry } : { type: 'item-changed', key: replacing, entry },
    );
    track('Added Item to Look', { productTitle: entry.title });
    onDone();
  };
  const remove = () => {
    dispatch({ type: 'item-removed', key });
    onDone();
  };
  if (!product.renderable) return <p class="soft">{texts.items.notPictured}</p>;
  if (isIn)
    return (
      <Button onClick={replacing === key ? onDone : remove}>
        {replacing === key ? texts.items.done : texts.product.remove}
      </Button>
    );
  const isMissing = product.variants.length > 0 && variant === null;
  return (
    <Button kind="primary" disabled={isMissing} onClick={add}>
      {isMissing ? texts.product.missing : replacing === null ? texts.product.add : texts.product.change}
    </Button>
  );
}
