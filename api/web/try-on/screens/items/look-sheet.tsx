import { ArrowDown, ArrowUp, SlidersHorizontal, X } from 'lucide';
import { useState } from 'preact/hooks';
import { Button, IconButton } from '../../../design/components/button.tsx';
import { Image } from '../../../design/components/image.tsx';
import type { LookEntry } from '../../state/app-state.ts';
import { lookKey, totalPrice } from '../../state/look.ts';
import { formatMoney } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ProductSheet } from './product-sheet.tsx';
import './look-sheet.css';

/** The items of the look below each other: to be moved, changed and removed. */
export function LookSheet({ onClose }: { onClose: () => void }) {
  const { state, texts, language } = useWholeApp();
  const [changing, setChanging] = useState<LookEntry | null>(null);
  const total = totalPrice(state.look);
  return (
    <Sheet
      title={texts.items.look}
      closeName={texts.shell.close}
      size="large"
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {texts.items.done}
        </Button>
      }
    >
      {state.look.length === 0 && <p class="soft">{texts.shell.items(0)}</p>}
      <ul class="look-rows">
        {state.look.map((entry, index) => (
          <Row key={lookKey(entry)} entry={entry} index={index} onChange={() => setChanging(entry)} />
        ))}
      </ul>
      {total && state.look.length > 1 && (
        <p class="look-total">
          <span>{texts.items.total}</span>
          <strong class="numbers">{formatMoney(total, language)}</strong>
        </p>
      )}
      {changing && (
        <ProductSheet
          productId={changing.productId}
          title={changing.title}
          variantId={changing.variantId}
          replacing={lookKey(changing)}
          onClose={() => setChanging(null)}
        />
      )}
    </Sheet>
  );
}

interface RowProps {
  entry: LookEntry;
  index: number;
  onChange: () => void;
}

function Row({ entry, index, onChange }: RowProps) {
  const { state, texts, language, dispatch } = useWholeApp();
  const { title, variantTitle, price } = entry;
  const key = lookKey(entry);
  const move = (to: number) => dispatch({ type: 'item-moved', key, to });
  return (
    <li class="look-row">
      <div class="look-thumb">
        <Image image={entry.image} alt="" sizes="64px" eager />
      </div>
      <div>
        <p>
          <bdi>{title}</bdi>
        </p>
        {variantTitle && (
          <p class="small soft">
            <bdi>{variantTitle}</bdi>
          </p>
        )}
        {price && <p class="small soft numbers">{formatMoney(price, language)}</p>}
      </div>
      <div class="look-controls">
        <IconButton
          icon={ArrowUp}
          name={texts.items.earlier(title)}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        />
        <IconButton
          icon={ArrowDown}
          name={texts.items.later(title)}
          disabled={index === state.look.length - 1}
          onClick={() => move(index + 1)}
        />
        {entry.variantTitle && (
          <IconButton icon={SlidersHorizontal} name={texts.items.change(title)} onClick={onChange} />
        )}
        <IconButton
          icon={X}
          name={texts.items.remove(title)}
          onClick={() => dispatch({ type: 'item-removed', key })}
        />
      </div>
    </li>
  );
}
