import { pluralIn } from '../plural.ts';
import type { CheckoutTexts } from './en.ts';

const plural = pluralIn('ar');

export const checkout: CheckoutTexts = {
  checkOut: 'إتمام الشراء',
  addToCart: 'إضافة إلى السلة',
  addItems: (count) =>
    plural(count, {
      one: 'إضافة إلى السلة',
      two: 'إضافة منتجين إلى السلة',
      few: `إضافة ${count} منتجات إلى السلة`,
      many: `إضافة ${count} منتجًا إلى السلة`,
      other: `إضافة ${count} منتج إلى السلة`,
    }),
  choose: (option) => `اختر \u2068${option}\u2069`,
  view: 'الشراء من المتجر',
  title: 'شراء هذه الإطلالة',
  quantity: (title) => `كمية \u2068${title}\u2069`,
  gone: 'لم يعد في المتجر',
  leftOut: (count) =>
    plural(count, {
      one: 'منتج واحد لا يمكن شراؤه الآن. سيُستبعد.',
      two: 'منتجان لا يمكن شراؤهما الآن. سيُستبعدان.',
      few: `${count} منتجات لا يمكن شراؤها الآن. ستُستبعد.`,
      many: `${count} منتجًا لا يمكن شراؤها الآن. ستُستبعد.`,
      other: `${count} منتج لا يمكن شراؤها الآن. ستُستبعد.`,
    }),
  nothing: 'لا يمكن شراء أي من هذه المنتجات الآن.',
  viewItem: (title) => `عرض \u2068${title}\u2069 في المتجر`,
  cartFailed: 'تعذّرت إضافة المنتجات إلى السلة. يمكنك إتمام الشراء مباشرة.',
};
