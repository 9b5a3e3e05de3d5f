import type { ScreenState } from './item-screens.ts';
import { aSharedLook, shortId } from './views.ts';

const room = { url: '/pictures/models/room-lamp.jpg', width: 1200, height: 800 };

/** In place of a visit of the page itself: the link of a look. */
const openLink: ScreenState['reach'] = async (shopper) => {
  await shopper.tab.goto(new URL(`/?share=${shortId}`, shopper.tab.url()).href);
};

/** The screens of a look that is shared, and of one that was shared by a link. */
export const sharingScreens: ScreenState[] = [
  {
    name: 'result-shared',
    async reach(shopper, service) {
      await shopper.startTryOn();
      service.change({ state: 'succeeded', position: null, result: room });
      await shopper.button('Share').click();
      await shopper.button('Link to this look').waitFor();
      // Where nothing can be copied, the sheet is there already.
      if ((await shopper.page.getByRole('dialog').count()) === 0)
        await shopper.button('Link to this look').click();
      await shopper.button('Stop sharing').waitFor();
    },
  },
  {
    name: 'stop-sharing',
    prepare: (service) => {
      service.look = aSharedLook({ own: true });
    },
    async reach(shopper, service) {
      await openLink(shopper, service);
      await shopper.button('Stop sharing').click();
      await shopper.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'shared-look',
    async reach(shopper, service) {
      await openLink(shopper, service);
      await shopper.button('Try it on yourself').waitFor();
    },
  },
  {
    name: 'shared-look-upright',
    prepare: (service) => {
      const picture = { url: '/pictures/models/room-sofa.jpg', width: 900, height: 1200 };
      service.look = aSharedLook({ own: true, picture });
      service.products = service.products.filter(({ productId }) => productId !== '1005');
    },
    async reach(shopper, service) {
      await openLink(shopper, service);
      await shopper.text('1 item is no longer in the shop.').waitFor();
    },
  },
  {
    name: 'shared-look-gone',
    prepare: (service) => {
      service.look = null;
    },
    async reach(shopper, service) {
      await openLink(shopper, service);
      await shopper.heading('This look is no longer shared').waitFor();
    },
  },
];
