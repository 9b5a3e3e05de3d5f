import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

/** Texts for sharing a look, and for opening the link of one. */
export const sharing = {
  sharing: {
    share: 'Share',
    title: (store: string) => `A look from ${store}`,
    until: (date: string) => `Anyone with the link can see this look until ${date}.`,
    link: 'Link to this look',
    copy: 'Copy',
    copied: 'The link is copied.',
    copyYourself: 'Copy the link from the field.',
    failed: 'The look could not be shared. Try again in a moment.',
    stop: 'Stop sharing',
    stopQuestion: 'Stop sharing this look?',
    stopText: 'The link stops working for everyone, for good. You can share the look again by a new link.',
    keep: 'Keep sharing',
    stopped: 'The look is no longer shared.',
    stopFailed: 'The look is still shared. Try again in a moment.',
  },
  shared: {
    title: 'A shared look',
    heading: (store: string) => `A look from ${store}`,
    picture: (titles: string) => `A try-on with ${titles}`,
    tryOn: 'Try it on yourself',
    ownLook: 'Back to my own look',
    leave: 'Start a try-on',
    gone: 'This look is no longer shared',
    goneText: 'Links end after a while, and whoever shared a look can take it back.',
    failed: 'The look could not be loaded',
    missing: (count: number) =>
      plural(count, {
        one: '1 item is no longer in the shop.',
        other: `${count} items are no longer in the shop.`,
      }),
  },
};

export type SharingTexts = typeof sharing;
