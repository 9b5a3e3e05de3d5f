import type { ProductCard } from '../../../../shared/try-on/contract.ts';
import { formatMoney } from '../texts/formats.ts';
import { useWholeApp } from './app-context.ts';

type Priced = Pick<ProductCard, 'price' | 'compareAtPrice'> & Partial<Pick<ProductCard, 'priceVaries'>>;

/** The price, with the one before a reduction struck through; nothing where it is not known. */
export function Price({ card }: { card: Priced }) {
  const { texts, language } = useWholeApp();
  const { price, compareAtPrice, priceVaries = false } = card;
  if (!price) return null;
  const money = formatMoney(price, language);
  const before = compareAtPrice && compareAtPrice.amount > price.amount ? compareAtPrice : null;
  return (
    <span class="small numbers">
      {priceVaries ? texts.items.from(money) : money}
      {before && (
        <>
          {' '}
          <s class="soft">
            <span class="unseen">{texts.product.was('')}</span>
            {formatMoney(before, language)}
          </s>
        </>
      )}
    </span>
  );
}
