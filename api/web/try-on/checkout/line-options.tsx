import type { ProductView } from '../../../../shared/try-on/contract.ts';
import { type Choice, isSoldOut, withValue } from '../catalog/variants.ts';
import { useWholeApp } from '../ui/app-context.ts';

/** Of a choice that is still to be made: what leads to the checkout brings the shopper here. */
export const openOption = 'checkout-option-open';

interface Props {
  product: ProductView;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  /** As the look names the product. */
  title: string;
}

/** The options of an item that is bought; those with one value as text. */
export function LineOptions({ product, choice, onChoose, title }: Props) {
  const { texts } = useWholeApp();
  return (
    <div class="checkout-options">
      {product.options.map(({ name, values }, index) =>
        values.length < 2 ? (
          <p key={name} class="small soft">
            {choice[index]}
          </p>
        ) : (
          <select
            key={name}
            class={`checkout-select checkout-option ${choice[index] ? '' : openOption}`}
            aria-label={`${name}, ${title}`}
            value={choice[index]}
            onChange={({ currentTarget }) => onChoose(withValue(product, choice, index, currentTarget.value))}
          >
            {!choice[index] && <option value="">{texts.checkout.choose(name)}</option>}
            {values.map(({ value }) => (
              <option key={value} value={value}>
                {isSoldOut(product, choice, index, value) ? texts.product.soldOutValue(value) : value}
              </option>
            ))}
          </select>
        ),
      )}
    </div>
  );
}
