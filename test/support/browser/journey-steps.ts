import { eventually, hold, type TestPlatform } from '../platform.ts';
import type { Shopper } from '../try-on/shopper.ts';
import type { Row } from './analytics-rows.ts';

const sofa = { productIds: ['1002'], variantIds: ['100201'] };
/** The flow that the journey begins with. */
export const flow = { flow_name: 'Furnish a corner', flow_id: 'furnish-a-corner' };
const sofas = { productIds: ['1002', '1017'], variantIds: ['100201', '101701'] };

/** Where a journey is played. */
export interface Stage {
  shopper: Shopper;
  platform: TestPlatform;
  modelId: string;
  /** Lets the picture be made that has been started. */
  release: () => void;
  /** Opens an address as another person, who got it from the shopper. */
  visit: (url: string) => Promise<Shopper>;
  recipient?: Shopper;
  shareUrl: string;
  shortId: string;
}

/** What a shopper does, and what an analytics server receives of it: one event where it can be, so that none overtakes another. */
export type Step = [what: string, play: (stage: Stage) => Promise<void>, rows: (stage: Stage) => Row[]];

/** Applies one choice of the sheet. The button counts the items that are left once that is known. */
async function choose(shopper: Shopper, choice: string): Promise<void> {
  await shopper.button(/Filter & sort/).click();
  const sheet = shopper.page.getByRole('dialog');
  const option = sheet.locator('label').filter({ hasText: choice });
  await option.click();
  await option.locator('input:checked').waitFor({ state: 'attached' });
  await sheet.getByRole('button', { name: /^(Show 2 items|Done)$/ }).click();
}

/** Starts a picture that is not made before `release`. */
async function start(stage: Stage): Promise<void> {
  stage.release = hold(stage.platform.cog);
  await stage.shopper.button('Try it on').click();
}

/** One item, whose variant is known, leads to the shop at once. */
async function checkOut(shopper: Shopper): Promise<void> {
  await shopper.page.getByRole('link', { name: /^Check out/ }).click();
}

