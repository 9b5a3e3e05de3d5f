/** Texts for each reason of a failure, with its remedy. */
export const reasons = {
  not_an_image: {
    title: 'That file is not a photo',
    text: 'Choose a JPEG, PNG or WebP photo.',
  },
  photo_too_small: {
    title: 'That photo is too small',
    text: 'Choose one that is at least 256 pixels on its short side.',
  },
  photo_too_dark: {
    title: 'That photo is too dark',
    text: 'Turn on a light or face a window, and take it again.',
  },
  photo_too_large: {
    title: 'That photo is too large',
    text: 'Choose one under 8 MB.',
  },
  photo_gone: {
    title: 'Your photo is no longer stored',
    text: 'Add it again to continue. Your items are kept.',
  },
  format_unsupported: {
    title: 'Your browser cannot open this photo',
    text: 'Photos from an iPhone are sometimes HEIC files. Choose a JPEG, or take a new photo here.',
  },
  no_product_images: {
    title: 'One of the items has no usable picture',
    text: 'Choose another item in its place.',
  },
  product_gone: {
    title: 'One of the items is no longer in the shop',
    text: 'Choose another item in its place.',
  },
  insufficient_credits: {
    title: 'The try-on is taking a break',
    text: 'This shop cannot create new pictures right now. Come back later.',
  },
  visitor_limit: {
    title: 'That was your last picture for today',
    text: 'You can create new ones tomorrow.',
  },
  store_limit: {
    title: 'The try-on is very popular today',
    text: 'This shop has reached its pictures for now. Come back later.',
  },
  rate_limited: {
    title: 'That was a little fast',
    text: 'Wait a minute, and try again.',
  },
  unavailable: {
    title: 'The try-on cannot be reached',
    text: 'Try again in a moment. Your photo and items are kept.',
  },
  generation_failed: {
    title: 'The picture did not turn out',
    text: 'Nothing you did wrong. Try again, or use a photo that shows more of you or the room.',
  },
  timeout: {
    title: 'That took too long',
    text: 'Many pictures are being made right now. Try again.',
  },
  cancelled: {
    title: 'The picture was cancelled',
    text: 'Your photo and items are kept.',
  },
  offline: {
    title: 'You are offline',
    text: 'Check your connection, and try again.',
  },
};

export type ReasonTexts = typeof reasons;
