import type { FirstTexts } from './en.ts';
import { pluralIn } from './plural.ts';
import { reasons } from './reasons/ar.ts';

const plural = pluralIn('ar');

export const ar: FirstTexts = {
  shell: {
    tryingOn: 'للتجربة',
    items: (count) =>
      plural(count, {
        zero: 'لا توجد منتجات بعد',
        one: 'منتج واحد',
        two: 'منتجان',
        few: `${count} منتجات`,
        many: `${count} منتجًا`,
        other: `${count} منتج`,
      }),
    steps: (steps) =>
      plural(steps, {
        one: 'خطوة واحدة',
        two: 'خطوتان',
        few: `${steps} خطوات`,
        many: `${steps} خطوة`,
        other: `${steps} خطوة`,
      }),
    back: 'رجوع',
    close: 'إغلاق',
    backToShop: (store) => `العودة إلى \u2068${store}\u2069`,
    retry: 'إعادة المحاولة',
    unexpected: 'حدث خطأ في هذه الصفحة',
    reload: 'إعادة التحميل',
  },
  photo: {
    title: 'أضف صورتك',
    lead: 'صورة لك أو لغرفتك في إضاءة جيدة.',
    leadOf: {
      person: 'في إضاءة جيدة. ابتعد قليلًا حتى تظهر كتفاك في الصورة.',
      room: 'صورة لغرفتك في إضاءة جيدة، يظهر فيها المكان الذي سيوضع أو يعلَّق فيه المنتج.',
    },
    take: 'التقاط صورة',
    choose: 'اختيار صورة',
    drop: 'أو اسحب صورة أو ألصقها هنا',
    dropNow: 'أفلت الصورة لاستخدامها',
    privacy: (hours) =>
      `تُستخدم لتجربتك فقط، وتُحذف بعد ${plural(hours, { one: 'ساعة واحدة', two: 'ساعتين', few: `${hours} ساعات`, many: `${hours} ساعة`, other: `${hours} ساعة` })}.`,
    last: 'صورتك الأخيرة',
    useLast: 'استخدام هذه الصورة',
    delete: 'حذف الصورة',
    deleted: 'حُذفت الصورة.',
    deleteFailed: 'لم تُحذف الصورة. حاول مرة أخرى.',
    models: 'أو استخدم إحدى صورنا',
    useModel: (name) => `استخدام الصورة «\u2068${name}\u2069»`,
    preparing: 'جارٍ تجهيز صورتك',
    uploading: 'جارٍ رفع صورتك',
    own: 'صورتك',
  },
  remedies: {
    browse: 'تصفّح المنتجات',
    otherPhoto: 'استخدام صورة أخرى',
    editItems: 'تغيير المنتجات',
    tryAgain: 'إعادة المحاولة',
  },
  reasons,
};