/** All 18 events, from a flow to a friend's checkout. */
export const steps: Step[] = [
  [
    'opens the try-on',
    ({ shopper }) => shopper.heading('Add your photo').waitFor(),
    () => [['Session Started', {}]],
  ],
  [
    'is there for ten seconds',
    ({ shopper }) => shopper.tab.context().clock.fastForward(10_000),
    () => [['Session Engaged', {}]],
  ],
  [
    'uploads a photo',
    async ({ shopper }) => {
      await shopper.chooseFile('examples/room-console.jpg');
      await shopper.heading('Step 1 of 4: Seat').waitFor();
    },
    () => [['User Photo Uploaded', {}]],
  ],
  [
    'takes a model photo instead',
    async ({ shopper }) => {
      await shopper.button(/^Back$/).click();
      await shopper.button('Use the photo “Living room with a leather sofa before a white wall”').click();
      await shopper.heading('Step 1 of 4: Seat').waitFor();
    },
    ({ modelId }) => [['Model Photo Selected', { model_id: modelId }]],
  ],
  [
    'adds an item of the first step of a flow',
    ({ shopper }) => shopper.addItem('Three-seat leather sofa'),
    () => [['Added Item to Look', { ...sofa, productTitle: 'Three-seat leather sofa' }]],
  ],
  [
    'continues to the second step',
    ({ shopper }) => shopper.button('Next: Light').click(),
    () => [['Flow Step Completed', { ...sofa, ...flow, flow_step_name: 'Seat' }]],
  ],
  [
    'skips it',
    ({ shopper }) => shopper.button('Skip').click(),
    () => [['Flow Step Skipped', { ...sofa, ...flow, flow_step_name: 'Light' }]],
  ],
  [
    'leaves the flow',
    async ({ shopper }) => {
      await shopper.heading('Step 3 of 4: Plants').waitFor();
      await shopper.button('Browse all items').click();
      await shopper.page.getByRole('dialog').getByRole('button', { name: 'Leave the steps' }).click();
      await shopper.heading('Choose items').waitFor();
    },
    () => [['Flow Exited', { ...sofa, ...flow, flow_step_name: 'Plants' }]],
  ],
  [
    'filters the items',
    ({ shopper }) => choose(shopper, 'Sofas'),
    () => [['Filter Selected', { ...sofa, filter_name: 'Sofas', filter_scope: 'category' }]],
  ],
  [
    'sorts them',
    ({ shopper }) => choose(shopper, 'Price: low to high'),
    () => [['Sort Selected', { ...sofa, sort_name: 'price-low' }]],
  ],
  [
    'goes back to no order of her own, which is no choice',
    ({ shopper }) => choose(shopper, 'Featured'),
    () => [],
  ],
  [
    'searches by Enter',
    async ({ shopper }) => {
      await shopper.page.getByRole('searchbox').fill('leather sofa');
      await shopper.page.getByRole('searchbox').press('Enter');
    },
    () => [['Search Submitted', { ...sofa, query: 'leather sofa', result_count: 1 }]],
  ],
  ['starts a picture', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'cancels it',
    async ({ shopper, release }) => {
      await shopper.button('Cancel').click();
      await shopper.button('Cancel picture').click();
      await shopper.heading('Choose items').waitFor();
      release();
    },
    () => [['Try On Failed', { ...sofa, reason: 'cancelled' }]],
  ],
  ['starts another', start, () => [['Try On Started', { ...sofa, selectedItemCount: 1 }]]],
  [
    'sees it',
    async ({ shopper, release }) => {
      release();
      await shopper.heading('Here is your look').waitFor();
    },
    () => [['Try On Completed', { ...sofa, selectedItemCount: 1 }]],
  ],
  [
    'edits the look of the result',
    async ({ shopper }) => {
      await shopper.button('Edit look').click();
      await shopper.heading('Choose items').waitFor();
    },
    () => [['Try On Edited', { ...sofa, action: 'edit' }]],
  ],
  [
    'adds another item, and returns to the result',
    async ({ shopper }) => {
      await shopper.page.getByRole('searchbox').fill('');
      await shopper.addItem('Grey fabric sofa');
      await shopper.button('View').click();
      await shopper.heading('Here is your look').waitFor();
    },
    () => [['Added Item to Look', { ...sofas, productTitle: 'Grey fabric sofa' }]],
  ],
  [
    'removes an item from the result',
    ({ shopper }) => shopper.button('Remove Grey fabric sofa').click(),
    () => [['Try On Edited', { ...sofa, action: 'remove' }]],
  ],
  [
    'shares the result',
    async (stage) => {
      await stage.shopper.button('Share').click();
      await eventually(() => stage.shopper.page.evaluate('window.given !== undefined'));
      stage.shareUrl = String(await stage.shopper.page.evaluate('window.given.url'));
      stage.shortId = new URL(stage.shareUrl).searchParams.get('share') ?? '';
    },
    ({ shareUrl, shortId }) => [
      [
        'Look Shared',
        { ...sofa, type: 'share_link', shortId, shareUrl, usedNativeShare: true, selectedItemCount: 1 },
      ],
    ],
  ],
  [
    'checks out',
    ({ shopper }) => checkOut(shopper),
    () => [
      [
        'Checkout Clicked',
        { ...sofa, selectedItemCount: 1, hasStorefrontToken: true, fromSharedLook: false },
      ],
    ],
  ],
  [
    'has a friend, who opens the link',
    async (stage) => {
      stage.recipient = await stage.visit(stage.shareUrl);
      await stage.recipient.heading(/^A look from/).waitFor();
    },
    ({ shortId }) => [
      ['Session Started', {}],
      ['Shared Look Opened', { ...sofa, shortId }],
    ],
  ],
  [
    'has a friend, who checks out',
    ({ recipient }) => checkOut(recipient!),
    ({ shortId }) => [
      [
        'Checkout Clicked',
        {
          ...sofa,
          selectedItemCount: 1,
          hasStorefrontToken: true,
          fromSharedLook: true,
          sharedLookShortId: shortId,
        },
      ],
    ],
  ],
];
