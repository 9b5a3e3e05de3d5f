import { pluralIn } from '../plural.ts';
import type { SharingTexts } from './en.ts';

const plural = pluralIn('ar');

export const sharing: SharingTexts = {
  sharing: {
    share: 'مشاركة',
    title: (store) => `إطلالة من \u2068${store}\u2069`,
    until: (date) => `يمكن لكل من لديه الرابط رؤية هذه الإطلالة حتى ${date}.`,
    link: 'رابط هذه الإطلالة',
    copy: 'نسخ',
    copied: 'نُسخ الرابط.',
    copyYourself: 'انسخ الرابط من الحقل.',
    failed: 'تعذّرت مشاركة الإطلالة. حاول مرة أخرى بعد قليل.',
    stop: 'إيقاف المشاركة',
    stopQuestion: 'إيقاف مشاركة هذه الإطلالة؟',
    stopText: 'يتوقف الرابط عن العمل للجميع نهائيًا. يمكنك مشاركة الإطلالة مرة أخرى برابط جديد.',
    keep: 'متابعة المشاركة',
    stopped: 'لم تعد الإطلالة مشتركة.',
    stopFailed: 'ما زالت الإطلالة مشتركة. حاول مرة أخرى بعد قليل.',
  },
  shared: {
    title: 'إطلالة مشتركة',
    heading: (store) => `إطلالة من \u2068${store}\u2069`,
    picture: (titles) => `تجربة مع \u2068${titles}\u2069`,
    tryOn: 'جرّبها بنفسك',
    ownLook: 'العودة إلى إطلالتي',
    leave: 'بدء تجربة',
    gone: 'لم تعد هذه الإطلالة مشتركة',
    goneText: 'تنتهي الروابط بعد مدة، ويمكن لمن شارك إطلالة أن يسحبها.',
    failed: 'تعذّر تحميل الإطلالة',
    missing: (count) =>
      plural(count, {
        one: 'منتج واحد لم يعد في المتجر.',
        two: 'منتجان لم يعودا في المتجر.',
        few: `${count} منتجات لم تعد في المتجر.`,
        many: `${count} منتجًا لم تعد في المتجر.`,
        other: `${count} منتج لم تعد في المتجر.`,
      }),
  },
};
