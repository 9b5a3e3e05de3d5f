import type { StoreDoc } from '../../shared/stores/store-model.ts';
import type { Language, Money, ProductCard } from '../../shared/try-on/contract.ts';
import type { OpenLook } from '../../shared/try-on/shared-looks.ts';
import { imagePaths } from '../try-on/image-views.ts';
import { pageTexts } from './texts.ts';

export interface ShownLook {
  look: OpenLook;
  /** Those of its items that the store still has. */
  products: ProductCard[];
  store: Pick<StoreDoc, 'slug' | 'name'>;
  language: Language;
}

/** A shared look as it is seen before the application runs, and without JavaScript. */
export function LookBody({ look, products, store, language }: ShownLook) {
  const texts = pageTexts[language].sharedLook;
  const { width, height } = look.picture;
  return (
    <article class="look-page">
      <img
        src={imagePaths.look(store, look._id)}
        width={width}
        height={height}
        alt={texts.picture(store.name)}
        fetchpriority="high"
      />
      <div>
        <h1>{texts.title(store.name)}</h1>
        <ul>
          {products.map(({ productId, title, price }) => (
            <li key={productId}>
              <bdi>{title}</bdi>
              {price && <span class="soft numbers">{formatMoney(price, language)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}

function formatMoney({ amount, currency }: Money, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
