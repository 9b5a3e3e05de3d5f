import { fromMinorUnits, toMinorUnits } from '../../shared/money.ts';

/** Credits that are sold together. */
export interface Pack {
  credits: number;
  /** In minor units of the currency, e.g. cents. */
  price: number;
  /** ISO 4217, such as `EUR`. */
  currency: string;
}

/** Reads `CREDIT_PACKS`, e.g. `100=19.00`. */
export function readPacks(entries: readonly string[], currency: string): Pack[] {
  return entries.map((entry) => {
    const [credits, price] = entry.split('=') as [string, string];
    return { credits: Number(credits), price: toMinorUnits(price, currency), currency };
  });
}

/** Formats a price, such as `€19.00`. */
export const formatPrice = ({ price, currency }: Pack) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(
    Number(fromMinorUnits(price, currency)),
  );
