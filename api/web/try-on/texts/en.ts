import { pluralIn } from './plural.ts';
import { reasons } from './reasons/en.ts';

const plural = pluralIn('en');

/** The texts up to the first photo, and of what may go wrong there. */
export const en = {
  shell: {
    tryingOn: 'Trying on',
    items: (count: number) => plural(count, { zero: 'No items yet', one: '1 item', other: `${count} items` }),
    steps: (steps: number) => plural(steps, { one: '1 step', other: `${steps} steps` }),
    back: 'Back',
    close: 'Close',
    backToShop: (store: string) => `Back to ${store}`,
    retry: 'Try again',
    unexpected: 'Something went wrong on this page',
    reload: 'Reload',
  },
  photo: {
    title: 'Add your photo',
    lead: 'A photo of you or your room, in good light.',
    leadOf: {
      person: 'In good light. Stand back so that your shoulders are in the photo.',
      room: 'A photo of your room in good light, with the place where it will stand or hang.',
    },
    take: 'Take a photo',
    choose: 'Choose a photo',
    drop: 'Or drop or paste a photo here',
    dropNow: 'Drop the photo to use it',
    privacy: (hours: number) =>
      `Used only for your try-on. Deleted after ${plural(hours, { one: '1 hour', other: `${hours} hours` })}.`,
    last: 'Your last photo',
    useLast: 'Use this photo',
    delete: 'Delete photo',
    deleted: 'Photo deleted.',
    deleteFailed: 'The photo was not deleted. Try again.',
    models: 'Or use one of ours',
    useModel: (name: string) => `Use the photo “${name}”`,
    preparing: 'Preparing your photo',
    uploading: 'Uploading your photo',
    own: 'Your photo',
  },
  remedies: {
    browse: 'Browse items',
    otherPhoto: 'Use another photo',
    editItems: 'Change items',
    tryAgain: 'Try again',
  },
  reasons,
};

export type FirstTexts = typeof en;
