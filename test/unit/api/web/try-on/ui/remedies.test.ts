import { expect } from 'chai';
import { type Remedy, remedies } from '../../../../../../api/web/try-on/ui/remedies.ts';
import { tryOnReasons } from '../../../../../../shared/try-on/contract.ts';

/** What helps best, for each reason that the service names. */
const first: Record<(typeof tryOnReasons)[number], Remedy> = {
  not_an_image: 'otherPhoto',
  photo_too_small: 'otherPhoto',
  photo_too_dark: 'otherPhoto',
  photo_too_large: 'otherPhoto',
  photo_gone: 'otherPhoto',
  no_product_images: 'editItems',
  product_gone: 'editItems',
  insufficient_credits: 'browse',
  visitor_limit: 'browse',
  store_limit: 'browse',
  rate_limited: 'tryAgain',
  unavailable: 'tryAgain',
  generation_failed: 'tryAgain',
  timeout: 'tryAgain',
  cancelled: 'tryAgain',
};

describe('The remedies', () => {
  for (const reason of tryOnReasons) {
    it(`offer ${first[reason]} first for ${reason}`, () => {
      expect(remedies[reason][0]).to.equal(first[reason]);
    });
  }

  it('never depend on a shop that is not known', () => {
    for (const [reason, steps] of Object.entries(remedies)) {
      expect(
        steps.some((step) => step !== 'backToShop'),
        reason,
      ).to.equal(true);
    }
  });
});
