import type { Language, Money } from '../../../../shared/try-on/contract.ts';

/** Arabic with the digits of the texts around it. */
const toLocale = (language: Language) => (language === 'ar' ? 'ar-u-nu-latn' : language);

/** Formats an amount in minor units as people write it, e.g. `€1,299.00`. */
export function formatMoney({ amount, currency }: Money, language: Language): string {
  return moneyFormat(currency, language).format(amount / 10 ** currencyDigits(currency));
}

/** Decimals of a currency: 2 for EUR, 0 for JPY. */
export function currencyDigits(currency: string): number {
  return moneyFormat(currency, 'en').resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns the symbol of a currency: `€`. */
export function currencySign(currency: string, language: Language): string {
  const parts = moneyFormat(currency, language).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

const moneyFormat = (currency: string, language: Language) =>
  new Intl.NumberFormat(toLocale(language), { style: 'currency', currency });

/** Seconds as a clock counts them: `0:07`, `12:40`. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Formats a usual time, to 5 s under a minute and to 10 s above: `45 sec`, `1 min 20 sec`. */
export function formatUsualTime(seconds: number, language: Language): string {
  const multiple = seconds < 60 ? 5 : 10;
  const rounded = Math.max(multiple, Math.round(seconds / multiple) * multiple);
  const unit = (value: number, name: 'minute' | 'second') =>
    new Intl.NumberFormat(toLocale(language), { style: 'unit', unit: name, unitDisplay: 'short' }).format(
      value,
    );
  const [minutes, rest] = [Math.floor(rounded / 60), rounded % 60];
  const parts = [minutes > 0 ? unit(minutes, 'minute') : '', rest > 0 ? unit(rest, 'second') : ''];
  return parts.filter((part) => part !== '').join(' ');
}

/** Formats a day of an ISO 8601 time, as people write it: `20 February 2027`. */
export function formatDate(time: string, language: Language): string {
  return new Intl.DateTimeFormat(toLocale(language), { dateStyle: 'long' }).format(new Date(time));
}

/** Formats a share from 0 to 1: `40%`. */
export function formatShare(share: number, language: Language): string {
  return new Intl.NumberFormat(toLocale(language), { style: 'percent', maximumFractionDigits: 0 }).format(
    share,
  );
}
