import { ExternalLink } from 'lucide';
import type { ProductView, Thumbnail } from '../../../../../shared/try-on/contract.ts';
import { ButtonLink } from '../../../design/components/button.tsx';
import { Choice } from '../../../design/components/choice.tsx';
import { Image } from '../../../design/components/image.tsx';
import { type Choice as Chosen, findVariant, isSoldOut, withValue } from '../../catalog/variants.ts';
import { useWholeApp } from '../../ui/app-context.ts';
import { Price } from '../../ui/price.tsx';

interface Props {
  product: ProductView;
  choice: Chosen;
  onChoose: (choice: Chosen) => void;
}

/** Shows the details of a product before it is added to the look. */
export function ProductDetails({ product, choice, onChoose }: Props) {
  const { texts } = useWholeApp();
  const variant = findVariant(product, choice);
  return (
    <div class="product">
      <Gallery product={product} first={variant?.image ?? null} />
      <div class="product-words">
        {product.options.map(({ name, values }, index) =>
          // A single value leaves nothing to choose.
          values.length < 2 ? null : (
            <Choice
              key={name}
              legend={name}
              options={values.map(({ value, swatch }) => buildOption(value, swatch, index))}
              chosen={choice[index] ?? ''}
              onChoose={(value) => onChoose(withValue(product, choice, index, value))}
            />
          ),
        )}
        {product.description && <p class="product-text">{product.description}</p>}
        {product.url && (
          <ButtonLink kind="quiet" icon={ExternalLink} href={product.url} target="_blank">
            {texts.product.details}
          </ButtonLink>
        )}
      </div>
    </div>
  );

  function buildOption(value: string, swatch: string | null, index: number) {
    const isFaded = isSoldOut(product, choice, index, value);
    return {
      value,
      label: value,
      swatch,
      isFaded,
      ...(isFaded && { name: texts.product.soldOutValue(value) }),
    };
  }
}

/** The price of what is chosen, and whether it can be bought. */
export function ProductPrice({ product, choice }: Omit<Props, 'onChoose'>) {
  const { texts } = useWholeApp();
  const variant = findVariant(product, choice);
  const isAvailable = variant?.available ?? product.available;
  return (
    <p class="product-price">
      <Price card={variant ?? product} />
      {!isAvailable && <span class="small soft"> · {texts.items.soldOut}</span>}
    </p>
  );
}

/** The images beside each other, the chosen variant's first. */
function Gallery({ product, first }: { product: ProductView; first: Thumbnail | null }) {
  const { texts } = useWholeApp();
  const others = product.images.filter(({ src }) => src !== first?.src);
  const pictures = first ? [first, ...others] : others;
  if (pictures.length === 0) return null;
  return (
    <ul
      class="gallery"
      aria-label={texts.product.pictures(product.title)}
      tabIndex={pictures.length > 1 ? 0 : -1}
    >
      {pictures.map((image, index) => (
        <li key={image.src}>
          <Image
            image={image}
            alt={texts.product.pictureLabel(product.title, index + 1, pictures.length)}
            sizes="(min-width: 640px) 320px, 92vw"
            eager={index === 0}
            whole
          />
        </li>
      ))}
    </ul>
  );
}
