import type { Facets } from '../../../../../shared/try-on/contract.ts';
import { NumberField } from '../../../design/components/number-field.tsx';
import type { Filters } from '../../state/filters.ts';
import { currencyDigits, currencySign } from '../../texts/formats.ts';
import { useWholeApp } from '../../ui/app-context.ts';

interface Props {
  price: NonNullable<Facets['price']>;
  draft: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** The lowest and the highest price, in whole units of the store's currency. */
export function PriceRange({ price: { min, max, currency }, draft, onChange }: Props) {
  const { texts, language } = useWholeApp();
  const unit = 10 ** currencyDigits(currency);
  const shown = (amount: number | null) => (amount === null ? '' : String(Math.round(amount / unit)));
  const read = (text: string) => (text === '' ? null : Math.max(0, Math.round(Number(text))) * unit);
  const prefix = currencySign(currency, language);
  return (
    <fieldset class="price-range">
      <legend>{texts.items.price}</legend>
      <NumberField
        prefix={prefix}
        label={texts.items.priceFrom}
        placeholder={shown(Math.floor(min / unit) * unit)}
        value={shown(draft.minPrice)}
        onInput={(text) => onChange({ minPrice: read(text) })}
      />
      <NumberField
        prefix={prefix}
        label={texts.items.priceTo}
        placeholder={shown(Math.ceil(max / unit) * unit)}
        value={shown(draft.maxPrice)}
        onInput={(text) => onChange({ maxPrice: read(text) })}
      />
    </fieldset>
  );
}
