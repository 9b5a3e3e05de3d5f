import { Check, Plus } from 'lucide';
import type { ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Icon } from '../../../design/components/icon.tsx';
import { Picture } from '../../../design/components/picture.tsx';
import { useApp } from '../../app/app-context.ts';
import { formatMoney } from '../../texts/formats.ts';

interface Props {
  product: ProductCard;
  isIn: boolean;
  /** On the first screenful. */
  isEager: boolean;
  onChoose: () => void;
}

/** One item of the grid: a tap adds it to the look, another takes it out. */
export function ProductTile({ product, isIn, isEager, onChoose }: Props) {
  const { texts, language } = useApp();
  const { title, image, price, priceVaries, available, renderable } = product;
  const money = price && formatMoney(price, language);
  const note = renderable ? (available ? null : texts.items.soldOut) : texts.items.notPictured;
  return (
    <button type="button" class="tile" aria-pressed={isIn} disabled={!renderable} onClick={onChoose}>
      <span class="tile-picture">
        <Picture image={image} alt="" sizes="(min-width: 900px) 260px, 45vw" eager={isEager} />
        {renderable && (
          <span class="tile-mark">
            <Icon icon={isIn ? Check : Plus} />
          </span>
        )}
      </span>
      <span class="tile-title">{title}</span>
      {money && <span class="small">{priceVaries ? texts.items.from(money) : money}</span>}
      {note && <span class="small soft">{note}</span>}
    </button>
  );
}
