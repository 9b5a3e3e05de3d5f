import { pluralIn } from '../plural.ts';
import type { FlowTexts } from './en.ts';

const plural = pluralIn('ar');

export const flow: FlowTexts = {
  step: (step, of, name) => `الخطوة ${step} من ${of}: \u2068${name}\u2069`,
  choose: (min, max) =>
    min < max
      ? `اختر من ${min} إلى ${max} منتجات.`
      : plural(max, {
          one: 'اختر منتجًا واحدًا.',
          two: 'اختر منتجين.',
          few: `اختر ${max} منتجات.`,
          many: `اختر ${max} منتجًا.`,
          other: `اختر ${max} منتج.`,
        }),
  orSkip: 'أو تخطَّ هذه الخطوة.',
  next: (name) => `التالي: \u2068${name}\u2069`,
  skip: 'تخطٍّ',
  skipAndTryOn: (count) =>
    plural(count, {
      one: 'تخطٍّ وتجربة',
      two: 'تخطٍّ وتجربة منتجين',
      few: `تخطٍّ وتجربة ${count} منتجات`,
      many: `تخطٍّ وتجربة ${count} منتجًا`,
      other: `تخطٍّ وتجربة ${count} منتج`,
    }),
  full: (max) =>
    plural(max, {
      one: 'تتسع هذه الخطوة لمنتج واحد. أزله لإضافة آخر.',
      two: 'تتسع هذه الخطوة لمنتجين. أزل منتجًا لإضافة آخر.',
      few: `تتسع هذه الخطوة لعدد ${max} منتجات. أزل منتجًا لإضافة آخر.`,
      many: `تتسع هذه الخطوة لعدد ${max} منتجًا. أزل منتجًا لإضافة آخر.`,
      other: `تتسع هذه الخطوة لعدد ${max} منتج. أزل منتجًا لإضافة آخر.`,
    }),
  exit: 'تصفّح كل المنتجات',
  exitTitle: (flow) => `مغادرة «\u2068${flow}\u2069»؟`,
  exitText: 'منتجاتك محفوظة. تنتهي الخطوات هنا، وتختار من كل منتجات المتجر.',
  exitConfirm: 'مغادرة الخطوات',
  stay: 'متابعة',
};
