import { Check, Plus } from 'lucide';
import type { ProductCard } from '../../../../../shared/try-on/contract.ts';
import { Icon } from '../../../design/components/icon.tsx';
import { Image } from '../../../design/components/image.tsx';
import { useWholeApp } from '../../ui/app-context.ts';
import { Price } from '../../ui/price.tsx';

interface Props {
  product: ProductCard;
  isIn: boolean;
  /** On the first screenful. */
  isEager: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

const shownColors = 5;

/** One item of the grid: a tap shows its details, its round button adds it to the look or takes it out. */
export function ProductTile({ product, isIn, isEager, onToggle, onOpen }: Props) {
  const { texts } = useWholeApp();
  const { title, image, available, renderable } = product;
  const note = renderable ? (available ? null : texts.items.soldOut) : texts.items.notPictured;
  return (
    <article class={`tile${isIn ? ' tile-in' : ''}${renderable ? '' : ' tile-faded'}`}>
      <button type="button" class="tile-open" aria-haspopup="dialog" onClick={onOpen}>
        <span class="tile-picture">
          <Image image={image} alt="" sizes="(min-width: 900px) 300px, 45vw" eager={isEager} />
        </span>
        <span class="tile-title">
          <bdi>{title}</bdi>
        </span>
        <Price card={product} />
        {note && <span class="small soft">{note}</span>}
        <Colors colors={product.colors} />
      </button>
      {renderable && (
        <button
          type="button"
          class="tile-mark"
          aria-label={isIn ? texts.items.remove(title) : texts.items.add(title)}
          aria-haspopup={product.hasSizes && !isIn ? 'dialog' : undefined}
          onClick={onToggle}
        >
          <Icon icon={isIn ? Check : Plus} />
        </button>
      )}
    </article>
  );
}

/** Its colors; one color alone is what the image shows. */
function Colors({ colors }: Pick<ProductCard, 'colors'>) {
  if (colors.length < 2) return null;
  const more = colors.length - shownColors;
  return (
    <span class="tile-colors">
      {colors.slice(0, shownColors).map(
        ({ name, swatch }) =>
          swatch && (
            <span key={name} class="tile-color" style={{ background: swatch }} title={name}>
              <span class="unseen">{name}</span>
            </span>
          ),
      )}
      {more > 0 && <span class="small soft">+{more}</span>}
    </span>
  );
}
